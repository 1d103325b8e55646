/* SPDX-License-Identifier: MIT */
#include "change/line_ends.h"

#include "change/hunks.h"

static enum line_end kind_at(struct span text, size_t lf)
{
	if (lf == 0)
		return LINE_END_LF;
	return text.ptr[lf - 1] == '\r'          ? LINE_END_CRLF
	       : text.ptr[lf - 1] == HUNKS_CR[0] ? LINE_END_CR
						 : LINE_END_LF;
}

/* A block in other line ends may be at the begin of the file as anywhere. */
enum line_end line_ends_kind(struct span text)
{
	size_t lf = span_find(text, 0, "\n", 1);
	enum line_end kind = lf != SIZE_MAX ? kind_at(text, lf) : LINE_END_LF;
	size_t count[] = {0, 0, 0};
	size_t i;

	for (; lf != SIZE_MAX; lf = span_find(text, lf + 1, "\n", 1))
		count[kind_at(text, lf)]++;
	for (i = 0; i < sizeof count / sizeof count[0]; i++)
		if (count[i] > count[kind])
			kind = (enum line_end)i;
	return kind;
}

bool line_ends_differ(struct span a, struct span b)
{
	return span_find(a, 0, "\n", 1) != SIZE_MAX && span_find(b, 0, "\n", 1) != SIZE_MAX &&
	       line_ends_kind(a) != line_ends_kind(b);
}

enum err_code line_ends_set(struct span text, enum line_end kind, struct buf *out, struct err *err)
{
	static const char *const ends[] = {"\n", "\r\n", HUNKS_CR};
	size_t i;

	for (i = 0; i < text.len; i++) {
		bool before = i + 1 < text.len && text.ptr[i + 1] == '\n';

		if (before && (text.ptr[i] == '\r' || text.ptr[i] == HUNKS_CR[0]))
			continue;
		if (text.ptr[i] == '\n')
			buf_str(out, ends[kind]);
		else
			buf_add_u8(out, text.ptr[i]);
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}
