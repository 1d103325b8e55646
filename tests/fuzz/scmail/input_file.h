/* SPDX-License-Identifier: MIT */
/* Passes an input as a file, for functions that only read files. It is in the temporary folder. */
#ifndef SCMAIL_FUZZ_INPUT_FILE_H
#define SCMAIL_FUZZ_INPUT_FILE_H

#include <stdio.h>
#include <stdlib.h>

#include "biosbelt/os.h"

static inline const char *input_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder != NULL ? folder : (folder = getenv("TEMP")) != NULL ? folder : ".";
}

/* The same name for each input of a run. */
static inline const char *input_name(void)
{
	static char name[40];
	uint64_t random = 0;
	struct err err;

	if (name[0] == '\0' && os_random(&random, sizeof random, &err) == ERR_OK)
		snprintf(name, sizeof name, "fuzz-%016llx", (unsigned long long)random);
	return name;
}

static inline void input_path(char path[1024])
{
	snprintf(path, 1024, "%s/%s", input_folder(), input_name());
}

/* Writes a, then b. */
static inline void input_write(struct span a, struct span b)
{
	char path[1024];
	FILE *f;

	input_path(path);
	f = fopen(path, "wb");
	if (f == NULL || fwrite(a.ptr, 1, a.len, f) != a.len ||
		fwrite(b.ptr, 1, b.len, f) != b.len || fclose(f) != 0)
		abort();
}

static inline void input_remove(void)
{
	char path[1024];

	input_path(path);
	remove(path);
}

#endif
