/* SPDX-License-Identifier: MIT */
#include "windows/system_calls.h"

SYSTEM_CALL_POINTER(InitSecurityInterfaceA);

static const struct system_call calls[] = {
	SYSTEM_CALL(InitSecurityInterfaceA),
};

__attribute__((constructor)) static void fill(void)
{
	os_system_calls(L"secur32.dll", calls, sizeof calls / sizeof calls[0]);
}
