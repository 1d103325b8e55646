/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "codec/codec.h"

#define UNIT_MOST 4

struct swap {
	struct reader base;
	struct reader *from;
	unsigned unit, at, have; /* of bytes: swap unit, position, length */
	uint8_t bytes[UNIT_MOST];
};

static enum err_code next_unit(struct swap *s, struct err *err)
{
	size_t got;
	enum err_code rc = s->from->read(s->from, s->bytes, s->unit, &got, err);
	unsigned i;

	if (rc != ERR_OK)
		return rc;
	s->at = 0;
	s->have = (unsigned)got;
	for (i = 0; got == s->unit && i < s->unit / 2; i++) {
		uint8_t byte = s->bytes[i];

		s->bytes[i] = s->bytes[s->unit - 1 - i];
		s->bytes[s->unit - 1 - i] = byte;
	}
	return ERR_OK;
}

static enum err_code swap_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct swap *s = (struct swap *)r;
	uint8_t *to = ptr;

	for (*got = 0; *got < cap; (*got)++) {
		if (s->at == s->have && next_unit(s, err) != ERR_OK)
			return err->code;
		if (s->have == 0)
			break;
		to[*got] = s->bytes[s->at++];
	}
	return ERR_OK;
}

static void swap_close(struct reader *r)
{
	reader_close(((struct swap *)r)->from);
	free(r);
}

enum err_code swap_reader(struct reader *from, unsigned unit, struct reader **out, struct err *err)
{
	struct swap *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	s->base.read = swap_read;
	s->base.close = swap_close;
	s->from = from;
	s->unit = unit;
	*out = &s->base;
	return ERR_OK;
}
