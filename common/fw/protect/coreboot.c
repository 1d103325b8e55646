/* SPDX-License-Identifier: MIT */
/*
 * coreboot: hashes of CBFS files, and the anchor of their headers.
 * Sources: coreboot src/commonlib/bsd (cbfs_serialized.h, metadata_hash.h, cbfs_private.c);
 * coreboot/vboot firmware/2lib/include/2struct.h.
 */
#include <string.h>

#include "biosbelt/cbfs.h"
#include "protect/protect_private.h"

#define CBFS_METADATA 256u /* CBFS_METADATA_MAX_SIZE */
#define CBFS_ATTRS    64u
#define CBFS_FILES    4096u
#define MANIFEST_NAME "oemmanifest.bin"

#define ANCHOR       "\xADMdtHsh\x15"
#define ANCHOR_LEN   8u
#define DIGEST_LEAST 20u

enum digest_alg vb2_alg(uint32_t id)
{
	switch (id) {
	case 1:
		return DIGEST_SHA1;
	case 2:
		return DIGEST_SHA256;
	case 3:
		return DIGEST_SHA512;
	case 5:
		return DIGEST_SHA384;
	default:
		return DIGEST_NONE;
	}
}

/* struct vb2_hash: three bytes of 0, the algorithm, the digest. */
static bool hash_at(struct span in, size_t off, enum digest_alg *alg)
{
	struct span head, digest;

	if (!span_slice(in, off, 4, &head) || head.ptr[0] != 0 || head.ptr[1] != 0 ||
		head.ptr[2] != 0)
		return false;
	*alg = vb2_alg(head.ptr[3]);
	return *alg == DIGEST_NONE || span_slice(in, off + 4, digest_len(*alg), &digest);
}

struct cbfs_file {
	size_t off;
	struct cbfs_head h;
};

static bool cbfs_at(struct span in, size_t off, struct cbfs_file *f)
{
	f->off = off;
	return cbfs_is_file(in, off) && cbfs_head_read(in, off, &f->h) &&
	       f->h.head > CBFS_HEADER_LEN;
}

static void read_file_hash(struct gather *g, const struct cbfs_file *f, const struct cbfs_attr *a)
{
	enum digest_alg alg = DIGEST_NONE;
	bool known = hash_at(g->image, a->off + 8, &alg) && alg != DIGEST_NONE &&
		     a->len >= 12 + digest_len(alg) && a->len <= f->off + f->h.head - a->off;
	struct protect_check *c =
		check_add(g, PROTECT_CBFS_HASH, known ? PROTECT_RECOMPUTE : PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	check_source(c, "attribute at 0x%zx", a->off);
	if (known)
		check_digest(c, alg, a->off + 12);
	else
		check_note(c, "digest of unknown kind or cut short");
	check_range(g, c, (uint64_t)f->off + f->h.head, f->h.len);
}

/* Coreboot checks the first hash; the others are kept right too. */
static void read_file_hashes(struct gather *g, const struct cbfs_file *f)
{
	size_t at = f->off + f->h.attr, end = f->off + f->h.head;
	struct cbfs_attr a;
	unsigned i;

	if (f->h.attr < CBFS_HEADER_LEN || f->h.attr >= f->h.head)
		return;
	for (i = 0; i < CBFS_ATTRS; i++) {
		enum cbfs_step step = cbfs_attr_next(g->image, &at, end, &a);

		if (step == CBFS_END)
			return;
		if (a.tag == CBFS_TAG_HASH)
			read_file_hash(g, f, &a);
		if (step == CBFS_BAD)
			return;
	}
}

static bool digest_is_known(const struct gather *g, size_t off)
{
	uint32_t i;

	for (i = 0; i < g->list->count; i++)
		if (g->list->checks[i].stored && g->list->checks[i].digest_space == 0 &&
			g->list->checks[i].digest_off == off)
			return true;
	return false;
}

/* Hashes in the header that no attribute leads to: that the digest is right is the evidence. */
static void read_lost_hashes(struct gather *g, const struct cbfs_file *f)
{
	size_t at = f->off + CBFS_HEADER_LEN, end = f->off + f->h.head;

	for (; at < end; at += 4) {
		enum digest_alg alg = DIGEST_NONE;
		struct protect_check *c;

		if (!hash_at(g->image, at, &alg) || alg == DIGEST_NONE ||
			digest_len(alg) + 4 > end - at || digest_is_known(g, at + 4))
			continue;
		c = check_add(g, PROTECT_CBFS_HASH, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		check_source(c, "hash at 0x%zx", at);
		check_note(c, "no hash attribute leads to it");
		check_digest(c, alg, at + 4);
		check_range(g, c, (uint64_t)f->off + f->h.head, f->h.len);
		if (c->count != 1 || check_settle(g, c) != PROTECT_HOLDS)
			check_drop(g);
	}
}

static void read_manifest(struct gather *g, const struct cbfs_file *f)
{
	struct span name;
	struct protect_check *c;

	if (!span_slice(g->image, f->off + CBFS_HEADER_LEN, sizeof MANIFEST_NAME, &name) ||
		!span_starts(name, MANIFEST_NAME, sizeof MANIFEST_NAME))
		return;
	c = check_add(g, PROTECT_CBFS_MANIFEST, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "%s at 0x%zx", MANIFEST_NAME, f->off);
	check_note(c, "its items, and an RSA signature over their digests, are not read");
}

static void read_cbfs_files(struct gather *g)
{
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];
		struct cbfs_file f;

		if (n->kind != FW_CBFS_FILE || n->space != 0 || !cbfs_at(g->image, n->off, &f))
			continue;
		read_file_hashes(g, &f);
		if (f.h.head <= CBFS_HEAD_MAX)
			read_lost_hashes(g, &f);
		read_manifest(g, &f);
	}
}

