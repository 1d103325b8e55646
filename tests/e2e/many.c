/* SPDX-License-Identifier: MIT */
/*
 * many FILE: runs a tool once for each line of FILE, in one process; words are separated by tabs.
 * For cases with hundreds of runs, since a start costs more than most of them, under Wine a second.
 * After each run both streams have the line "#### STATUS". The linker's --wrap puts this before
 * the os_main of the tool.
 */
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"

#define FILE_MAX  ((size_t)1 << 20)
#define WORDS_MAX 32

/* Under the names that --wrap gives. */
int __real_os_main(const struct os_args *args);
int __wrap_os_main(const struct os_args *args);

static int run(char *tool, char *line)
{
	char *argv[WORDS_MAX + 1] = {tool};
	struct os_args args = {1, argv, NULL};
	char *tab = line;

	while (tab != NULL && args.argc < WORDS_MAX) {
		argv[args.argc++] = tab;
		tab = strchr(tab, '\t');
		if (tab != NULL)
			*tab++ = '\0';
	}
	diag_set_quiet(false);
	diag_set_verbose(false);
	return __real_os_main(&args);
}

static bool tell(int status)
{
	char text[32];
	size_t len = (size_t)snprintf(text, sizeof text, "#### %d\n", status);
	struct err err;

	return os_write_bytes(OS_STDOUT, text, len, &err) == ERR_OK &&
	       os_write_bytes(OS_STDERR, text, len, &err) == ERR_OK;
}

int __wrap_os_main(const struct os_args *args)
{
	struct blob file;
	struct err err;
	char *line, *end;
	bool told = true;

	if (args->argc != 2 || file_read(args->argv[1], FILE_MAX, &file, &err) != ERR_OK)
		return 2;
	if (file.len != 0 && file.ptr[file.len - 1] == '\n')
		file.ptr[file.len - 1] = '\0';
	else
		file.len = 0;
	for (line = file.len != 0 ? (char *)file.ptr : NULL; line != NULL && told; line = end) {
		end = strchr(line, '\n');
		if (end != NULL)
			*end++ = '\0';
		told = tell(run(args->argv[0], line));
	}
	blob_free(&file);
	return told ? 0 : 1;
}
