/* SPDX-License-Identifier: MIT */
/* Records and offsets: PKWARE APPNOTE 6.3.10, 4.3.12 to 4.3.16, 4.5.3. */
#include "biosbelt/zip_dir.h"

#include <string.h>

#define END_LEN      22
#define END_BACK_MAX (END_LEN + 65535) /* including the longest comment */
#define LOCATOR_LEN  20
#define END64_LEN    56
#define CENTRAL_LEN  46
#define EXTRA_ZIP64  1
#define UNKNOWN16    0xFFFFu
#define UNKNOWN32    0xFFFFFFFFu

/* The central directory: len bytes from off on. */
struct central {
	uint64_t off, len;
};

/* The last record whose comment ends the file, or else the last one: there may be its mark in the
 * comment, or something behind the archive. Of padding, one byte over and over, any length. */
static bool find_end(struct span in, size_t *at)
{
	size_t i, least, used = in.len;
	uint16_t comment;
	bool found = false;

	if (in.len < END_LEN)
		return false;
	while (used > 0 && in.ptr[used - 1] == in.ptr[in.len - 1])
		used--;
	least = used > END_BACK_MAX ? used - END_BACK_MAX : 0;
	for (i = (used < in.len - END_LEN ? used : in.len - END_LEN) + 1; i-- > least;) {
		if (memcmp(in.ptr + i, "PK\5\6", 4) != 0)
			continue;
		*at = found ? *at : i;
		found = true;
		if (span_u16le(in, i + 20, &comment) && i + END_LEN + comment == in.len) {
			*at = i;
			break;
		}
	}
	return found;
}

/* Reads the long record if a number of the short one refers to it. */
static void find_end64(struct span in, size_t *end, struct central *c)
{
	struct span at;
	uint64_t off;

	if (*end < LOCATOR_LEN || !span_from(in, *end - LOCATOR_LEN, &at) ||
		!span_starts(at, "PK\6\7", 4) || !span_u64le(at, 8, &off) || off > in.len ||
		!span_slice(in, (size_t)off, END64_LEN, &at) || !span_starts(at, "PK\6\6", 4))
		return;
	span_u64le(at, 40, &c->len);
	span_u64le(at, 48, &c->off);
	*end = (size_t)off;
}

/* The directory's place and size from the record at the end, and where that record begins. */
static bool read_end(struct span in, struct central *c, size_t *end)
{
	uint32_t len = 0, off = 0;

	if (!find_end(in, end))
		return false;
	span_u32le(in, *end + 12, &len);
	span_u32le(in, *end + 16, &off);
	*c = (struct central){.off = off, .len = len};
	if (len == UNKNOWN32 || off == UNKNOWN32)
		find_end64(in, end, c);
	return true;
}

bool zip_is_whole(struct span in)
{
	struct central c;
	struct span out;
	size_t end;

	return read_end(in, &c, &end) && c.off <= in.len && c.len <= in.len &&
	       span_slice(in, (size_t)c.off, (size_t)c.len, &out) && c.off + c.len == end &&
	       span_starts(out, "PK\1\2", 4);
}

struct span zip_to_end(struct span in)
{
	size_t end;

	return find_end(in, &end) ? span_of(in.ptr, end + END_LEN) : in;
}

size_t zip_dir_count(struct span in)
{
	uint16_t count = 0;
	size_t end;

	if (find_end(in, &end))
		span_u16le(in, end + 10, &count);
	return count != UNKNOWN16 ? count : 0;
}

bool zip_dir_find(struct span in, struct zip_dir *out)
{
	struct central c;
	size_t end;

	if (!read_end(in, &c, &end))
		return false;
	/* a program before the archive moves it without changing its offsets */
	if (c.len <= end && span_slice(in, end - (size_t)c.len, (size_t)c.len, &out->items) &&
		span_starts(out->items, "PK\1\2", 4)) {
		out->at = end - (size_t)c.len;
		out->base = out->at - c.off;
		return true;
	}
	out->at = (size_t)c.off;
	out->base = 0;
	return c.off <= in.len && c.len <= in.len &&
	       span_slice(in, (size_t)c.off, (size_t)c.len, &out->items);
}

bool zip_end_is_odd(struct span in)
{
	uint16_t disk = 0, dir_disk = 0, here = 0, all = 0;
	struct central c;
	struct span locator;
	struct zip_dir dir;
	size_t end, at;

	if (!find_end(in, &at) ||
		(span_starts(in, "PK\3\4", 4) && zip_dir_find(in, &dir) && dir.base != 0))
		return true;
	if (at >= LOCATOR_LEN && span_from(in, at - LOCATOR_LEN, &locator) &&
		span_starts(locator, "PK\6\7", 4))
		return false;
	span_u16le(in, at + 4, &disk);
	span_u16le(in, at + 6, &dir_disk);
	span_u16le(in, at + 8, &here);
	span_u16le(in, at + 10, &all);
	return disk != 0 || dir_disk != 0 || here != all || !read_end(in, &c, &end) ||
	       c.off + c.len > end;
}

bool zip_has_directory(struct span in)
{
	struct zip_dir dir;

	return zip_dir_find(in, &dir) && span_starts(dir.items, "PK\1\2", 4);
}

/* The ZIP64 field has only those numbers whose short form is full, in this order. */
static void read_long(struct zip_item *item)
{
	uint64_t *const wide[] = {&item->size, &item->packed, &item->header};
	struct cursor c = {.in = item->extra};
	size_t i;

	while (cursor_left(&c) >= 4) {
		uint16_t id = cursor_u16le(&c), len = cursor_u16le(&c);
		struct cursor field = {.in = cursor_take(&c, len)};

		if (id != EXTRA_ZIP64)
			continue;
		for (i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
			if (*wide[i] == UNKNOWN32 && cursor_left(&field) >= 8)
				*wide[i] = cursor_u64le(&field);
		return;
	}
}

bool zip_item_next(struct cursor *c, struct zip_item *out)
{
	uint16_t name, extra, comment;

	if (cursor_left(c) < CENTRAL_LEN || cursor_u32le(c) != 0x02014B50)
		return false;
	out->made_by = cursor_u16le(c);
	cursor_skip(c, 2);
	out->flags = cursor_u16le(c);
	out->method = cursor_u16le(c);
	cursor_skip(c, 4);
	out->crc = cursor_u32le(c);
	out->packed = cursor_u32le(c);
	out->size = cursor_u32le(c);
	name = cursor_u16le(c);
	extra = cursor_u16le(c);
	comment = cursor_u16le(c);
	cursor_skip(c, 8);
	out->header = cursor_u32le(c);
	out->name = cursor_take(c, name);
	out->extra = cursor_take(c, extra);
	cursor_skip(c, comment);
	if (c->bad)
		return false;
	read_long(out);
	return true;
}
