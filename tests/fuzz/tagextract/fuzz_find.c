/* SPDX-License-Identifier: MIT */
/*
 * The fast searches against slow ones: a byte string, line ends, and the filter that decides which
 * files are decoded, which must never say no to a text that holds the tag. The first byte is the
 * length of the string, the second the options, the string and the text follow.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tags/bytefind.h"
#include "tags/tags.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SIZE_LIMIT 4096 /* the slow search is slow */

static uint8_t folded(uint8_t c, bool fold)
{
	return (uint8_t)(fold && c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

static size_t slow_find(struct span in, const struct bytefind *what)
{
	size_t i;
	size_t k;

	for (i = 0; i + what->needle.len <= in.len; i++) {
		for (k = 0; k < what->needle.len; k++)
			if (folded(in.ptr[i + k], what->fold) != what->needle.ptr[k])
				break;
		if (k == what->needle.len)
			return i;
	}
	return SIZE_MAX;
}

static uint64_t slow_count(struct span in)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < in.len; i++)
		if (in.ptr[i] == '\n' ||
			(in.ptr[i] == '\r' && (i + 1 == in.len || in.ptr[i + 1] != '\n')))
			n++;
	return n;
}

static void check_find(struct span needle, struct span text, bool fold)
{
	struct bytefind what = {.fold = fold};
	uint8_t lower[256];
	bool zero;
	size_t at;
	size_t i;

	for (i = 0; i < needle.len; i++)
		lower[i] = folded(needle.ptr[i], fold);
	what.needle = span_of(lower, needle.len);
	at = bytefind(text, &what, &zero);
	if (needle.len != 0 && at != slow_find(text, &what))
		abort();
	if (at == SIZE_MAX && needle.len != 0 &&
		zero != (text.len > 0 && memchr(text.ptr, 0, text.len) != NULL))
		abort();
	if (bytefind_count_lines(text) != slow_count(text))
		abort();
}

static void check_filter(struct span needle, struct span text, unsigned flags)
{
	struct tag_opts opts = {.fold = (flags & 1) != 0};
	char tag[256];
	const char *tags = tag;
	struct tag_set set;
	struct err err;
	size_t at;

	memcpy(tag, needle.ptr, needle.len);
	tag[needle.len] = '\0';
	if (tag_set_init(&set, &tags, 1, &opts, &err) != ERR_OK)
		return;
	at = tag_match(&set, 0, text, 0);
	if (at != SIZE_MAX && !tag_set_possible(&set, text))
		abort();
	tag_set_free(&set);
}

static bool is_ascii(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (s.ptr[i] >= 0x80)
			return false;
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span needle;
	struct span text;

	if (size < 2 || size > SIZE_LIMIT || data[0] > size - 2)
		return 0;
	needle = span_of(data + 2, data[0]);
	text = span_of(data + 2 + data[0], size - 2 - data[0]);
	check_find(needle, text, (data[1] & 1) != 0);
	/* Other tags are put into forty encodings: too slow here. */
	if (needle.len > 0 && (data[1] & 0x7C) == 4 && is_ascii(needle))
		check_filter(needle, text, data[1]);
	return 0;
}
