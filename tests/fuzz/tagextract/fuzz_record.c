/* SPDX-License-Identifier: MIT */
/* The record of a target and the file .tagextract. No path of a record leads out of the folder, and
 * what is written is read again. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "output/record.h"
#include "settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_path(const char *path)
{
	if (path[0] == '\0' || path[0] == '/' || strcmp(path, "..") == 0 ||
		strncmp(path, "../", 3) == 0 || strstr(path, "/../") != NULL)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char head[] = "# tagextract: files copied into the folder beside this file\n";
	struct mark_pairs pairs = {.count = 0};
	struct filter filter = {0};
	struct record first = {.file = NULL};
	struct record again = {.file = NULL};
	struct buf b;
	struct err err;
	size_t i;

	(void)settings_read(span_of(data, size), &pairs, &filter, &err);
	mark_pairs_free(&pairs);
	filter_free(&filter);
	if (record_read(span_of(data, size), &first, &err) == ERR_OK) {
		buf_init(&b, 0);
		buf_str(&b, head);
		for (i = 0; i < first.count; i++) {
			check_path(first.lines[i].path);
			record_sum(&b, first.lines[i].path, first.lines[i].hex);
		}
		if (record_read(span_of(b.ptr, b.len), &again, &err) != ERR_OK ||
			again.count != first.count)
			abort();
		for (i = 0; i < first.count; i++)
			if (strcmp(first.lines[i].path, again.lines[i].path) != 0)
				abort();
		buf_free(&b);
	}
	record_free(&first);
	record_free(&again);
	return 0;
}
