/* SPDX-License-Identifier: MIT */
/*
 * Puts another VBT in the place of one in a firmware image: unpacks down to it, writes, and on the
 * way up packs every stream again with the old one's parameters and redoes every checksum. Nothing
 * is written to a file. The result is read again and compared with what was there before, so
 * success means: the same finds, but for the VBT.
 *
 * A VBT may be as long as what it replaces, its padding included. A stream that packs worse may
 * grow into free space or a pad file after its file, nowhere else.
 */
#ifndef BYTGVS_REPLACE_H
#define BYTGVS_REPLACE_H

#include "bytgvs.h"

struct replace_opts {
	bool ignore_signature; /* change what is signed or cannot be made right too */
	bool other_board;      /* the table of another platform, or one with a bad checksum */
	const char *which;     /* offset or name of the one to replace; NULL: there is only one */
};

struct replaced {
	struct blob image;
	unsigned places;     /* equal copies are replaced together */
	struct buf output;   /* what was done, a line each, safe to print */
	struct buf warnings; /* what is unusual about the new VBT, a line each, safe to print */
};

/*
 * new_vbt: a whole VBT at offset 0, maybe padded. ERR_USAGE: it is none; ERR_NOTFOUND: no VBT in
 * the image, or not the one asked for; ERR_DENIED: another board's, or something that is checked at
 * boot and cannot be made right (protect.h); ERR_LIMIT: no room; ERR_FORMAT: damage
 * is in the way. replaced_free after success only.
 */
enum err_code bytgvs_replace(struct span image, struct span new_vbt,
	const struct replace_opts *opts, struct replaced *out, struct err *err);
/* ERR_USAGE when new_vbt is not what bytgvs_replace takes. */
enum err_code bytgvs_check_new(struct span new_vbt, struct err *err);
void replaced_free(struct replaced *r);

#endif
