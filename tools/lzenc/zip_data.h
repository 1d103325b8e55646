/* SPDX-License-Identifier: MIT */
/*
 * What libarchive does not tell of a .zip's entries, from the central directory: the contents of
 * method 9 (Deflate64), whose sizes, CRC and places are checked, CRC, and exact times.
 */
#ifndef LZENC_ZIP_DATA_H
#define LZENC_ZIP_DATA_H

#include "biosbelt/reader.h"
#include "biosbelt/sevenzip.h"

struct zip_data {
	struct span in;
	struct zip_place *list; /* private: of all entries, by place */
	size_t count;
	size_t end; /* of the entries' contents */
};

/* Without a central directory nothing is known. in must outlive *out. */
enum err_code zip_data_read(struct span in, struct zip_data *out, struct err *err);
void zip_data_free(struct zip_data *z);

/*
 * Adds CRC and times to the entry whose content begins, or that of a link ends, at this offset.
 * False: the target of a link has another CRC, which libarchive does not compute.
 */
bool zip_data_facts(const struct zip_data *z, uint64_t at, struct sz_entry *e);

/*
 * The content that is at this offset of in, of size bytes; the caller closes it. *out becomes NULL
 * where libarchive decodes it. What it would take for damage is ERR_UNSUPPORTED: encrypted data of
 * methods other than 0 and 8.
 */
enum err_code zip_data_open(
	const struct zip_data *z, uint64_t at, uint64_t size, struct reader **out, struct err *err);

#endif
