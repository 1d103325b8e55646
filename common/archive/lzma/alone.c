/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma_alone.h"

#include <stdlib.h>

bool lzma_alone_parse(struct span in, struct lzma_alone *out)
{
	struct cursor c = {.in = in};
	uint8_t prop = cursor_u8(&c);
	struct lzma_alone head;

	head.prop.dict = cursor_u32le(&c);
	head.size = cursor_u64le(&c);
	if (c.bad || !lzma_prop_parse(prop, &head.prop))
		return false;
	*out = head;
	return true;
}

/* 2^n or 2^n + 2^(n-1), or the largest number: what 7-Zip and liblzma accept. */
static bool usual_dict(uint32_t dict)
{
	uint32_t low = dict & (0u - dict);

	return dict == UINT32_MAX || (dict >= LZMA_DICT_LEAST && (dict == low || dict == low * 3));
}

bool lzma_alone_likely(struct span in)
{
	struct lzma_alone head;
	uint8_t first = 0;

	if (!lzma_alone_parse(in, &head) || !span_u8(in, LZMA_ALONE_HEAD, &first))
		return false;
	if (head.size != LZMA_SIZE_UNKNOWN && head.size >> 40 != 0)
		return false;
	return first == 0 && usual_dict(head.prop.dict);
}

void lzma_alone_put(const struct lzma_alone *head, uint8_t out[LZMA_ALONE_HEAD])
{
	out[0] = lzma_prop_byte(&head->prop);
	put_u32le(out + 1, head->prop.dict);
	put_u64le(out + 5, head->size);
}

/* Keeps the LZMA reader below the filter, to ask it where it stopped. */
struct alone_reader {
	struct reader base;
	struct reader *top;
	struct reader *lzma;
	struct lzma_alone head;
};

static enum err_code alone_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct alone_reader *a = (struct alone_reader *)r;

	return a->top->read(a->top, ptr, cap, got, err);
}

static void alone_close(struct reader *r)
{
	struct alone_reader *a = (struct alone_reader *)r;

	reader_close(a->top);
	free(a);
}

/* span -> LZMA1 -> filter; on failure all opened readers are closed. */
static enum err_code open_chain(struct alone_reader *a, struct span body, enum branch_kind filter,
	bool marker_ok, uint64_t memlimit, struct err *err)
{
	struct reader *bytes = NULL;
	enum err_code rc = reader_span(body, &bytes, err);

	if (rc != ERR_OK)
		return rc;
	rc = lzma1_reader(bytes, &a->head.prop, a->head.size, marker_ok, memlimit, &a->lzma, err);
	if (rc != ERR_OK) {
		reader_close(bytes);
		return rc;
	}
	a->top = a->lzma;
	if (filter == BRANCH_NONE)
		return ERR_OK;
	rc = branch_reader(a->lzma, filter, &a->top, err);
	if (rc != ERR_OK)
		reader_close(a->lzma);
	return rc;
}

enum err_code lzma_alone_reader(struct span in, enum branch_kind filter, bool marker_ok,
	uint64_t memlimit, struct reader **out, struct err *err)
{
	struct alone_reader *a;
	struct lzma_alone head;
	struct span body;
	enum err_code rc;

	if (!lzma_alone_parse(in, &head) || !span_from(in, LZMA_ALONE_HEAD, &body))
		return err_set(err, ERR_FORMAT, "no LZMA header");
	a = calloc(1, sizeof(*a));
	if (a == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	a->base.read = alone_read;
	a->base.close = alone_close;
	a->head = head;
	rc = open_chain(a, body, filter, marker_ok, memlimit, err);
	if (rc != ERR_OK) {
		free(a);
		return rc;
	}
	*out = &a->base;
	return ERR_OK;
}

void lzma_alone_ended(
	const struct reader *r, struct span in, uint64_t out_len, struct lzma_alone_end *end)
{
	const struct alone_reader *a = (const struct alone_reader *)r;
	struct span rest = {NULL, 0};

	*end = (struct lzma_alone_end){.out = out_len};
	end->used = LZMA_ALONE_HEAD + lzma_reader_used(a->lzma);
	span_from(in, (size_t)end->used, &rest);
	end->trailing = rest.len;
	end->padding = span_is_filled(rest, 0x00) || span_is_filled(rest, 0xFF);
}
