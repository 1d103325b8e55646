/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include "biosbelt/os.h"
#include "os_private.h"

uint64_t os_time_ms(void)
{
	return GetTickCount64();
}

static uint64_t filetime_value(FILETIME t)
{
	return (uint64_t)t.dwHighDateTime << 32 | t.dwLowDateTime;
}

int64_t os_filetime_ns(uint64_t filetime)
{
	/* 100 ns steps from 1601-01-01 to 1970-01-01 */
	int64_t ticks = (int64_t)filetime - 116444736000000000;

	if (ticks > INT64_MAX / 100) /* clamped to 1677 and 2262, where nanoseconds end */
		return INT64_MAX;
	return ticks < INT64_MIN / 100 ? INT64_MIN : ticks * 100;
}

uint64_t os_cpu_time_us(void)
{
	FILETIME created;
	FILETIME ended;
	FILETIME kernel;
	FILETIME user;

	if (!GetProcessTimes(GetCurrentProcess(), &created, &ended, &kernel, &user))
		return 0;
	return (filetime_value(kernel) + filetime_value(user)) / 10;
}

uint64_t os_thread_time_us(void)
{
	FILETIME created;
	FILETIME ended;
	FILETIME kernel;
	FILETIME user;

	if (!GetThreadTimes(GetCurrentThread(), &created, &ended, &kernel, &user))
		return 0;
	return (filetime_value(kernel) + filetime_value(user)) / 10;
}

int64_t os_wall_time_ns(void)
{
	FILETIME now;

	GetSystemTimeAsFileTime(&now);
	return os_filetime_ns(filetime_value(now));
}

void os_sleep_ms(unsigned ms)
{
	Sleep(ms);
}
