/* SPDX-License-Identifier: MIT */
#include "codec/byte_in.h"

bool byte_in_fill(struct byte_in *b)
{
	size_t got = 0;

	b->at = b->have = 0;
	if (!b->last && b->failed.code == ERR_OK &&
		b->from->read(b->from, b->bytes, BYTE_IN_CAP, &got, &b->failed) == ERR_OK) {
		b->last = got < BYTE_IN_CAP;
		b->have = got;
		b->fetched += got;
	}
	b->missing = b->missing || b->have == 0;
	return b->have != 0;
}

enum err_code byte_in_check(const struct byte_in *b, struct err *err)
{
	if (b->failed.code != ERR_OK) {
		*err = b->failed;
		return err->code;
	}
	return b->missing ? err_set(err, ERR_FORMAT, "compressed data end early") : ERR_OK;
}
