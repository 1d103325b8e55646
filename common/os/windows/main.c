/* SPDX-License-Identifier: MIT */
/*
 * main, in a file of its own: unit tests link the rest with a main of theirs. The words come from
 * the wide command line; a wmain would force -municode on those tests too.
 */
#include <windows.h>

#include <shellapi.h>

#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "command_line.h"
#include "os_private.h"

static bool is_there(const char *path)
{
	wchar_t *wide = os_wide_path(path);
	bool there = wide != NULL && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;

	free(wide);
	return there;
}

/* The command line as UTF-8, with the quotes that a folder's backslash hid. */
static char *command_line(void)
{
	char *line = os_narrow(GetCommandLineW());
	char *repaired = line != NULL ? command_line_repair(line, is_there) : NULL;

	free(line);
	return repaired;
}

/* For a double click: the window would close before anybody has read it. */
static void wait_in_own_console(void)
{
	const char *said =
		tr("This is a program for the command line: open cmd or PowerShell in this "
		   "folder and call it there.\nPress Enter to close this window.");
	HANDLE in = GetStdHandle(STD_INPUT_HANDLE);
	DWORD processes[2];
	DWORD alone;
	DWORD mode;
	DWORD got;
	wchar_t key;
	struct err err;

	/* us, and the starter that a second name of the program is */
	alone = GetEnvironmentVariableW(L"BIOSBELT_STARTER", NULL, 0) != 0 ? 2 : 1;
	/* Wine's programs run in a terminal, without a window of their own. */
	if (GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL ||
		GetConsoleProcessList(processes, 2) > alone || !GetConsoleMode(in, &mode) ||
		!os_is_terminal(OS_STDOUT))
		return;
	(void)os_write_text(OS_STDERR, "\n", 1, &err);
	(void)os_write_text(OS_STDERR, said, strlen(said), &err);
	(void)os_write_text(OS_STDERR, "\n", 1, &err);
	FlushConsoleInputBuffer(in);
	while (ReadConsoleW(in, &key, 1, &got, NULL) && got == 1 && key != L'\n')
		;
}

int main(void)
{
	static wchar_t unnamed[] = L"biosbelt";
	int argc = 0;
	char *raw = command_line();
	wchar_t *wide = raw != NULL ? os_wide(raw) : NULL;
	wchar_t **wargv = wide != NULL ? CommandLineToArgvW(wide, &argc) : NULL;
	struct os_args args = {argc > 0 ? argc : 1, NULL, NULL};
	char **argv = calloc((size_t)args.argc + 1, sizeof *argv);
	int status = 1;
	int i;

	os_load_from_system_only();
	for (i = 0; argv != NULL && i < args.argc; i++) {
		if (i == 0)
			argv[i] = os_tool_name(argc > 0 ? wargv[0] : unnamed);
		else
			argv[i] = os_narrow(wargv[i]);
		if (argv[i] == NULL)
			break;
	}
	os_catch_signals(argv != NULL && argv[0] != NULL ? argv[0] : "biosbelt");
	if (raw != NULL && argv != NULL && i == args.argc) {
		args.argv = argv;
		args.raw_line = raw;
		status = os_main(&args);
	} else {
		static const char said[] = "out of memory\n";
		struct err err;

		(void)os_write_bytes(OS_STDERR, said, sizeof said - 1, &err);
	}
	for (i = 0; argv != NULL && i < args.argc; i++)
		free(argv[i]);
	free(argv);
	free(raw);
	free(wide);
	LocalFree(wargv);
	wait_in_own_console();
	return status;
}
