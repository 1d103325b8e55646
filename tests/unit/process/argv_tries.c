/* SPDX-License-Identifier: MIT */
/*
 * argv_tries FILE SELF: run_tries repeats a start that failed and no other. For that it starts
 * itself with --end and a digit for each start to end with; FILE has a byte for each start.
 */
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

#include "../../run_until.h"

#define WANTED 7

static size_t starts(const char *file)
{
	struct blob seen;
	struct err err;
	size_t count;

	if (file_read(file, 16, &seen, &err) != ERR_OK)
		return 0;
	count = seen.len;
	blob_free(&seen);
	return count;
}

static int start(const char *file, const char *statuses)
{
	static const uint8_t marks[16];
	size_t before = starts(file);
	struct err err;

	if (before >= strlen(statuses) ||
		file_write(file, span_of(marks, before + 1), true, &err) != ERR_OK)
		return EXIT_USAGE;
	return statuses[before] - '0';
}

/* Starts with these statuses in turn end well or not, after so many of them. */
static bool holds(char *self, char *file, const char *statuses, bool well, size_t count)
{
	static char option[] = "--end";
	char digits[8];
	char *argv[] = {self, file, option, digits, NULL};
	struct err err;
	bool got;
	size_t seen;

	strcpy(digits, statuses);
	if (file_write(file, span_of(NULL, 0), true, &err) != ERR_OK)
		return false;
	got = run_tries(argv, WANTED, 3);
	seen = starts(file);
	if (got != well || seen != count)
		fprintf(stderr, "%s: %d after %u starts\n", statuses, got, (unsigned)seen);
	return got == well && seen == count;
}

int os_main(const struct os_args *args)
{
	char *file;
	char *self;
	bool good;

	if (args->argc != 3 && args->argc != 4)
		return EXIT_USAGE;
	file = args->argv[1];
	self = args->argv[2];
	if (args->argc == 4)
		return start(file, args->argv[3]);
	good = holds(self, file, "7", true, 1);
	good = holds(self, file, "17", true, 2) && good;
	good = holds(self, file, "1111", false, 3) && good;
	good = holds(self, file, "47", false, 1) && good;
	good = holds(self, file, "07", false, 1) && good;
	good = holds(self, file, "137", false, 2) && good;
	return good ? EXIT_DONE : EXIT_FAILED;
}
