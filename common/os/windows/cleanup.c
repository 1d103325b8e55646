/* SPDX-License-Identifier: MIT */
/* Clean-up when Ctrl-C, a closed console or lost bytes end the program. */
#include <windows.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/os.h"
#include "os_private.h"

/* STATUS_CONTROL_C_EXIT (ntstatus.h): the status of a program that Windows ends on Ctrl-C. */
#define CTRL_C_STATUS 0xC000013Au

enum { SLOT_FREE, SLOT_FILLING, SLOT_USED };

static struct slot {
	atomic_int state;
	wchar_t *path;
} slots[OS_CLEANUP_MAX];

static atomic_bool ending; /* other threads keep no more files */
static void (*_Atomic exit_hook)(void);
static bool (*_Atomic lost_hook)(void *, const char **);
static void (*_Atomic unmap_hook)(void);

/* The handler may have seen the slot used, and be removing its name. */
static void end_without(struct slot *s, const char *path)
{
	wchar_t *wide = os_wide_path(path);

	if (wide != NULL)
		DeleteFileW(wide);
	atomic_store(&s->state, SLOT_FREE);
	Sleep(INFINITE);
}

int os_cleanup_add(const char *path)
{
	int i;

	for (i = 0; i < OS_CLEANUP_MAX; i++) {
		int expected = SLOT_FREE;

		if (!atomic_compare_exchange_strong(&slots[i].state, &expected, SLOT_FILLING))
			continue;
		if (atomic_load(&ending))
			end_without(&slots[i], path);
		free(slots[i].path);
		slots[i].path = os_wide_path(path);
		if (slots[i].path == NULL)
			break;
		atomic_store(&slots[i].state, SLOT_USED);
		return i;
	}
	if (i < OS_CLEANUP_MAX)
		atomic_store(&slots[i].state, SLOT_FREE);
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
	atomic_store(&unmap_hook, unmap_all);
	atomic_store(&lost_hook, hook);
}

/* Whether a slot is in use. A file that is open for writing can be deleted only if it was opened
 * with FILE_SHARE_DELETE, as file_out does. */
static bool remove_names(void)
{
	bool any = false;

	for (int i = 0; i < OS_CLEANUP_MAX; i++) {
		int state = atomic_load(&slots[i].state);

		if (state == SLOT_USED)
			DeleteFileW(slots[i].path);
		any = any || state != SLOT_FREE;
	}
	return any;
}

/* Other threads have to name, or rename, the files that they have made. */
#define SETTLE_MS    10
#define SETTLE_TIMES 10

static void tidy_up(void)
{
	void (*hook)(void) = atomic_exchange(&exit_hook, NULL);
	void (*unmap_all)(void) = atomic_load(&unmap_hook);
	bool any = true;

	atomic_store(&ending, true);
	if (hook != NULL)
		hook();
	if (unmap_all != NULL)
		unmap_all();
	for (int i = 0; any && i < SETTLE_TIMES; i++) {
		(void)remove_names();
		Sleep(SETTLE_MS);
		any = remove_names();
	}
}

static BOOL WINAPI on_console_event(DWORD event)
{
	(void)event;
	tidy_up();
	ExitProcess(CTRL_C_STATUS);
	return TRUE;
}

static char lost_tool[64]; /* before what is printed of lost bytes */

static void say(const char *text)
{
	DWORD done;

	(void)WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &done, NULL);
}

/* A byte of a mapped file cannot be read (its share is gone, its disk fails): an ordinary error,
 * not a crash. C has no way to catch the exception where it is raised. */
static LONG CALLBACK on_exception(EXCEPTION_POINTERS *e)
{
	const EXCEPTION_RECORD *r = e->ExceptionRecord;
	bool (*hook)(void *, const char **) = atomic_load(&lost_hook);
	const char *name = NULL;

	/* an access violation is Wine's exception */
	if (hook == NULL || r->NumberParameters < 2 ||
		(r->ExceptionCode != EXCEPTION_IN_PAGE_ERROR &&
			r->ExceptionCode != EXCEPTION_ACCESS_VIOLATION))
		return EXCEPTION_CONTINUE_SEARCH;
	if (hook((void *)r->ExceptionInformation[1], &name))
		return EXCEPTION_CONTINUE_EXECUTION;
	if (name == NULL)
		return EXCEPTION_CONTINUE_SEARCH;
	if (atomic_exchange(&ending, true))
		Sleep(INFINITE); /* it is unmapped, and another thread ends the program */
	tidy_up();
	say(lost_tool);
	say(name);
	say(" was cut short, or its disk failed, while it was read\n");
	TerminateProcess(GetCurrentProcess(), 1);
	return EXCEPTION_CONTINUE_SEARCH;
}

void os_catch_signals(const char *tool)
{
	snprintf(lost_tool, sizeof lost_tool, "%.40s: ", tool);
	AddVectoredExceptionHandler(1, on_exception);
	SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
	SetConsoleCtrlHandler(on_console_event, TRUE);
}
