/* SPDX-License-Identifier: MIT */
/*
 * Hash tables in files: AMI's (three versions, distinguished by length), Phoenix's $HASHTBL and the
 * digest of Intel's reference code. Sources: LongSoft/UEFITool common/ffs.h (structures) and
 * ffsparser.cpp (base addresses); intel/iotg-fbu siip_stitch.py (ObbDigest).
 */
#include <string.h>

#include "protect/protect_private.h"

#define AMI_V1_LEN   36u
#define AMI_V2_LEN   80u
#define AMI_V3_LEN   112u
#define AMI_V3_PARTS 4u
#define HASH_LEN     32u
#define ENTRY_LEN    40u

#define PHOENIX_SIGN "$HASHTBL"
#define PHOENIX_HEAD 12u
#define PHOENIX_MOST 256u
#define NOTHING      0xFFFFFFFFu

static const struct guid ami_file =
	GUID_INIT(0xCBC91F44, 0xA4BC, 0x4A5B, 0x86, 0x96, 0x70, 0x34, 0x51, 0xD0, 0xB0, 0x53);
static const struct guid phoenix_file =
	GUID_INIT(0x389CC6F2, 0x1EA8, 0x467B, 0xAB, 0x8A, 0x78, 0xE7, 0x69, 0xAE, 0x2A, 0x15);
static const struct guid obb_file =
	GUID_INIT(0xF57757FC, 0x2603, 0x404F, 0xAA, 0xE2, 0x34, 0xC6, 0x23, 0x23, 0x88, 0xE8);
/* UEFITool issue 446: the PEI module that verifies HP's firmware. */
static const struct guid hp_module =
	GUID_INIT(0x9780ADF1, 0x7950, 0x4E7D, 0xB2, 0xC6, 0xC5, 0xA0, 0x36, 0x1B, 0x5C, 0x51);

void keep_table(struct gather *g, enum table_kind kind, uint32_t space, uint32_t node, size_t off,
	struct span bytes)
{
	struct hash_table *t;

	if (g->table_count == TABLES_MAX || bytes.len > TABLE_BYTES) {
		g->list->limited = true;
		return;
	}
	t = &g->tables[g->table_count];
	*t = (struct hash_table){.kind = kind, .space = space, .node = node, .off = off};
	t->image_off = space == 0 ? off : g->tree->spaces[space].image_off;
	if (blob_copy(bytes, &t->bytes, g->err) != ERR_OK) {
		g->rc = ERR_NOMEM;
		return;
	}
	g->table_count++;
}

static void note_hp(struct gather *g)
{
	struct protect_check *c;
	uint32_t i;

	for (i = 0; i < g->list->count; i++)
		if (g->list->checks[i].kind == PROTECT_HP)
			return;
	c = check_add(g, PROTECT_HP, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "module 9780ADF1-7950-4E7D-B2C6-C5A0361B5C51");
	check_note(
		c, "its tables are not published; the embedded controller may restore the image");
}

/* The file that a section is of, also within others; FW_NONE: none. */
static uint32_t file_of(const struct fw_tree *t, uint32_t node)
{
	do
		node = t->nodes[node].parent;
	while (node != FW_NONE && t->nodes[node].kind == FW_SECTION);
	return node != FW_NONE && t->nodes[node].kind == FW_FILE ? node : FW_NONE;
}

static bool is_raw(const struct fw_node *n)
{
	return n->kind == FW_SECTION && n->type == SECTION_RAW;
}

/* AMI's and Intel's tables are the file's raw section, Phoenix's is the whole body. */
void note_tables(struct gather *g, uint32_t space, struct span bytes)
{
	uint32_t i;

	for (i = 0; i < g->tree->count && g->rc == ERR_OK; i++) {
		const struct fw_node *n = &g->tree->nodes[i], *file = n;
		enum table_kind kind;
		struct span body;

		if (n->space != space)
			continue;
		if (is_raw(n) && file_of(g->tree, i) != FW_NONE)
			file = &g->tree->nodes[file_of(g->tree, i)];
		if (file->kind != FW_FILE || !file->has_guid)
			continue;
		if (file == n && guid_equal(&file->guid, &hp_module))
			note_hp(g);
		if (file != n && guid_equal(&file->guid, &ami_file))
			kind = TABLE_AMI;
		else if (file != n && guid_equal(&file->guid, &obb_file))
			kind = TABLE_OBB;
		else if (file == n && guid_equal(&file->guid, &phoenix_file))
			kind = TABLE_PHOENIX;
		else
			continue;
		if (n->len >= n->head &&
			span_slice(bytes, n->off + n->head, n->len - n->head, &body))
			keep_table(g, kind, space, i, n->off + n->head, body);
	}
}

