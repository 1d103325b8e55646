/* SPDX-License-Identifier: MIT */
/* Any bytes as a .zip: its unmarked names, and the input itself as one of them. */
#include "zip_names.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct name_rule rule = {.enc = size % 2 != 0 ? TEXT_GBK : TEXT_NONE};
	struct zip_names z;
	struct buf room;
	struct err err;

	buf_init(&room, 0);
	if (zip_names_read(span_of(data, size), &rule, &z, &err) == ERR_OK)
		(void)zip_names_decoded(&z, span_of(data, size % 64), &room);
	zip_names_free(&z);
	buf_free(&room);
	return 0;
}
