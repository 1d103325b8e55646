/* SPDX-License-Identifier: MIT */
/* Which file of the new drop is one of the old drop that is no longer at its place. */
#ifndef TAGEXTRACT_MOVED_H
#define TAGEXTRACT_MOVED_H

#include "base/base.h"

/*
 * The entry of new that the file old->entries[i], gone there, was moved to: one that neither old
 * nor mine has, with the same name in another folder, and at least half of its lines. SIZE_MAX:
 * there is none, or which one is doubtful: two files are as like it, or another file that is gone
 * is as like the one found.
 */
size_t moved_find(
	const struct base *old, const struct base *mine, const struct base *new, size_t i);

#endif
