/* SPDX-License-Identifier: MIT */
/* Threads, locks and a parallel loop over both systems. Atomics: <stdatomic.h>. */
#ifndef BIOSBELT_THREAD_H
#define BIOSBELT_THREAD_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"

struct thread;
enum err_code thread_start(void (*run)(void *arg), void *arg, struct thread **out, struct err *err);
void thread_join(struct thread *t); /* also frees it; NULL is fine */

struct mutex;
enum err_code mutex_new(struct mutex **out, struct err *err);
void mutex_free(struct mutex *m);
void mutex_lock(struct mutex *m);
void mutex_unlock(struct mutex *m);

struct condvar;
enum err_code condvar_new(struct condvar **out, struct err *err);
void condvar_free(struct condvar *c);
void condvar_wait(struct condvar *c, struct mutex *m);
/* False after timeout_ms without a wake-up. */
bool condvar_wait_for(struct condvar *c, struct mutex *m, unsigned timeout_ms);
void condvar_wake_all(struct condvar *c);

/*
 * Gives the calling thread a table of open files of its own, where the system can (Linux): opening
 * and closing very many files then needs no locks. Only for threads that hand no open file to
 * another one.
 */
void thread_own_files(void);

/* Processors this process may use, at least 1. */
unsigned thread_cpu_count(void);

/*
 * Calls work(user, i) for i in [0, count) on up to threads threads (0: thread_cpu_count). Order is
 * not defined. Falls back to fewer threads when they cannot be started; never fails.
 */
void thread_for(size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user);
/*
 * The same for calls that wait for each other: all at the same time, at most 64. False, and none
 * is made, when so many threads cannot be started.
 */
bool thread_together(size_t count, void (*work)(void *user, size_t i), void *user);

#endif
