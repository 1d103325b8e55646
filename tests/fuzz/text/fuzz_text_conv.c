/* SPDX-License-Identifier: MIT */
/*
 * Byte 0 and 1: encodings; byte 2: options; byte 3: size of the pieces the rest is fed in. What
 * comes out must decode in the target without a bad place, and the same in one piece.
 */
#include <stdlib.h>

#include "biosbelt/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum err_code take(void *user, struct span out, struct err *err)
{
	(void)err;
	buf_add(user, out.ptr, out.len);
	return ERR_OK;
}

static void convert(struct text_conv_opts *opts, struct span in, size_t step, struct buf *out,
	struct text_conv_stats *stats)
{
	struct text_conv *c;
	struct err err;

	buf_init(out, 0);
	opts->user = out;
	if (text_conv_open(opts, &c, &err) != ERR_OK)
		abort();
	for (size_t pos = 0; pos < in.len; pos += step) {
		size_t n = in.len - pos < step ? in.len - pos : step;

		if (text_conv_feed(c, span_of(in.ptr + pos, n), &err) != ERR_OK)
			abort();
	}
	if (text_conv_finish(c, stats, &err) != ERR_OK)
		abort();
	text_conv_close(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct text_conv_opts opts = {.write = take};
	struct text_conv_stats a;
	struct text_conv_stats b;
	struct buf parts;
	struct buf whole;
	struct span in;
	uint64_t bad;
	struct buf back;
	struct err err;

	if (size < 4)
		return 0;
	opts.from = (enum text_enc)(TEXT_ASCII + data[0] % (TEXT_ENC_COUNT - 1));
	opts.to = (enum text_enc)(TEXT_ASCII + data[1] % (TEXT_ENC_COUNT - 1));
	opts.eol = (enum text_eol)(data[2] % 3);
	opts.bom = (enum text_bom)(data[2] / 3 % 3);
	opts.lossy = (enum text_lossy)(data[2] / 9 % 4);
	in = span_of(data + 4, size - 4);
	convert(&opts, in, 1 + data[3] % 70u, &parts, &a);
	convert(&opts, in, in.len + 1, &whole, &b);
	if (a.bad_input != b.bad_input || a.bad_target != b.bad_target ||
		!span_equal(span_of(parts.ptr, parts.len), span_of(whole.ptr, whole.len)))
		abort();
	buf_init(&back, 0);
	if (text_to_utf8(opts.to, span_of(whole.ptr, whole.len), &back, &bad, &err) != ERR_OK ||
		bad != 0)
		abort();
	buf_free(&back);
	buf_free(&parts);
	buf_free(&whole);
	return 0;
}
