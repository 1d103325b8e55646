/* SPDX-License-Identifier: MIT */
/* Hunks and merges of three texts with a zero byte between them. A side that is the old text gives
 * the other; the result holds all lines of ours that are not in old. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "change/lines.h"
#include "change/merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_same(struct span old, struct span ours, struct span theirs, struct span want)
{
	struct merge_in in = {old, ours, theirs};
	struct buf out;
	struct err err;
	size_t conflicts;

	buf_init(&out, 0);
	if (merge_texts(&in, &out, &conflicts, &err) != ERR_OK || conflicts != 0 ||
		!span_equal(span_of(out.ptr, out.len), want))
		abort();
	buf_free(&out);
}

/* Lines of the hunks are in the texts, and those between them are the same. */
static void check_hunks(struct span old, struct span new)
{
	struct lines old_lines, new_lines;
	struct hunks h;
	struct err err;
	uint32_t from = 1;
	uint32_t to = 1;
	size_t i;

	if (hunks_find(old, new, &h, &err) != ERR_OK ||
		lines_open(old, &old_lines, &err) != ERR_OK ||
		lines_open(new, &new_lines, &err) != ERR_OK)
		abort();
	for (i = 0; i <= h.count; i++) {
		uint32_t first = i == h.count ? UINT32_MAX
					      : h.list[i].old_first + (h.list[i].old_count == 0);
		uint32_t count = first - from;

		if (!span_equal(
			    lines_part(&old_lines, from, count), lines_part(&new_lines, to, count)))
			abort();
		if (i < h.count) {
			from = first + h.list[i].old_count;
			to += count + h.list[i].new_count;
		}
	}
	hunks_free(&h);
	lines_close(&old_lines);
	lines_close(&new_lines);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *first = size > 0 ? memchr(data, 0, size) : NULL;
	struct span old, ours, theirs;
	const uint8_t *second;
	struct merge_in in;
	struct buf out;
	struct err err;
	size_t conflicts;

	if (first == NULL)
		return 0;
	old = span_of(data, (size_t)(first - data));
	second = memchr(first + 1, 0, size - old.len - 1);
	if (second == NULL)
		return 0;
	ours = span_of(first + 1, (size_t)(second - first) - 1);
	theirs = span_of(second + 1, size - old.len - ours.len - 2);
	check_hunks(old, ours);
	check_same(old, old, theirs, theirs);
	check_same(old, ours, old, ours);
	in = (struct merge_in){old, ours, theirs};
	buf_init(&out, 0);
	if (merge_texts(&in, &out, &conflicts, &err) != ERR_OK)
		abort();
	buf_free(&out);
	return 0;
}
