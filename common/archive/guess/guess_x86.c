/* SPDX-License-Identifier: MIT */
/*
 * Decides whether the x86 filter helps, without encoding: code calls the same functions from many
 * places, so absolute targets repeat where distances do not. Reads all the data.
 */
#include <stdlib.h>
#include <string.h>

#include "filter/x86_scan.h"
#include "guess/guess_private.h"

#define PAGE      ((size_t)4096)
#define SEEN_BITS 14

/* Repeated targets must be at least one in so many bytes, and twice as many as repeated
 * distances. */
#define BYTES_PER_GAIN 2000

struct calls {
	struct span in;
	uint32_t targets[1u << SEEN_BITS];
	uint32_t distances[1u << SEEN_BITS];
	size_t content, target_hits, distance_hits;
};

static bool seen(uint32_t *list, uint32_t value)
{
	uint32_t *slot = &list[value * 2654435761u >> (32 - SEEN_BITS)];
	bool is = *slot == value;

	*slot = value;
	return is;
}

/* A distance of less than 16 MiB, as the filter takes them. */
static bool is_near(const uint8_t *p)
{
	return p[4] == 0x00 || p[4] == 0xFF;
}

static void count_page(struct calls *c, size_t from, size_t to)
{
	size_t at = from;

	while ((at = x86_next_call(c->in.ptr, at, to)) < to) {
		const uint8_t *p = c->in.ptr + at;
		uint32_t distance;
		bool near, far;

		if (!is_near(p)) {
			at++;
			continue;
		}
		distance = (uint32_t)p[1] | (uint32_t)p[2] << 8 | (uint32_t)p[3] << 16 |
			   (uint32_t)p[4] << 24;
		at += 5;
		near = seen(c->distances, distance);
		far = seen(c->targets, distance + (uint32_t)at);
		c->target_hits += far && !near;
		c->distance_hits += near && !far;
	}
}

enum err_code lzma_guess_x86(struct span in, bool *pays, struct err *err)
{
	struct calls *c = calloc(1, sizeof(*c));
	size_t off, last = in.len < 5 ? 0 : in.len - 4;
	struct span page;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	c->in = in;
	for (off = 0; off < last; off += PAGE) {
		size_t end = last - off < PAGE ? last : off + PAGE;

		if (span_slice(in, off, end - off, &page) && span_is_filled(page, page.ptr[0]))
			continue;
		c->content += end - off;
		count_page(c, off, end);
	}
	*pays = c->target_hits > 2 * c->distance_hits &&
		c->target_hits - c->distance_hits > c->content / BYTES_PER_GAIN;
	free(c);
	return ERR_OK;
}