/* Begins the check of one digest of a table. digest: its offset in the table. */
static struct protect_check *table_check(struct gather *g, const struct hash_table *t,
	enum protect_kind kind, const char *name, size_t digest)
{
	struct protect_check *c = check_add(g, kind, PROTECT_RECOMPUTE);

	if (c == NULL)
		return NULL;
	check_source(c, "%s at 0x%zx%s", name, t->image_off, t->space != 0 ? ", packed" : "");
	check_digest(c, DIGEST_SHA256, t->off + digest);
	c->digest_space = t->space;
	if (t->space != 0)
		check_note(c, "its table is packed: not compared and not rewritten");
	return c;
}

static bool is_used(uint32_t base, uint32_t size)
{
	return base != NOTHING && size != 0 && size != NOTHING;
}

/* A digest without a range: base or size says that the entry is unused. */
static void report_unused(
	struct gather *g, const struct hash_table *t, enum protect_kind kind, size_t digest)
{
	struct protect_check *c;
	struct span hash;

	if (!span_slice(blob_span(t->bytes), digest, HASH_LEN, &hash) || span_is_filled(hash, 0) ||
		span_is_filled(hash, 0xFF) || (c = check_add(g, kind, PROTECT_UNKNOWN)) == NULL)
		return;
	check_source(c, "hash file at 0x%zx", t->image_off);
	check_note(c, "a digest in an entry that is marked as unused");
}

static void ami_v1(struct gather *g, const struct hash_table *t)
{
	struct addressed a = {blob_span(t->bytes), t->off, t->image_off, NULL, NULL};
	struct protect_check *c;
	uint32_t size = 0;

	(void)span_u32le(a.bytes, HASH_LEN, &size);
	if (!is_used(0, size)) {
		report_unused(g, t, PROTECT_AMI_HASH, 0);
		return;
	}
	c = table_check(g, t, PROTECT_AMI_HASH, "hash file v1", 0);
	if (c == NULL)
		return;
	c->by_value = true;
	check_dxe_volume(g, c, &a, size);
}

static void ami_v2(struct gather *g, const struct address_map *m, const void *table)
{
	const struct hash_table *t = table;
	unsigned i;

	for (i = 0; i < 2; i++) {
		size_t at = (size_t)i * ENTRY_LEN;
		struct cursor in = {.in = blob_span(t->bytes), .pos = at + HASH_LEN};
		uint32_t base = cursor_u32le(&in), size = cursor_u32le(&in);
		struct protect_check *c;

		if (!is_used(base, size))
			report_unused(g, t, PROTECT_AMI_HASH, at);
		else if ((c = table_check(g, t, PROTECT_AMI_HASH, "hash file v2", at)) != NULL)
			check_address(g, c, m, base, size);
	}
}

/* One digest over three segments and a nested volume. */
static void ami_v3(struct gather *g, const struct address_map *m, const void *table)
{
	const struct hash_table *t = table;
	struct protect_check *c = NULL;
	unsigned i;

	for (i = 0; i < AMI_V3_PARTS; i++) {
		bool nested = i == AMI_V3_PARTS - 1;
		size_t at = HASH_LEN + (nested ? 24 : 4 * (size_t)i);
		uint32_t base = NOTHING, size = 0;

		(void)span_u32le(blob_span(t->bytes), at, &base);
		(void)span_u32le(blob_span(t->bytes), at + (nested ? 4 : 12), &size);
		if (!is_used(base, size))
			continue;
		if (c == NULL)
			c = table_check(g, t, PROTECT_AMI_HASH, "hash file v3", 0);
		if (c == NULL)
			return;
		check_address(g, c, m, base, size);
	}
	if (c == NULL)
		report_unused(g, t, PROTECT_AMI_HASH, 0);
}

static void unknown_table(struct gather *g, const struct hash_table *t, enum protect_kind kind)
{
	struct protect_check *c = check_add(g, kind, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "hash file at 0x%zx", t->image_off);
	check_note(c, "table of %zu bytes: no known version has that length", t->bytes.len);
}

