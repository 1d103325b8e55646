/* SPDX-License-Identifier: MIT */
/* The data of all BIOS Guard blocks of a PFAT container, one after the other. */
#include "walk/fw_private.h"

#include <string.h>

#include "biosbelt/pfat.h"

/* Reads all blocks from the container's start; into: receives their data, or NULL. Returns the
 * number of bytes, at most max; *end is FW_END_LIMIT when there are more. Continues after a damaged
 * block. */
static size_t read_blocks(struct pfat p, size_t max, uint8_t *into, size_t *used, enum fw_end *end)
{
	struct guard_block b;
	struct span name;
	size_t len = 0;

	*end = FW_END_WHOLE;
	while (*end != FW_END_LIMIT && pfat_next_component(&p, &name)) {
		enum pfat_step step;

		while ((step = pfat_next_block(&p, &b)) < PFAT_DONE) {
			if (b.data_len > max - len) {
				*end = FW_END_LIMIT;
				break;
			}
			if (into != NULL && b.data_len != 0)
				memcpy(into + len, p.in.ptr + b.data, b.data_len);
			len += b.data_len;
			if (step == PFAT_REPAIRED)
				*end = FW_END_BROKEN;
			else if (step == PFAT_CUT && *end == FW_END_WHOLE)
				*end = FW_END_CUT;
		}
		if (step == PFAT_DAMAGED)
			*end = FW_END_BROKEN;
	}
	*used = p.pos;
	return len;
}

enum err_code fw_pfat_decode(
	struct span in, size_t max_out, struct fw_unpacked *out, struct err *err)
{
	struct fw_unpacked got = {.codec = FW_CODEC_PFAT, .claimed = UINT64_MAX};
	struct pfat p;
	enum err_code rc;
	size_t len;

	if (!pfat_open(in, &p))
		return err_set(err, ERR_FORMAT, "not an AMI BIOS Guard (PFAT) container");
	len = read_blocks(p, max_out, NULL, &got.used, &got.end);
	rc = blob_alloc(len, &got.bytes, err);
	if (rc != ERR_OK)
		return rc;
	(void)read_blocks(p, max_out, got.bytes.ptr, &got.used, &got.end);
	*out = got;
	return ERR_OK;
}
