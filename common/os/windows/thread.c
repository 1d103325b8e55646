/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <process.h>
#include <stdlib.h>

#include "biosbelt/thread.h"
#include "os_private.h"

struct thread {
	HANDLE handle;
	void (*run)(void *arg);
	void *arg;
};

static unsigned __stdcall begin(void *arg)
{
	struct thread *t = arg;

	t->run(t->arg);
	return 0;
}

enum err_code thread_start(void (*run)(void *arg), void *arg, struct thread **out, struct err *err)
{
	struct thread *t = malloc(sizeof *t);

	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	t->run = run;
	t->arg = arg;
	t->handle = (HANDLE)_beginthreadex(NULL, 0, begin, t, 0, NULL);
	if (t->handle == NULL) {
		free(t);
		return os_fail(err, (long)GetLastError(), "cannot start a thread");
	}
	*out = t;
	return ERR_OK;
}

void thread_join(struct thread *t)
{
	if (t == NULL)
		return;
	WaitForSingleObject(t->handle, INFINITE);
	CloseHandle(t->handle);
	free(t);
}

struct mutex {
	CRITICAL_SECTION m;
};

enum err_code mutex_new(struct mutex **out, struct err *err)
{
	struct mutex *m = malloc(sizeof *m);

	if (m == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	InitializeCriticalSection(&m->m);
	*out = m;
	return ERR_OK;
}

void mutex_free(struct mutex *m)
{
	if (m == NULL)
		return;
	DeleteCriticalSection(&m->m);
	free(m);
}

void mutex_lock(struct mutex *m)
{
	EnterCriticalSection(&m->m);
}

void mutex_unlock(struct mutex *m)
{
	LeaveCriticalSection(&m->m);
}

struct condvar {
	CONDITION_VARIABLE c;
};

enum err_code condvar_new(struct condvar **out, struct err *err)
{
	struct condvar *c = malloc(sizeof *c);

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	InitializeConditionVariable(&c->c);
	*out = c;
	return ERR_OK;
}

void condvar_free(struct condvar *c)
{
	free(c);
}

void condvar_wait(struct condvar *c, struct mutex *m)
{
	SleepConditionVariableCS(&c->c, &m->m, INFINITE);
}

bool condvar_wait_for(struct condvar *c, struct mutex *m, unsigned timeout_ms)
{
	return SleepConditionVariableCS(&c->c, &m->m, timeout_ms) != 0;
}

void condvar_wake_all(struct condvar *c)
{
	WakeAllConditionVariable(&c->c);
}

void thread_own_files(void)
{
}

unsigned thread_cpu_count(void)
{
	DWORD_PTR mine = 0;
	DWORD_PTR all = 0;
	unsigned n = 0;

	if (!GetProcessAffinityMask(GetCurrentProcess(), &mine, &all))
		return 1;
	for (; mine != 0; mine &= mine - 1)
		n++;
	return n > 0 ? n : 1;
}
