/* SPDX-License-Identifier: MIT */
/* Functions that libgit2 imports for the network, which nothing here calls. */
#include "windows/system_calls.h"

SYSTEM_CALL_POINTER(AcquireCredentialsHandleW);
SYSTEM_CALL_POINTER(CompleteAuthToken);
SYSTEM_CALL_POINTER(DeleteSecurityContext);
SYSTEM_CALL_POINTER(FreeContextBuffer);
SYSTEM_CALL_POINTER(FreeCredentialsHandle);
SYSTEM_CALL_POINTER(InitializeSecurityContextW);
SYSTEM_CALL_POINTER(QuerySecurityPackageInfoW);

static const struct system_call calls[] = {
	SYSTEM_CALL(AcquireCredentialsHandleW),
	SYSTEM_CALL(CompleteAuthToken),
	SYSTEM_CALL(DeleteSecurityContext),
	SYSTEM_CALL(FreeContextBuffer),
	SYSTEM_CALL(FreeCredentialsHandle),
	SYSTEM_CALL(InitializeSecurityContextW),
	SYSTEM_CALL(QuerySecurityPackageInfoW),
};

__attribute__((constructor)) static void fill(void)
{
	os_system_calls(L"secur32.dll", calls, sizeof calls / sizeof calls[0]);
}
