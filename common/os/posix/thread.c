/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity, unshare */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "biosbelt/thread.h"
#include "os_private.h"

struct thread {
	pthread_t id;
	void (*run)(void *arg);
	void *arg;
};

static void *begin(void *arg)
{
	struct thread *t = arg;

	t->run(t->arg);
	return NULL;
}

enum err_code thread_start(void (*run)(void *arg), void *arg, struct thread **out, struct err *err)
{
	struct thread *t = malloc(sizeof *t);
	int rc;

	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	t->run = run;
	t->arg = arg;
	rc = pthread_create(&t->id, NULL, begin, t);
	if (rc != 0) {
		free(t);
		return os_fail(err, rc, "cannot start a thread");
	}
	*out = t;
	return ERR_OK;
}

void thread_join(struct thread *t)
{
	if (t == NULL)
		return;
	pthread_join(t->id, NULL);
	free(t);
}

struct mutex {
	pthread_mutex_t m;
};

enum err_code mutex_new(struct mutex **out, struct err *err)
{
	struct mutex *m = malloc(sizeof *m);

	if (m == NULL || pthread_mutex_init(&m->m, NULL) != 0) {
		free(m);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	*out = m;
	return ERR_OK;
}

void mutex_free(struct mutex *m)
{
	if (m == NULL)
		return;
	pthread_mutex_destroy(&m->m);
	free(m);
}

void mutex_lock(struct mutex *m)
{
	pthread_mutex_lock(&m->m);
}

void mutex_unlock(struct mutex *m)
{
	pthread_mutex_unlock(&m->m);
}

struct condvar {
	pthread_cond_t c;
};

enum err_code condvar_new(struct condvar **out, struct err *err)
{
	struct condvar *c = malloc(sizeof *c);
	pthread_condattr_t attr;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(
		&attr, CLOCK_MONOTONIC); /* independent of changes of the wall clock */
	if (pthread_cond_init(&c->c, &attr) != 0) {
		free(c);
		c = NULL;
	}
	pthread_condattr_destroy(&attr);
	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	*out = c;
	return ERR_OK;
}

void condvar_free(struct condvar *c)
{
	if (c == NULL)
		return;
	pthread_cond_destroy(&c->c);
	free(c);
}

void condvar_wait(struct condvar *c, struct mutex *m)
{
	pthread_cond_wait(&c->c, &m->m);
}

bool condvar_wait_for(struct condvar *c, struct mutex *m, unsigned timeout_ms)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec += (time_t)(timeout_ms / 1000);
	until.tv_nsec += (long)(timeout_ms % 1000) * 1000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	return pthread_cond_timedwait(&c->c, &m->m, &until) != ETIMEDOUT;
}

void condvar_wake_all(struct condvar *c)
{
	pthread_cond_broadcast(&c->c);
}

void thread_own_files(void)
{
	(void)!unshare(CLONE_FILES); /* refused in some containers: then only slower */
}

unsigned thread_cpu_count(void)
{
	cpu_set_t set;
	long n;

	if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
		return (unsigned)CPU_COUNT(&set);
	n = sysconf(_SC_NPROCESSORS_ONLN);
	return n > 0 ? (unsigned)n : 1;
}
