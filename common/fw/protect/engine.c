/* SPDX-License-Identifier: MIT */
/*
 * Checks by Intel's management engines. Bay Trail's TXE: Dasharo/coreboot
 * util/txesbmantool/txesbmantool.c. IFWI layouts from Apollo Lake on: coreboot
 * util/cbfstool/ifwitool.c (BPDT, $CPD), platomav/MEAnalyzer CSE_Ext_13 (BPM.met).
 */
#include <string.h>

#include "biosbelt/capsule.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define TXE_BLOCK    0x20000u /* manifest and IBB together, at the end of the flash */
#define TXE_MANIFEST 0x400u
#define TXE_SIZE     8u
#define TXE_HASH     20u
#define TXE_KEY      0x1000u /* $SKM, before the manifest */
#define VBM_SIGN     "$VBM"
#define SKM_SIGN     "$SKM"

#define BPDT_SIGN    0x000055AAu
#define BPDT_STEP    0x1000u
#define BPDT_HEAD    24u
#define BPDT_ENTRY   12u
#define BPDT_MOST    64u
#define BPDT_IBBP    4u
#define BPDT_SECOND  5u
#define BPDT_OBBP    6u
#define BPDT_SECONDS 4u /* boot partitions of an image */
#define CPD_SIGN     "$CPD"
#define CPD_HEAD_OFF 10u
#define CPD_HEAD_V1  16u
#define CPD_HEAD_V2  20u
#define CPD_NAME     12u
#define CPD_ENTRY    24u
#define CPD_MOST     256u
#define CPD_OFF_MASK 0x1FFFFFFu
#define MET_EXT      0x13u

static bool names_its_size(struct span manifest)
{
	uint32_t size = 0;

	return span_u32le(manifest, TXE_SIZE, &size) && size == TXE_MANIFEST;
}

static void txe_cut(struct gather *g, size_t at)
{
	struct protect_check *c = check_add(g, PROTECT_TXE, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	check_source(c, "$VBM at 0x%zx", at);
	check_range(g, c, at, g->image.len - at);
	check_note(c, "the image ends before its data do");
}

/* place: the flash ends where the block does, so the manifest needs no other evidence. */
static void read_txe_at(struct gather *g, size_t at, bool place)
{
	struct protect_check *c;
	struct span sign;
	bool worn, sure;

	if (!span_slice(g->image, at, TXE_BLOCK, &sign)) {
		if (span_from(g->image, at, &sign) && span_starts(sign, VBM_SIGN, 4) &&
			names_its_size(sign))
			txe_cut(g, at);
		return;
	}
	worn = !span_starts(sign, VBM_SIGN, 4);
	sure = !worn && (place || names_its_size(sign));
	c = check_add(g, PROTECT_TXE, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "$VBM at 0x%zx", at);
	check_range(g, c, at + TXE_MANIFEST, TXE_BLOCK - TXE_MANIFEST);
	check_digest(c, DIGEST_SHA256, at + TXE_HASH);
	c->reversed = true;
	check_note(c, "%s",
		worn ? tr("the signature of the manifest is destroyed")
		     : tr("enforced if the TXE is fused for it"));
	/* else a right digest is the evidence */
	if (!sure && check_settle(g, c) != PROTECT_HOLDS) {
		check_drop(g);
		return;
	}
	c->impossible = worn;
	c = check_add(g, PROTECT_TXE, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "$VBM at 0x%zx", at);
	check_range(g, c, at, TXE_MANIFEST);
	check_note(c, "the manifest: its signature is not verified here");
	if (at < TXE_KEY || !span_slice(g->image, at - TXE_KEY, 4, &sign) ||
		!span_starts(sign, SKM_SIGN, 4))
		return;
	c = check_add(g, PROTECT_TXE, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "$SKM at 0x%zx", at - TXE_KEY);
	check_range(g, c, at - TXE_KEY, TXE_MANIFEST);
	check_note(c, "the key manifest: its signature is not verified here");
}

static bool is_at_end(const struct gather *g, size_t end)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++)
		if (g->maps[i].end == end)
			return true;
	return false;
}

