/* SPDX-License-Identifier: MIT */
/* Makes a .7z from collected sources: groups, solid blocks, verification. */
#ifndef LZENC_MAKE7Z_H
#define LZENC_MAKE7Z_H

#include "collect.h"
#include "lzenc.h"

struct archive_result {
	uint64_t in_len, out_len;
	size_t files, folders, links, blocks;
	struct lz_result last; /* of the largest block */
};

/* Reads every file once to choose its group; sorts. */
enum err_code archive_group(struct sources *s, const struct lz_settings *set, struct err *err);

/* Writes the archive; err names the file that failed. */
enum err_code archive_write(struct sources *s, const struct lz_settings *set,
	const struct sz_sink *sink, struct archive_result *res, struct err *err);

#endif
