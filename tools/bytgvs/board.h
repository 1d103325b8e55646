/* SPDX-License-Identifier: MIT */
/* Decides whether a new VBT is for the image's board, from the VBT it replaces and the GOP driver
 * that will read it. */
#ifndef BYTGVS_BOARD_H
#define BYTGVS_BOARD_H

#include "bytgvs.h"

struct board_verdict {
	bool other;        /* another platform, or a wrong checksum where the old one is right */
	char refusal[192]; /* the reason, with other */
};

/*
 * vbt, info: the new one. old: the find it replaces, of r. Adds a line to warnings for each
 * difference, safe to print.
 */
void board_verdict(struct span vbt, const struct vbt_info *info, const struct find *old,
	const struct report *r, struct buf *warnings, struct board_verdict *out);

#endif
