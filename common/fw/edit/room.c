/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "edit/edit_private.h"

#define BLOCK_MAX 0x100000u /* bytes of a volume's block; our own limit */

/* Writes the new size into the header of a section; false: the field is too small. */
static bool set_section_size(uint8_t *p, const struct section_head *h, size_t size)
{
	if (size > UINT32_MAX || (h->common_len == 4 && size >= FFS_SIZE_MAX))
		return false;
	if (h->common_len == 8)
		put_u32le(p + 4, (uint32_t)size);
	else
		put_u24le(p, (uint32_t)size);
	/* An uncompressed compression section has the size of its content too (PI 1.7, 3.2.5.3). */
	if (h->type == SECTION_COMPRESSION && h->method == 0)
		put_u32le(p + h->common_len, (uint32_t)(size - h->head_len));
	return true;
}

static bool set_file_size(uint8_t *p, const struct ffs_head *h, size_t size)
{
	if (h->head_len == FFS3_HEADER_LEN) {
		put_u64le(p + FFS_SIZE_LARGE, size);
		return true;
	}
	if (size >= FFS_SIZE_MAX)
		return false;
	put_u24le(p + FFS_SIZE, (uint32_t)size);
	return true;
}

/* Takes count bytes at off from free space or from a pad file; both ends 8-aligned. */
static bool take_room(struct blob *bytes, const struct room *r, size_t off, size_t count)
{
	struct span rest, pad_body;
	struct ffs_head pad;

	if (off > r->volume_end || count > r->volume_end - off ||
		!span_slice(blob_span(*bytes), off, r->volume_end - off, &rest))
		return false;
	if (span_is_filled(rest, r->erase))
		return true;
	if (!ffs_parse(blob_span(*bytes), off, r->erase, &pad) || pad.type != FFS_PAD ||
		!pad.sum_ok || pad.head_len != FFS_HEADER_LEN || pad.claimed > rest.len ||
		pad.claimed < pad.head_len ||
		!span_slice(rest, pad.head_len, (size_t)pad.claimed - pad.head_len, &pad_body) ||
		!span_is_filled(pad_body, r->erase))
		return false;
	if (pad.claimed == count) { /* the whole pad file */
		memset(bytes->ptr + off, r->erase, count);
		return true;
	}
	if (pad.claimed < count + FFS_HEADER_LEN)
		return false;
	memset(bytes->ptr + off, r->erase, FFS_HEADER_LEN);
	/* A checksum of the pad file's body would become wrong, so it gets a new header. */
	make_pad_file(bytes->ptr + off + count, (size_t)pad.claimed - count, r->erase, r->fs);
	return true;
}

/* The parts affected when a section becomes longer: its file, and the sections after it there. */
struct growth {
	uint32_t file;
	size_t end; /* the file's new end */
	size_t rest, rest_len;
};

/* Whether from pos to end there are only sections that describe the file, and no content. */
static bool only_words(struct span bytes, size_t pos, size_t end)
{
	struct span file = {bytes.ptr, end};
	struct section_head h;

	while (pos < end && section_parse(file, pos, &h) && h.claimed >= h.head_len &&
		h.claimed <= end - pos) {
		if (h.type != SECTION_UI && h.type != SECTION_VERSION &&
			h.type != SECTION_DXE_DEPEX && h.type != SECTION_PEI_DEPEX &&
			h.type != SECTION_MM_DEPEX)
			return false;
		pos += ((size_t)h.claimed + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1);
	}
	return pos >= end;
}

/* The file around node, if every part in between ends at the file's end or where its descriptive
 * sections begin; false: another part is in the way. */
static bool find_growth(const struct fw_tree *tree, uint32_t node, size_t need, struct span bytes,
	struct growth *out)
{
	const struct fw_node *n = &tree->nodes[node];
	struct growth g = {.file = node, .end = n->off + n->len + need};

