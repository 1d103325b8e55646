/* SPDX-License-Identifier: MIT */
#include "formats/swaps.h"

#include <stdlib.h>
#include <string.h>

#include "formats/mountinfo.h"

static size_t word_end(struct span line, size_t at)
{
	while (at < line.len && line.ptr[at] != ' ' && line.ptr[at] != '\t')
		at++;
	return at;
}

/* "/dev/sda3 <blanks> partition ..."; blanks in names are escaped as in mountinfo. */
static bool take_line(struct span line, bool (*each)(void *user, const char *path, bool is_file),
	void *user, size_t *unread)
{
	size_t end = word_end(line, 0);
	size_t kind = end;
	struct span word;
	char *path;
	bool go_on;

	while (kind < line.len && (line.ptr[kind] == ' ' || line.ptr[kind] == '\t'))
		kind++;
	word = span_of(line.ptr + kind, word_end(line, kind) - kind);
	if (line.len == 0 || (line.len >= 8 && memcmp(line.ptr, "Filename", 8) == 0))
		return true;
	if (line.ptr[0] != '/' || (!span_equal(word, span_of("file", 4)) &&
					  !span_equal(word, span_of("partition", 9)))) {
		(*unread)++;
		return true;
	}
	path = mount_unescape(span_of(line.ptr, end));
	if (path == NULL) {
		*unread = SIZE_MAX;
		return false;
	}
	go_on = each(user, path, word.len == 4);
	free(path);
	return go_on;
}

size_t swaps_each(
	struct span text, bool (*each)(void *user, const char *path, bool is_file), void *user)
{
	size_t unread = 0;
	size_t at = 0;

	while (at < text.len) {
		size_t end = span_find(text, at, "\n", 1);

		if (end == SIZE_MAX)
			end = text.len;
		if (!take_line(span_of(text.ptr + at, end - at), each, user, &unread))
			break;
		at = end + 1;
	}
	return unread;
}
