/* SPDX-License-Identifier: MIT */
#include <stdatomic.h>

#include "biosbelt/thread.h"

#define THREAD_FOR_MAX 64

struct job {
	atomic_size_t next;
	size_t count;
	void (*work)(void *user, size_t i);
	void *user;
};

static void run(void *arg)
{
	struct job *job = arg;
	size_t i;

	while ((i = atomic_fetch_add(&job->next, 1)) < job->count)
		job->work(job->user, i);
}

void thread_for(size_t count, unsigned threads, void (*work)(void *user, size_t i), void *user)
{
	struct thread *others[THREAD_FOR_MAX];
	struct job job = {.count = count, .work = work, .user = user};
	struct err err;
	unsigned started = 0;

	if (threads == 0)
		threads = thread_cpu_count();
	if (threads > THREAD_FOR_MAX)
		threads = THREAD_FOR_MAX;
	if (threads > count)
		threads = (unsigned)count;
	while (started + 1 < threads && thread_start(run, &job, &others[started], &err) == ERR_OK)
		started++;
	run(&job);
	while (started > 0)
		thread_join(others[--started]);
}

/* Started threads wait here until it is known whether all could be started. */
struct gate {
	struct job job;
	struct mutex *lock;
	struct condvar *change;
	enum { WAIT, GO, LEAVE } state;
};

static void run_together(void *arg)
{
	struct gate *g = arg;
	bool go;

	mutex_lock(g->lock);
	while (g->state == WAIT)
		condvar_wait(g->change, g->lock);
	go = g->state == GO;
	mutex_unlock(g->lock);
	if (go)
		run(&g->job);
}

bool thread_together(size_t count, void (*work)(void *user, size_t i), void *user)
{
	struct thread *others[THREAD_FOR_MAX];
	struct gate g = {.job = {.count = count, .work = work, .user = user}};
	struct err err;
	size_t started = 0;
	bool all = count <= THREAD_FOR_MAX && mutex_new(&g.lock, &err) == ERR_OK &&
		   condvar_new(&g.change, &err) == ERR_OK;

	while (all && started + 1 < count) {
		all = thread_start(run_together, &g, &others[started], &err) == ERR_OK;
		started += all;
	}
	if (started != 0) {
		mutex_lock(g.lock);
		g.state = all ? GO : LEAVE;
		condvar_wake_all(g.change);
		mutex_unlock(g.lock);
	}
	if (all)
		run(&g.job);
	while (started > 0)
		thread_join(others[--started]);
	condvar_free(g.change);
	mutex_free(g.lock);
	return all;
}
