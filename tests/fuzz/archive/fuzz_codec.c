/* SPDX-License-Identifier: MIT */
/* Any bytes through one of the decoders of other makers' methods; the first byte says which. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/inflate.h"
#include "biosbelt/lzma.h"
#include "codec/codec.h"

#define OUT_MAX ((size_t)1 << 18)
#define HEAD    2

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum err_code open_one(
	unsigned which, unsigned more, struct reader *in, struct reader **out, struct err *err)
{
	uint8_t key[AES_KEY], iv[AES_BLOCK];
	struct lzma_prop p = {(uint8_t)(5 + more % 4), (uint8_t)(more / 4 % 5),
		(uint8_t)(more / 20 % 5), LZMA_DICT_LEAST};

	/* tables of a higher lc + lp, up to 6 MB, take most of the time: they come seldom */
	if (which / 6 % 16 != 9) {
		p.lc = 5;
		p.lp = 0;
	}
	memset(key, (int)more, sizeof(key));
	memset(iv, (int)which, sizeof(iv));
	switch (which % 6) {
	case 0:
		return inflate_reader(in, false, OUT_MAX / 2, out, err);
	case 1:
		return inflate_reader(in, true, OUT_MAX / 2, out, err);
	case 2:
		return swap_reader(in, more % 2 != 0 ? 2 : 4, out, err);
	case 3:
		return aes_reader(in, key, iv, more, out, err);
	case 4:
		return lzma1_reader(in, &p, LZMA_SIZE_UNKNOWN, true, 64u << 20, out, err);
	default:
		return lzma1_reader(in, &p, more * 16u, more % 2 != 0, 64u << 20, out, err);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span rest = {NULL, 0};
	struct reader *in, *r;
	struct blob out;
	struct err err;

	if (size < HEAD || !span_from(span_of(data, size), HEAD, &rest) ||
		reader_span(rest, &in, &err) != ERR_OK)
		return 0;
	if (open_one(data[0], data[1], in, &r, &err) != ERR_OK) {
		reader_close(in);
		return 0;
	}
	if (reader_all(r, OUT_MAX, &out, &err) == ERR_OK)
		blob_free(&out);
	reader_close(r);
	return 0;
}
