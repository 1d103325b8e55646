/* SPDX-License-Identifier: MIT */
/* Line ends of a text in any encoding that has them as units of their own. */
#include <string.h>

#include "parts.h"

struct units {
	struct span in;
	unsigned size; /* bytes of one: 1, 2 or 4 */
	bool big;
};

/* The unit at pos; values above 255 need not be distinguished. */
static uint32_t unit_at(const struct units *u, size_t pos)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < u->size; i++) {
		unsigned shift = 8 * (u->big ? u->size - 1 - i : i);

		value |= (uint32_t)u->in.ptr[pos + i] << shift;
	}
	return value;
}

/* After the next of these bytes; 0: there is none. */
static size_t after_byte(struct span in, size_t pos, char byte)
{
	const uint8_t *at = pos < in.len ? memchr(in.ptr + pos, byte, in.len - pos) : NULL;

	return at == NULL ? 0 : (size_t)(at - in.ptr) + 1;
}

/* The same of bytes. */
static void count_in_bytes(struct span in, struct txt_lines *out)
{
	for (size_t pos = 0; (pos = after_byte(in, pos, '\n')) != 0;)
		out->lf++;
	for (size_t pos = 0; (pos = after_byte(in, pos, '\r')) != 0;) {
		bool both = pos < in.len && in.ptr[pos] == '\n';

		out->lf -= both;
		out->crlf += both;
		out->cr += !both;
	}
}

void count_lines(struct span in, enum text_enc enc, struct txt_lines *out)
{
	struct units u = {.in = in,
		.size = text_enc_unit(enc),
		.big = enc == TEXT_UTF16BE || enc == TEXT_UTF32BE};
	uint32_t before = 0;

	*out = (struct txt_lines){0, 0, 0};
	if (u.size == 1) {
		count_in_bytes(in, out);
		return;
	}
	for (size_t pos = 0; in.len - pos >= u.size; pos += u.size) {
		uint32_t now = unit_at(&u, pos);

		if (now == '\n') {
			out->crlf += before == '\r';
			out->lf += before != '\r';
		} else if (before == '\r') {
			out->cr++;
		}
		before = now;
	}
	out->cr += before == '\r';
}
