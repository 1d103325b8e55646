/* SPDX-License-Identifier: MIT */
/*
 * Room for a section that grows, or becomes smaller, in a volume that is built from the input: its
 * size, what happens, then four bytes a file. Whatever comes of it, the volume has the same files
 * in the same order with the same contents, no byte outside it is changed, nothing that runs in
 * place or is fixed has moved, and alignment is kept.
 */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/fwedit.h"
#include "image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEAD         6u
#define FILES_MAX    24u
#define CONTENT_MAX  ((size_t)2048)
#define CONTENT_STEP 61u     /* between the contents of two files */
#define OUTSIDE      0x1000u /* bytes before and after the volume */
#define VOLUME       0x48u   /* its header */
#define LAYOUT       0x07u   /* of a file's fourth byte: */
#define GAP          0x08u
#define LARGE        0x10u
#define SUM          0x20u
#define DELETED      0x40u
#define WRONG        0x80u
#define STORED       0x80u /* of the first byte: its section is in one that stores it */
#define WORDS        0x40u /* of the second byte: a name follows */

struct recipe {
	uint8_t erase;
	bool ffs3, packed, shrink, named;
	size_t change; /* bytes more or less */
	unsigned which;
	size_t room; /* free space after the files */
};

static uint8_t type_of(uint8_t b)
{
	static const uint8_t types[] = {FFS_FREEFORM, FFS_DRIVER, FFS_FV_IMAGE, FFS_PAD, FFS_PEIM,
		FFS_RAW, FFS_APPLICATION, FFS_SEC, FFS_PAD, FFS_DXE_CORE, FFS_MM, 0xC1};

	return types[(b & 0x7F) % sizeof types];
}

/* Code that runs where it is stored, and what is found by its address: PI 1.7, volume 3, 2.1.4. */
static bool must_stay(const uint8_t *file)
{
	switch (file[18]) {
	case FFS_FREEFORM:
	case FFS_DRIVER:
	case FFS_FV_IMAGE:
	case FFS_APPLICATION:
	case FFS_DXE_CORE:
	case FFS_MM:
	case FFS_MM_CORE:
	case FFS_PAD:
		return (file[19] & 0x04) != 0;
	default:
		return true;
	}
}

static size_t align_of(uint8_t attributes)
{
	static const uint8_t bits[16] = {
		0, 4, 7, 9, 10, 12, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};

	return (size_t)1 << bits[(attributes >> 3 & 7) | (attributes << 2 & 8)];
}

static void set_state(uint8_t *file, uint8_t erase, bool deleted)
{
	file[23] = (uint8_t)(erase ^ (deleted ? 0x17 : 0x07));
	image_file_fix_sum(file);
}

/* Different bytes for each file, of a noise that is made once. */
static struct blob content(size_t len, unsigned n)
{
	static struct blob noise;
	struct blob out;
	struct err err;

	if (noise.ptr == NULL)
		noise = image_noise(CONTENT_MAX + FILES_MAX * CONTENT_STEP, 1);
	if (blob_copy(span_of(noise.ptr + n * CONTENT_STEP, len), &out, &err) != ERR_OK)
		abort();
	return out;
}

static struct blob make_file(const struct recipe *r, unsigned n, const uint8_t *d)
{
	struct image_file o = {.guid = {{(uint8_t)n, 0x5A, 0x11}},
		.type = type_of(d[0]),
		.large = r->ffs3 && (d[3] & LARGE) != 0,
		.checksum = (d[3] & SUM) != 0};
	size_t len = d[2] | (size_t)(d[3] & LAYOUT) << 8;
	struct blob file;

	if (o.type == FFS_PAD) {
		memset(o.guid.b, 0xFF, GUID_LEN);
		file = image_file(&o, image_fill(len, r->erase));
	} else {
		file = image_section(SECTION_RAW, content(len, n), false);
		if ((d[0] & STORED) != 0)
			file = image_packed_section(FW_CODEC_NONE, file);
		if ((d[1] & WORDS) != 0)
			file = image_add_section(file, image_ui("Words"));
		file = image_file(&o, file);
	}
	file.ptr[19] |= d[1] & 0x3E;
	set_state(file.ptr, r->erase, (d[3] & DELETED) != 0);
	if ((d[3] & WRONG) != 0)
		file.ptr[16] ^= 1;
	return file;
}

