/* SPDX-License-Identifier: MIT */
/* Bytes of a sender of XMODEM or YMODEM: what is taken is no more than what came, answers are
 * bounded, a file ends once. The first byte says which protocol, and how the rest is parted; at
 * each part the clock goes on. */
#include <stdlib.h>
#include <string.h>

#include "terminal/xreceive.h"

#define ANSWER_MAX 32 /* bytes of answers for a byte of the sender, or a look at the clock */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct sink {
	size_t bytes;
	bool is_open;
};

static bool begin_file(void *user, const struct xreceive_head *head)
{
	struct sink *k = user;

	if (k->is_open || head->mtime < 0 || strlen(head->name) > XMODEM_BLOCK)
		abort();
	k->is_open = true;
	return true;
}

static bool take_data(void *user, struct span bytes)
{
	struct sink *k = user;

	if (!k->is_open || bytes.len > XMODEM_BLOCK)
		abort();
	k->bytes += bytes.len;
	return true;
}

static bool end_file(void *user)
{
	struct sink *k = user;

	if (!k->is_open)
		abort();
	k->is_open = false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct sink k = {0, false};
	const struct xreceive_ends ends = {begin_file, take_data, end_file, &k};
	enum xreceive_state state = XRECEIVE_WORKS;
	struct xreceive x;
	struct buf out;
	uint64_t now = 0;
	size_t step, at;

	if (size == 0)
		return 0;
	step = (size_t)(data[0] >> 1) * 8 + 1;
	buf_init(&out, 0);
	xreceive_begin(&x, (data[0] & 1) != 0 ? YMODEM : XMODEM_128, &ends, now);
	for (at = 1; at < size && state == XRECEIVE_WORKS; now += 700) {
		size_t n = step < size - at ? step : size - at;
		struct span in = span_of(data + at, n);

		out.len = 0;
		state = xreceive_take(&x, &in, now, &out);
		if (out.len > ANSWER_MAX * (n + 1) || (state == XRECEIVE_WORKS && in.len > 0))
			abort();
		at += n;
	}
	if (k.bytes > size || (state == XRECEIVE_DONE && k.is_open))
		abort();
	buf_free(&out);
	return 0;
}
