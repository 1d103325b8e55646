/* SPDX-License-Identifier: MIT */
/* Properties of data that no header states. */
#ifndef LZENC_LOOK_H
#define LZENC_LOOK_H

#include <stdbool.h>

#include "lzenc.h"

/*
 * Detects x86 code after the x86 filter. In plain code a call holds the distance to its target.
 * After the filter it holds the target itself, nearly always within the data, and the same bytes
 * for all calls of a function.
 */
#define F86_SEEN 4096u
struct f86_look {
	uint64_t pos; /* of the next piece */
	uint32_t calls;
	uint32_t place[256]; /* calls by their operand, in steps of 64 KiB */
	struct f86_seen {
		uint32_t target[F86_SEEN];
		uint8_t times[F86_SEEN];
		uint32_t again; /* different targets found more than once */
	} stored, near;         /* the operands as targets, and as distances */
};
void f86_look_init(struct f86_look *l);
void f86_look_add(struct f86_look *l, struct span piece); /* calls across pieces do not count */
bool f86_looks_filtered(const struct f86_look *l);

/* True when a large part of the data is already compressed or random. */
bool look_has_noise(struct span in);
/* Whether any page is noise, which LZMA2 stores. */
bool look_has_noise_page(struct span in);
/* Bytes in such pages. */
size_t look_noise(struct span in);
/* Whether nearly all of it is in such pages, but for padding. */
bool look_is_packed(struct span in);

/* True when many of the data are tables of numbers. */
bool look_has_numbers(struct span in);
/* True when every second byte is of another kind, as in tables of 16-bit numbers and in sound. */
bool look_has_pairs(struct span in);
/* The same more clearly, or every third, as in sound of 24 bits. */
bool look_has_waves(struct span in);
/* True when every second or fourth byte is clearly of another kind, as in texts of characters of
 * two bytes and in columns. */
bool look_has_columns(struct span in);
/* No byte is 0. */
bool look_is_text(struct span in);
/* True of a text half of which is digits. */
bool look_has_digits(struct span in);
/* True when one of these is, and it is neither a program nor a text. */
bool look_is_table(struct span in);
/* True when one place in records seldom changes: of tables, but waves, not of programs. */
bool look_has_column(struct span in);

/* Properties of the first block of an .xz file. */
struct xz_look {
	const char *check; /* "none", "CRC32", "CRC64", "SHA-256" or "unknown" */
	char method[64];   /* filters in the order of encoding, such as "x86 LZMA2" */
	bool has_dict;
	uint32_t dict;
	bool has_prop; /* an LZMA2 chunk states lc, lp and pb */
	struct lzma_prop prop;
};
/* False: no block, or not an .xz file. */
bool xz_look(struct span file, struct xz_look *out);

#endif