	while (n->kind == FW_SECTION && n->parent != FW_NONE) {
		const struct fw_node *outer = &tree->nodes[n->parent];
		size_t inner_end = n->off + n->len, outer_end = outer->off + outer->len;
		size_t body = outer->off + outer->head;

		if (outer->space != n->space || outer_end < inner_end)
			return false;
		if (outer_end - inner_end >= SECTION_ALIGN) {
			if (outer->kind != FW_FILE ||
				!num_align(inner_end - body, SECTION_ALIGN, &g.rest) ||
				!num_align(g.end - body, SECTION_ALIGN, &g.end))
				return false;
			g.rest += body;
			g.rest_len = outer_end - g.rest;
			g.end += body + g.rest_len;
			if (!only_words(bytes, g.rest, outer_end))
				return false;
		} else if (outer_end > g.end) {
			g.end = outer_end;
		}
		g.file = n->parent;
		n = outer;
	}
	*out = g;
	return n->kind == FW_FILE;
}

/* Sets the sizes of the sections around node, which becomes need bytes longer, and of the file;
 * moves up what follows in the file. */
static bool set_sizes(const struct fw_tree *tree, uint32_t node, const struct growth *g,
	size_t need, struct blob *bytes)
{
	size_t end = tree->nodes[node].off + tree->nodes[node].len + need;
	struct ffs_head f;

	for (; node != g->file; node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];
		struct section_head h;

		if (n->off + n->len > end)
			end = n->off + n->len;
		if (!section_parse(blob_span(*bytes), n->off, &h) ||
			!set_section_size(bytes->ptr + n->off, &h, end - n->off))
			return false;
	}
	if (g->rest_len != 0) {
		memmove(bytes->ptr + g->end - g->rest_len, bytes->ptr + g->rest, g->rest_len);
		memset(bytes->ptr + end, 0, g->end - g->rest_len - end);
	}
	return ffs_parse(blob_span(*bytes), tree->nodes[g->file].off, 0xFF, &f) &&
	       set_file_size(bytes->ptr + tree->nodes[g->file].off, &f,
		       g->end - tree->nodes[g->file].off);
}

/* Whether the file has a tail (FFS1) that its sections do not fill. */
static bool has_tail(struct span bytes, const struct fw_node *file, const struct fv_head *fv)
{
	struct ffs_head h;

	return !ffs_parse(bytes, file->off, fv->erase, &h) || ffs_tail_len(&h, fv->revision) != 0;
}

/* Whether a section in a packed sequence, without a file around it, ends where the sequence ends.
 * The sequence is packed again, and so may become longer. */
static bool ends_row(const struct fw_tree *tree, const struct fw_node *n, size_t len)
{
	size_t end = n->off + n->len;

	while (n->parent != FW_NONE && tree->nodes[n->parent].space == n->space) {
		const struct fw_node *outer = &tree->nodes[n->parent];

		if (outer->kind != FW_SECTION || outer->off + outer->len < end ||
			outer->off + outer->len - end >= SECTION_ALIGN)
			return false;
		n = outer;
		end = n->off + n->len;
	}
	return n->parent != FW_NONE && tree->nodes[n->parent].kind == FW_SECTION &&
	       tree->nodes[n->parent].inner == n->space && len >= end && len - end < SECTION_ALIGN;
}

static bool grow_row(
	const struct fw_tree *tree, const struct fw_node *n, size_t need, struct blob *bytes)
{
	uint32_t space = n->space;
	size_t end;
	uint8_t *more;

	if (!ends_row(tree, n, bytes->len) || !num_add(n->off + n->len, need, &end))
		return false;
	more = realloc(bytes->ptr, end);
	if (more == NULL)
		return false;
	if (end > bytes->len)
		memset(more + bytes->len, 0, end - bytes->len);
	*bytes = (struct blob){more, end};
	for (; n->space == space; n = &tree->nodes[n->parent]) {
		struct section_head h;

		if (!section_parse(blob_span(*bytes), n->off, &h) ||
			!set_section_size(bytes->ptr + n->off, &h, end - n->off))
			return false;
	}
	return true;
}

