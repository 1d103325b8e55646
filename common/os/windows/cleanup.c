/* SPDX-License-Identifier: MIT */
/* Clean-up when Ctrl-C or a closed console ends the program. */
#include <windows.h>

#include <stdatomic.h>
#include <stdlib.h>
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

static BOOL WINAPI on_console_event(DWORD event)
{
	void (*hook)(void) = atomic_exchange(&exit_hook, NULL);
	bool any = true;

	(void)event;
	atomic_store(&ending, true);
	if (hook != NULL)
		hook();
	for (int i = 0; any && i < SETTLE_TIMES; i++) {
		(void)remove_names();
		Sleep(SETTLE_MS);
		any = remove_names();
	}
	ExitProcess(CTRL_C_STATUS);
	return TRUE;
}

void os_catch_signals(const char *tool)
{
	(void)tool; /* a mapped file cannot be truncated here */
	SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
	SetConsoleCtrlHandler(on_console_event, TRUE);
}
