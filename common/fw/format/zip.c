/* SPDX-License-Identifier: MIT */
#include "biosbelt/zip.h"

#define END_LEN      22u
#define END_SIZE     12u /* of the directory */
#define END_OFFSET   16u
#define END_COMMENT  20u
#define END64_MARK   0x06064B50u
#define END64_LEN    76u /* with the locator after it */
#define END64_SIZE   40u
#define END64_OFFSET 48u
#define ENTRY_MARK   0x02014B50u
#define LOCAL_MARK   0x04034B50u
#define LOCAL_NAME   26u
#define LOCAL_LEN    30u
#define WIDE         0xFFFFFFFFu /* the number is in the extra field */
#define WIDE_ID      1u
#define EXTRA_MAX    32u

/* The directory's size and offset; false: it cannot be before at. */
static bool read_end(struct span in, size_t at, struct zip *z)
{
	uint32_t size32 = 0, offset32 = 0, mark = 0;
	uint64_t size, offset;
	uint16_t comment = 0;

	if (!span_u32le(in, at + END_SIZE, &size32) ||
		!span_u32le(in, at + END_OFFSET, &offset32) ||
		!span_u16le(in, at + END_COMMENT, &comment))
		return false;
	*z = (struct zip){.dir_end = at, .end = at + END_LEN + comment};
	if (z->end > in.len)
		z->end = in.len;
	size = size32;
	offset = offset32;
	if (at >= END64_LEN && span_u32le(in, at - END64_LEN, &mark) && mark == END64_MARK) {
		z->dir_end = at - END64_LEN;
		(void)span_u64le(in, z->dir_end + END64_SIZE, &size);
		(void)span_u64le(in, z->dir_end + END64_OFFSET, &offset);
	}
	if (size > z->dir_end || offset > z->dir_end - size)
		return false;
	z->dir = z->dir_end - (size_t)size;
	z->base = z->dir - (size_t)offset;
	return true;
}

/* Takes from the extra field what has no room in an entry: the unpacked size, which has none in
 * front of the others, the packed size and the offset. */
static void widen(struct span extra, uint32_t unpacked, uint64_t *packed, uint64_t *offset)
{
	struct cursor c = {.in = extra};
	uint16_t id = cursor_u16le(&c), len = cursor_u16le(&c);
	unsigned i;

	for (i = 0; i < EXTRA_MAX && id != WIDE_ID; i++) {
		cursor_skip(&c, len);
		id = cursor_u16le(&c);
		len = cursor_u16le(&c);
	}
	if (c.bad || id != WIDE_ID)
		return;
	if (unpacked == WIDE)
		cursor_skip(&c, 8);
	if (*packed == WIDE)
		*packed = cursor_u64le(&c);
	if (*offset == WIDE)
		*offset = cursor_u64le(&c);
}

/* The content, after the local header, whose name and extra field have lengths of their own. in:
 * what is before the directory. */
static bool find_content(struct span in, uint64_t head, uint64_t len, struct zip_file *out)
{
	struct cursor local = {.in = in, .pos = (size_t)head};

	if (head > in.len || cursor_u32le(&local) != LOCAL_MARK)
		return false;
	cursor_skip(&local, LOCAL_NAME - 4);
	out->head = (size_t)head;
	out->off = out->head + LOCAL_LEN + cursor_u16le(&local);
	out->off += cursor_u16le(&local);
	if (local.bad || out->off > in.len)
		return false;
	out->len = len < in.len - out->off ? (size_t)len : in.len - out->off;
	return true;
}

bool zip_next(struct span in, struct zip *z, struct zip_file *out)
{
	struct span files = {in.ptr, z->dir};
	struct cursor c = {.in = {in.ptr, z->dir_end}, .pos = z->dir};
	uint32_t unpacked, mark = cursor_u32le(&c);
	uint64_t packed, offset;
	uint16_t name, extra, comment;
	struct span more;

	cursor_skip(&c, 6);
	out->stored = cursor_u16le(&c) == 0;
	cursor_skip(&c, 8);
	packed = cursor_u32le(&c);
	unpacked = cursor_u32le(&c);
	name = cursor_u16le(&c);
	extra = cursor_u16le(&c);
	comment = cursor_u16le(&c);
	cursor_skip(&c, 8);
	offset = cursor_u32le(&c);
	cursor_skip(&c, name);
	more = cursor_take(&c, extra);
	cursor_skip(&c, comment);
	if (c.bad || mark != ENTRY_MARK)
		return false;
	widen(more, unpacked, &packed, &offset);
	z->dir = c.pos;
	return offset <= in.len && find_content(files, z->base + offset, packed, out);
}

bool zip_find(struct span in, size_t from, struct zip *out)
{
	size_t hit = from;

	for (; (hit = span_find(in, hit, ZIP_END_MARK, 4)) != SIZE_MAX; hit += 4) {
		struct zip_file first;
		struct zip z;

		if (!read_end(in, hit, &z))
			continue;
		*out = z;
		if (zip_next(in, &z, &first)) {
			out->start = out->base != 0 ? out->base : first.head;
			return true;
		}
	}
	return false;
}
