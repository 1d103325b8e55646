/* SPDX-License-Identifier: MIT */
/* A library that says when it is loaded; the test lays it beside programs under other names. */
#include <windows.h>

__declspec(dllexport) LONG WINAPI BCryptGenRandom(void *a, unsigned char *p, ULONG n, ULONG f);

LONG WINAPI BCryptGenRandom(void *a, unsigned char *p, ULONG n, ULONG f)
{
	(void)a;
	(void)p;
	(void)n;
	(void)f;
	return 0;
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *reserved)
{
	static const char said[] = "PLANTED LIBRARY RAN\n";
	DWORD n;

	(void)self;
	(void)reserved;
	if (reason == DLL_PROCESS_ATTACH)
		WriteFile(GetStdHandle(STD_ERROR_HANDLE), said, sizeof said - 1, &n, NULL);
	return TRUE;
}
