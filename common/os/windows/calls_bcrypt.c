/* SPDX-License-Identifier: MIT */
#include "windows/system_calls.h"

SYSTEM_CALL_POINTER(BCryptGenRandom);

static const struct system_call calls[] = {
	SYSTEM_CALL(BCryptGenRandom),
};

__attribute__((constructor)) static void fill(void)
{
	os_system_calls(L"bcrypt.dll", calls, sizeof calls / sizeof calls[0]);
}
