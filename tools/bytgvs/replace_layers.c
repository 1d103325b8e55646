/* SPDX-License-Identifier: MIT */
/* The layers between the image and a VBT: unpacked from the outside, packed again from the
 * inside. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/branch.h"
#include "biosbelt/cbfs.h"
#include "biosbelt/fv.h"
#include "biosbelt/fwedit.h"
#include "biosbelt/num.h"
#include "biosbelt/tr.h"
#include "replace_part.h"

#define ROM_GAP 4u /* 0xFF bytes that stay after a video BIOS's VBT when the gap is used */

/* An unpacked space between the image (last) and the VBT (first). */
struct level {
	uint32_t space;
	uint32_t node; /* innermost part around the change, in this space; FW_NONE: none */
	struct blob bytes;
};

struct levels {
	struct level list[FW_DEPTH_MAX + 1];
	size_t count;
};

static void levels_free(struct levels *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		blob_free(&l->list[i].bytes);
	l->count = 0;
}

static size_t node_end(const struct fw_node *n)
{
	return n->off + n->len;
}

/* Lists the spaces from the find's to the image's, without their bytes. */
static bool list_spaces(const struct fw_tree *t, const struct find *f, struct levels *out)
{
	uint32_t space = f->space, node = f->node;

	out->count = 0;
	for (;;) {
		struct level *l;

		if (out->count > FW_DEPTH_MAX)
			return false;
		l = &out->list[out->count++];
		*l = (struct level){.space = space, .node = node};
		if (node != FW_NONE && t->nodes[node].space != space)
			l->node = FW_NONE;
		if (space == 0)
			return true;
		node = t->spaces[space].owner;
		if (node == FW_NONE)
			return false;
		space = t->nodes[node].space;
	}
}

static enum err_code unpack_level(
	const struct fw_tree *t, const struct level *outer, struct level *inner, struct err *err)
{
	const struct fw_node *n = &t->nodes[outer->node];
	struct fw_unpacked u;
	struct span stream;
	enum err_code rc;

	if (n->end != FW_END_WHOLE || n->stream_off > node_end(n) ||
		!span_slice(blob_span(outer->bytes), n->stream_off, node_end(n) - n->stream_off,
			&stream))
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	rc = fw_unpack(n->codec, stream, t->spaces[inner->space].len, &u, err);
	if (rc != ERR_OK)
		return rc;
	if (u.end != FW_END_WHOLE || u.repaired || u.bytes.len != t->spaces[inner->space].len) {
		blob_free(&u.bytes);
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	}
	inner->bytes = u.bytes;
	return ERR_OK;
}

static enum err_code levels_open(struct span image, const struct fw_tree *t, const struct find *f,
	struct levels *out, struct err *err)
{
	enum err_code rc;
	size_t i;

	memset(out, 0, sizeof *out);
	if (!list_spaces(t, f, out)) {
		out->count = 0;
		return err_set(err, ERR_LIMIT, "the VBT is nested too deep");
	}
	rc = blob_copy(image, &out->list[out->count - 1].bytes, err);
	for (i = out->count - 1; rc == ERR_OK && i-- > 0;)
		rc = unpack_level(t, &out->list[i + 1], &out->list[i], err);
	if (rc != ERR_OK)
		levels_free(out);
	return rc;
}

/* The end of the video BIOS around f, in its space. */
static size_t rom_end(const struct fw_tree *t, const struct find *f, size_t end)
{
	uint32_t node;

	for (node = f->node; node != FW_NONE && t->nodes[node].space == f->space;
		node = t->nodes[node].parent)
		if (t->nodes[node].kind == FW_ROM_IMAGE)
			return node_end(&t->nodes[node]);
	return end;
}

/* Size available for the new VBT, and the byte that fills the rest. */
static size_t slot_of(
	const struct fw_tree *t, const struct find *f, struct span space, uint8_t *fill)
{
	size_t slot = f->bytes.len, gap = 0;

	*fill = 0;
	if (f->in_vbios) {
		const uint8_t *p = space.ptr + f->off + slot;
		size_t end = rom_end(t, f, space.len);

		while (f->off + slot + gap < end && p[gap] == 0xFF)
			gap++;
		*fill = 0xFF;
		return gap >= ROM_GAP ? slot + gap : slot;
	}
	if (slot > f->len)
		*fill = f->bytes.ptr[slot - 1];
	return slot;
}

static void report_moved(struct replace_job *job, uint32_t moved)
{
	if (moved != 0)
		buf_printf(job->output, tr("files of the volume that moved up to make room: %u\n"),
			moved);
}

