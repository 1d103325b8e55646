/* SPDX-License-Identifier: MIT */
/*
 * Byte 0 and 1: encodings; byte 2: options; byte 3: size of the pieces the rest is fed in. What
 * comes out must decode in the target without a bad place, and be the same in one piece, with the
 * same places reported, or with none asked for. Of what is refused only the beginning comes out:
 * how much depends on the pieces.
 */
#include <stdlib.h>

#include "biosbelt/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whether one is equal to the other, or to its beginning. */
static bool begins(const struct buf *a, const struct buf *b)
{
	size_t len = a->len < b->len ? a->len : b->len;

	return span_equal(span_of(a->ptr, len), span_of(b->ptr, len));
}

/* What a conversion gives. */
struct taken {
	struct buf out;
	uint64_t places; /* a hash of the bad ones */
};

static enum err_code take(void *user, struct span out, struct err *err)
{
	struct taken *t = user;

	(void)err;
	buf_add(&t->out, out.ptr, out.len);
	return ERR_OK;
}

static void take_bad(void *user, const struct text_bad *bad)
{
	struct taken *t = user;

	t->places = ((t->places * 31 + bad->line) * 31 + bad->column) * 31 + bad->off;
}

static void convert(struct text_conv_opts *opts, struct span in, size_t step, struct taken *out,
	struct text_conv_stats *stats)
{
	struct text_conv *c;
	struct err err;

	buf_init(&out->out, 0);
	out->places = 0;
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
	struct text_conv_opts opts = {.write = take, .on_bad = take_bad};
	struct text_conv_stats a;
	struct text_conv_stats b;
	struct taken parts;
	struct taken whole;
	struct span in;
	uint64_t bad;
	bool refused;
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
	opts.on_bad = data[2] >= 128 ? NULL : take_bad;
	convert(&opts, in, in.len + 1, &whole, &b);
	refused = opts.lossy == TEXT_LOSSY_REFUSE && a.bad_input + a.bad_target != 0;
	if (a.bad_input != b.bad_input || a.bad_target != b.bad_target ||
		(opts.on_bad != NULL && parts.places != whole.places) ||
		!begins(&parts.out, &whole.out) || (!refused && parts.out.len != whole.out.len))
		abort();
	buf_init(&back, 0);
	if (text_to_utf8(opts.to, span_of(whole.out.ptr, whole.out.len), &back, &bad, &err) !=
			ERR_OK ||
		bad != 0)
		abort();
	buf_free(&back);
	buf_free(&parts.out);
	buf_free(&whole.out);
	return 0;
}
