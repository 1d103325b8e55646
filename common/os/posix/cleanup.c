/* SPDX-License-Identifier: MIT */
/* Clean-up when a signal ends the program. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "os_private.h"

enum { SLOT_FREE, SLOT_FILLING, SLOT_USED };

/* The handler may run between any two instructions: a slot counts only once it is SLOT_USED. */
static struct slot {
	atomic_int state;
	char *path; /* kept until the slot is used again */
} slots[OS_CLEANUP_MAX];

static atomic_uint uses;   /* of slots; the next one is more likely to be free than the first */
static atomic_bool ending; /* a signal ends the program: other threads make no more names */
static void (*_Atomic exit_hook)(void);
static bool (*_Atomic lost_hook)(void *, const char **);

static unsigned known_umask;
static atomic_bool umask_known;

/* The mask can only be read by setting it: done once, before there are threads. */
unsigned os_umask(void)
{
	if (!atomic_load(&umask_known)) {
		mode_t mask = umask(0);

		umask(mask);
		known_umask = (unsigned)mask;
		atomic_store(&umask_known, true);
	}
	return known_umask;
}

int os_cleanup_add(const char *path)
{
	unsigned from = atomic_fetch_add(&uses, 1);

	while (atomic_load(&ending))
		pause();
	for (unsigned k = 0; k < OS_CLEANUP_MAX; k++) {
		unsigned i = (from + k) % OS_CLEANUP_MAX;
		int expected = SLOT_FREE;

		if (!atomic_compare_exchange_strong(&slots[i].state, &expected, SLOT_FILLING))
			continue;
		/* The handler may have seen the slot used, and be removing its name. */
		while (atomic_load(&ending)) {
			atomic_store(&slots[i].state, SLOT_FREE);
			pause();
		}
		free(slots[i].path);
		slots[i].path = alloc_text(path);
		atomic_store(&slots[i].state, slots[i].path != NULL ? SLOT_USED : SLOT_FREE);
		return slots[i].path != NULL ? (int)i : -1;
	}
	return -1;
}

void os_cleanup_drop(int id)
{
	if (id >= 0 && id < OS_CLEANUP_MAX)
		atomic_store(&slots[id].state, SLOT_FREE);
}

void os_set_exit_hook(void (*hook)(void))
{
	atomic_store(&exit_hook, hook);
}

void os_set_lost_hook(bool (*hook)(void *, const char **), void (*unmap_all)(void))
{
	(void)unmap_all;
	atomic_store(&lost_hook, hook);
}

/* Whether a slot is in use. */
static bool remove_names(void)
{
	bool any = false;

	for (int i = 0; i < OS_CLEANUP_MAX; i++) {
		int state = atomic_load(&slots[i].state);

		if (state == SLOT_USED)
			unlink(slots[i].path);
		any = any || state != SLOT_FREE;
	}
	return any;
}

/* Other threads have to make, or rename, the files that they have named; those of this one stay. */
#define SETTLE_NS    10000000
#define SETTLE_TIMES 10

static void tidy_up(void)
{
	void (*hook)(void) = atomic_exchange(&exit_hook, NULL);
	struct timespec settle = {.tv_nsec = SETTLE_NS};
	bool any = atomic_load(&uses) != 0;

	atomic_store(&ending, true);
	if (hook != NULL)
		hook();
	for (int i = 0; any && i < SETTLE_TIMES; i++) {
		(void)remove_names();
		nanosleep(&settle, NULL);
		any = remove_names();
	}
}

static void on_signal(int number)
{
	tidy_up();
	signal(number, SIG_DFL); /* end by the signal itself, so that a shell sees it */
	raise(number);
}

static char lost_tool[64]; /* before what is printed on SIGBUS */

static void say(const char *text)
{
	(void)!write(STDERR_FILENO, text, strlen(text)); /* nothing to do when it fails */
}

/* A byte of a mapped file cannot be read (truncated file, failing disk): an ordinary error, not a
 * crash. */
static void on_lost_bytes(int number, siginfo_t *info, void *context)
{
	bool (*hook)(void *, const char **) = atomic_load(&lost_hook);
	const char *name = "a file";

	(void)context;
	if (hook != NULL && info->si_code == BUS_ADRERR && hook(info->si_addr, &name))
		return;
	if (info->si_code != BUS_ADRERR) {
		on_signal(number);
		return;
	}
	tidy_up();
	say(lost_tool);
	say(name);
	say(" was cut short, or its disk failed, while it was read\n");
	_exit(1);
}

void os_catch_signals(const char *tool)
{
	static const int fatal[] = {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGXCPU, SIGXFSZ};
	struct sigaction action;
	struct sigaction old;
	size_t i;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_signal;
	sigfillset(&action.sa_mask);
	for (i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
		if (sigaction(fatal[i], NULL, &old) == 0 && old.sa_handler == SIG_IGN)
			continue; /* ignored: started by nohup */
		sigaction(fatal[i], &action, NULL);
	}
	snprintf(lost_tool, sizeof lost_tool, "%.40s: ", tool);
	action.sa_sigaction = on_lost_bytes;
	action.sa_flags = SA_SIGINFO;
	sigaction(SIGBUS, &action, NULL);
	action.sa_flags = 0;
	action.sa_handler = SIG_IGN; /* a write to a closed pipe fails instead */
	sigaction(SIGPIPE, &action, NULL);
	signal(SIGCHLD, SIG_DFL); /* ignored, as some parents leave it, no child's end is seen */
}
