/* SPDX-License-Identifier: MIT */
/*
 * Makes room between files, laid out as by EDK2's GenFv. The files after a place move up, each to
 * the next offset that its alignment allows, with pad files in between. A pad file or the free
 * space at the end absorbs the difference.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "edit/edit_private.h"

#define MOVED_MAX       512u
/* PI 1.7, volume 3, 3.2.3: attributes of a file. */
#define FFS_ALIGN_LARGE 0x02u
#define FFS_FIXED       0x04u
#define FFS_ALIGN_SHIFT 3u

#define FIT_POINTER 0x40u /* before the flash's end: Intel FIT BIOS specification 1.2, 4 */
#define FIT_MARK    "_FIT_   "
/* U64 address, u24 size, ...; the size of the first is the number of entries. */
#define FIT_ENTRY   16u

struct move {
	size_t from, to, len; /* offsets from the volume's start */
	size_t head;
};

struct plan {
	const struct fw_tree *tree;
	uint32_t space; /* of the volume; 0: its files have addresses */
	const struct room *room;
	struct span volume;
	struct move moves[MOVED_MAX];
	uint32_t count;
	size_t pad, pad_end; /* the pad file that absorbs the move; changes end at pad_end */
	size_t end; /* end of all files, before the volume's free space; 0: a pad file absorbs the
		       move */
};

/* PI 1.7, volume 3, 3.2.3: a file without a name that only fills space. */
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

/* True when a node is inside the len bytes at off of the volume. */
static bool is_inside(const struct plan *p, const struct fw_node *n, size_t off, size_t len)
{
	return n->space == p->space && n->off - p->room->volume - off < len;
}

/* Whether the file at off holds a file that is executed in place, as code before memory
 * initialisation is: in a volume stored in it, within any sections. */
static bool holds_code_in_place(const struct plan *p, size_t off, size_t len)
{
	uint32_t i;

	for (i = 0; i < p->tree->count; i++) {
		const struct fw_node *n = &p->tree->nodes[i];

		if (n->kind == FW_FILE && n->type >= FFS_SEC && n->type <= FFS_COMBINED &&
			n->type != FFS_DXE_CORE && n->type != FFS_DRIVER &&
			is_inside(p, n, off + 1, len - 1))
			return true;
	}
	return false;
}

/* Code that is executed in place, and what firmware finds by its address, must stay. */
static bool is_movable(const struct plan *p, size_t off, const struct ffs_head *h)
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
	case FFS_FV_IMAGE:
		return p->space != 0 || !holds_code_in_place(p, off, (size_t)h->claimed);
	default:
		return false;
	}
}

/* Table 3-3: alignment of the body, from the volume's start. */
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

/* Reads the file header at off, and where the next file begins. */
static bool file_at(const struct plan *p, size_t off, struct ffs_head *h, size_t *next)
{
	return ffs_parse(p->volume, off, p->room->erase, h) && h->sum_ok && !h->deleted &&
	       h->claimed >= h->head_len && h->claimed <= p->volume.len - off &&
	       num_align(off + (size_t)h->claimed, FFS_ALIGN, next) && *next <= p->volume.len;
}

/* Plans the move of the file at off to `to` or later, as if the volume were unlimited; false: a
 * file must stay. */
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
		if (!is_movable(p, off, &h) || p->count == MOVED_MAX || !place(&h, to, &to))
			return false;
		p->moves[p->count++] = (struct move){off, to, (size_t)h.claimed, h.head_len};
		if (!num_align(to + (size_t)h.claimed, FFS_ALIGN, &to))
			return false;
		off = next;
	}
	p->end = to;
	return true;
}

/* Whether the byte at off of the image is in a file that moves. */
static bool is_moved(const struct plan *p, size_t off)
{
	uint32_t i;

	for (i = 0; i < p->count; i++)
		if (off - p->room->volume - p->moves[i].from < p->moves[i].len)
			return true;
	return false;
}

/* The offset of an address below 4 GiB, when the flash ends at end; false: not in the image. */
static bool offset_of(size_t end, uint32_t address, size_t *out)
{
	uint64_t from_end = ((uint64_t)1 << 32) - address;

	*out = end - (size_t)from_end;
	return from_end <= end;
}

/* Whether the firmware interface table of the flash that ends at end refers to a file that moves,
 * such as microcode. */