/*
 * Makes a volume at the end of a packed sequence of sections count bytes longer, rounded up to
 * whole blocks, as GenFv does when the size of a volume is not fixed.
 */
static bool grow_volume(const struct fw_tree *tree, const struct fw_node *v,
	const struct fv_head *fv, size_t count, struct blob *bytes)
{
	const struct fw_node *s = &tree->nodes[v->parent];
	uint32_t blocks = 0, block = 0, after = 0;
	size_t end = v->off + v->len, more;
	struct span map, head;
	uint16_t sum;
	uint8_t *p;

	if (s->kind != FW_SECTION || s->type != SECTION_FV_IMAGE || s->space != v->space ||
		s->off + s->len != end || (v->flags & FW_PROVED) != 0 || !fv->sum_ok ||
		fv->map_len != v->len || !span_from(blob_span(*bytes), v->off + FV_MAP, &map) ||
		!span_u32le(map, 0, &blocks) || !span_u32le(map, 4, &block) ||
		!span_u32le(map, 8, &after) || block == 0 || block > BLOCK_MAX || after != 0)
		return false;
	more = count / block + (count % block != 0);
	if (more > UINT32_MAX - blocks || !num_mul(more, block, &count) || count % FFS_ALIGN != 0 ||
		!grow_row(tree, s, count, bytes))
		return false;
	p = bytes->ptr + v->off;
	head = span_of(p, fv->head_len);
	sum = fv_sum16(head); /* 0, or what was written into the zero vector afterwards */
	memset(bytes->ptr + end, fv->erase, count);
	put_u64le(p + FV_LENGTH, v->len + count);
	put_u32le(p + FV_MAP, blocks + (uint32_t)more);
	put_u16le(p + FV_SUM, 0);
	put_u16le(p + FV_SUM, (uint16_t)(sum - fv_sum16(head)));
	return true;
}

/* Frees count bytes at off of the volume v, for a file that becomes longer there. */
static bool make_room(const struct fw_tree *tree, const struct fw_node *v, const struct fv_head *fv,
	size_t off, size_t count, struct blob *bytes, uint32_t *moved)
{
	struct room room = {v->off, v->off + v->len, fv->erase, fv->fs};
	size_t lack;

	if (take_room(bytes, &room, v->off + off, count) ||
		move_files(tree, v->space, bytes, &room, off, count, moved))
		return true;
	lack = v->space != 0 && v->parent != FW_NONE
		       ? move_lack(tree, v->space, blob_span(*bytes), &room, off, count)
		       : 0;
	if (lack == 0 || !grow_volume(tree, v, fv, lack, bytes))
		return false;
	room.volume_end += lack;
	return take_room(bytes, &room, v->off + off, count) ||
	       move_files(tree, v->space, bytes, &room, off, count, moved);
}

bool fw_section_grow(
	const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes, uint32_t *moved)
{
	const struct fw_node *n = &tree->nodes[node], *f, *v;
	size_t old_next, new_next;
	struct growth g;
	struct fv_head fv;

	*moved = 0;
	if (n->kind != FW_SECTION && n->kind != FW_FILE)
		return slim_grow(n, need, blob_span(*bytes)) || cbfs_grow(tree, n, need, bytes);
	if (n->kind == FW_SECTION && n->space != 0 && grow_row(tree, n, need, bytes))
		return true;
	if (!find_growth(tree, node, need, blob_span(*bytes), &g) ||
		tree->nodes[g.file].parent == FW_NONE)
		return false;
	f = &tree->nodes[g.file];
	v = &tree->nodes[f->parent];
	if (v->kind != FW_VOLUME || v->space != f->space ||
		!fv_parse(blob_span(*bytes), v->off, &fv) || has_tail(blob_span(*bytes), f, &fv) ||
		!num_align(f->off + f->len - v->off, FFS_ALIGN, &old_next) ||
		!num_align(g.end - v->off, FFS_ALIGN, &new_next))
		return false;
	if (new_next > old_next
			? !make_room(tree, v, &fv, old_next, new_next - old_next, bytes, moved)
			: g.end > v->off + v->len)
		return false;
	return set_sizes(tree, node, &g, need, bytes);
}

