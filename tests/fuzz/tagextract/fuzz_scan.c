/* SPDX-License-Identifier: MIT */
/* The scanner over any bytes: the first byte chooses the file's name and the options. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "scan.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const names[] = {
		"a.c", "a.inf", "a.bat", "a.xml", "a.S", "a.txt", "a.asm"};
	const char *tags[] = {"Ta", "AMI_START", "\xE4\xBF\xAE"};
	struct tag_opts opts = {0};
	struct scan_result result;
	struct tag_set set;
	struct scan_opts scan = {.set = &set};
	struct err err;

	if (size < 1)
		return 0;
	opts.fold = (data[0] & 0x80) != 0;
	opts.part_of_word = (data[0] & 0x40) != 0;
	scan.comments_only = (data[0] & 0x20) != 0;
	if (tag_set_init(&set, tags, 3, &opts, &err) != ERR_OK)
		abort();
	if (scan_bytes(&scan, names[(data[0] & 15) % 7], span_of(data + 1, size - 1), &result,
		    &err) == ERR_OK)
		scan_result_free(&result);
	tag_set_free(&set);
	return 0;
}
