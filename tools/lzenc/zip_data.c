/* SPDX-License-Identifier: MIT */
/* PKWARE APPNOTE 6.3.10, 4.3.7, 4.4.4, 4.4.5, 4.5.5; for AES WinZip's AE-1 and AE-2. */
#include "zip_data.h"

#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/hash.h"
#include "biosbelt/inflate.h"
#include "biosbelt/zip_dir.h"

#define LOCAL_LEN  30
#define DEFLATE    8
#define DEFLATE64  9
#define AES        99
#define ENCRYPTED  1u
#define STRONG     0x40u
#define EXTRA_NTFS 0x0Au
#define EXTRA_AES  0x9901u

struct zip_place {
	uint64_t header; /* offset of the local header */
	uint64_t packed, size;
	uint32_t crc;
	uint16_t flags, method;
	struct span extra;
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

enum err_code zip_data_read(struct span in, struct zip_data *out, struct err *err)
{
	struct zip_item item;
	struct zip_dir dir;
	struct cursor c;
	size_t cap = 0;

	*out = (struct zip_data){.in = in};
	if (!zip_dir_find(in, &dir))
		return ERR_OK;
	out->end = dir.at;
	for (c = (struct cursor){.in = dir.items}; zip_item_next(&c, &item); out->count++) {
		if (!ALLOC_ROOM(out->list, out->count, &cap))
			return err_set(err, ERR_NOMEM, "out of memory");
		out->list[out->count] = (struct zip_place){.header = dir.base + item.header,
			.packed = item.packed,
			.size = item.size,
			.crc = item.crc,
			.flags = (uint16_t)item.flags,
			.method = (uint16_t)item.method,
			.extra = item.extra,
			.number = out->count};
	}
	if (out->count != 0)
		qsort(out->list, out->count, sizeof(*out->list), by_header);
	return ERR_OK;
}

void zip_data_free(struct zip_data *z)
{
	free(z->list);
	*z = (struct zip_data){.list = NULL};
}

struct local {
	uint16_t flags, method;
	uint64_t content; /* where it begins */
};

static bool read_local(const struct zip_data *z, const struct zip_place *p, struct local *out)
{
	uint16_t name = 0, extra = 0;
	struct span local;

	if (p->header > z->in.len || !span_slice(z->in, (size_t)p->header, LOCAL_LEN, &local) ||
		!span_starts(local, "PK\3\4", 4))
		return false;
	span_u16le(local, 6, &out->flags);
	span_u16le(local, 8, &out->method);
	span_u16le(local, 26, &name);
	span_u16le(local, 28, &extra);
	out->content = p->header + LOCAL_LEN + name + extra;
	return true;
}

/* The last entry that begins before this place, or NULL; *end: where the next begins. */
static const struct zip_place *find(const struct zip_data *z, uint64_t at, uint64_t *end)
{
	size_t low = 0, high = z->count, next;

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
	return &z->list[low];
}

static bool find_field(struct span extra, unsigned id, struct cursor *out)
{
	struct cursor c = {.in = extra};

	while (cursor_left(&c) >= 4) {
		unsigned found = cursor_u16le(&c);
		uint16_t len = cursor_u16le(&c);

		*out = (struct cursor){.in = cursor_take(&c, len)};
		if (found == id)
			return !c.bad;
	}
	return false;
}

/* The method of the data, also where they are encrypted. */
static unsigned method_of(const struct zip_place *p, bool *no_crc)
{
	struct cursor c;
	unsigned version;

	*no_crc = false;
	if (p->method != AES || !find_field(p->extra, EXTRA_AES, &c))
		return p->method;
	version = cursor_u16le(&c);
	*no_crc = version == 2;
	cursor_skip(&c, 3);
	return cursor_u16le(&c);
}

static void add_times(const struct zip_place *p, struct sz_entry *e)
{
	struct cursor c;

	if (!find_field(p->extra, EXTRA_NTFS, &c))
		return;
	cursor_skip(&c, 4);
	if (cursor_u16le(&c) != 1 || cursor_u16le(&c) < 24)
		return;
	e->has_mtime |= sz_time(cursor_u64le(&c), &e->mtime_ns);
	e->has_atime |= sz_time(cursor_u64le(&c), &e->atime_ns);
	e->has_created = sz_time(cursor_u64le(&c), &e->created_ns);
}

bool zip_data_facts(const struct zip_data *z, uint64_t at, struct sz_entry *e)
{
	uint64_t end;
	const struct zip_place *p = find(z, at, &end);
	struct local local;
	struct span target;
	bool no_crc;

	if (p == NULL || !read_local(z, p, &local) ||
		(local.content != at && local.content + p->packed != at))
		return true;
	(void)method_of(p, &no_crc);
	e->has_crc = e->type == SZ_FILE && !no_crc;
	e->crc = p->crc;
	add_times(p, e);
	return e->type != SZ_LINK || p->method != 0 || (p->flags & ENCRYPTED) != 0 ||
	       !span_slice(z->in, (size_t)local.content, (size_t)p->packed, &target) ||
	       crc32_update(0, target) == p->crc;
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
	struct local local;
	struct span packed;
	bool no_crc;
	unsigned method;

	*out = NULL;
	if (p == NULL || !read_local(z, p, &local) || local.content != at)
		return ERR_OK;
	method = method_of(p, &no_crc);
	if ((p->flags & local.flags & ENCRYPTED) != 0 &&
		((p->flags & STRONG) != 0 || (method != 0 && method != DEFLATE)))
		return err_set(err, ERR_UNSUPPORTED,
			"encrypted data of method %u are not decoded here", method);
	if (((p->flags | local.flags) & ENCRYPTED) != 0 || method != DEFLATE64 ||
		local.method != DEFLATE64)
		return ERR_OK;
	if (p->size != size)
		return err_set(err, ERR_FORMAT, "its two headers state different sizes");
	if (at > end || p->packed > end - at ||
		!span_slice(z->in, (size_t)at, (size_t)p->packed, &packed))
		return err_set(err, ERR_FORMAT, "its data run into the next entry or past the end");
	return open_content(packed, p, out, err);
}