/* The first volume at or after start; SIZE_MAX: none. */
static size_t volume_from(const struct gather *g, size_t start)
{
	size_t best = SIZE_MAX;
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->space == 0 && n->kind == FW_VOLUME && n->off >= start && n->off < best)
			best = n->off;
	}
	return best;
}

/* Where the first image of the file begins: after a capsule's header. */
static size_t first_image(const struct gather *g)
{
	size_t start = 0;
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->kind == FW_CAPSULE && n->space == 0)
			start = n->off + n->head;
	}
	return start;
}

/* What a header shows to be of one image, and has both places: a descriptor's BIOS region, or what
 * is in a capsule. */
static const struct fw_node *one_image(const struct gather *g, size_t a, size_t b)
{
	const struct fw_node *region = fw_tree_bios_region(g->tree, a, b);
	uint32_t i;

	for (i = 0; region == NULL && i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->kind == FW_CAPSULE && n->space == 0 && a - n->off < n->len &&
			b - n->off < n->len)
			region = n;
	}
	return region;
}

/* The base of Phoenix's offsets in a table at off: the first volume of the BIOS region; without a
 * descriptor the start of the image, after another one or a capsule's header. */
static size_t phoenix_base(const struct gather *g, size_t off)
{
	const struct fw_node *image = one_image(g, off, off);

	if (image == NULL)
		return map_start(g, off);
	if (image->kind == FW_REGION && volume_from(g, image->off) != SIZE_MAX)
		return volume_from(g, image->off);
	return image->off + (image->kind == FW_CAPSULE ? image->head : 0);
}

/* A range from a base; false: the entry is unused or nothing is there. */
static bool phoenix_range(const struct gather *g, const struct hash_table *t, uint32_t i,
	uint32_t *off, uint32_t *size)
{
	struct cursor c = {
		.in = blob_span(t->bytes), .pos = PHOENIX_HEAD + (size_t)i * ENTRY_LEN + HASH_LEN};

	*off = cursor_u32le(&c);
	*size = cursor_u32le(&c);
	return is_used(*off, *size) && *off < g->image.len;
}

/* How many of the table's digests from first on hold if its offsets count from base. One over a
 * blank range holds anywhere. */
static unsigned phoenix_holds(
	struct gather *g, const struct hash_table *t, uint32_t first, uint32_t count, size_t base)
{
	unsigned holds = 0;

	for (; count > 0; count--, first++) {
		struct span want, part;
		uint8_t now[DIGEST_LEN_MAX];
		uint32_t off, size;
		struct digest d;

		if (!phoenix_range(g, t, first, &off, &size) ||
			!span_slice(blob_span(t->bytes), PHOENIX_HEAD + (size_t)first * ENTRY_LEN,
				HASH_LEN, &want) ||
			!span_slice(g->image, base + off, size, &part) || !hash_budget(g, size) ||
			span_is_filled(part, part.ptr[0]))
			continue;
		digest_init(&d, DIGEST_SHA256);
		digest_update(&d, part);
		(void)digest_final(&d, now);
		holds += memcmp(now, want.ptr, HASH_LEN) == 0;
	}
	return holds;
}

/* The last volume from there to the table with which at least *most digests hold; none: base. */
static size_t phoenix_volume(struct gather *g, const struct hash_table *t, uint32_t count,
	size_t from, size_t base, unsigned *most)
{
	unsigned least = *most != 0 ? *most : 1;
	uint32_t i;

	for (i = 0; i < g->tree->count && g->hash_left >= HASH_BASE; i++) {
		const struct fw_node *n = &g->tree->nodes[i];
		unsigned holds;

		if (n->space != 0 || n->kind != FW_VOLUME || n->off < from || n->off > t->image_off)
			continue;
		holds = phoenix_holds(g, t, 0, count, n->off);
		if (holds >= least) {
			*most = least = holds;
			base = n->off;
		}
	}
	return base;
}

static bool phoenix_fits(
	const struct gather *g, const struct hash_table *t, uint32_t count, size_t base)
{
	uint32_t i, off, size;

	for (i = 0; i < count; i++)
		if (phoenix_range(g, t, i, &off, &size) &&
			(uint64_t)base + off + size > g->image.len)
			return false;
	return true;
}

/* Whether an image is known to end between two places. image: what is known to be of one image with
 * the first; or NULL. */
static bool is_other_image(
	const struct gather *g, const struct fw_node *image, size_t first, size_t second)
{
	return map_start(g, first) != map_start(g, second) &&
	       (image == NULL || second - image->off >= image->len);
}

