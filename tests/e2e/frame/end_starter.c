/* SPDX-License-Identifier: MIT */
/* end_starter PROGRAM: ends an engine as a referee does that has lost patience. 0: nobody holds its
 * output any more, 1: somebody does, 2: it did not answer. */
#include <stdio.h>
#include <windows.h>

#define WAIT_MS 20000
#define LOOK_MS 50

/* A pipe whose end number theirs is the program's. */
static BOOL make_pipe(HANDLE ends[2], unsigned theirs)
{
	return CreatePipe(&ends[0], &ends[1], NULL, 0) &&
	       SetHandleInformation(ends[theirs], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

/* Until there is something (1), or there can be nothing any more (0); -1: neither. */
static int wait_for(HANDLE out)
{
	for (int i = 0; i < WAIT_MS / LOOK_MS; i++) {
		DWORD n = 0;

		if (!PeekNamedPipe(out, NULL, 0, NULL, &n, NULL))
			return 0;
		if (n != 0)
			return 1;
		Sleep(LOOK_MS);
	}
	return -1;
}

int main(int argc, char **argv)
{
	STARTUPINFOA startup = {.cb = sizeof startup, .dwFlags = STARTF_USESTDHANDLES};
	PROCESS_INFORMATION process;
	HANDLE to[2];
	HANDLE from[2];
	char answer[4096];
	DWORD n;

	if (argc != 2 || !make_pipe(to, 0) || !make_pipe(from, 1))
		return 2;
	startup.hStdInput = to[0];
	startup.hStdOutput = from[1];
	startup.hStdError = from[1];
	if (!CreateProcessA(argv[1], NULL, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process))
		return 2;
	CloseHandle(to[0]);
	CloseHandle(from[1]);
	if (!WriteFile(to[1], "ABOUT\n", 6, &n, NULL) || wait_for(from[0]) != 1 ||
		!ReadFile(from[0], answer, sizeof answer, &n, NULL))
		return 2;
	TerminateProcess(process.hProcess, 1);
	return wait_for(from[0]) == 0 ? 0 : 1; /* its input is open all the time */
}
