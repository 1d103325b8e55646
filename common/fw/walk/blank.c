/* SPDX-License-Identifier: MIT */
/* Erased flash and fillings are most of many images: they are found once and skipped by every
 * search. */
#include "walk/fw_private.h"

#define BLANK_STEP 4096u
/* Bytes at the edge of a filling that are searched: longer than any signature. */
#define BLANK_EDGE 64u

static bool is_filled(struct span in, size_t off)
{
	struct span s;

	if (!span_slice(in, off, BLANK_STEP, &s))
		return false;
	return (s.ptr[0] == 0xFF || s.ptr[0] == 0x00) && s.ptr[BLANK_STEP - 1] == s.ptr[0] &&
	       span_is_filled(s, s.ptr[0]);
}

bool blank_find(struct span in, struct fw_ranges *out)
{
	size_t off, end;

	for (off = 0; off < in.len; off = end) {
		end = off;
		while (is_filled(in, end))
			end += BLANK_STEP;
		if (end != off && !cover_add(out, off + BLANK_EDGE, end - BLANK_EDGE))
			return false;
		if (end == off)
			end += BLANK_STEP;
	}
	return true;
}

size_t blank_search(
	const struct fw_ranges *blank, struct span in, size_t from, const void *needle, size_t len)
{
	size_t off, end;

	while (cover_gap(blank, from, in.len, &off, &end)) {
		struct span part = {in.ptr, in.len - end < len ? in.len : end + len - 1};
		size_t hit = span_find(part, off, needle, len);

		if (hit != SIZE_MAX)
			return hit;
		from = end;
	}
	return SIZE_MAX;
}

size_t fw_space_find(
	const struct fw_tree *tree, struct span bytes, size_t from, const void *needle, size_t len)
{
	return tree->blank == NULL ? span_find(bytes, from, needle, len)
				   : blank_search(tree->blank, bytes, from, needle, len);
}
