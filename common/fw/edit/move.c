/* SPDX-License-Identifier: MIT */
/*
 * Room between files, as EDK2's GenFv leaves it: the files after a place move up, each to the next
 * offset that its alignment allows, with pad files in between, until a pad file or the free space
 * at the end has taken what is needed.
 */
#include <string.h>

#include "biosbelt/num.h"
#include "edit/edit_private.h"

#define MOVED_MAX       512u
/* PI 1.7, volume 3, 3.2.3: attributes of a file. */
#define FFS_ALIGN_LARGE 0x02u
#define FFS_FIXED       0x04u
#define FFS_ALIGN_SHIFT 3u

#define FIT_POINTER 0x40u /* before the image's end: Intel FIT BIOS specification 1.2, 4 */
#define FIT_MARK    "_FIT_   "
#define FIT_ENTRY   16u /* u64 address, u24 size, ...; of the first one size is their number */

struct move {
	size_t from, to, len; /* from the volume's start */
	size_t head;
};

struct plan {
	const struct room *room;
	struct span volume;
	bool flash;
	struct move moves[MOVED_MAX];
	uint32_t count;
	size_t pad, pad_end; /* the pad file that ends it; pad_end is the end of what changes */
	bool to_end;         /* free space to the volume's end instead */
};

/* PI 1.7, volume 3, 3.2.3: a file without a name that only takes room. */
void make_pad_file(uint8_t *p, size_t size, uint8_t erase, enum fv_fs fs)
{
	static const uint8_t valid = 0x07; /* construction, header and data */

	memset(p, 0xFF, FFS_SUM_HEAD);
	p[FFS_SUM_BODY] = fs == FV_FS_FFS1 ? 0x5A : 0xAA; /* FFS_FIXED_CHECKSUM */
	p[FFS_SUM_BODY + 1] = FFS_PAD;
	p[FFS_ATTRIBUTES] = 0;
	put_u24le(p + FFS_SIZE, (uint32_t)size);
	p[FFS_STATE] = (uint8_t)(valid ^ erase);
	ffs_header_sum_redo(p, FFS_HEADER_LEN);
}

/* The volume that is stored in a file, not packed; false: none. */
static bool stored_volume(struct span file, const struct ffs_head *h, struct span *out)
{
	struct section_head s;
	size_t pos = h->head_len, base = 0; /* what the row's alignment counts from */

	while (section_parse(file, pos, &s)) {
		if (s.type == SECTION_FV_IMAGE)
			return span_from(file, pos + s.head_len, out);
		/* Of a checksum's section, or one that is merely stored, the content follows. */
		if ((s.type == SECTION_GUIDED &&
			    (s.attributes & SECTION_PROCESSING_REQUIRED) == 0) ||
			s.type == SECTION_DISPOSABLE ||
			(s.type == SECTION_COMPRESSION && s.method == 0))
			base = pos += s.head_len;
		else if (s.claimed > file.len - pos ||
			 !num_align(pos - base + (size_t)s.claimed, SECTION_ALIGN, &pos))
			break;
		else
			pos += base;
	}
	return false;
}

/* Does a file hold such a volume with code that runs where it is, as before memory is there? */
static bool holds_code_in_place(struct span file, const struct ffs_head *h)
{
	struct span volume, inner;
	struct ffs_head f;
	struct fv_head fv;
	size_t pos;

	if (!stored_volume(file, h, &volume) || !fv_parse(volume, 0, &fv))
		return false;
	for (pos = fv.data_off; ffs_parse(volume, pos, fv.erase, &f) && f.sum_ok &&
				f.claimed >= f.head_len && f.claimed <= volume.len - pos;) {
		if ((f.type >= FFS_SEC && f.type <= FFS_COMBINED && f.type != FFS_DXE_CORE &&
			    f.type != FFS_DRIVER) ||
			(f.type == FFS_FV_IMAGE &&
				stored_volume(
					span_of(volume.ptr + pos, (size_t)f.claimed), &f, &inner)))
			return true;
		if (!num_align(pos + (size_t)f.claimed, FFS_ALIGN, &pos))
			break;
	}
	return false;
}

/* Code that runs where it is stored, and what firmware finds by its address, must stay. */
static bool is_movable(struct span file, const struct ffs_head *h, bool flash)
{
	if ((h->attributes & FFS_FIXED) != 0)
		return false;
	switch (h->type) {
	case FFS_FREEFORM:
	case FFS_DXE_CORE:
	case FFS_DRIVER:
	case FFS_APPLICATION:
	case FFS_MM:
	case FFS_MM_CORE:
		return true;
	case FFS_FV_IMAGE:
		return !flash || !holds_code_in_place(file, h);
	default:
		return false;
	}
}

/* Table 3-3: of the body, from the volume's start. */
static size_t alignment_of(const struct ffs_head *h)
{
	static const uint8_t small[] = {0, 4, 7, 9, 10, 12, 15, 16};
	unsigned code = h->attributes >> FFS_ALIGN_SHIFT & 7u;

	return (size_t)1 << ((h->attributes & FFS_ALIGN_LARGE) != 0 ? 17 + code : small[code]);
}

/* Where a file may begin, at `at` or later; a gap before it holds a pad file. */
static bool place(const struct ffs_head *h, size_t at, size_t *out)
{
	size_t align = alignment_of(h), body, start = at;

	for (;;) {
		if (!num_align(start + h->head_len, align, &body))
			return false;
		if (body - h->head_len == at || body - h->head_len - at >= FFS_HEADER_LEN) {
			*out = body - h->head_len;
			return *out % FFS_ALIGN == 0 && *out - at < FFS_SIZE_MAX;
		}
		start = body - h->head_len + 1;
	}
}

