/* SPDX-License-Identifier: MIT */
/* Finding and decoding of VBTs: every find lies inside the input, and decoding ends. */
#include <stdlib.h>

#include "biosbelt/vbt_decode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(struct span in, const struct vbt_info *info)
{
	struct vbt_fields fields;
	struct span vbt;
	struct err err;
	size_t i;

	if (info->off > in.len || info->present > in.len - info->off ||
		info->present > info->size || vbt_stored_len(in, info) > in.len ||
		(info->state == VBT_WHOLE) != (info->present == info->size))
		abort();
	span_from(in, info->off, &vbt);
	if (vbt_decode(vbt, info, &fields, &err) != ERR_OK)
		return;
	for (i = 0; i < fields.count; i++) {
		const struct span bytes = fields.list[i].bytes;

		if (bytes.len != 0 &&
			(bytes.ptr < in.ptr || (size_t)(bytes.ptr - in.ptr) + bytes.len > in.len))
			abort();
	}
	vbt_fields_free(&fields);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size);
	struct vbt_info info;
	size_t from = 0;
	int finds = 0;

	while (finds++ < 64 && vbt_find(in, from, false, &info) != VBT_NONE) {
		if (info.off < from)
			abort();
		check(in, &info);
		from = info.off + info.present;
	}
	return 0;
}
