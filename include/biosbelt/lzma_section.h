/* SPDX-License-Identifier: MIT */
/*
 * EFI GUID-defined sections (PI 1.8, volume 3, 3.2.5.7) that hold LZMA data: writing one for
 * GenFv and other programs, and reading a bare one. Walking whole firmware images is fw's task.
 */
#ifndef BIOSBELT_LZMA_SECTION_H
#define BIOSBELT_LZMA_SECTION_H

#include "biosbelt/branch.h"
#include "biosbelt/fwguid.h"

struct lzma_section {
	struct guid guid;
	uint16_t attributes;
	size_t data_offset; /* from the start of the section */
	size_t size;        /* of the section, header included */
	struct span data;   /* input of the GUID's method */
};

/* A section at the start of in; false without one that ends within in. */
bool lzma_section_parse(struct span in, struct lzma_section *out);

/* The filter that a GUID of the LZMA family, a vendor's too, means; false for other GUIDs. */
bool lzma_section_filter(const struct guid *guid, enum branch_kind *filter);

/* Header (extended from 16 MiB on) and data; over 4 GiB is ERR_LIMIT. */
enum err_code lzma_section_write(
	const struct guid *guid, struct span data, struct blob *out, struct err *err);

#endif