static bool is_blank(const struct plan *p, size_t from, size_t to)
{
	struct span part;

	return span_slice(p->volume, from, to - from, &part) &&
	       span_is_filled(part, p->room->erase);
}

/* The file at off: its header, and where the next one begins. */
static bool file_at(const struct plan *p, size_t off, struct ffs_head *h, size_t *next)
{
	return ffs_parse(p->volume, off, p->room->erase, h) && h->sum_ok && !h->deleted &&
	       h->claimed >= h->head_len && h->claimed <= p->volume.len - off &&
	       num_align(off + (size_t)h->claimed, FFS_ALIGN, next) && *next <= p->volume.len;
}

/* What was at off begins at `to` at the earliest; false: there is no room. */
static bool make_plan(struct plan *p, size_t off, size_t to)
{
	struct ffs_head h;
	size_t next;

	while (!is_blank(p, off, p->volume.len)) {
		if (!file_at(p, off, &h, &next))
			return false;
		if (h.type == FFS_PAD && h.head_len == FFS_HEADER_LEN &&
			is_blank(p, off + h.head_len, off + (size_t)h.claimed)) {
			p->pad = to;
			p->pad_end = next;
			if (next == to || (next > to && next - to >= FFS_HEADER_LEN))
				return next - to < FFS_SIZE_MAX;
			off = next;
			continue;
		}
		if (!is_movable(span_of(p->volume.ptr + off, (size_t)h.claimed), &h, p->flash) ||
			p->count == MOVED_MAX || !place(&h, to, &to) ||
			h.claimed > p->volume.len - (to < p->volume.len ? to : p->volume.len))
			return false;
		p->moves[p->count++] = (struct move){off, to, (size_t)h.claimed, h.head_len};
		if (!num_align(to + (size_t)h.claimed, FFS_ALIGN, &to))
			return false;
		off = next;
	}
	p->to_end = true;
	return to <= p->volume.len;
}

/* Is the byte at off of the image in a file that moves? */
static bool is_moved(const struct plan *p, size_t off)
{
	uint32_t i;

	for (i = 0; i < p->count; i++)
		if (off - p->room->volume - p->moves[i].from < p->moves[i].len)
			return true;
	return false;
}

/* The offset of an address below 4 GiB, where the image's last byte is; false: not in the image. */
static bool offset_of(struct span image, uint32_t address, size_t *out)
{
	uint64_t from_end = ((uint64_t)1 << 32) - address;

	*out = image.len - (size_t)from_end;
	return from_end <= image.len;
}

/* Does the firmware interface table name anything in a file that moves: microcode, say? */
static bool is_in_fit(const struct plan *p, struct span image)
{
	uint32_t address = 0, count = 0, i;
	struct span table, at;
	size_t off;

	if (image.len < FIT_POINTER || !span_u32le(image, image.len - FIT_POINTER, &address) ||
		!offset_of(image, address, &off) || !span_from(image, off, &table) ||
		!span_starts(table, FIT_MARK, sizeof FIT_MARK - 1) || !span_u32le(table, 8, &count))
		return false;
	if (is_moved(p, off))
		return true;
	for (i = 1;
		i < (count & 0xFFFFFF) && span_slice(table, (size_t)i * FIT_ENTRY, FIT_ENTRY, &at);
		i++)
		if (span_u32le(at, 0, &address) && offset_of(image, address, &off) &&
			is_moved(p, off))
			return true;
	return false;
}

/* Does anything in the flash name the address of a file that moves, or of what it begins with? */
static bool is_named(const struct plan *p, struct span image)
{
	size_t at, off;
	uint32_t i, value;

	for (at = 0; span_u32le(image, at, &value); at += 4) {
		if (!offset_of(image, value, &off))
			continue;
		for (i = 0; i < p->count; i++) {
			const struct move *m = &p->moves[i];
			size_t into = off - p->room->volume - m->from;

			/* a section's head has 4 bytes, or 8 */
			if (into == 0 || into == m->head || into == m->head + 4 ||
				into == m->head + 8)
				return true;
		}
	}
	return is_in_fit(p, image);
}

static void carry_out(
	const struct plan *p, size_t off, size_t count, struct span kept, struct blob *bytes)
{
	uint8_t *volume = bytes->ptr + p->room->volume;
	size_t end = p->to_end ? p->volume.len : p->pad_end, done = off + count;
	uint32_t i;

	memset(volume + off, p->room->erase, end - off);
	for (i = 0; i < p->count; i++) {
		const struct move *m = &p->moves[i];

		if (m->to > done)
			make_pad_file(volume + done, m->to - done, p->room->erase, p->room->fs);
		memcpy(volume + m->to, kept.ptr + m->from, m->len);
		done = m->to + ((m->len + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	}
	if (!p->to_end && p->pad_end > p->pad)
		make_pad_file(volume + p->pad, p->pad_end - p->pad, p->room->erase, p->room->fs);
}

bool move_files(struct blob *bytes, const struct room *room, size_t off, size_t count, bool flash,
	uint32_t *moved)
{
	struct plan p = {.room = room, .flash = flash};
	struct blob kept;
	struct err err;

	if (!span_slice(
		    blob_span(*bytes), room->volume, room->volume_end - room->volume, &p.volume) ||
		off > p.volume.len || count > p.volume.len - off ||
		!make_plan(&p, off, off + count) || (flash && is_named(&p, blob_span(*bytes))))
		return false;
	if (blob_copy(p.volume, &kept, &err) != ERR_OK)
		return false;
	carry_out(&p, off, count, blob_span(kept), bytes);
	blob_free(&kept);
	*moved = p.count;
	return true;
}
