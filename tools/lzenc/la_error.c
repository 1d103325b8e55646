/* SPDX-License-Identifier: MIT */
#include "la_error.h"

#include <archive.h>
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

/* libarchive distinguishes an unsupported method from damage only by its text. */
static bool is_lack(const char *text)
{
	static const char *const parts[] = {"upport", "codec", "Codec", "ncrypt", "assphrase"};
	size_t i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (strstr(text, parts[i]) != NULL)
			return true;
	return false;
}

enum err_code la_error(struct archive *a, struct err *err)
{
	const char *text = archive_error_string(a);
	size_t i;

	if (text == NULL)
		text = "damaged";
	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (strstr(text, meanings[i].part) != NULL)
			return err_set(err, ERR_FORMAT, "%s", meanings[i].words);
	return err_set(err, is_lack(text) ? ERR_UNSUPPORTED : ERR_FORMAT, "%s", text);
}