static bool is_in_fit(const struct plan *p, struct span image, size_t end)
{
	uint32_t address = 0, count = 0, i;
	struct span table, at;
	size_t off;

	if (end < FIT_POINTER || !span_u32le(image, end - FIT_POINTER, &address) ||
		!offset_of(end, address, &off) || !span_from(image, off, &table) ||
		!span_starts(table, FIT_MARK, sizeof FIT_MARK - 1) || !span_u32le(table, 8, &count))
		return false;
	if (is_moved(p, off))
		return true;
	for (i = 1;
		i < (count & 0xFFFFFF) && span_slice(table, (size_t)i * FIT_ENTRY, FIT_ENTRY, &at);
		i++)
		if (span_u32le(at, 0, &address) && offset_of(end, address, &off) &&
			is_moved(p, off))
			return true;
	return false;
}

/* A byte per byte of the volume: whether a moved file starts there, or a part or body in one. NULL:
 * out of memory. */
static uint8_t *list_starts(const struct plan *p)
{
	uint8_t *starts = calloc(p->volume.len, 1);
	uint32_t i, k;

	for (i = 0; starts != NULL && i < p->count; i++) {
		const struct move *m = &p->moves[i];

		for (k = 0; k < p->tree->count; k++) {
			const struct fw_node *n = &p->tree->nodes[k];
			size_t at = n->off - p->room->volume;

			if (!is_inside(p, n, m->from, m->len))
				continue;
			starts[at] = 1;
			/* a part that was found by its first bytes may extend past the file */
			if (n->head < n->len && n->head < m->from + m->len - at)
				starts[at + n->head] = 1;
		}
	}
	return starts;
}

/* Whether the image has the address of such a start, in the flash that ends at end. */
static bool is_named_below(
	const struct plan *p, struct span image, size_t end, const uint8_t *starts)
{
	bool named = false;
	uint32_t value;
	size_t at, off;

	for (at = 0; !named && span_u32le(image, at, &value); at += 4)
		named = offset_of(end, value, &off) && off - p->room->volume < p->volume.len &&
			starts[off - p->room->volume] != 0;
	return named || is_in_fit(p, image, end);
}

static bool is_named(const struct plan *p, struct span image)
{
	/* the file may continue after the flash */
	const struct fw_node *region =
		fw_tree_bios_region(p->tree, p->room->volume, p->room->volume);
	uint8_t *starts = list_starts(p);
	bool named =
		starts == NULL || is_named_below(p, image, image.len, starts) ||
		(region != NULL && is_named_below(p, image, region->off + region->len, starts));

	free(starts);
	return named;
}

static void carry_out(
	const struct plan *p, size_t off, size_t count, struct span kept, struct blob *bytes)
{
	uint8_t *volume = bytes->ptr + p->room->volume;
	size_t end = p->end != 0 ? p->volume.len : p->pad_end, done = off + count;
	uint32_t i;

	memset(volume + off, p->room->erase, end - off);
	for (i = 0; i < p->count; i++) {
		const struct move *m = &p->moves[i];

		if (m->to > done)
			make_pad_file(volume + done, m->to - done, p->room->erase, p->room->fs);
		memcpy(volume + m->to, kept.ptr + m->from, m->len);
		done = m->to + ((m->len + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	}
	if (p->end == 0 && p->pad_end > p->pad)
		make_pad_file(volume + p->pad, p->pad_end - p->pad, p->room->erase, p->room->fs);
}

static bool plan_of(struct plan *p, struct span bytes, size_t off, size_t count)
{
	const struct room *r = p->room;

	return span_slice(bytes, r->volume, r->volume_end - r->volume, &p->volume) &&
	       off <= p->volume.len && make_plan(p, off, off + count);
}

size_t move_lack(const struct fw_tree *tree, uint32_t space, struct span bytes,
	const struct room *room, size_t off, size_t count)
{
	struct plan p = {.tree = tree, .space = space, .room = room};

	return plan_of(&p, bytes, off, count) && p.end > p.volume.len ? p.end - p.volume.len : 0;
}

bool move_files(const struct fw_tree *tree, uint32_t space, struct blob *bytes,
	const struct room *room, size_t off, size_t count, uint32_t *moved)
{
	struct plan p = {.tree = tree, .space = space, .room = room};
	struct blob kept;
	struct err err;

	if (!plan_of(&p, blob_span(*bytes), off, count) || p.end > p.volume.len ||
		(space == 0 && (tree->limited || is_named(&p, blob_span(*bytes)))))
		return false;
	if (blob_copy(p.volume, &kept, &err) != ERR_OK)
		return false;
	carry_out(&p, off, count, blob_span(kept), bytes);
	blob_free(&kept);
	*moved = p.count;
	return true;
}
