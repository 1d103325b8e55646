/* SPDX-License-Identifier: MIT */
#include "settings.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/blank.h"
#include "biosbelt/file.h"
#include "biosbelt/utf.h"

static enum err_code take_line(
	struct span line, struct mark_pairs *pairs, struct filter *filter, struct err *err)
{
	size_t end = 0;
	struct span value;
	char pattern[256] = "";

	while (end < line.len && !is_blank(line.ptr[end]))
		end++;
	value = trim(span_of(line.ptr + end, line.len - end));
	if (end == 7 && memcmp(line.ptr, "markers", 7) == 0)
		return mark_pairs_add(pairs, value, err);
	if (end == 7 && memcmp(line.ptr, "include", 7) == 0) {
		if (value.len == 0 || value.len >= sizeof pattern)
			return err_set(err, ERR_FORMAT, "include: a pattern, please");
		memcpy(pattern, value.ptr, value.len);
		return filter_add(&filter->include, pattern, err);
	}
	return err_set(err, ERR_FORMAT, "neither \"markers BEGIN,END\" nor \"include PATTERN\"");
}

enum err_code settings_read(
	struct span text, struct mark_pairs *pairs, struct filter *filter, struct err *err)
{
	enum err_code rc = ERR_OK;
	unsigned number = 0;
	size_t pos = 0;
	size_t end;

	if (span_starts(text, "\xEF\xBB\xBF", 3))
		pos = 3;
	if (utf8_valid_len(text) != text.len || span_find(text, 0, "", 1) != SIZE_MAX)
		return err_set(err, ERR_FORMAT, "not in UTF-8");
	for (; pos < text.len && rc == ERR_OK; pos = end + 1) {
		struct span line;

		end = span_find(text, pos, "\n", 1);
		end = end == SIZE_MAX ? text.len : end;
		line = trim(span_of(text.ptr + pos, end - pos));
		number++;
		if (line.len == 0 || line.ptr[0] == '#')
			continue;
		rc = take_line(line, pairs, filter, err);
		if (rc != ERR_OK)
			err_prefix(err, "line %u", number);
	}
	return rc;
}

enum err_code settings_load(const char *folder, struct mark_pairs *pairs, struct filter *filter,
	bool *found, struct err *err)
{
	struct file_info info;
	struct blob bytes;
	struct blob path;
	enum err_code rc = path_join(folder, ".tagextract", &path, err);

	*found = false;
	if (rc != ERR_OK)
		return rc;
	rc = file_info((const char *)path.ptr, true, &info, err);
	if (rc == ERR_OK && info.type == FILE_REGULAR) {
		*found = true;
		rc = file_read((const char *)path.ptr, SETTINGS_MAX, &bytes, err);
		if (rc == ERR_OK) {
			rc = settings_read(blob_span(bytes), pairs, filter, err);
			blob_free(&bytes);
		}
	}
	if (rc != ERR_OK)
		err_prefix(err, "%s", (const char *)path.ptr);
	blob_free(&path);
	return rc;
}
