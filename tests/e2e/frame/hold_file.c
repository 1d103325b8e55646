/* SPDX-License-Identifier: MIT */
/* hold_file FILE MS: opens FILE as a scanner or a preview does, so that nobody can replace it. */
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>

int main(int argc, char **argv)
{
	HANDLE h;

	if (argc != 3)
		return 2;
	h = CreateFileA(argv[1], GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
	if (h == INVALID_HANDLE_VALUE)
		return 1;
	puts("held");
	fflush(stdout);
	Sleep((DWORD)atoi(argv[2]));
	CloseHandle(h);
	return 0;
}
