/* SPDX-License-Identifier: MIT */
/* The scanner over any bytes: the first byte chooses the file's name and the options. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tags/discover.h"
#include "tags/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The tag sets: plain ones, without regard to case, and any mark. Each is made once, for that costs
 * more than a scan. */
static const struct tag_set *set_of(unsigned kind)
{
	static struct tag_set sets[3];
	const char *tags[] = {"Ta", "AMI_START", "\xE4\xBF\xAE"};
	struct tag_opts opts = {.kind = kind == 2 ? TAG_ANY : TAG_PLAIN, .fold = kind == 1};
	struct tag_set *set = &sets[kind];
	struct err err;

	if (set->count == 0 && tag_set_init(set, tags, kind == 2 ? 1 : 3, &opts, &err) != ERR_OK)
		abort();
	return set;
}

/* Blocks are inside the text, and in order; every hit that is paired begins or ends one. */
static void check(const struct scan_result *r, size_t size)
{
	size_t i;

	for (i = 0; i < r->block_count; i++) {
		const struct block *b = &r->blocks[i];

		if (b->first == 0 || b->first > b->last || b->last > size + 1)
			abort();
		if (i > 0 && r->blocks[i - 1].first > b->first)
			abort();
	}
	for (i = 0; i < r->hit_count; i++)
		if (r->hits[i].paired && r->hits[i].kind == HIT_MARK)
			abort();
	for (i = 0; i < r->warning_count; i++)
		if (r->warnings[i].hit >= r->hit_count)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {
		"a.c", "a.inf", "a.bat", "a.xml", "a.S", "a.txt", "a.asm", "Makefile"};
	char open[] = "(+";
	char close[] = "+)";
	struct mark_pairs own = {.begin = {open}, .end = {close}, .count = 1};
	struct scan_result result;
	struct scan_opts scan = {.own = &own};
	unsigned kind;
	struct err err;

	if (size < 1)
		return 0;
	kind = data[0] >> 6;
	scan.set = set_of(kind % 3);
	scan.comments_only = (data[0] & 0x20) != 0;
	scan.marks_only = kind == 2;
	if (kind == 2)
		scan.matcher = &discover_matcher;
	if (scan_bytes(&scan, names[data[0] & 7], span_of(data + 1, size - 1), &result, &err) ==
		ERR_OK) {
		check(&result, size);
		scan_result_free(&result);
	}
	return 0;
}