/* As GenFv places it, with a pad file before it, or without a thought. */
static struct blob add_file(const struct recipe *r, struct blob row, struct blob file, bool gap)
{
	size_t head = (file.ptr[19] & 1) != 0 ? FFS3_HEADER_LEN : FFS_HEADER_LEN;
	size_t align = align_of(file.ptr[19]), start;

	row = image_join(row, image_fill(0, 0), FFS_ALIGN, r->erase);
	start = VOLUME + row.len;
	if (!gap && align <= 4096) {
		size_t body = (start + head + align - 1) & ~(align - 1);

		while (body - head != start && body - head - start < FFS_HEADER_LEN)
			body += align;
		if (body - head != start) {
			struct image_file pad = {.type = FFS_PAD};
			struct blob more;

			memset(pad.guid.b, 0xFF, GUID_LEN);
			more = image_file(
				&pad, image_fill(body - head - start - FFS_HEADER_LEN, r->erase));
			set_state(more.ptr, r->erase, false);
			row = image_join(row, more, 1, 0);
		}
	}
	return image_join(row, file, 1, 0);
}

static struct blob make_image(const struct recipe *r, const uint8_t *d, size_t size)
{
	struct image_volume v = {.ffs3 = r->ffs3};
	struct blob row = image_fill(0, 0), out;
	unsigned n;

	for (n = 0; n < FILES_MAX && size >= 4; n++, d += 4, size -= 4)
		row = add_file(r, row, make_file(r, n, d), (d[3] & GAP) != 0);
	row = image_join(row, image_fill(0, 0), FFS_ALIGN, r->erase);
	row = image_join(row, image_fill(r->room, r->erase), 1, 0);
	v.size = VOLUME + row.len;
	out = image_volume(&v, row);
	if (r->erase == 0)
		put_u32le(out.ptr + 44, 0x0004F6FF);
	put_u32le(out.ptr + 56, (uint32_t)(out.len / 8));
	put_u32le(out.ptr + 60, 8);
	image_volume_fix_sum(out.ptr);
	out = image_join(image_fill(OUTSIDE, 0xC3), out, 1, 0);
	return image_join(out, image_fill(OUTSIDE, 0x3C), 1, 0);
}

/* The files of a volume, pad files left out. */
struct file {
	size_t off, len, head;
	uint8_t attributes;
};
struct files {
	struct file list[FILES_MAX * 2];
	unsigned count, damages;
};

static void list_files(struct span image, struct fw_tree *t, struct files *out)
{
	struct fw_opts opts = {.deep = false};
	struct err err;
	uint32_t i;

	out->count = 0;
	if (fw_walk(image, &opts, t, &err) != ERR_OK)
		abort();
	out->damages = t->damage_count;
	for (i = 0; i < t->count && out->count < FILES_MAX * 2; i++)
		if (t->nodes[i].kind == FW_FILE && t->nodes[i].type != FFS_PAD)
			out->list[out->count++] = (struct file){t->nodes[i].off, t->nodes[i].len,
				t->nodes[i].head, image.ptr[t->nodes[i].off + 19]};
}

/* The innermost section of the file at off, but for its name. */
static uint32_t section_of(const struct fw_tree *t, size_t file)
{
	uint32_t i, best = FW_NONE;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].kind == FW_SECTION && t->nodes[i].parent != FW_NONE &&
			t->nodes[i].type != SECTION_UI &&
			(t->nodes[i].parent == best || t->nodes[t->nodes[i].parent].off == file))
			best = i;
	return best;
}

static void check(bool right)
{
	if (!right)
		abort();
}

/* One file that was not to change. */
static void check_same(struct span before, const struct file *a, struct span after,
	const struct file *b, bool flash)
{
	check(a->len == b->len && a->head == b->head);
	check(memcmp(before.ptr + a->off, after.ptr + b->off, a->len) == 0);
	if (a->off == b->off)
		return;
	check(!must_stay(before.ptr + a->off) || !flash);
	check((b->off - OUTSIDE + b->head) % align_of(b->attributes) == 0);
	check((b->off - OUTSIDE) % FFS_ALIGN == 0);
}