/* Files have bytes after the flash too. */
static void find_txe(struct gather *g, const char *name, size_t before)
{
	size_t hit = 0;

	for (; (hit = image_find(g, hit, name, 4)) != SIZE_MAX; hit += 4) {
		size_t at = hit + before;
		struct span sign;

		if (is_at_end(g, at + TXE_BLOCK) || !span_slice(g->image, at, 4, &sign))
			continue;
		if (before == 0 || !span_starts(sign, VBM_SIGN, 4))
			read_txe_at(g, at, false);
	}
}

void read_txe(struct gather *g)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++)
		if ((i == 0 || g->maps[i].end != g->maps[i - 1].end) && g->maps[i].end >= TXE_BLOCK)
			read_txe_at(g, g->maps[i].end - TXE_BLOCK, true);
	find_txe(g, VBM_SIGN, 0);
	find_txe(g, SKM_SIGN, TXE_KEY);
}

struct part {
	size_t off, len;
};

/* Finds a partition in the table at bpdt, whose offsets count from base. False: none of that type,
 * or, with *lost, one that is not in the image. */
static bool bpdt_part(
	struct span image, size_t bpdt, size_t base, uint16_t type, struct part *out, bool *lost)
{
	struct cursor c = {.in = image, .pos = bpdt + 4};
	unsigned count = cursor_u16le(&c), i;

	for (i = 0; i < count && i < BPDT_MOST; i++) {
		struct cursor e = {.in = image, .pos = bpdt + BPDT_HEAD + (size_t)i * BPDT_ENTRY};
		uint16_t kind = cursor_u16le(&e);
		uint32_t off, len;
		struct span bytes;

		cursor_skip(&e, 2);
		off = cursor_u32le(&e);
		len = cursor_u32le(&e);
		if (e.bad || kind != type || len == 0)
			continue;
		if (off > image.len || !span_slice(image, base + off, len, &bytes)) {
			*lost = true;
			continue;
		}
		*out = (struct part){base + off, len};
		return true;
	}
	return false;
}

static bool is_cpd(struct span image, const struct part *dir)
{
	struct span sign;

	return span_slice(image, dir->off, 4, &sign) && span_starts(sign, CPD_SIGN, 4);
}

/* Finds an entry of a $CPD directory. */
static bool cpd_file(struct span image, const struct part *dir, const char *name, struct part *out)
{
	uint32_t count = 0, i;
	uint8_t head = 0;
	struct span bytes;
	char want[12] = {0};

	memcpy(want, name, strlen(name));
	if (!is_cpd(image, dir) || !span_u32le(image, dir->off + 4, &count) ||
		!span_u8(image, dir->off + CPD_HEAD_OFF, &head))
		return false;
	for (i = 0; i < count && i < CPD_MOST; i++) {
		struct cursor c = {.in = image, .pos = dir->off + head + (size_t)i * CPD_ENTRY};
		struct span entry = cursor_take(&c, sizeof want);
		uint32_t off = cursor_u32le(&c) & CPD_OFF_MASK, len = cursor_u32le(&c);

		if (c.bad || memcmp(entry.ptr, want, sizeof want) != 0 || off > dir->len ||
			!span_slice(image, dir->off + off, len, &bytes))
			continue;
		*out = (struct part){dir->off + off, len};
		return true;
	}
	return false;
}

static void met_digest(struct gather *g, const struct part *met, size_t at, const struct part *what,
	const char *name)
{
	struct protect_check *c = check_add(g, PROTECT_IFWI, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "BPM.met at 0x%zx", met->off);
	check_range(g, c, what->off, what->len);
	check_note(c, "%s, under the signed IBBP.man", name);
	if (at == 0)
		return;
	check_digest(c, DIGEST_SHA256, met->off + at);
	/* Tools disagree on the byte order: the one that matches is used. */
	if (check_settle(g, c) != PROTECT_HOLDS) {
		c->reversed = true;
		c->reversed = check_settle(g, c) == PROTECT_HOLDS;
	}
}

/* Offset of the digest after an algorithm (2: SHA-256), and its length; 0: another algorithm, or
 * none. */
