/* SPDX-License-Identifier: MIT */
/* .7z archives with methods of other makers (PPMd, BZip2, Deflate, ...), read by libarchive. */
#ifndef LZENC_FOREIGN_H
#define LZENC_FOREIGN_H

#include "extract.h"

/* Passes every entry to x, which counts failures. Calls extract_finish. known: the archive as
 * sz_open read it. */
void foreign_extract(struct extract *x, struct span file, const struct sz_archive *known);

#endif
