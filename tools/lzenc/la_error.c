/* SPDX-License-Identifier: MIT */
#include "la_error.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "lib_archive.h"

/* Errors of zlib, liblzma and libzstd in libarchive 3.6 that give no cause. */
static const struct {
	const char *part, *words;
	enum err_code code;
} meanings[] = {
	{"No progress is possible", N_("compressed data end early"), ERR_FORMAT},
	{"decompression failed (-5)", N_("compressed data end early"), ERR_FORMAT},
	{"Corrupted input data", N_("compressed data are damaged"), ERR_FORMAT},
	{"decompression failed (-3)", N_("compressed data are damaged"), ERR_FORMAT},
	{"tableLog requires too much memory", N_("compressed data are damaged"), ERR_FORMAT},
	{"Incorrect passphrase", N_("wrong password"), ERR_FORMAT},
	/* zstd.h, ZSTD_WINDOWLOG_LIMIT_DEFAULT */
	{"Frame requires too much memory", N_("the window is larger than 128 MiB"), ERR_LIMIT},
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

/*
 * The beginnings of texts of failed allocations: libarchive 3.6 gives some of them another number
 * than ENOMEM. Others, without a text, set errno, which the caller has cleared. Texts of damage are
 * similar: "Failed to initialize PPMd range decoder".
 */
static bool is_memory(const struct lib_archive *lib, struct archive *a, const char *text)
{
	static const char *const begins[] = {
		"Can't allocate ",
		"Can't initialize ZIP decompression.",
		"Couldn't initialize zlib stream.",
		"Error during zstd decompression: Allocation error",
		"Internal error initializing lzma library",
		"No memory for ",
		"Zstd decompression failed: Allocation error",
		"bzip2 initialization failed(-3)", /* BZ_MEM_ERROR */
		"lzma initialization failed(5)",   /* LZMA_MEM_ERROR */
		"xz initialization failed(5)",
	};
	size_t i;

	if (text == NULL || lib->archive_errno(a) == ENOMEM)
		return lib->archive_errno(a) == ENOMEM || errno == ENOMEM;
	for (i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if (strncmp(text, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

enum err_code la_error(const struct lib_archive *lib, struct archive *a, struct err *err)
{
	const char *text = lib->archive_error_string(a);
	size_t i;

	if (is_memory(lib, a, text))
		return err_set(err, ERR_NOMEM, "out of memory");
	if (text == NULL)
		text = "damaged";
	for (i = 0; i < sizeof(meanings) / sizeof(meanings[0]); i++)
		if (strstr(text, meanings[i].part) != NULL)
			return err_set(err, meanings[i].code, "%s", tr(meanings[i].words));
	return err_set(err, is_lack(text) ? ERR_UNSUPPORTED : ERR_FORMAT, "%s", text);
}