/*
 * In a file with several images, or with something before one, the table's image may begin at the
 * end of the image before it, at the first volume after that, or at the first of all. Takes the
 * first base with which the most digests (*most) hold: of copies of an image, that of the table's
 * own. The end of the image before it is not always known: then it may begin at any volume. Where
 * the digests hold for a copy of the table's own image alone, its own fails.
 */
static size_t phoenix_base_of(
	struct gather *g, const struct hash_table *t, uint32_t count, unsigned *most)
{
	size_t before = map_start(g, t->image_off), best = phoenix_base(g, t->image_off);
	size_t bases[] = {before, volume_from(g, before), best, first_image(g), volume_from(g, 0)};
	unsigned i, k, own = 0;

	*most = 0;
	for (i = 0; i < sizeof bases / sizeof bases[0]; i++) {
		unsigned holds;

		for (k = 0; k < i && bases[k] != bases[i]; k++)
			;
		if (k < i || bases[i] > t->image_off)
			continue;
		holds = phoenix_holds(g, t, 0, count, bases[i]);
		if (i < 2)
			own += holds;
		if (holds > *most) {
			*most = holds;
			best = bases[i];
		}
	}
	if (own == 0)
		best = phoenix_volume(g, t, count, before, best, most);
	if (*most == 0 && !phoenix_fits(g, t, count, best))
		best = first_image(g);
	bases[0] = own_copy(g, t->image_off, best);
	if (bases[0] == SIZE_MAX ||
		(best == bases[2] &&
			!is_other_image(g, one_image(g, best, best), best, t->image_off)))
		return best;
	*most = 0;
	return bases[0];
}

/* Whether a digest that holds from base (right) shows that the volume at other is not where the
 * offsets of the table's own image begin: its range reaches into that volume, or from there would
 * be over the table. */
static bool phoenix_is_inner(const struct gather *g, const struct hash_table *t, uint32_t count,
	const bool *right, size_t base, size_t other)
{
	uint32_t i, off, size;

	for (i = 0; i < count; i++)
		if (right[i] && phoenix_range(g, t, i, &off, &size) &&
			((other > base && (uint64_t)off + size > other - base) ||
				t->image_off - other - off < size))
			return true;
	return false;
}

/* Whether each range whose digest holds from base has a copy, perhaps a changed one, from other. */
static bool is_each_copied(struct gather *g, const struct hash_table *t, uint32_t count,
	const bool *right, size_t base, size_t other)
{
	uint32_t i, off, size;

	for (i = 0; i < count; i++)
		if (right[i] && phoenix_range(g, t, i, &off, &size) &&
			!is_changed_copy(g, base + off, other + off, size))
			return false;
	return true;
}

/* Why base is not certain: the digests that hold from it do so from another volume that begins with
 * the same bytes and between which and base no image is known to end; or a volume nearer to the
 * table, or the one that should be the base, is a copy, or all that is hashed has one there, and
 * was changed: that may be another image, whose digests fail. Else NULL. */
static const char *phoenix_doubt(
	struct gather *g, const struct hash_table *t, uint32_t count, size_t base, unsigned most)
{
	const struct fw_node *image = one_image(g, base, base);
	bool one = one_image(g, base, t->image_off) != NULL;
	size_t usual = phoenix_base(g, t->image_off);
	bool right[PHOENIX_MOST];
	uint32_t i;

	for (i = 0; i < count; i++)
		right[i] = phoenix_holds(g, t, i, 1, base) != 0;
	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];
		bool after = n->off > base;
		unsigned holds;

		if (n->space != 0 || n->kind != FW_VOLUME || n->off == base ||
			n->off > t->image_off || is_other_image(g, image, base, n->off) ||
			(one && base == usual && after) ||
			phoenix_is_inner(g, t, count, right, base, n->off))
			continue;
		holds = is_copied(g->image, base, n->off) ? phoenix_holds(g, t, 0, count, n->off)
							  : 0;
		if (holds >= most)
			return CHECK_SEVERAL;
		if ((after || (one && n->off == usual)) &&
			(holds != 0 || is_changed_copy(g, base, n->off, n->len) ||
				is_each_copied(g, t, count, right, base, n->off)))
			return CHECK_WHICH;
	}
	return NULL;
}

