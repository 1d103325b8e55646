/* SPDX-License-Identifier: MIT */
#include "change/line_ends.h"

#include <string.h>

bool line_ends_crlf(struct span text)
{
	size_t lf = span_find(text, 0, "\n", 1);

	return lf != SIZE_MAX && lf > 0 && text.ptr[lf - 1] == '\r';
}

bool line_ends_differ(struct span a, struct span b)
{
	return span_find(a, 0, "\n", 1) != SIZE_MAX && span_find(b, 0, "\n", 1) != SIZE_MAX &&
	       line_ends_crlf(a) != line_ends_crlf(b);
}

enum err_code line_ends_set(struct span text, bool crlf, struct buf *out, struct err *err)
{
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\r' && i + 1 < text.len && text.ptr[i + 1] == '\n')
			continue;
		if (text.ptr[i] == '\n' && crlf)
			buf_add_u8(out, '\r');
		buf_add_u8(out, text.ptr[i]);
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}
