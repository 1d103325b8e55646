/* SPDX-License-Identifier: MIT */
/* The best score, a number in a text file of the settings folder. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "term/play.h"

#define RECORD_NAME "2048-best.txt"
#define RECORD_MAX  4000000ull /* no game scores more: 3,932,100 is the theoretical end */

static enum err_code record_path(bool make, struct blob *out, struct err *err)
{
	struct blob folder;
	enum err_code rc = os_settings_folder(&folder, err);

	if (rc != ERR_OK)
		return rc;
	if (make)
		rc = file_mkdirs((const char *)folder.ptr, err);
	if (rc == ERR_OK)
		rc = path_join((const char *)folder.ptr, RECORD_NAME, out, err);
	blob_free(&folder);
	return rc;
}

uint64_t record_load(void)
{
	struct blob path, text;
	struct err err;
	uint64_t best = 0;

	if (record_path(false, &path, &err) != ERR_OK)
		return 0;
	if (file_read((const char *)path.ptr, 64, &text, &err) == ERR_OK) {
		for (size_t i = 0; i < text.len; i++) {
			uint8_t c = text.ptr[i];

			if (c == '\n' || c == '\r')
				break;
			if (c < '0' || c > '9' || best > RECORD_MAX) {
				best = 0;
				break;
			}
			best = best * 10 + (uint64_t)(c - '0');
		}
		blob_free(&text);
	}
	blob_free(&path);
	return best <= RECORD_MAX ? best : 0;
}

enum err_code record_save(uint64_t best, struct err *err)
{
	struct blob path;
	struct buf text;
	enum err_code rc = record_path(true, &path, err);

	if (rc != ERR_OK)
		return rc;
	buf_init(&text, 64);
	buf_printf(&text, "%llu\n", (unsigned long long)best);
	rc = file_write((const char *)path.ptr, span_of(text.ptr, text.len), true, err);
	buf_free(&text);
	blob_free(&path);
	return rc;
}
