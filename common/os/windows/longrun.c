/* SPDX-License-Identifier: MIT */
#include "biosbelt/longrun.h"

#include <windows.h>

#include <stdatomic.h>

static atomic_bool stop_flag;

static BOOL WINAPI on_stop(DWORD event)
{
	if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
		return FALSE;
	return atomic_exchange(&stop_flag, true) ? FALSE : TRUE;
}

void os_stop_watch(void)
{
	SetConsoleCtrlHandler(on_stop, TRUE); /* the handler added last is asked first */
}

bool os_stop_requested(void)
{
	return atomic_load_explicit(&stop_flag, memory_order_relaxed);
}

enum err_code os_large_alloc(size_t len, void **out, struct err *err)
{
	/* Large pages need a privilege that ordinary users lack. */
	void *p = VirtualAlloc(NULL, len, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);

	if (p == NULL)
		return err_set_os(
			err, ERR_NOMEM, (long)GetLastError(), "out of memory (%zu bytes)", len);
	*out = p;
	return ERR_OK;
}

void os_large_free(void *ptr, size_t len)
{
	(void)len;
	if (ptr != NULL)
		VirtualFree(ptr, 0, MEM_RELEASE);
}
