/* SPDX-License-Identifier: MIT */
/*
 * What protects an image, and following a change. The input is an image in its short form; the
 * second byte has options, the next three the place of the change. When a change could be followed,
 * every digest that was right must be right again.
 */
#include "biosbelt/protect.h"
#include "short_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Unless the caller does not mind: nothing that was right is wrong now. */
static void compare(const struct protect_list *before, struct span after)
{
	struct protect_list now;
	struct err err;
	uint32_t i, held = 0;

	if (protect_scan(after, &now, &err) != ERR_OK)
		abort();
	for (i = 0; i < now.count; i++)
		held += now.checks[i].state == PROTECT_HOLDS;
	for (i = 0; i < before->count; i++)
		if (before->checks[i].state == PROTECT_HOLDS) {
			if (held == 0)
				abort();
			held--;
		}
	protect_free(&now);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct protect_opts opts = {false};
	struct protect_list list;
	struct blob image, changed;
	struct buf log;
	struct err err;

	if (size < SHORT_HEAD)
		return 0;
	image = short_image(data, size);
	opts.ignore = (data[1] & 1) != 0;
	if (protect_scan(blob_span(image), &list, &err) != ERR_OK)
		abort();
	if ((data[1] & 2) != 0) { /* reading alone, which is faster */
		protect_free(&list);
		blob_free(&image);
		return 0;
	}
	if (blob_copy(blob_span(image), &changed, &err) != ERR_OK)
		abort();
	changed.ptr[short_le(data + 2, 3) % changed.len] ^= (uint8_t)(data[1] | 1);
	buf_init(&log, 0);
	if (protect_follow(blob_span(image), &changed, &opts, &log, &err) == ERR_OK && !opts.ignore)
		compare(&list, blob_span(changed));
	buf_free(&log);
	protect_free(&list);
	blob_free(&changed);
	blob_free(&image);
	return 0;
}
