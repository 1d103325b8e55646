/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include "biosbelt/os.h"

uint64_t os_memory_free(void)
{
	MEMORYSTATUSEX s = {.dwLength = sizeof(s)};
	DWORDLONG most;

	if (!GlobalMemoryStatusEx(&s))
		return 0;
	most = s.ullAvailPhys < s.ullAvailVirtual ? s.ullAvailPhys : s.ullAvailVirtual;
	return most < s.ullAvailPageFile ? most : s.ullAvailPageFile;
}
