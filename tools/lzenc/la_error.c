/* SPDX-License-Identifier: MIT */
#include "la_error.h"

#include <archive.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define ENDS_EARLY "compressed data end early"
#define DAMAGED    "compressed data are damaged"

/* Errors of zlib and liblzma in libarchive 3.6 that give no cause. */
static const struct {
	const char *part, *words;
} meanings[] = {
	{"No progress is possible", ENDS_EARLY},
	{"decompression failed (-5)", ENDS_EARLY},
	{"Corrupted input data", DAMAGED},
	{"decompression failed (-3)", DAMAGED},
};

static bool has_any(const char *text, const char *const *parts)
{
	for (; *parts != NULL; parts++)
		if (strstr(text, *parts) != NULL)
			return true;
	return false;
}

/* libarchive distinguishes an unsupported method from damage only by its text. */
static bool is_lack(const char *text)
{
	static const char *const parts[] = {
		"upport", "codec", "Codec", "ncrypt", "assphrase", NULL};

	return has_any(text, parts);
}

/* libarchive 3.6 gives some of these errors another number, or none. */
static bool is_memory(struct archive *a, const char *text)
{
	static const char *const parts[] = {"llocate", "emory", "initialize", NULL};

	return archive_errno(a) == ENOMEM ||
	       (text != NULL ? has_any(text, parts) : errno == ENOMEM);
}

enum err_code la_error(struct archive *a, struct err *err)
{
	const char *text = archive_error_string(a);
	size_t i;

	if (is_memory(a, text))
		return err_set(err, ERR_NOMEM, "out of memory");
	if (text == NULL)
		text = "damaged";
	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (strstr(text, meanings[i].part) != NULL)
			return err_set(err, ERR_FORMAT, "%s", meanings[i].words);
	return err_set(err, is_lack(text) ? ERR_UNSUPPORTED : ERR_FORMAT, "%s", text);
}