/* Bytes of the name after the content of a file. */
static size_t words_len(struct span image, const struct file *f)
{
	struct section_head h;
	size_t content;

	if (!section_parse(image, f->off + f->head, &h))
		return 0;
	content =
		f->head + (((size_t)h.claimed + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1));
	return content < f->len ? f->len - content : 0;
}

/* The one that became longer or shorter. */
static void check_changed(const struct recipe *r, struct span before, const struct file *a,
	struct span after, const struct file *b)
{
	size_t words = words_len(before, a), from = a->head + 4;
	size_t kept = (a->len < b->len ? a->len : b->len) - words;
	struct section_head h;

	check(a->off == b->off);
	check(memcmp(before.ptr + a->off + a->len - words, after.ptr + b->off + b->len - words,
		      words) == 0);
	if (section_parse(after, b->off + b->head, &h) && h.type == SECTION_COMPRESSION) {
		check(h.unpacked == h.claimed - h.head_len);
		from += h.head_len;
	}
	/* what follows begins at the next multiple of SECTION_ALIGN */
	check(r->shrink ? b->len < a->len && a->len - b->len <= r->change + 3
			: b->len == a->len + r->change ||
				  (words != 0 && b->len + 3 - a->len - r->change <= 6));
	check(kept < from ||
		memcmp(before.ptr + a->off + from, after.ptr + a->off + from, kept - from) == 0);
}

static void check_result(const struct recipe *r, struct span before, const struct files *old,
	struct span after, uint32_t which)
{
	struct files now;
	struct fw_tree t;
	unsigned i;

	check(before.len == after.len);
	check(memcmp(before.ptr, after.ptr, OUTSIDE + VOLUME) == 0);
	check(span_is_filled(span_of(after.ptr + after.len - OUTSIDE, OUTSIDE - 4), 0x3C));
	list_files(after, &t, &now);
	fw_tree_free(&t);
	check(now.count == old->count && now.damages <= old->damages);
	for (i = 0; i < now.count; i++)
		if (i == which)
			check_changed(r, before, &old->list[i], after, &now.list[i]);
		else
			check_same(before, &old->list[i], after, &now.list[i], true);
}

static void change(
	const struct recipe *r, struct blob *image, struct fw_tree *t, const struct files *old)
{
	uint32_t which = r->which % old->count, node = section_of(t, old->list[which].off), i;
	uint32_t moved = 0;
	struct blob before;
	struct err err;
	struct buf log;
	bool done;

	if (node == FW_NONE || blob_copy(blob_span(*image), &before, &err) != ERR_OK)
		return;
	for (i = 0; r->packed && i < t->count; i++)
		t->nodes[i].space = 1;
	done = r->shrink ? fw_section_shrink(t, node, r->change, image) != 0
			 : fw_section_grow(t, node, r->change, image, &moved);
	if (done) {
		buf_init(&log, 0);
		fw_checksums_redo(t, node, image, &log);
		buf_free(&log);
		check_result(r, blob_span(before), old, blob_span(*image), which);
	} else {
		check(span_equal(blob_span(before), blob_span(*image)));
	}
	blob_free(&before);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct recipe r;
	struct files old;
	struct fw_tree t;
	struct blob image;

	if (size < HEAD + 4)
		return 0;
	r = (struct recipe){.erase = (data[0] & 1) != 0 ? 0x00 : 0xFF,
		.ffs3 = (data[0] & 2) != 0,
		.packed = (data[0] & 4) != 0,
		.shrink = (data[0] & 8) != 0,
		.named = (data[0] & 16) != 0,
		.change = 1 + data[1] + (size_t)(data[2] & 7) * 256,
		.which = data[3],
		.room = (size_t)data[4] * 8};
	image = make_image(&r, data + HEAD, size - HEAD);
	if (r.named) /* somewhere in the volume, as its address below 4 GiB */
		put_u32le(image.ptr + image.len - 4, (uint32_t)(OUTSIDE + data[5] * 8 - image.len));
	list_files(blob_span(image), &t, &old);
	if (old.count != 0)
		change(&r, &image, &t, &old);
	fw_tree_free(&t);
	blob_free(&image);
	return 0;
}
