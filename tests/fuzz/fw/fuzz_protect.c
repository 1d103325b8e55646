/* SPDX-License-Identifier: MIT */
/*
 * What protects an image, and following a change. The input is an image in its short form; the
 * second byte has options, the next three the place of the change. When a change could be followed,
 * every digest that was right must be right again.
 */
#include "biosbelt/protect.h"
#include "short_image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void scan(struct span image, struct protect_list *out)
{
	struct err err;

	if (protect_scan(image, out, &err) != ERR_OK)
		abort();
}

/* Unless the caller does not mind: nothing that was right is wrong now. */
static void compare(struct span before, struct span after)
{
	struct protect_list old, now;
	uint32_t i, held = 0;

	scan(before, &old);
	scan(after, &now);
	for (i = 0; i < now.count; i++)
		held += now.checks[i].state == PROTECT_HOLDS;
	for (i = 0; i < old.count; i++)
		if (old.checks[i].state == PROTECT_HOLDS) {
			if (held == 0)
				abort();
			held--;
		}
	protect_free(&old);
	protect_free(&now);
}

static void follow(const uint8_t *data, struct span image)
{
	struct protect_opts opts = {(data[1] & 1) != 0};
	struct blob changed;
	struct buf log;
	struct err err;

	if (blob_copy(image, &changed, &err) != ERR_OK)
		abort();
	changed.ptr[short_le(data + 2, 3) % changed.len] ^= (uint8_t)(data[1] | 1);
	buf_init(&log, 0);
	if (protect_follow(image, &changed, &opts, &log, &err) == ERR_OK && !opts.ignore)
		compare(image, blob_span(changed));
	buf_free(&log);
	blob_free(&changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct protect_list list;
	struct blob image;

	if (size < SHORT_HEAD)
		return 0;
	image = short_image(data, size);
	if ((data[1] & 2) != 0) { /* reading alone, which is faster */
		scan(blob_span(image), &list);
		protect_free(&list);
	} else {
		follow(data, blob_span(image));
	}
	blob_free(&image);
	return 0;
}
