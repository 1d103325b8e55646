/* SPDX-License-Identifier: MIT */
/* Line ends of a text in any encoding that has them as units of their own. */
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

#define SUM_BYTES ((size_t)128) /* whose sums fit a byte, so that the compiler uses vectors */

/* The same of bytes. */
static void count_in_bytes(struct span in, struct txt_lines *out)
{
	for (size_t pos = 0; pos < in.len; pos += SUM_BYTES) {
		const uint8_t *p = in.ptr + pos;
		size_t len = in.len - pos < SUM_BYTES ? in.len - pos : SUM_BYTES;
		uint8_t lf = 0;
		uint8_t cr = 0;
		uint8_t both = pos != 0 && p[0] == '\n' && p[-1] == '\r';

		for (size_t i = 0; i < len; i++) {
			lf = (uint8_t)(lf + (p[i] == '\n'));
			cr = (uint8_t)(cr + (p[i] == '\r'));
		}
		for (size_t i = 1; i < len; i++)
			both = (uint8_t)(both + ((p[i] == '\n') & (p[i - 1] == '\r')));
		out->lf += (uint64_t)lf - both;
		out->cr += (uint64_t)cr - both;
		out->crlf += both;
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
