/* SPDX-License-Identifier: MIT */
/*
 * The contents of a .zip's entries of method 9 (Deflate64), which libarchive does not decode. The
 * central directory says where they are; sizes, CRC and places are checked.
 */
#ifndef LZENC_ZIP_DATA_H
#define LZENC_ZIP_DATA_H

#include "biosbelt/reader.h"

struct zip_data {
	struct span in;
	struct zip_place *list; /* private: of all entries, by place; NULL: none of method 9 */
	size_t count;
	size_t end; /* of the entries' contents */
};

/* Without a central directory there are no such entries. in must outlive *out. */
enum err_code zip_data_read(struct span in, struct zip_data *out, struct err *err);
void zip_data_free(struct zip_data *z);

/*
 * The content that is at this offset of in, of size bytes; the caller closes it. *out becomes NULL
 * where this is not of method 9, or encrypted.
 */
enum err_code zip_data_open(
	const struct zip_data *z, uint64_t at, uint64_t size, struct reader **out, struct err *err);

#endif