/* Fills the gap bytes at off that a shorter file leaves. */
static bool leave_room(
	struct blob *bytes, const struct room *r, size_t off, size_t gap, enum fv_fs fs, bool dry)
{
	size_t size = gap, next = off + gap;
	struct span rest, body;
	struct ffs_head pad;

	if (next > r->volume_end ||
		!span_slice(blob_span(*bytes), next, r->volume_end - next, &rest))
		return false;
	if (span_is_filled(rest, r->erase))
		size = 0;
	else if (ffs_parse(blob_span(*bytes), next, r->erase, &pad) && pad.type == FFS_PAD &&
		 pad.sum_ok && pad.head_len == FFS_HEADER_LEN && pad.claimed >= pad.head_len &&
		 pad.claimed <= rest.len &&
		 span_slice(rest, pad.head_len, (size_t)pad.claimed - pad.head_len, &body) &&
		 span_is_filled(body, r->erase))
		size = gap + (size_t)pad.claimed;
	if ((size != 0 && size < FFS_HEADER_LEN) || size >= FFS_SIZE_MAX)
		return false;
	if (dry)
		return true;
	memset(bytes->ptr + off, r->erase, size > gap ? gap + FFS_HEADER_LEN : gap);
	if (size != 0)
		make_pad_file(bytes->ptr + off, size, r->erase, fs);
	return true;
}

/* Sets the sizes of the sections around node, and of file, all of which end at end. */
static bool cut_sizes(
	const struct fw_tree *tree, uint32_t node, uint32_t file, size_t end, struct blob *bytes)
{
	struct section_head h;
	struct ffs_head f;

	for (; node != file; node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];

		if (!section_parse(blob_span(*bytes), n->off, &h) ||
			!set_section_size(bytes->ptr + n->off, &h, end - n->off))
			return false;
	}
	return ffs_parse(blob_span(*bytes), tree->nodes[file].off, 0xFF, &f) &&
	       set_file_size(bytes->ptr + tree->nodes[file].off, &f, end - tree->nodes[file].off);
}

size_t fw_section_shrink(const struct fw_tree *tree, uint32_t node, size_t less, struct blob *bytes)
{
	const struct fw_node *n = &tree->nodes[node], *f, *v;
	size_t old_next, new_end, new_next;
	struct room room;
	struct fv_head fv;
	struct growth g;

	if (n->kind != FW_SECTION)
		return cbfs_shrink(tree, n, less, bytes);
	if (less >= n->len - n->head)
		return 0;
	if (!find_growth(tree, node, 0, blob_span(*bytes), &g) || g.rest_len != 0 ||
		tree->nodes[g.file].parent == FW_NONE)
		return 0;
	f = &tree->nodes[g.file];
	v = &tree->nodes[f->parent];
	new_end = n->off + n->len - less;
	if (v->kind != FW_VOLUME || v->space != f->space ||
		!fv_parse(blob_span(*bytes), v->off, &fv) || has_tail(blob_span(*bytes), f, &fv) ||
		!num_align(f->off + f->len - v->off, FFS_ALIGN, &old_next) ||
		!num_align(new_end - v->off, FFS_ALIGN, &new_next) || new_next >= old_next)
		return 0;
	room = (struct room){v->off, v->off + v->len, fv.erase, fv.fs};
	if (!leave_room(bytes, &room, v->off + new_next, old_next - new_next, fv.fs, true) ||
		!cut_sizes(tree, node, g.file, new_end, bytes))
		return 0;
	memset(bytes->ptr + new_end, fv.erase, v->off + new_next - new_end);
	leave_room(bytes, &room, v->off + new_next, old_next - new_next, fv.fs, false);
	return old_next - new_next;
}
