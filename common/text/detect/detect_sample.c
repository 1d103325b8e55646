/* SPDX-License-Identifier: MIT */
/*
 * Large inputs. Structure and validity are judged on every byte; which language the characters
 * are of shows after some thousand of them. So whole lines from places spread evenly over the
 * input are priced first, and that is the answer when it is certain and holds for all of it.
 * Where it is not all of the input is priced.
 */
#include "detect/detect_private.h"

#define WINDOWS    24
#define WINDOW_LEN 4096           /* bytes over 7F in each */
#define LINE_MAX   ((size_t)8192) /* a line end has to come within */

bool sample_worth(uint64_t high)
{
	return high > (uint64_t)4 * WINDOWS * WINDOW_LEN;
}

/* Begin of the first line at or after pos; in.len when none comes soon. */
static size_t line_from(struct span in, size_t pos)
{
	size_t left = in.len - pos < LINE_MAX ? in.len - pos : LINE_MAX;
	const uint8_t *end = pos == 0 ? NULL : memchr(in.ptr + pos, '\n', left);

	if (pos == 0)
		return 0;
	return end == NULL ? in.len : (size_t)(end - in.ptr) + 1;
}

static uint64_t count_high(struct span in)
{
	uint64_t high = 0;

	for (size_t i = 0; i < in.len; i++)
		high += in.ptr[i] >> 7;
	return high;
}

/* Adds lines from pos on until there is enough, or end. */
static bool add_window(struct span in, size_t pos, size_t end, struct buf *out)
{
	uint64_t high = 0;

	while (pos < end && high < WINDOW_LEN) {
		size_t next = line_from(in, pos + 1);
		struct span line = span_of(in.ptr + pos, next - pos);

		if (next == in.len && line.len > LINE_MAX)
			return false;
		high += count_high(line);
		buf_add(out, line.ptr, line.len);
		pos = next;
	}
	return true;
}

bool sample_take(struct span in, struct buf *out)
{
	for (size_t i = 0; i < WINDOWS; i++) {
		size_t from = line_from(in, in.len / WINDOWS * i);

		if (from == in.len || !add_window(in, from, in.len / WINDOWS * (i + 1), out))
			return false;
	}
	return out->failed == ERR_OK;
}

#define DAMAGES 3 /* more bad places may be lines of another encoding */

bool sample_holds(struct span in, enum text_enc enc, uint64_t *bad)
{
	struct part lines = {in, LINES_UTF8};
	struct span line;
	size_t pos = 0;

	*bad = count_bad(enc, in);
	if (*bad > DAMAGES)
		return false;
	/* Few pairs of GBK read as a line of UTF-8, many characters of one byte do. */
	return enc < TEXT_SINGLE_FIRST || !part_next(&lines, &pos, &line);
}
