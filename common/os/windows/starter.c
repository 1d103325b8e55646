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

/* The end of this program ends the one it started, too: a referee that stops an engine has only
 * this one. What that one starts goes its own way. */
static void bind_to_us(HANDLE process)
{
	static JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
		.BasicLimitInformation.LimitFlags =
			JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_SILENT_BREAKAWAY_OK};
	HANDLE job = CreateJobObjectW(NULL, NULL); /* open until we end */

	if (job != NULL && SetInformationJobObject(
				   job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
		AssignProcessToJobObject(job, process); /* Windows 7 has no jobs within jobs */
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
	/* the program is alone in its console also with us there: common/os/windows/main.c */
	SetEnvironmentVariableW(L"BIOSBELT_STARTER", L"1");
	if (!CreateProcessW(path, GetCommandLineW(), NULL, NULL, TRUE, CREATE_SUSPENDED, NULL, NULL,
		    &startup, &process)) {
		static const char text[] = STARTER_PROGRAM " is missing beside this program\r\n";
		DWORD written;

		WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, sizeof text - 1, &written, NULL);
		return 1;
	}
	bind_to_us(process.hProcess);
	ResumeThread(process.hThread);
	WaitForSingleObject(process.hProcess, INFINITE);
	GetExitCodeProcess(process.hProcess, &status);
	return status;
}

void starter_entry(void);
void starter_entry(void)
{
	ExitProcess(start());
}
