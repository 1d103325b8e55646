/* SPDX-License-Identifier: MIT */
#include "windows/system_calls.h"

SYSTEM_CALL_POINTER(if_nametoindex);

static const struct system_call calls[] = {
	SYSTEM_CALL(if_nametoindex),
};

__attribute__((constructor)) static void fill(void)
{
	os_system_calls(L"iphlpapi.dll", calls, sizeof calls / sizeof calls[0]);
}
