/* SPDX-License-Identifier: MIT */
#ifndef LZENC_LA_ERROR_H
#define LZENC_LA_ERROR_H

#include "biosbelt/err.h"

struct archive;
struct lib_archive;

/* Why libarchive failed, in our words where its own are not a user's. errno must have been 0 before
 * the call that failed: some lack memory without a text. */
enum err_code la_error(const struct lib_archive *lib, struct archive *a, struct err *err);

#endif
