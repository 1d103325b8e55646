/* SPDX-License-Identifier: MIT */
/* The reader of cache files. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cache.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *tag = "Tag_1";
	struct tag_opts opts = {0};
	struct tag_set set;
	char name[] = "a.c";
	struct job_file file = {.relative = name, .size = 5, .mtime_ns = 1000, .ino = 7};
	struct job job = {.files = &file, .count = 1, .scan = {.set = &set}};
	struct err err;

	if (tag_set_init(&set, &tag, 1, &opts, &err) != ERR_OK)
		abort();
	cache_apply(span_of(data, size), &job, &err);
	tag_set_free(&set);
	return 0;
}
