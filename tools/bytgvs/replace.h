/* SPDX-License-Identifier: MIT */
/*
 * Replaces a VBT in a firmware image: unpacks down to it, writes, and on the way up packs every
 * stream again with its old parameters and recomputes every checksum. Writes no file. The result is
 * read again and compared with the image before, so success means: the same finds, but for the VBT.
 *
 * A VBT may be as long as the old one with its padding. A longer one, and a stream that packs
 * worse, makes its section or CBFS file longer where that has room (fw_section_grow).
 */
#ifndef BYTGVS_REPLACE_H
#define BYTGVS_REPLACE_H

#include "bytgvs.h"

struct replace_opts {
	bool ignore_signature; /* also change parts that are signed or whose checks cannot be
				  corrected */
	bool other_board;      /* accept a table of another platform, or with a bad checksum */
	const char *which;     /* offset or name of the VBT to replace; NULL: the only one */
};

struct replaced {
	struct blob image;
	unsigned places;     /* equal copies are replaced together */
	struct buf output;   /* actions, a line each, safe to print */
	struct buf warnings; /* of the new VBT, a line each, safe to print */
};

/*
 * new_vbt: a whole VBT at offset 0, maybe padded. ERR_USAGE: not a VBT. ERR_NOTFOUND: no VBT in the
 * image, or not the one named. ERR_DENIED: of another board, or a check at boot cannot be corrected
 * (protect.h). ERR_LIMIT: no space. ERR_FORMAT: prevented by damage. replaced_free after success
 * only.
 */
enum err_code bytgvs_replace(struct span image, struct span new_vbt,
	const struct replace_opts *opts, struct replaced *out, struct err *err);
/* ERR_USAGE when bytgvs_replace would refuse new_vbt. */
enum err_code bytgvs_check_new(struct span new_vbt, struct err *err);
void replaced_free(struct replaced *r);

#endif