/* A VBT that is the whole content of a packed CBFS file becomes need bytes longer. */
static bool grow_bytes(struct blob *bytes, size_t need)
{
	size_t len;
	uint8_t *more;

	if (!num_add(bytes->len, need, &len))
		return false;
	more = realloc(bytes->ptr, len);
	if (more == NULL)
		return false;
	*bytes = (struct blob){more, len};
	return true;
}

/* Makes room for need bytes after the VBT f, if it fills a part that can become longer. */
static bool grow_slot(struct replace_job *job, const struct fw_tree *t, const struct find *f,
	size_t need, struct blob *bytes)
{
	size_t end = f->off + f->bytes.len;
	const struct fw_node *n;
	uint32_t moved = 0;

	if (f->in_vbios || f->node == FW_NONE)
		return false;
	n = &t->nodes[f->node];
	if (n->space != f->space)
		return n->kind == FW_STREAM && f->off == 0 && end == bytes->len &&
		       grow_bytes(bytes, need);
	if ((n->kind != FW_SECTION && n->kind != FW_FILE && n->kind != FW_CBFS_FILE) ||
		n->off + n->head != f->off || node_end(n) != end ||
		!fw_section_grow(t, f->node, need, bytes, &moved))
		return false;
	report_moved(job, moved);
	return true;
}

static enum err_code write_vbt(struct replace_job *job, const struct fw_tree *t,
	const struct find *f, struct blob *bytes, struct err *err)
{
	uint8_t fill;
	size_t slot = slot_of(t, f, blob_span(*bytes), &fill);
	size_t len = job->vbt.len;

	if (f->in_vbios || len > slot)
		len = job->info.size;
	if (len > slot && !grow_slot(job, t, f, len - slot, bytes))
		return err_set(err, ERR_LIMIT,
			"the new VBT has %zu bytes, there is room for %zu at %s", len, slot,
			f->path[0] != '\0' ? f->path : tr("the start"));
	if (len > slot)
		slot = len;
	/* The following gap may be larger than needed: change no more than necessary. */
	if (f->in_vbios && slot > f->len && len <= f->len)
		slot = f->len;
	memcpy(bytes->ptr + f->off, job->vbt.ptr, len);
	memset(bytes->ptr + f->off + len, fill, slot - len);
	return ERR_OK;
}

/* A CBFS file around a stream has the unpacked size in its header. */
static void set_cbfs_unpacked(
	const struct fw_tree *t, const struct fw_node *n, size_t len, struct blob *bytes)
{
	const struct fw_node *file = n->parent != FW_NONE ? &t->nodes[n->parent] : n;
	struct cbfs_head h;
	size_t at;

	if (file->kind == FW_CBFS_FILE && cbfs_head_read(blob_span(*bytes), file->off, &h) &&
		h.attr != 0 &&
		cbfs_find_compression(
			blob_span(*bytes), file->off + h.attr, file->off + file->head, &at))
		put_u32be(bytes->ptr + at + CBFS_UNPACKED_OFF, (uint32_t)len);
}

/* A section with EFI's standard compression has the unpacked size in its header. */
static void set_unpacked(
	const struct fw_tree *t, const struct fw_node *n, size_t len, struct blob *bytes)
{
	struct section_head h;

	if (n->kind == FW_STREAM)
		set_cbfs_unpacked(t, n, len, bytes);
	else if (n->kind == FW_SECTION && n->type == SECTION_COMPRESSION &&
		 section_parse(blob_span(*bytes), n->off, &h) && h.method != 0)
		put_u32le(bytes->ptr + n->off + h.common_len, (uint32_t)len);
}

/* Whether unfiltered differs from old only where plain does, and is the same as plain there. */
static bool changes_alike(
	struct span unfiltered, struct span old, struct span plain, struct span old_plain)
{
	size_t from = 0, to = plain.len;

	if (plain.len != old_plain.len || old.len != plain.len)
		return span_equal(unfiltered, plain) && span_equal(old, old_plain);
	while (from < to && plain.ptr[from] == old_plain.ptr[from])
		from++;
	while (to > from && plain.ptr[to - 1] == old_plain.ptr[to - 1])
		to--;
	return memcmp(unfiltered.ptr, old.ptr, from) == 0 &&
	       memcmp(unfiltered.ptr + from, plain.ptr + from, to - from) == 0 &&
	       memcmp(unfiltered.ptr + to, old.ptr + to, plain.len - to) == 0;
}

