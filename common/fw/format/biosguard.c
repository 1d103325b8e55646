/* SPDX-License-Identifier: MIT */
#include "biosbelt/biosguard.h"

#define ATTRIBUTES 0x14u
#define SIGNED     1u /* "signed flash address map" */

bool guard_block_parse(struct span in, size_t off, struct guard_block *out)
{
	struct guard_block b = {.script = off + GUARD_HEAD};
	uint32_t attributes = 0, script = 0, data = 0;
	struct span at;

	if (!span_from(in, off, &at) || at.len < GUARD_HEAD ||
		!span_u32le(at, ATTRIBUTES, &attributes) ||
		!span_u32le(at, GUARD_SCRIPT_SIZE, &script) ||
		!span_u32le(at, GUARD_DATA_SIZE, &data) || script > at.len - GUARD_HEAD ||
		data > at.len - GUARD_HEAD - script)
		return false;
	b.script_len = script;
	b.data = b.script + script;
	b.data_len = data;
	b.is_signed = (attributes & SIGNED) != 0;
	*out = b;
	return true;
}

bool guard_script_len(struct span in, size_t off, uint32_t *out)
{
	struct span at;

	return span_from(in, off, &at) && at.len >= GUARD_HEAD &&
	       span_u32le(at, GUARD_SCRIPT_SIZE, out) && *out <= at.len - GUARD_HEAD;
}

size_t guard_signature_len(struct span in, size_t off)
{
	uint32_t kind = 0;

	if (!span_u32le(in, off, &kind))
		return 0;
	switch (kind) {
	case 1:
		return GUARD_SIGNATURE_2K;
	case 2:
	case 3:
		return GUARD_SIGNATURE_3K;
	default:
		return 0;
	}
}
