/* SPDX-License-Identifier: MIT */
/* PKWARE APPNOTE 6.3.10, 4.3.7, 4.4.4, 4.4.5. */
#include "zip_data.h"

#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/hash.h"
#include "biosbelt/inflate.h"
#include "zip_dir.h"

#define LOCAL_LEN 30
#define DEFLATE64 9
#define ENCRYPTED 1u

struct zip_place {
	uint64_t header; /* offset of the local header */
	uint64_t packed, size;
	uint32_t crc;
	bool ours;     /* to be decoded here */
	size_t number; /* in the directory */
};

struct content {
	struct reader base;
	struct reader *inflate;
	uint64_t left;
	uint32_t crc, want;
};

/* libarchive, too, reads the first of those that share a place. */
static int by_header(const void *pa, const void *pb)
{
	const struct zip_place *a = pa, *b = pb;

	if (a->header != b->header)
		return a->header < b->header ? -1 : 1;
	return (a->number > b->number) - (a->number < b->number);
}

static bool any_ours(struct span items)
{
	struct cursor c = {.in = items};
	struct zip_item item;

	while (zip_item_next(&c, &item))
		if (item.method == DEFLATE64)
			return true;
	return false;
}

enum err_code zip_data_read(struct span in, struct zip_data *out, struct err *err)
{
	struct zip_item item;
	struct zip_dir dir;
	struct cursor c;
	size_t cap = 0;

	*out = (struct zip_data){.in = in};
	if (!zip_dir_find(in, &dir) || !any_ours(dir.items))
		return ERR_OK;
	out->end = dir.at;
	for (c = (struct cursor){.in = dir.items}; zip_item_next(&c, &item); out->count++) {
		if (!ALLOC_ROOM(out->list, out->count, &cap))
			return err_set(err, ERR_NOMEM, "out of memory");
		out->list[out->count] = (struct zip_place){.header = dir.base + item.header,
			.packed = item.packed,
			.size = item.size,
			.crc = item.crc,
			.ours = item.method == DEFLATE64 && (item.flags & ENCRYPTED) == 0,
			.number = out->count};
	}
	qsort(out->list, out->count, sizeof(*out->list), by_header);
	return ERR_OK;
}

void zip_data_free(struct zip_data *z)
{
	free(z->list);
	*z = (struct zip_data){.list = NULL};
}

/* Where the content begins that belongs to a local header; false: not decoded here. */
static bool local_ends(const struct zip_data *z, const struct zip_place *p, uint64_t *at)
{
	uint16_t flags = 0, method = 0, name = 0, extra = 0;
	struct span local;

	if (p->header > z->in.len || !span_slice(z->in, (size_t)p->header, LOCAL_LEN, &local) ||
		!span_starts(local, "PK\3\4", 4))
		return false;
	span_u16le(local, 6, &flags);
	span_u16le(local, 8, &method);
	span_u16le(local, 26, &name);
	span_u16le(local, 28, &extra);
	*at = p->header + LOCAL_LEN + name + extra;
	return method == DEFLATE64 && (flags & ENCRYPTED) == 0;
}

/* The entry whose content is at this place, if it is to be decoded here; *end: where the next
 * entry begins. */
static const struct zip_place *find(const struct zip_data *z, uint64_t at, uint64_t *end)
{
	size_t low = 0, high = z->count, next;
	uint64_t begin;

	while (low < high) { /* the first header at or after it */
		size_t mid = low + (high - low) / 2;

		if (z->list[mid].header < at)
			low = mid + 1;
		else
			high = mid;
	}
	next = low;
	if (low == 0)
		return NULL;
	for (low--; low != 0 && z->list[low - 1].header == z->list[low].header;)
		low--;
	*end = next < z->count && z->list[next].header < z->end ? z->list[next].header : z->end;
	return z->list[low].ours && local_ends(z, &z->list[low], &begin) && begin == at
		       ? &z->list[low]
		       : NULL;
}

static enum err_code content_read(
	struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct content *c = (struct content *)r;
	enum err_code rc = c->inflate->read(c->inflate, ptr, cap, got, err);

	if (rc != ERR_OK)
		return rc;
	c->crc = crc32_update(c->crc, span_of(ptr, *got));
	c->left -= *got;
	if (c->left != 0)
		return ERR_OK;
	if (inflate_end(c->inflate, err) != ERR_OK)
		return err->code;
	if (c->crc != c->want)
		return err_set(err, ERR_FORMAT, "CRC is 0x%08X, not 0x%08X", (unsigned)c->crc,
			(unsigned)c->want);
	return ERR_OK;
}

static void content_close(struct reader *r)
{
	reader_close(((struct content *)r)->inflate);
	free(r);
}

static enum err_code open_content(
	struct span packed, const struct zip_place *p, struct reader **out, struct err *err)
{
	struct content *c = calloc(1, sizeof(*c));
	struct reader *from = NULL;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (reader_span(packed, &from, err) != ERR_OK ||
		inflate_reader(from, true, p->size, &c->inflate, err) != ERR_OK) {
		reader_close(from);
		free(c);
		return err->code;
	}
	c->base = (struct reader){content_read, content_close};
	c->left = p->size;
	c->want = p->crc;
	*out = &c->base;
	return ERR_OK;
}

enum err_code zip_data_open(
	const struct zip_data *z, uint64_t at, uint64_t size, struct reader **out, struct err *err)
{
	uint64_t end;
	const struct zip_place *p = find(z, at, &end);
	struct span packed;

	*out = NULL;
	if (p == NULL)
		return ERR_OK;
	if (p->size != size)
		return err_set(err, ERR_FORMAT, "its two headers state different sizes");
	if (at > end || p->packed > end - at ||
		!span_slice(z->in, (size_t)at, (size_t)p->packed, &packed))
		return err_set(err, ERR_FORMAT, "its data run into the next entry or past the end");
	return open_content(packed, p, out, err);
}
