/* SPDX-License-Identifier: MIT */
/* The header parsers at every offset, and the directories of .zip archives. */
#include <stdlib.h>

#include "biosbelt/fv.h"
#include "biosbelt/ifd.h"
#include "biosbelt/zip.h"

#define NEAR ((size_t)64) /* bytes: longer than any fixed part of a header */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_zips(struct span in)
{
	struct zip z = {.end = 0};
	size_t from = 0;

	for (; zip_find(in, from, &z); from = z.end) {
		struct zip_file f;

		if (z.end <= from || z.end > in.len || z.start > z.dir || z.dir > z.dir_end)
			abort();
		while (zip_next(in, &z, &f))
			if (f.head >= f.off || f.off > in.len || f.len > in.len - f.off)
				abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = {data, size};
	size_t off;

	if (size > 16384)
		return 0;
	read_zips(in);
	/* Headers at the start, and cut by the end: what lies between is the same again. */
	for (off = 0; off <= size; off += off == NEAR && size > 2 * NEAR ? size - 2 * NEAR : 1) {
		struct fv_head fv;
		struct ffs_head ffs;
		struct section_head section;
		struct ifd ifd;

		if (fv_parse(in, off, &fv) && fv.head_len > size - off)
			abort();
		if (ffs_parse(in, off, 0xFF, &ffs) && ffs.head_len > size - off)
			abort();
		if (section_parse(in, off, &section) && section.claimed < section.head_len)
			abort();
		if (off % 4096 == 0)
			(void)ifd_parse(in, off, &ifd);
	}
	return 0;
}
