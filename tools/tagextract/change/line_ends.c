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

struct kinds {
	size_t count[3];
	enum line_end most;
};

/* A block in other line ends may be at the beginning of a file as anywhere. */
static struct kinds count_kinds(struct span text)
{
	size_t lf = span_find(text, 0, "\n", 1);
	struct kinds k = {.most = lf != SIZE_MAX ? kind_at(text, lf) : LINE_END_LF};
	size_t i;

	for (; lf != SIZE_MAX; lf = span_find(text, lf + 1, "\n", 1))
		k.count[kind_at(text, lf)]++;
	for (i = 0; i < sizeof k.count / sizeof k.count[0]; i++)
		if (k.count[i] > k.count[k.most])
			k.most = (enum line_end)i;
	return k;
}

enum line_end line_ends_kind(struct span text)
{
	return count_kinds(text).most;
}

bool line_ends_differ(struct span old, struct span text)
{
	struct kinds was = count_kinds(old);
	struct kinds is = count_kinds(text);

	return is.count[is.most] != 0 && was.most != is.most &&
	       is.count[was.most] < was.count[was.most] - was.count[was.most] / 2;
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
