/* SPDX-License-Identifier: MIT */
/*
 * Unicode transformation formats (Unicode 15, chapter 3.9). Strict: surrogates, overlong forms
 * and values over U+10FFFF are errors. Text inside the programs is UTF-8.
 */
#ifndef BIOSBELT_UTF_H
#define BIOSBELT_UTF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define UTF_BAD         0xFFFFFFFFu /* the decoders return it for an ill-formed sequence */
#define UTF_REPLACEMENT 0xFFFDu

/* Decodes one code point at *pos and moves *pos on; UTF_BAD moves on by one byte. */
uint32_t utf8_next(struct span in, size_t *pos);

/* Writes 1 to 4 bytes to out; returns their number, 0 when cp is not a code point. */
size_t utf8_put(uint32_t cp, uint8_t out[4]);

/* Length of the valid start of in; equals in.len when all of it is valid. */
size_t utf8_valid_len(struct span in);

/* The last bytes of a text, at most `most` of them, beginning with a whole character. */
const char *utf8_tail(const char *text, size_t most);

/* Well-formed UTF-16LE bytes to UTF-8; unpaired surrogates become U+FFFD and are counted. */
enum err_code utf16le_to_utf8(struct span in, struct buf *out, size_t *replaced, struct err *err);

/* The same, but an unpaired surrogate becomes the three bytes that its number would have as a
 * character: that is invalid UTF-8, but nothing is lost. An odd byte at the end is dropped. */
void utf16le_to_bytes(struct span in, struct buf *out);

/* UTF-8 to UTF-16LE bytes; an ill-formed sequence is ERR_FORMAT with its offset. */
enum err_code utf8_to_utf16le(struct span in, struct buf *out, struct err *err);

/* Columns on a terminal: 0 for combining marks, 2 for East Asian wide, 1 otherwise. */
int utf_width(uint32_t cp);

/*
 * Keeps bytes that are not text inside a text: byte B becomes the private character U+EF00 + B, as
 * in 7-Zip (UTFConvert.cpp). These characters themselves are written as their bytes, one by one, so
 * utf8_unkeep returns exactly the input of utf8_keep.
 */
#define UTF_KEEP_BASE 0xEF00u

enum utf_keep {
	UTF_KEEP_7Z,   /* bytes that are not UTF-8; U+EF80 to U+EFFF are taken apart: .7z */
	UTF_KEEP_JSON, /* the same, but U+EF00 to U+EFFF */
	UTF_KEEP_CSV   /* also characters that utf8_escape escapes, except TAB, CR and LF */
};
void utf8_keep(struct span in, enum utf_keep how, struct buf *out);

/* Restores the bytes; how is the value given to utf8_keep. */
void utf8_unkeep(struct span in, enum utf_keep how, struct buf *out);

/* Whether utf8_escape escapes the character, because it can do harm on a terminal. */
bool utf_is_unsafe(uint32_t cp);

/*
 * Makes text from input safe to show: control characters (C0, DEL, C1, bidirectional overrides)
 * and bytes that are not UTF-8 become \xNN or \u{NNNN}. Newlines are escaped too.
 */
void utf8_escape(struct span in, struct buf *out);

#endif
