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

static void (*_Atomic exit_hook)(void);

int os_cleanup_add(const char *path)
{
	int i;

	for (i = 0; i < OS_CLEANUP_MAX; i++) {
		int expected = SLOT_FREE;

		if (!atomic_compare_exchange_strong(&slots[i].state, &expected, SLOT_FILLING))
			continue;
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

static BOOL WINAPI on_console_event(DWORD event)
{
	void (*hook)(void) = atomic_exchange(&exit_hook, NULL);
	int i;

	(void)event;
	if (hook != NULL)
		hook();
	/* A file that is open for writing can be deleted only if it was opened with
	 * FILE_SHARE_DELETE, as file_out does. */
	for (i = 0; i < OS_CLEANUP_MAX; i++)
		if (atomic_load(&slots[i].state) == SLOT_USED)
			DeleteFileW(slots[i].path);
	ExitProcess(CTRL_C_STATUS);
	return TRUE;
}

void os_catch_signals(const char *tool)
{
	(void)tool; /* a mapped file cannot be truncated here */
	SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
	SetConsoleCtrlHandler(on_console_event, TRUE);
}