/* After a wrong guess of the x86 filter a reader that does not undo it would get the new VBT, or
 * what is beside it, filtered. So it must read the same. */
static enum err_code check_filter(
	const struct fw_node *n, struct span stream, struct span plain, struct err *err)
{
	struct fw_unpacked old = {.used = 0}, old_plain = {.used = 0};
	struct blob unfiltered = {NULL, 0};
	enum err_code rc;

	if (n->codec != FW_CODEC_LZMA_F86 || (n->flags & FW_GUESSED) == 0)
		return ERR_OK;
	rc = fw_unpack(FW_CODEC_LZMA, stream, n->unpacked, &old, err);
	if (rc == ERR_OK)
		rc = fw_unpack(FW_CODEC_LZMA_F86, stream, n->unpacked, &old_plain, err);
	if (rc == ERR_OK)
		rc = blob_copy(plain, &unfiltered, err);
	if (rc == ERR_OK) {
		branch_all(BRANCH_X86, true, unfiltered.ptr, unfiltered.len);
		if (!changes_alike(blob_span(unfiltered), blob_span(old.bytes), plain,
			    blob_span(old_plain.bytes)))
			rc = err_set(err, ERR_UNSUPPORTED,
				"nothing says whether the LZMA stream at 0x%zx is x86-filtered, "
				"and readers that think otherwise would see something else",
				n->stream_off);
	}
	blob_free(&old.bytes);
	blob_free(&old_plain.bytes);
	blob_free(&unfiltered);
	return rc;
}

/* Packs the inner level again and puts it into the outer one. */
static enum err_code pack_level(struct replace_job *job, const struct fw_tree *t,
	const struct level *inner, struct level *outer, struct err *err)
{
	const struct fw_node *n = &t->nodes[outer->node];
	size_t room = node_end(n) - n->stream_off;
	struct span old;
	struct blob packed;
	uint32_t moved = 0;
	enum err_code rc;

	if (!span_slice(blob_span(outer->bytes), n->stream_off, room, &old))
		return err_set(err, ERR_FORMAT, "the stream the VBT is packed in is damaged");
	if (n->kind == FW_STREAM && (n->codec == FW_CODEC_EFI || n->codec == FW_CODEC_TIANO) &&
		fw_is_old_bios(t, blob_span(outer->bytes)))
		return err_set(err, ERR_UNSUPPORTED,
			"the stream at 0x%zx is in a module of a BIOS from before UEFI, which is "
			"not packed again",
			n->stream_off);
	rc = check_filter(n, old, blob_span(inner->bytes), err);
	if (rc == ERR_OK)
		rc = pack_stream(n->codec, blob_span(inner->bytes), old, room, &packed, err);
	if (rc != ERR_OK)
		return rc;
	if (packed.len > room &&
		!fw_section_grow(t, outer->node, packed.len - room, &outer->bytes, &moved)) {
		rc = err_set(err, ERR_LIMIT,
			"packed again, the %s stream at 0x%zx has %zu bytes; there is room for %zu",
			fw_codec_name(n->codec), n->stream_off, packed.len, room);
	} else {
		memcpy(outer->bytes.ptr + n->stream_off, packed.ptr, packed.len);
		if (inner->bytes.len != t->spaces[inner->space].len)
			set_unpacked(t, n, inner->bytes.len, &outer->bytes);
		buf_printf(job->output,
			tr("%s stream at 0x%zx packed again: %zu bytes, before %zu\n"),
			fw_codec_name(n->codec), n->stream_off, packed.len, room);
		report_moved(job, moved);
	}
	blob_free(&packed);
	return rc;
}

enum err_code replace_one(struct replace_job *job, struct span image, const struct report *r,
	const struct find *f, struct blob *out, struct err *err)
{
	struct levels l;
	enum err_code rc = levels_open(image, &r->tree, f, &l, err);
	size_t i;

	if (rc != ERR_OK)
		return rc;
	rc = write_vbt(job, &r->tree, f, &l.list[0].bytes, err);
	for (i = 0; rc == ERR_OK && i < l.count; i++) {
		if (i > 0)
			rc = pack_level(job, &r->tree, &l.list[i - 1], &l.list[i], err);
		if (rc == ERR_OK)
			fw_checksums_redo(&r->tree, l.list[i].node, &l.list[i].bytes, job->output);
	}
	if (rc == ERR_OK) {
		*out = l.list[l.count - 1].bytes;
		l.list[l.count - 1].bytes = (struct blob){NULL, 0};
	}
	levels_free(&l);
	return rc;
}
