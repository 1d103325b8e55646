/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"
#include "edit/edit_private.h"

/* A section's or file's new size into its header; false: the field is too small. */
static bool set_section_size(uint8_t *p, const struct section_head *h, size_t size)
{
	if (size > UINT32_MAX || (h->common_len == 4 && size >= FFS_SIZE_MAX))
		return false;
	if (h->common_len == 8)
		put_u32le(p + 4, (uint32_t)size);
	else
		put_u24le(p, (uint32_t)size);
	/* A section that is only stored keeps the size of its content too (PI 1.7, 3.2.5.3). */
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
	if (pad.claimed == count) { /* all of it */
		memset(bytes->ptr + off, r->erase, count);
		return true;
	}
	if (pad.claimed < count + FFS_HEADER_LEN)
		return false;
	memset(bytes->ptr + off, r->erase, FFS_HEADER_LEN);
	/* A checksum of the body would no longer be right. */
	make_pad_file(bytes->ptr + off + count, (size_t)pad.claimed - count, r->erase, r->fs);
	return true;
}

/* The file around node when every part between ends where the file ends; its new end in *end. */
static uint32_t growing_file(const struct fw_tree *tree, uint32_t node, size_t need, size_t *end)
{
	const struct fw_node *n = &tree->nodes[node];

	*end = n->off + n->len + need;
	while (n->kind == FW_SECTION && n->parent != FW_NONE) {
		const struct fw_node *outer = &tree->nodes[n->parent];
		size_t inner_end = n->off + n->len, outer_end = outer->off + outer->len;

		if (outer->space != n->space || outer_end < inner_end ||
			outer_end - inner_end >= SECTION_ALIGN)
			return FW_NONE;
		if (outer_end > *end)
			*end = outer_end;
		node = n->parent;
		n = outer;
	}
	return n->kind == FW_FILE ? node : FW_NONE;
}

static bool set_sizes(
	const struct fw_tree *tree, uint32_t node, uint32_t file, size_t need, struct blob *bytes)
{
	size_t end = tree->nodes[node].off + tree->nodes[node].len + need;
	struct ffs_head f;

	for (; node != file; node = tree->nodes[node].parent) {
		const struct fw_node *n = &tree->nodes[node];
		struct section_head h;

		if (n->off + n->len > end)
			end = n->off + n->len;
		if (!section_parse(blob_span(*bytes), n->off, &h) ||
			!set_section_size(bytes->ptr + n->off, &h, end - n->off))
			return false;
	}
	if (tree->nodes[file].off + tree->nodes[file].len > end)
		end = tree->nodes[file].off + tree->nodes[file].len;
	return ffs_parse(blob_span(*bytes), tree->nodes[file].off, 0xFF, &f) &&
	       set_file_size(bytes->ptr + tree->nodes[file].off, &f, end - tree->nodes[file].off);
}

/* Is the end of the file a tail that its sections do not fill? */
static bool has_tail(struct span bytes, const struct fw_node *file, const struct fv_head *fv)
{
	struct ffs_head h;

	return !ffs_parse(bytes, file->off, fv->erase, &h) || ffs_tail_len(&h, fv->revision) != 0;
}

/* Of a section in a row that was packed, no file around it: does it end where the row ends? The
 * row is packed again, and so may become longer. */
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

bool fw_section_grow(
	const struct fw_tree *tree, uint32_t node, size_t need, struct blob *bytes, uint32_t *moved)
{
	const struct fw_node *n = &tree->nodes[node], *f, *v;
	size_t end, old_next, new_next;
	struct room room;
	struct fv_head fv;
	uint32_t file;

	*moved = 0;
	if (n->kind != FW_SECTION)
		return cbfs_grow(tree, n, need, bytes);
	if (n->space != 0 && grow_row(tree, n, need, bytes))
		return true;
	file = growing_file(tree, node, need, &end);
	if (file == FW_NONE || tree->nodes[file].parent == FW_NONE)
		return false;
	f = &tree->nodes[file];
	v = &tree->nodes[f->parent];
	if (v->kind != FW_VOLUME || v->space != f->space ||
		!fv_parse(blob_span(*bytes), v->off, &fv) || has_tail(blob_span(*bytes), f, &fv) ||
		!num_align(f->off + f->len - v->off, FFS_ALIGN, &old_next) ||
		!num_align(end - v->off, FFS_ALIGN, &new_next))
		return false;
	room = (struct room){v->off, v->off + v->len, fv.erase, fv.fs};
	if (end > v->off + v->len ||
		(new_next > old_next &&
			!take_room(bytes, &room, v->off + old_next, new_next - old_next) &&
			!move_files(tree, v->space, bytes, &room, old_next, new_next - old_next,
				moved)))
		return false;
	if (!set_sizes(tree, node, file, need, bytes))
		return false;
	return true;
}

/* What follows a file that ends earlier: the bytes from off on, gap of which it gave away. */
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

/* The sizes of the sections around node, and of file, when all of them end at end. */
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
	size_t old_end, old_next, new_end, new_next;
	struct room room;
	struct fv_head fv;
	uint32_t file;

	if (n->kind != FW_SECTION)
		return cbfs_shrink(tree, n, less, bytes);
	if (less >= n->len - n->head)
		return 0;
	file = growing_file(tree, node, 0, &old_end);
	if (file == FW_NONE || tree->nodes[file].parent == FW_NONE)
		return 0;
	f = &tree->nodes[file];
	v = &tree->nodes[f->parent];
	new_end = n->off + n->len - less;
	if (v->kind != FW_VOLUME || v->space != f->space ||
		!fv_parse(blob_span(*bytes), v->off, &fv) || has_tail(blob_span(*bytes), f, &fv) ||
		!num_align(f->off + f->len - v->off, FFS_ALIGN, &old_next) ||
		!num_align(new_end - v->off, FFS_ALIGN, &new_next) || new_next >= old_next)
		return 0;
	room = (struct room){v->off, v->off + v->len, fv.erase, fv.fs};
	if (!leave_room(bytes, &room, v->off + new_next, old_next - new_next, fv.fs, true) ||
		!cut_sizes(tree, node, file, new_end, bytes))
		return 0;
	memset(bytes->ptr + new_end, fv.erase, v->off + new_next - new_end);
	leave_room(bytes, &room, v->off + new_next, old_next - new_next, fv.fs, false);
	return old_next - new_next;
}
