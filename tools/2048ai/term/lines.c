/* SPDX-License-Identifier: MIT */
#include "term/lines.h"

#include <string.h>

enum err_code lines_open(struct lines *l, struct err *err)
{
	memset(l, 0, sizeof(*l));
	return file_in_stdin(&l->in, err);
}

void lines_close(struct lines *l)
{
	file_in_close(l->in);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Reads one line with its blanks; *whole: it was not too long. */
static enum err_code read_line(
	struct lines *l, size_t *len, bool *whole, bool *end, struct err *err)
{
	size_t got;

	*len = 0;
	*whole = true;
	*end = false;
	for (;;) { /* byte by byte: an answer is due as soon as a line is complete */
		char c;

		if (file_in_read(l->in, &c, 1, &got, err) != ERR_OK)
			return err->code;
		if (got == 0) {
			*end = *len == 0;
			return ERR_OK;
		}
		if (c == '\n')
			return ERR_OK;
		if (*len < LINE_BYTES)
			l->text[(*len)++] = c;
		else
			*whole = false;
	}
}

enum err_code lines_next(struct lines *l, bool *end, struct err *err)
{
	size_t len = 0, first = 0;
	bool whole = true;

	do {
		if (read_line(l, &len, &whole, end, err) != ERR_OK)
			return err->code;
		if (*end)
			return ERR_OK;
		l->number++;
		while (len > 0 && is_blank(l->text[len - 1]))
			len--;
	} while (len == 0);
	while (is_blank(l->text[first]))
		first++;
	memmove(l->text, l->text + first, len - first);
	l->too_long = !whole;
	l->text[whole ? len - first : 0] = '\0';
	return ERR_OK;
}
