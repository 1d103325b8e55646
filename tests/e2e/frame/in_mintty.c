/* SPDX-License-Identifier: MIT */
/* in_mintty PROGRAM ARG...: starts a program as mintty does: standard input and output are pipes
 * named as those of a terminal of msys. Standard error and the exit status are the program's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define NAME "\\\\.\\pipe\\msys-dd50a72ab4668b33-pty7-%s-master"

/* The program's end of a pipe; ours stays open until the end of the process. */
static HANDLE pipe_end(const char *direction)
{
	SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
	char name[128];

	snprintf(name, sizeof name, NAME, direction);
	if (CreateNamedPipeA(name, PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE, 1, 65536, 65536, 0, NULL) ==
		INVALID_HANDLE_VALUE)
		exit(2);
	return CreateFileA(
		name, GENERIC_READ | GENERIC_WRITE, 0, &inherited, OPEN_EXISTING, 0, NULL);
}

int main(int argc, char **argv)
{
	STARTUPINFOA start = {.cb = sizeof start, .dwFlags = STARTF_USESTDHANDLES};
	PROCESS_INFORMATION child;
	char line[2048] = "";
	DWORD status = 2;
	int i;

	for (i = 1; i < argc; i++) {
		if (strlen(line) + strlen(argv[i]) + 2 > sizeof line)
			return 2;
		strcat(strcat(line, argv[i]), " ");
	}
	start.hStdInput = pipe_end("from");
	start.hStdOutput = pipe_end("to");
	start.hStdError = GetStdHandle(STD_ERROR_HANDLE);
	SetHandleInformation(start.hStdError, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
	if (!CreateProcessA(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &start, &child))
		return 2;
	WaitForSingleObject(child.hProcess, 60000);
	GetExitCodeProcess(child.hProcess, &status);
	return (int)status;
}
