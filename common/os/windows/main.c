/* SPDX-License-Identifier: MIT */
/*
 * main, in a file of its own: unit tests link the rest with a main of theirs. The words come from
 * the wide command line; a wmain would force -municode on those tests too.
 */
#include <windows.h>

#include <shellapi.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/os.h"
#include "os_private.h"

/* "C:\tools\bytgvs.exe" to "bytgvs" */
static char *tool_name(const wchar_t *program)
{
	const wchar_t *base = program;
	const wchar_t *p;
	char *name;
	size_t len;

	for (p = program; *p != L'\0'; p++)
		if (*p == L'\\' || *p == L'/' || *p == L':')
			base = p + 1;
	name = os_narrow(base);
	len = name != NULL ? strlen(name) : 0;
	if (len > 4 && _stricmp(name + len - 4, ".exe") == 0)
		name[len - 4] = '\0';
	return name;
}

int main(void)
{
	static wchar_t unnamed[] = L"biosbelt";
	int argc = 0;
	wchar_t **wargv = CommandLineToArgvW(GetCommandLineW(), &argc);
	struct os_args args = {argc > 0 ? argc : 1, NULL, NULL};
	char *raw = os_narrow(GetCommandLineW());
	char **argv = calloc((size_t)args.argc + 1, sizeof *argv);
	int status = 1;
	int i;

	os_catch_signals("");
	for (i = 0; argv != NULL && i < args.argc; i++) {
		if (i == 0)
			argv[i] = tool_name(argc > 0 ? wargv[0] : unnamed);
		else
			argv[i] = os_narrow(wargv[i]);
		if (argv[i] == NULL)
			break;
	}
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
	LocalFree(wargv);
	return status;
}
