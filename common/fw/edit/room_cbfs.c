/* SPDX-License-Identifier: MIT */
/*
 * Room of files in coreboot's CBFS: the next file begins at the next multiple of CBFS_ALIGN, and
 * free space is a file of a special type.
 */
#include <string.h>

#include "biosbelt/cbfs.h"
#include "biosbelt/num.h"
#include "edit/edit_private.h"

#define EMPTY_HEAD 28u /* header and an empty name, as cbfstool makes it */

/* Where a file, or the last segment of a payload, ends. */
struct cbfs_place {
	const struct fw_node *file;
	size_t end;  /* of the stream and the file */
	size_t next; /* end, aligned; only filler in between */
	uint32_t len;
};

static bool find_place(const struct fw_tree *tree, const struct fw_node *n, struct span all,
	struct cbfs_place *out)
{
	struct cbfs_place p = {.end = n->off + n->len};
	struct span filler;
	size_t next;

	if (n->kind != FW_CBFS_FILE && n->parent == FW_NONE)
		return false;
	p.file = n->kind == FW_CBFS_FILE ? n : &tree->nodes[n->parent];
	if ((n->kind != FW_CBFS_FILE && n->kind != FW_STREAM) || p.file->kind != FW_CBFS_FILE ||
		p.file->space != n->space || p.file->off + p.file->len != p.end ||
		!num_align(p.end - p.file->off, CBFS_ALIGN, &next) ||
		!span_slice(all, p.end, p.file->off + next - p.end, &filler) ||
		!(span_is_filled(filler, 0xFF) || span_is_filled(filler, 0)) ||
		!span_u32be(all, p.file->off + CBFS_LEN_OFF, &p.len))
		return false;
	p.next = p.file->off + next;
	*out = p;
	return true;
}

static bool is_empty_file(struct span all, size_t off, struct cbfs_head *h)
{
	struct span body;

	return cbfs_is_file(all, off) && cbfs_head_read(all, off, h) &&
	       h->type == CBFS_TYPE_EMPTY && h->head >= CBFS_HEADER_LEN &&
	       h->head <= CBFS_HEAD_MAX && span_slice(all, off + h->head, h->len, &body) &&
	       span_is_filled(body, 0xFF);
}

/* Takes the first count bytes of the empty file at off; both 64-aligned to its region. */
static bool take_room(struct blob *bytes, size_t off, size_t count)
{
	struct cbfs_head h;

	if (!is_empty_file(blob_span(*bytes), off, &h) || count >= h.len)
		return false;
	memmove(bytes->ptr + off + count, bytes->ptr + off, h.head);
	memset(bytes->ptr + off, 0xFF, count < h.head ? count : h.head);
	put_u32be(bytes->ptr + off + count + CBFS_LEN_OFF, h.len - (uint32_t)count);
	return true;
}

/* Makes the gap bytes before next, a multiple of CBFS_ALIGN, an empty file, or part of the next
 * one. */
static void leave_room(struct blob *bytes, size_t next, size_t gap)
{
	static const uint8_t head[EMPTY_HEAD] = {'L', 'A', 'R', 'C', 'H', 'I', 'V',
		'E', [CBFS_TYPE_OFF] = 0xFF, 0xFF, 0xFF, 0xFF, [CBFS_HEADER_LEN - 1] = EMPTY_HEAD};
	uint8_t *p = bytes->ptr + next - gap;
	struct cbfs_head h;

	if (is_empty_file(blob_span(*bytes), next, &h) && gap <= UINT32_MAX - h.len) {
		memmove(p, bytes->ptr + next, h.head);
		memset(p + h.head, 0xFF, gap);
		put_u32be(p + CBFS_LEN_OFF, h.len + (uint32_t)gap);
		return;
	}
	memset(p, 0xFF, gap);
	memcpy(p, head, sizeof(head));
	put_u32be(p + CBFS_LEN_OFF, (uint32_t)gap - EMPTY_HEAD);
}

/* Finds the payload's segment at the stream; false: none, or another one after its start. */
static bool find_segment(struct span all, const struct cbfs_place *p, const struct fw_node *n,
	struct cbfs_segment *out)
{
	size_t body = p->file->off + p->file->head, stream = n->stream_off - body;
	bool found = false;
	struct cbfs_segment s;
	unsigned i;

	for (i = 0; i < CBFS_SEGMENTS_MAX && cbfs_segment_read(all, body, i, &s); i++) {
		if (!found && s.off == stream && s.len == n->len) {
			found = true;
			*out = s;
		} else if (s.len != 0 && (s.off > stream || s.len > stream - s.off)) {
			return false;
		}
	}
	return found;
}

/* Updates the stream's length in a payload's table too; less: the difference. */
static bool cut_segment(
	struct blob *bytes, const struct cbfs_place *p, const struct fw_node *n, size_t less)
{
	struct cbfs_segment s;

	if (n->stream_off == p->file->off + p->file->head)
		return true; /* the stream is the whole file */
	if (!find_segment(blob_span(*bytes), p, n, &s))
		return false;
	put_u32be(bytes->ptr + s.at + CBFS_SEGMENT_LEN_OFF, s.len - (uint32_t)less);
	return true;
}

bool cbfs_grow(const struct fw_tree *tree, const struct fw_node *n, size_t need, struct blob *bytes)
{
	struct cbfs_place p;
	size_t next;

	if (!find_place(tree, n, blob_span(*bytes), &p) ||
		!num_align(p.end - p.file->off + need, CBFS_ALIGN, &next))
		return false;
	next += p.file->off;
	if (next > p.next && !take_room(bytes, p.next, next - p.next))
		return false;
	put_u32be(bytes->ptr + p.file->off + CBFS_LEN_OFF, p.len + (uint32_t)need);
	return true;
}

size_t cbfs_shrink(
	const struct fw_tree *tree, const struct fw_node *n, size_t less, struct blob *bytes)
{
	struct cbfs_place p;
	size_t next;

	if (less >= n->len || !find_place(tree, n, blob_span(*bytes), &p) || less >= p.len ||
		!num_align(p.end - p.file->off - less, CBFS_ALIGN, &next))
		return 0;
	next += p.file->off;
	if (next >= p.next || !cut_segment(bytes, &p, n, less))
		return 0;
	put_u32be(bytes->ptr + p.file->off + CBFS_LEN_OFF, p.len - (uint32_t)less);
	memset(bytes->ptr + p.end - less, 0xFF, next - (p.end - less));
	leave_room(bytes, p.next, p.next - next);
	return p.next - next;
}
