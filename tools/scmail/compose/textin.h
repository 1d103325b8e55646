/* SPDX-License-Identifier: MIT */
/*
 * Texts as users have them, in any encoding, made UTF-8. Which encoding it is decides the text
 * layer (biosbelt/text.h), the locale or the user; what was doubtful is said in words for a
 * warning.
 */
#ifndef SCMAIL_TEXTIN_H
#define SCMAIL_TEXTIN_H

#include <stdbool.h>

#include "biosbelt/text.h"

#define TEXTIN_MAX   ((size_t)64 << 20) /* bytes of a text */
#define TEXTIN_DOUBT 256

struct textin {
	const char *charset; /* known to text_enc_find; NULL: to be found out */
	bool stop;           /* bytes that are not text in the encoding are an error; else U+FFFD */
	bool warn;           /* a guess about a word of the command line is noted */
	char *doubt;         /* TEXTIN_DOUBT bytes, "" when there was none */
};

/* A whole file, - is standard input. A FIFO is refused: it could be waited for without end. */
enum err_code textin_read(const char *path, size_t max, struct blob *out, struct err *err);
/* *replaced: places that were not text. path is for messages. */
enum err_code textin_decode(const struct textin *t, struct span in, const char *path,
	uint64_t *replaced, struct blob *out, struct err *err);
/* A word of the command line. */
enum err_code textin_word(const struct textin *t, const char *text, const char *what,
	struct blob *out, struct err *err);
/* What is not UTF-8 by --charset, the locale, or its looks. ERR_FORMAT: nobody knows. */
enum err_code textin_guess(const struct textin *t, struct span in, const char *what,
	struct blob *out, struct err *err);

#endif
