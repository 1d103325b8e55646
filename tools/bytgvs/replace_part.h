/* SPDX-License-Identifier: MIT */
/* Between the files of replace: packing of streams. */
#ifndef BYTGVS_REPLACE_PART_H
#define BYTGVS_REPLACE_PART_H

#include "bytgvs.h"

/*
 * Packs plain as old, a whole stream of that codec, was packed. The result is padded with zeros
 * to room bytes in a way its readers do not mind, or longer when it does not fit.
 */
enum err_code pack_stream(enum fw_codec codec, struct span plain, struct span old, size_t room,
	struct blob *out, struct err *err);

#endif
