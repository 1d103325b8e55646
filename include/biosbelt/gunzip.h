/* SPDX-License-Identifier: MIT */
/*
 * Decodes a .gz (RFC 1952) in memory, one member after the other; the CRC and the length of each
 * are checked, which libarchive's own filter does not do.
 */
#ifndef BIOSBELT_GUNZIP_H
#define BIOSBELT_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Whether a .gz begins here. */
bool gunzip_begins(struct span in);

struct gunzip;

/* in must stay valid. */
enum err_code gunzip_open(struct span in, struct gunzip **out, struct err *err);
/* The next bytes, valid until the next call; none: the end. ERR_FORMAT: damaged, or cut. */
enum err_code gunzip_next(struct gunzip *g, struct span *got, struct err *err);
/* At the end: how many bytes come after the last member; zeros alone do not count. */
size_t gunzip_trailing(const struct gunzip *g);
void gunzip_close(struct gunzip *g); /* NULL is fine */

#endif
