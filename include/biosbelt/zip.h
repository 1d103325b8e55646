/* SPDX-License-Identifier: MIT */
/*
 * The files of a .zip by its directory, also of one that begins after something else, as in a
 * self-extracting program. Nothing is allocated. Source: PKWARE APPNOTE.TXT 6.3.10, 4.3.
 */
#ifndef BIOSBELT_ZIP_H
#define BIOSBELT_ZIP_H

#include "biosbelt/span.h"

#define ZIP_END_MARK "PK\5\6" /* of the end of the directory */

struct zip {
	size_t start, end;   /* start: of its first file by the directory, or before that */
	size_t base;         /* offsets count from here: from the start or, adjusted, from 0 */
	size_t dir, dir_end; /* the part of the directory that is still to be read */
};

struct zip_file {
	size_t head;     /* its local header */
	size_t off, len; /* its content, or as much of it as there is */
	bool stored;     /* unpacked */
};

/* The first archive whose directory ends at or after from, and leads to a file. */
bool zip_find(struct span in, size_t from, struct zip *out);
bool zip_next(struct span in, struct zip *z, struct zip_file *out);

#endif
