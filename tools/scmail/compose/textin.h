/* SPDX-License-Identifier: MIT */
/*
 * Converts users' texts in any encoding to UTF-8. The encoding is chosen by the user, the locale or
 * detection (biosbelt/text.h); doubts are noted for a warning.
 */
#ifndef SCMAIL_TEXTIN_H
#define SCMAIL_TEXTIN_H

#include <stdbool.h>

#include "biosbelt/text.h"

#define TEXTIN_MAX     ((size_t)64 << 20) /* bytes of a text */
#define TEXTIN_WARNING 256

struct textin {
	const char *charset; /* a name of text_enc_find; NULL: detect */
	bool stop;           /* invalid bytes are an error; else they become U+FFFD */
	bool warn;           /* note guesses about words of the command line */
	char *warning;       /* TEXTIN_WARNING bytes; "": none */
};

/* Reads a whole file; "-" is standard input. Refuses FIFOs, which might never end. */
enum err_code textin_read(const char *path, size_t max, struct blob *out, struct err *err);
/* *replaced: number of invalid places. path: for messages. */
enum err_code textin_decode(const struct textin *t, struct span in, const char *path,
	uint64_t *replaced, struct blob *out, struct err *err);
/* A word of the command line. */
enum err_code textin_word(const struct textin *t, const char *text, const char *what,
	struct blob *out, struct err *err);
/* Decodes text that is not UTF-8 by --charset, the locale, or detection. ERR_FORMAT: undecided. */
enum err_code textin_guess(const struct textin *t, struct span in, const char *what,
	struct blob *out, struct err *err);

#endif