static void phoenix(struct gather *g, const struct hash_table *t)
{
	struct span in = blob_span(t->bytes);
	size_t base, shown;
	uint32_t count = 0, room, first, i;
	unsigned most, others;
	const char *doubt;

	(void)span_u32le(in, 8, &count);
	if (in.len < PHOENIX_HEAD || !span_starts(in, PHOENIX_SIGN, 8) || count > PHOENIX_MOST ||
		count > (in.len - PHOENIX_HEAD) / ENTRY_LEN) {
		unknown_table(g, t, PROTECT_PHOENIX_HASH);
		return;
	}
	base = shown = phoenix_base_of(g, t, count, &most);
	/* Others may follow where the count is damaged; what else is there, is not known. */
	room = (uint32_t)((in.len - PHOENIX_HEAD) / ENTRY_LEN);
	if (room > PHOENIX_MOST)
		room = PHOENIX_MOST;
	if (most == 0 && room > count)
		shown = phoenix_base_of(g, t, room, &others);
	for (i = count; i < room; i++)
		if (phoenix_holds(g, t, i, 1, shown) != 0)
			report_unused(
				g, t, PROTECT_PHOENIX_HASH, PHOENIX_HEAD + (size_t)i * ENTRY_LEN);
	for (i = 0, first = g->list->count; i < count; i++) {
		size_t at = PHOENIX_HEAD + (size_t)i * ENTRY_LEN;
		struct cursor c = {.in = in, .pos = at + HASH_LEN};
		uint32_t off = cursor_u32le(&c), size = cursor_u32le(&c);
		struct protect_check *check;

		if (!is_used(off, size)) {
			report_unused(g, t, PROTECT_PHOENIX_HASH, at);
			continue;
		}
		if ((check = table_check(g, t, PROTECT_PHOENIX_HASH, "$HASHTBL", at)) == NULL)
			return;
		check_range(g, check, (uint64_t)base + off, size);
		check->by_value = true;
	}
	if (most == 0) {
		check_doubt(g, first);
		return;
	}
	doubt = phoenix_doubt(g, t, count, base, most);
	for (; doubt != NULL && first < g->list->count; first++)
		check_unplace(&g->list->checks[first], doubt);
}

static void obb(struct gather *g, const struct hash_table *t)
{
	struct protect_check *c = check_add(g, PROTECT_INTEL_OBB, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "digest file at 0x%zx", t->image_off);
	check_note(c, "covers the volumes from FvOsBoot on, and is signed with the platform's key");
}

static void read_hash_table(struct gather *g, const struct hash_table *t)
{
	struct span bytes = blob_span(t->bytes);

	switch (t->kind) {
	case TABLE_AMI:
		if (t->bytes.len == AMI_V1_LEN)
			ami_v1(g, t);
		else if (t->bytes.len == AMI_V2_LEN)
			read_addressed(
				g, &(struct addressed){bytes, t->off, t->image_off, ami_v2, t});
		else if (t->bytes.len == AMI_V3_LEN)
			read_addressed(
				g, &(struct addressed){bytes, t->off, t->image_off, ami_v3, t});
		else
			unknown_table(g, t, PROTECT_AMI_HASH);
		break;
	case TABLE_PHOENIX:
		phoenix(g, t);
		break;
	case TABLE_INSYDE:
		break;
	default:
		obb(g, t);
		break;
	}
}

/* Whether a raw section is in the file; also true when the limit of work is reached. */
static bool holds_raw(struct gather *g, uint32_t file)
{
	uint32_t i;

	if (!hash_budget(g, g->tree->count - file))
		return true;
	for (i = file + 1; i < g->tree->count; i++)
		if (is_raw(&g->tree->nodes[i]) && file_of(g->tree, i) == file)
			return true;
	return false;
}

/* Files of AMI's and Intel's tables in which no raw section is. */
static void read_lost_tables(struct gather *g)
{
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];
		bool ami = n->has_guid && guid_equal(&n->guid, &ami_file);
		struct protect_check *c;

		if (n->kind != FW_FILE || !n->has_guid ||
			(!ami && !guid_equal(&n->guid, &obb_file)) || holds_raw(g, i) ||
			(c = check_add(g, ami ? PROTECT_AMI_HASH : PROTECT_INTEL_OBB,
				 PROTECT_UNKNOWN)) == NULL)
			continue;
		c->placed = false;
		check_source(c, "hash file at 0x%zx", n->off);
		check_note(c, "no raw section is in it");
	}
}

void read_hash_tables(struct gather *g)
{
	unsigned i;

	for (i = 0; i < g->table_count; i++)
		read_hash_table(g, &g->tables[i]);
	read_lost_tables(g);
}
