/* SPDX-License-Identifier: MIT */
#include "report/csv.h"

#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/utf.h"
#include "tags/word.h"

void csv_head(const char *line)
{
	if (!os_is_terminal(OS_STDOUT))
		out_str("\xEF\xBB\xBF");
	out_str(line);
	out_str("\r\n");
}

static void csv_text(struct span text)
{
	if (os_is_terminal(OS_STDOUT)) /* shown to the user */
		out_escaped(text);
	else
		out_kept(text, UTF_KEEP_CSV);
}

void csv_field(struct span text)
{
	bool formula = text.len > 0 && tag_is_one_of(text.ptr[0], "=+-@\t\r");
	bool quoted = false;
	size_t pos = 0;
	size_t i;

	for (i = 0; i < text.len; i++)
		quoted = quoted || tag_is_one_of(text.ptr[i], ",\"\r\n");
	if (quoted)
		out_str("\"");
	if (formula)
		out_str("'");
	while (pos <= text.len) {
		size_t end = span_find(text, pos, "\"", 1);

		if (end == SIZE_MAX)
			end = text.len;
		csv_text(span_of(text.ptr + pos, end - pos));
		if (end < text.len)
			out_str("\"\"");
		pos = end + 1;
	}
	if (quoted)
		out_str("\"");
}

void csv_str(const char *text)
{
	csv_field(span_of(text, strlen(text)));
}
