/* SPDX-License-Identifier: MIT */
/*
 * A second name of a program: starts STARTER_PROGRAM in its own folder with the same command line,
 * streams and exit status. A copy would be as large as the program, and a .zip cannot hold links of
 * Windows. Small, because it uses no C library.
 */
#include <windows.h>

#define NAME_MAX_W 32768 /* of a path in NT's form */

static WCHAR path[NAME_MAX_W];
static STARTUPINFOW startup;

/* Ctrl+C also reaches the program, which decides; the starter waits for its end. */
static BOOL WINAPI leave_it(DWORD event)
{
	(void)event;
	return TRUE;
}

static DWORD start(void)
{
	static const WCHAR program[] = L"" STARTER_PROGRAM;
	DWORD end = GetModuleFileNameW(NULL, path, NAME_MAX_W);
	PROCESS_INFORMATION process;
	DWORD status = 1;
	DWORD i;

	while (end > 0 && path[end - 1] != L'\\')
		end--;
	if (end == 0 || end + sizeof program / sizeof program[0] > NAME_MAX_W)
		return 1;
	for (i = 0; i < sizeof program / sizeof program[0]; i++)
		path[end + i] = program[i];
	GetStartupInfoW(&startup);
	SetConsoleCtrlHandler(leave_it, TRUE);
	if (!CreateProcessW(
		    path, GetCommandLineW(), NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process)) {
		static const char text[] = STARTER_PROGRAM " is missing beside this program\r\n";
		DWORD written;

		WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, sizeof text - 1, &written, NULL);
		return 1;
	}
	WaitForSingleObject(process.hProcess, INFINITE);
	GetExitCodeProcess(process.hProcess, &status);
	return status;
}

void starter_entry(void);
void starter_entry(void)
{
	ExitProcess(start());
}
