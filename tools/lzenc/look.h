/* SPDX-License-Identifier: MIT */
/* What a look at the bytes tells where no header does. */
#ifndef LZENC_LOOK_H
#define LZENC_LOOK_H

#include <stdbool.h>

#include "lzenc.h"

/*
 * Whether data are x86 code after the x86 filter. In plain code a call holds the distance to its
 * target, after the filter the target itself: a place within the data, nearly always, and the same
 * bytes for all calls of a function.
 */
#define F86_SEEN 4096u
struct f86_look {
	uint64_t pos; /* of the next piece */
	uint32_t calls;
	uint32_t place[256]; /* calls by what they hold, in steps of 64 KiB */
	struct f86_seen {
		uint32_t target[F86_SEEN];
		uint8_t times[F86_SEEN];
		uint32_t again; /* different targets that came more than once */
	} stored, near;         /* the bytes as they stand, and as distances */
};
void f86_look_init(struct f86_look *l);
void f86_look_add(struct f86_look *l, struct span piece); /* calls across pieces do not count */
bool f86_looks_filtered(const struct f86_look *l);

/* Whether a good part of the data is compressed already, or otherwise random. */
bool look_has_noise(struct span in);

/* What the first block of an .xz file says. */
struct xz_look {
	const char *check; /* "none", "CRC32", "CRC64", "SHA-256" or "unknown" */
	char method[64];   /* filters in the order of encoding, such as "x86 LZMA2" */
	bool has_dict;
	uint32_t dict;
	bool has_prop; /* an LZMA2 chunk told lc, lp and pb */
	struct lzma_prop prop;
};
/* False: no block in it, or not an .xz file. */
bool xz_look(struct span file, struct xz_look *out);

#endif
