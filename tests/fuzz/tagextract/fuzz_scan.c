/* SPDX-License-Identifier: MIT */
/* The scanner over any bytes: the first byte chooses the file's name and the options. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tags/scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The tag sets of the four ways to compare: each is made once, for that costs more than a scan. */
static const struct tag_set *set_of(unsigned flags)
{
	static struct tag_set sets[4];
	const char *tags[] = {"Ta", "AMI_START", "\xE4\xBF\xAE"};
	struct tag_opts opts = {.part_of_word = (flags & 1) != 0, .fold = (flags & 2) != 0};
	struct tag_set *set = &sets[flags & 3];
	struct err err;

	if (set->count == 0 && tag_set_init(set, tags, 3, &opts, &err) != ERR_OK)
		abort();
	return set;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {
		"a.c", "a.inf", "a.bat", "a.xml", "a.S", "a.txt", "a.asm"};
	struct scan_result result;
	struct scan_opts scan = {0};
	struct err err;

	if (size < 1)
		return 0;
	scan.set = set_of(data[0] >> 6);
	scan.comments_only = (data[0] & 0x20) != 0;
	if (scan_bytes(&scan, names[(data[0] & 15) % 7], span_of(data + 1, size - 1), &result,
		    &err) == ERR_OK)
		scan_result_free(&result);
	return 0;
}
