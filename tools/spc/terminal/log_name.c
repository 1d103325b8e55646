/* SPDX-License-Identifier: MIT */
#include "terminal/log_name.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "biosbelt/file.h"

#define TRIES 1000

static bool exists(const char *path)
{
	struct file_info info;
	struct err err;

	return file_info(path, true, &info, &err) == ERR_OK && info.type != FILE_NONE;
}

enum err_code log_name_fresh(const char *port, char out[LOG_NAME_MAX], struct err *err)
{
	time_t now = time(NULL);
	const struct tm *parts = localtime(&now);
	char stamp[32] = "";
	char name[64];
	int i;

	if (parts != NULL)
		strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", parts);
	snprintf(name, sizeof name, "%.60s", port);
	for (i = 0; name[i] != '\0'; i++)
		if (strchr("/\\:*?\"<>|", name[i]) != NULL || (unsigned char)name[i] < 0x20)
			name[i] = '_';
	for (i = 1; i <= TRIES; i++) {
		if (i == 1)
			snprintf(out, LOG_NAME_MAX, "%s-%s.log", name, stamp);
		else
			snprintf(out, LOG_NAME_MAX, "%s-%s-%d.log", name, stamp, i);
		if (!exists(out))
			return ERR_OK;
	}
	return err_set(err, ERR_EXISTS, "no free name for the log");
}

enum err_code log_name_next(
	const char *path, unsigned *number, char *out, size_t cap, struct err *err)
{
	const char *base = path_base(path);
	const char *dot = strrchr(base, '.');
	size_t stem = dot != NULL && dot != base ? (size_t)(dot - path) : strlen(path);
	unsigned i;

	for (i = 0; i < 100 * TRIES; i++) {
		int n = snprintf(out, cap, "%.*s-%u%s", (int)stem, path, (*number)++, path + stem);

		if (n < 0 || (size_t)n >= cap)
			return err_set(err, ERR_LIMIT, "the name of the log is too long");
		if (!exists(out))
			return ERR_OK;
	}
	return err_set(err, ERR_EXISTS, "no free name for the log");
}
