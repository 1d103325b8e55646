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