static size_t met_hash(struct span image, const struct part *met, size_t at)
{
	uint32_t alg = 0, len = 0;
	struct span digest;

	return at + 40 <= met->len && span_u32le(image, met->off + at, &alg) && alg == 2 &&
			       span_u32le(image, met->off + at + 4, &len) && len == 32 &&
			       span_slice(image, met->off + at + 8, len, &digest) &&
			       !span_is_filled(digest, 0) && !span_is_filled(digest, 0xFF)
		       ? at + 8
		       : 0;
}

static void whole_part(struct gather *g, const struct part *p, const char *name, size_t bpdt)
{
	struct protect_check *c = check_add(g, PROTECT_IFWI, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "BPDT at 0x%zx", bpdt);
	check_range(g, c, p->off, p->len);
	check_note(c, "partition %s: its manifests are signed", name);
}

/* where: what is concerned; NULL: not known. */
static void part_unread(
	struct gather *g, const struct part *where, const char *table, size_t off, const char *why)
{
	struct protect_check *c = check_add(g, PROTECT_IFWI, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	check_source(c, "%s at 0x%zx", table, off);
	check_note(c, "%s", tr(why));
	c->placed = where != NULL;
	if (where != NULL)
		check_range(g, c, where->off, where->len);
}

static void read_met(struct gather *g, const struct part *ibbp, const struct part *met, size_t at,
	const char *name)
{
	struct part file;

	if (cpd_file(g->image, ibbp, name, &file))
		met_digest(g, met, met_hash(g->image, met, at), &file, name);
	else if (met_hash(g->image, met, at) != 0)
		part_unread(
			g, ibbp, "BPM.met", met->off, N_("a digest of a part that is not there"));
}

/* Whether the directory of a boot partition has BPM.met: by its name, also one behind the count of
 * entries, or by what it leads to. */
static bool names_met(struct span image, const struct part *dir)
{
	uint32_t count = 0, i, ext = 0;
	uint8_t head = 0;

	if (!span_u32le(image, dir->off + 4, &count) ||
		!span_u8(image, dir->off + CPD_HEAD_OFF, &head))
		return false;
	for (i = 0; i <= count && i < CPD_MOST; i++) {
		struct cursor c = {.in = image, .pos = dir->off + head + (size_t)i * CPD_ENTRY};
		struct span name = cursor_take(&c, CPD_NAME);

		if (c.bad)
			return false;
		if (span_starts(name, "BPM.met", 8) ||
			(i < count &&
				span_u32le(image, dir->off + (cursor_u32le(&c) & CPD_OFF_MASK),
					&ext) &&
				ext == MET_EXT))
			return true;
	}
	return false;
}

static void read_ibbp(struct gather *g, const struct part *ibbp)
{
	struct part met, file;
	uint32_t ext = 0;

	if (!cpd_file(g->image, ibbp, "BPM.met", &met) || !span_u32le(g->image, met.off, &ext) ||
		ext != MET_EXT) {
		if (cpd_file(g->image, ibbp, "IBBL", &file) &&
			cpd_file(g->image, ibbp, "IBB", &file) && !names_met(g->image, ibbp))
			return; /* as in Chromebooks */
		part_unread(g, ibbp, "IBBP", ibbp->off, N_("its digests (BPM.met) cannot be read"));
		return;
	}
	read_met(g, ibbp, &met, 0x0C, "IBBL");
	read_met(g, ibbp, &met, 0x34, "IBB");
}

/* The OBB partition in the second table. Its offsets count from the first table (ifwitool.c,
 * parse_sbpdt), unless only counting from the second one leads to a directory. */
static bool second_part(struct span image, size_t bpdt, size_t second, struct part *out, bool *lost)
{
	struct part own;
	bool gone = false, unused = false;
	bool has = bpdt_part(image, second, bpdt, BPDT_OBBP, out, &gone);

	if ((!has || !is_cpd(image, out)) &&
		bpdt_part(image, second, second, BPDT_OBBP, &own, &unused) && is_cpd(image, &own)) {
		*out = own;
		return true;
	}
	*lost |= gone;
	return has;
}

/* Returns where the second table is, or SIZE_MAX. */
static size_t read_bpdt(struct gather *g, size_t bpdt)
{
	struct part ibbp, obbp, second;
	bool lost = false;
	bool two = bpdt_part(g->image, bpdt, bpdt, BPDT_SECOND, &second, &lost);
	bool has_ibbp = bpdt_part(g->image, bpdt, bpdt, BPDT_IBBP, &ibbp, &lost);

	if (has_ibbp) {
		whole_part(g, &ibbp, "IBBP", bpdt);
		read_ibbp(g, &ibbp);
	}
	if (bpdt_part(g->image, bpdt, bpdt, BPDT_OBBP, &obbp, &lost))
		whole_part(g, &obbp, "OBBP", bpdt);
	else if (two && second_part(g->image, bpdt, second.off, &obbp, &lost))
		whole_part(g, &obbp, "OBBP", second.off);
	if (lost)
		part_unread(g, NULL, "BPDT", bpdt, N_("a boot partition is not in the image"));
	return two ? second.off : SIZE_MAX;
}

static bool is_bpdt(struct span image, size_t off)
{
	uint32_t sign = 0;
	uint16_t count = 0, version = 0;

	return span_u32le(image, off, &sign) && sign == BPDT_SIGN &&
	       span_u16le(image, off + 4, &count) && count != 0 && count <= BPDT_MOST &&
	       span_u16le(image, off + 6, &version) && (version & 0xFF) >= 1 &&
	       (version & 0xFF) <= 2 && (size_t)count * BPDT_ENTRY <= image.len - off - BPDT_HEAD;
}

/* A directory that is called as boot partitions are, with a header that has the right length. */
static bool is_boot_dir(struct span image, size_t off)
{
	struct cursor c = {.in = image, .pos = off + 4};
	uint32_t count = cursor_u32le(&c);
	uint8_t version = cursor_u8(&c), entries = cursor_u8(&c), head = cursor_u8(&c);
	struct span name;

	cursor_skip(&c, 1);
	name = cursor_take(&c, 4);
	return (span_starts(name, "IBBP", 4) || span_starts(name, "OBBP", 4)) &&
	       count <= CPD_MOST && entries == 1 &&
	       ((version == 1 && head == CPD_HEAD_V1) || (version == 2 && head == CPD_HEAD_V2));
}

/* Boot partitions that no BPDT leads to. */
static void read_lost_cpds(struct gather *g)
{
	size_t hit = 0;

	for (; (hit = image_find(g, hit, CPD_SIGN, 4)) != SIZE_MAX; hit += 4) {
		struct part dir = {hit, g->image.len - hit}, met;
		uint32_t i;

		if (!is_boot_dir(g->image, hit))
			continue;
		for (i = 0; i < g->list->count; i++)
			if (g->list->checks[i].kind == PROTECT_IFWI &&
				g->list->checks[i].count != 0 &&
				g->list->ranges[g->list->checks[i].first].off == hit)
				break;
		if (i < g->list->count)
			continue;
		part_unread(g, NULL, CPD_SIGN, hit, N_("no BPDT leads to this boot partition"));
		if (cpd_file(g->image, &dir, "BPM.met", &met))
			read_ibbp(g, &dir);
	}
}

static void read_bpdts(struct gather *g, size_t off)
{
	size_t seconds[BPDT_SECONDS] = {0};
	unsigned count = 0, i;

	for (; off < g->image.len && g->image.len - off > BPDT_HEAD; off += BPDT_STEP) {
		for (i = 0; i < BPDT_SECONDS && seconds[i] != off; i++)
			;
		if (!is_bpdt(g->image, off) || (i < BPDT_SECONDS && off != 0))
			continue;
		seconds[count++ % BPDT_SECONDS] = read_bpdt(g, off);
	}
}

void read_ifwi(struct gather *g)
{
	size_t start = capsule_heads(g->image);

	read_bpdts(g, 0);
	if (start % BPDT_STEP != 0)
		read_bpdts(g, start);
	read_lost_cpds(g);
}
