/* SPDX-License-Identifier: MIT */
#include "la_error.h"

#include <archive.h>
#include <stdbool.h>
#include <string.h>

#define ENDS_EARLY "compressed data end early"
#define DAMAGED    "compressed data are damaged"

/* Of libarchive 3.6: zlib's and liblzma's errors, which name no cause. */
static const struct {
	const char *part, *words;
} meanings[] = {
	{"No progress is possible", ENDS_EARLY},
	{"decompression failed (-5)", ENDS_EARLY},
	{"Corrupted input data", DAMAGED},
	{"decompression failed (-3)", DAMAGED},
};

/* It tells a method that it lacks and a damaged archive apart only in words. */
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