/* Adds what coreboot's cbfs_walk hashes. */
bool cbfs_add_headers(struct gather *g, struct protect_check *c, size_t start, size_t len)
{
	size_t pos = 0;
	unsigned files = 0;

	while (pos < len && len - pos > CBFS_HEADER_LEN && c->placed) {
		struct cbfs_file f;
		uint64_t next;

		if (!cbfs_at(g->image, start + pos, &f)) {
			pos += CBFS_ALIGN;
			continue;
		}
		if (files++ == CBFS_FILES) {
			g->list->limited = true;
			c->placed = false;
			check_note(c, "too many ranges");
		}
		if (c->placed && f.h.type != CBFS_TYPE_DELETED && f.h.type != CBFS_TYPE_EMPTY &&
			f.h.head <= CBFS_METADATA)
			check_range(g, c, start + pos, f.h.head);
		next = (uint64_t)pos + f.h.head + f.h.len;
		next = (next + CBFS_ALIGN - 1) & ~(uint64_t)(CBFS_ALIGN - 1);
		pos = next > len ? len : (size_t)next;
	}
	if (!c->placed || c->count != 0)
		return true;
	c->placed = false;
	check_note(c, "no CBFS file in its area");
	return false;
}

static void metadata_check(struct gather *g, size_t anchor, enum digest_alg alg)
{
	struct protect_check *c = check_add(g, PROTECT_CBFS_METADATA, PROTECT_RECOMPUTE);
	const struct fmap *map = fmap_of(g, anchor);
	struct fmap_area area;

	if (c == NULL)
		return;
	check_source(c, "anchor at 0x%zx", anchor);
	check_digest(c, alg, anchor + ANCHOR_LEN + 4);
	if (map != NULL && fmap_named(g, map, "COREBOOT", &area) && fmap_in_image(g, &area)) {
		/* an image that boots has files there */
		c->impossible = !cbfs_add_headers(g, c, area.off, area.len);
	} else {
		c->placed = false;
		check_note(c, "no FMAP area COREBOOT");
	}
}

static void fmap_check(struct gather *g, size_t anchor, enum digest_alg alg)
{
	const struct fmap *map = fmap_of(g, anchor);
	size_t at = anchor + ANCHOR_LEN + 4 + digest_len(alg);
	struct protect_check *c;
	struct span digest;

	if (!span_slice(g->image, at, digest_len(alg), &digest) || span_is_filled(digest, 0))
		return;
	c = check_add(g, PROTECT_CBFS_METADATA, PROTECT_RECOMPUTE);
	if (c == NULL)
		return;
	check_source(c, "anchor at 0x%zx", anchor);
	check_note(c, "of the FMAP");
	check_digest(c, alg, at);
	if (map != NULL) {
		check_range(g, c, map->off, map->len);
	} else {
		c->placed = false;
		check_note(c, "of the FMAP, which is not in the image");
	}
}

static void anchor_unknown(struct gather *g, size_t anchor)
{
	struct protect_check *c = check_add(g, PROTECT_CBFS_METADATA, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "anchor at 0x%zx", anchor);
	check_note(c, "digest of unknown kind");
}

static void read_anchor(struct gather *g)
{
	size_t hit = 0;

	for (; (hit = image_find(g, hit, ANCHOR, ANCHOR_LEN)) != SIZE_MAX; hit++) {
		enum digest_alg alg = DIGEST_NONE;
		struct span digest;

		/* As a constant of a program it has no digest after it. */
		if (!hash_at(g->image, hit + ANCHOR_LEN, &alg) ||
			!span_slice(g->image, hit + ANCHOR_LEN + 4,
				alg != DIGEST_NONE ? digest_len(alg) : DIGEST_LEAST, &digest) ||
			span_is_filled(digest, 0))
			continue;
		if (alg == DIGEST_NONE) {
			anchor_unknown(g, hit);
			continue;
		}
		metadata_check(g, hit, alg);
		fmap_check(g, hit, alg);
	}
}

/* Keeps the newest check, over what an anchor covers, when the digest is stored where no anchor
 * is: its first bytes are destroyed. */
static void keep_if_stored(struct gather *g, struct protect_check *c)
{
	uint8_t now[DIGEST_LEN_MAX];
	size_t hit = SIZE_MAX;

	c->alg = DIGEST_SHA256;
	if (c->count != 0 && hash_budget(g, g->image.len) &&
		check_compute(g->list, c, g->image, now))
		hit = image_find(g, 0, now, digest_len(c->alg));
	if (hit == SIZE_MAX || digest_is_known(g, hit)) {
		check_drop(g);
		return;
	}
	check_digest(c, DIGEST_SHA256, hit);
	check_source(c, "digest at 0x%zx", hit);
	check_note(c, "no anchor is before it");
}

static void read_lost_anchors(struct gather *g)
{
	unsigned i;

	for (i = 0; i < g->fmap_count; i++) {
		struct protect_check *c;
		struct fmap_area area;

		if (!fmap_named(g, &g->fmaps[i], "COREBOOT", &area) || !fmap_in_image(g, &area) ||
			(c = check_add(g, PROTECT_CBFS_METADATA, PROTECT_UNKNOWN)) == NULL)
			continue;
		(void)cbfs_add_headers(g, c, area.off, area.len);
		keep_if_stored(g, c);
		c = check_add(g, PROTECT_CBFS_METADATA, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		check_range(g, c, g->fmaps[i].off, g->fmaps[i].len);
		keep_if_stored(g, c);
	}
}

void read_cbfs(struct gather *g)
{
	read_cbfs_files(g);
	read_anchor(g);
	read_lost_anchors(g);
}
