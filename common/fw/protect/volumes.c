/* SPDX-License-Identifier: MIT */
/*
 * Checks in volumes and sections themselves, and Lenovo's signed hashes of volumes. Sources:
 * LongSoft/UEFITool common/ffsparser.cpp (Apple's CRC) and ffs.h (signed sections);
 * thrimbor/thinkpad-uefi-sign verify.py (TCPA block); PI 1.7 volume 3, 3.2.5.7.
 */
#include <string.h>

#include "biosbelt/capsule.h"
#include "biosbelt/pe.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define GUIDED_GUID_OFF  4u /* in a section's header */
#define GUIDED_DATA_OFF  20u
#define GUIDED_HEAD      24u
#define SIGNED_DATA_MOST 0x1000u
#define CAPSULE_HEAD_OFF 16u /* UEFI 2.10, 23.3.1 */
#define CAPSULE_LEAST    28u
#define CAPSULE_MOST     0x10000u
#define AUTH_STATUS      2u /* EFI_GUIDED_SECTION_AUTH_STATUS_VALID */
#define TCPA_SIGN        "TCPABIOS"
#define TCPA_SECOND      "IBMSECUR"
#define TCPA_GAP         21u /* from the first to the second text */
#define TCPA_LEN         238u
#define TCPA_SIGNED      107u
#define TCPA_HASH        32u
#define LENOVO_BLOCK     "LNVBBSEC"

static bool in_program(const struct fw_tree *t, uint32_t node)
{
	const struct fw_node *n = node != FW_NONE ? &t->nodes[node] : NULL;

	return n != NULL && n->kind == FW_SECTION && n->type != SECTION_FV_IMAGE &&
	       n->type != SECTION_GUIDED;
}

/* Within a driver, the bytes are what it makes a volume of. */
static bool is_template(const struct gather *g, const struct fw_node *n)
{
	return in_program(g->tree, n->parent) ||
	       n->off < pe_extent(g->image); /* the driver by itself */
}

/* All that it holds is lost to a firmware that refuses it: the length and the first file's place
 * are in the header. */
static void read_header(struct gather *g, const struct fw_node *n)
{
	struct protect_check *c;
	struct fv_head fv;

	if (!fv_parse(g->image, n->off, &fv) || fv.sum_ok || is_template(g, n) ||
		fv.head_len >= g->image.len - n->off)
		return;
	c = check_add(g, PROTECT_VOLUME, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	c->impossible = true;
	check_source(c, "volume at 0x%zx", n->off);
	check_range(g, c, n->off, fv.head_len);
	check_note(c, "its header checksum is wrong: EDK II refuses the volume");
}

/* Inside packed data, fw_checksums_redo keeps it right, as it does with files' sums. */
static void read_apple(struct gather *g, const struct fw_node *n)
{
	bool proved = (n->flags & FW_PROVED) != 0;
	struct protect_check *c;
	struct span volume, body;

	if (!span_slice(g->image, n->off, n->len, &volume) || !fv_apple_body(volume, &body) ||
		(!proved && !fv_apple_shape(volume)))
		return;
	c = check_add(g, PROTECT_APPLE_CRC, PROTECT_RECOMPUTE);
	if (c == NULL)
		return;
	check_source(c, "volume at 0x%zx", n->off);
	check_range(g, c, n->off + n->len - body.len, body.len);
	check_digest(c, DIGEST_CRC32, n->off + FV_APPLE_CRC);
	c->by_value = true;
}

static void add_capsule(struct gather *g, size_t off, size_t len, const char *name)
{
	struct protect_check *c = check_add(g, PROTECT_CAPSULE, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "capsule at 0x%zx", off);
	check_range(g, c, off, len);
	check_note(c, "%s: checked when it is flashed; unpack it first", name);
}

/* Whether a part of the space begins before and ends after a place. */
static bool is_inside(const struct fw_tree *t, uint32_t space, size_t from, size_t at)
{
	uint32_t i;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].space == space && t->nodes[i].kind != FW_CAPSULE &&
			t->nodes[i].off >= from && t->nodes[i].off < at &&
			t->nodes[i].len > at - t->nodes[i].off)
			return true;
	return false;
}

/* The end of the programs that begin before a place, also where no section holds them: in an option
 * ROM, a raw part, a .tar. From is where the search goes on for a later place. */
static size_t programs_end(struct span image, size_t off, size_t *from, size_t end)
{
	struct span rest;

	for (; *from < off && (*from = span_find(image, *from, "MZ", 2)) < off; *from += 2) {
		size_t len = span_from(image, *from, &rest) ? pe_extent(rest) : 0;

		if (len > rest.len)
			len = rest.len;
		if (*from + len > end)
			end = *from + len;
	}
	return end;
}

static size_t find_in(const void *user, size_t from, const void *needle, size_t len)
{
	return image_find(user, from, needle, len);
}

void read_later_capsules(struct gather *g, size_t off)
{
	struct capsule c;
	size_t from = 0, programs = 0;
	size_t padding = capsule_padding(g->image);

	while (off < g->image.len && hash_budget(g, g->image.len - off) &&
		capsule_find_signed(g->image, off, padding, find_in, g, &off, &c)) {
		size_t len = c.whole ? c.size : g->image.len - off;

		programs = programs_end(g->image, off, &from, programs);
		if (!c.sure && (off < programs ||
				       in_program(g->tree, fw_tree_at(g->tree, g->space, off)))) {
			off++;
			continue;
		}
		if (is_inside(g->tree, g->space, off, off + len))
			len = g->image.len - off;
		add_capsule(g, off, len, c.name);
		off += len;
	}
}

/* A file that begins as a capsule does: a GUID that is not known, the header's length, and, but for
 * padding, the file's own in one of the two places where it is. */
static void read_unknown_capsule(struct gather *g)
{
	struct protect_check *c;
	uint32_t head = 0, second = 0, third = 0, i;

	if (!span_u32le(g->image, CAPSULE_HEAD_OFF, &head) || head < CAPSULE_LEAST ||
		head > CAPSULE_MOST || head % 4 != 0 || head >= g->image.len ||
		!span_u32le(g->image, CAPSULE_HEAD_OFF + 4, &second) ||
		!span_u32le(g->image, CAPSULE_HEAD_OFF + 8, &third) ||
		((second <= head || !capsule_ends(g->image, second)) &&
			(third <= head || !capsule_ends(g->image, third))))
		return;
	for (i = 0; i < g->tree->count; i++)
		if (g->tree->nodes[i].kind == FW_CAPSULE)
			return;
	c = check_add(g, PROTECT_CAPSULE, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	check_source(c, "capsule at 0x%zx", (size_t)0);
	check_range(g, c, 0, g->image.len);
	check_note(c, "its GUID is not known: it may be signed");
}

void read_volumes(struct gather *g)
{
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->space != 0)
			continue;
		if (n->kind == FW_VOLUME) {
			read_header(g, n);
			read_apple(g, n);
		} else if (n->kind == FW_CAPSULE && (n->flags & FW_SIGNED) != 0) {
			/* its size may be wrong */
			add_capsule(g, n->off,
				capsule_ends(g->image, n->len) ? n->len : g->image.len, n->name);
		}
	}
	read_unknown_capsule(g);
	read_later_capsules(g, 1);
}

static bool is_signed(struct span bytes, const struct fw_node *n)
{
	struct section_head h;

	return n->kind == FW_SECTION && n->type == SECTION_GUIDED &&
	       section_parse(bytes, n->off, &h) && !guid_equal(&h.guid, &FW_GUID_CRC32) &&
	       (fw_guid_packing(&h.guid) == FW_PACKING_SIGNED || (h.attributes & AUTH_STATUS) != 0);
}

static bool is_section(const struct fw_tree *t, uint32_t space, size_t off)
{
	uint32_t i;

	for (i = 0; i < t->count; i++)
		if (t->nodes[i].space == space && t->nodes[i].off == off &&
			t->nodes[i].kind == FW_SECTION && t->nodes[i].type == SECTION_GUIDED)
			return true;
	return false;
}

/* The bytes of a signed section's header before and after its GUID. Programs have the GUID too,
 * with numbers around it: the type is right, or the size and the offset of the data both are. */
static bool is_signed_head(struct span bytes, size_t off)
{
	uint32_t head = 0, size;
	uint16_t data = 0, attributes = 0;
	bool fits, leads;

	if (!span_u32le(bytes, off, &head) || !span_u16le(bytes, off + GUIDED_DATA_OFF, &data) ||
		!span_u16le(bytes, off + GUIDED_DATA_OFF + 2, &attributes) || attributes == 0 ||
		attributes > 3)
		return false;
	size = head & 0xFFFFFF;
	fits = size > GUIDED_HEAD && size <= bytes.len - off;
	leads = data >= GUIDED_HEAD && data <= SIGNED_DATA_MOST && (!fits || data < size);
	return head >> 24 == SECTION_GUIDED ? fits || leads : fits && leads;
}

/* Sections whose GUID says that they are signed, and whose header is damaged. */
static void read_lost_sections(struct gather *g, struct span bytes, const struct guid *guid)
{
	size_t hit = GUIDED_GUID_OFF;

	for (; (hit = fw_space_find(g->tree, bytes, hit, guid->b, GUID_LEN)) != SIZE_MAX;
		hit += GUID_LEN) {
		size_t off = hit - GUIDED_GUID_OFF;
		struct protect_check *c;

		if (is_section(g->tree, 0, off) || !is_signed_head(bytes, off))
			continue;
		c = check_add(g, PROTECT_SECTION, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		c->placed = false;
		check_source(c, "section at 0x%zx", off);
		check_note(c, "its header is damaged: where it ends is not known");
	}
}

void note_content(struct protect_check *c, struct span bytes)
{
	struct digest d;

	digest_init(&d, DIGEST_SHA256);
	digest_update(&d, bytes);
	(void)digest_final(&d, c->content);
	c->moves = true;
}

/* Adds what is signed at off of a space. */
static void add_signed(
	struct gather *g, uint32_t space, size_t off, struct span part, enum protect_kind kind)
{
	struct protect_check *c = check_add(g, kind, PROTECT_SIGNED);
	bool program = kind == PROTECT_PROGRAM;

	if (c == NULL)
		return;
	c->space = space;
	check_note(c, program ? "its Authenticode signature is not verified here"
			      : "the signature is not verified here");
	note_content(c, part);
	if (space == 0) {
		check_source(c, program ? "program at 0x%zx" : "section at 0x%zx", off);
		check_range(g, c, off, part.len);
		return;
	}
	c->image_off = g->tree->spaces[space].image_off;
	check_source(c,
		program ? "program at 0x%zx unpacked, from 0x%zx"
			: N_("section at 0x%zx unpacked, from 0x%zx"),
		off, c->image_off);
}

/* No firmware verifies the drivers of a volume by their own signatures. What another section or
 * file holds ends with it, whatever its header claims: *len may become less. */
static bool is_driver(const struct fw_tree *t, uint32_t space, size_t off, size_t *len)
{
	uint32_t node = fw_tree_at(t, space, off);
	const struct fw_node *n = node != FW_NONE ? &t->nodes[node] : NULL;

	if (n == NULL || n->space != space || (n->kind != FW_SECTION && n->kind != FW_FILE))
		return false;
	if ((n->flags & (FW_DAMAGED | FW_CLIPPED)) == 0 && n->len - (off - n->off) < *len)
		*len = n->len - (off - n->off);
	return n->kind == FW_SECTION && n->type == SECTION_PE32;
}

/* Programs that an image may be in, as vendors distribute updates, and drivers of option ROMs:
 * whatever starts them may verify them. */
static void read_programs(struct gather *g, uint32_t space, struct span bytes)
{
	size_t hit = 0;
	struct span part;

	do {
		struct pe_info pe;

		if (!span_from(bytes, hit, &part) || !pe_parse(part, &pe) || !pe.is_signed) {
			hit++;
			continue;
		}
		if (pe.whole)
			part.len = pe.extent;
		if (is_driver(g->tree, space, hit, &part.len)) {
			hit++;
			continue;
		}
		add_signed(g, space, hit, part, PROTECT_PROGRAM);
		hit += part.len;
	} while ((hit = fw_space_find(g->tree, bytes, hit, "MZ", 2)) != SIZE_MAX);
}

void read_signed(struct gather *g, uint32_t space, struct span bytes)
{
	uint32_t i;
	struct span section;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->space == space && is_signed(bytes, n) &&
			span_slice(bytes, n->off, n->len, &section))
			add_signed(g, space, n->off, section, PROTECT_SECTION);
	}
	read_programs(g, space, bytes);
	if (space != 0)
		return;
	read_lost_sections(g, bytes, &FW_GUID_SIGNED);
	read_lost_sections(g, bytes, &FW_GUID_RSA2048_SHA256);
}

/* The first volume from there on; ffs1: with the FFS1 file system. */
static size_t first_volume(const struct gather *g, size_t from, bool ffs1)
{
	size_t best = SIZE_MAX;
	uint32_t i;

	for (i = 0; i < g->tree->count; i++) {
		const struct fw_node *n = &g->tree->nodes[i];

		if (n->space == 0 && n->kind == FW_VOLUME && n->off >= from && n->off < best &&
			(!ffs1 || (n->has_guid && guid_equal(&n->guid, &FW_GUID_FFS1))))
			best = n->off;
	}
	return best;
}

static bool place_from(
	struct gather *g, struct protect_check *c, size_t base, uint32_t off, uint32_t len)
{
	c->placed = base != SIZE_MAX;
	if (!c->placed)
		return false;
	g->list->range_count = c->first;
	c->count = 0;
	check_range(g, c, (uint64_t)base + off, len);
	return c->placed && check_settle(g, c) == PROTECT_HOLDS;
}

/*
 * In the known tool, offsets count from the first volume with the FFS1 file system; later machines
 * have other volumes, and a matching digest is the only evidence. In a file with several images,
 * from that of the table's own, if the digest matches there.
 */
static void place_tcpa(
	struct gather *g, struct protect_check *c, size_t at, uint32_t off, uint32_t len)
{
	size_t own = map_start(g, at), ffs1, base;
	bool holds;

	if (own != 0 && (place_from(g, c, first_volume(g, own, true), off, len) ||
				place_from(g, c, first_volume(g, own, false), off, len)))
		return;
	ffs1 = first_volume(g, 0, true);
	base = ffs1 != SIZE_MAX ? ffs1 : first_volume(g, 0, false);
	if (own_copy(g, at, base) != SIZE_MAX)
		base = own_copy(g, at, base);
	holds = place_from(g, c, base, off, len);
	c->placed = c->placed && (ffs1 != SIZE_MAX || holds);
	if (own != 0 && c->placed)
		check_doubt(g, g->list->count - 1);
}

/* worn: one of the two texts is destroyed; the digest, which holds, is the evidence. */
static void read_tcpa(struct gather *g, size_t at, bool worn)
{
	struct protect_check *c = check_add(g, PROTECT_LENOVO_TCPA, PROTECT_SIGNED);
	struct cursor in = {.in = g->image, .pos = at + TCPA_HASH + 20};
	uint32_t off = cursor_u32le(&in), len = cursor_u32le(&in);

	if (c == NULL)
		return;
	check_source(c, "TCPABIOS at 0x%zx", at);
	check_digest(c, DIGEST_SHA1, at + TCPA_HASH);
	place_tcpa(g, c, at, off, len);
	if (worn && (!c->placed || check_settle(g, c) != PROTECT_HOLDS)) {
		check_drop(g);
		return;
	}
	c->impossible |= worn;
	if (worn)
		check_note(c, "one of the two texts that mark the table is destroyed");
	else
		check_note(c, c->placed ? "signed with Lenovo's key; a wrong one beeps at boot"
					: "its volume is not found");
	c = check_add(g, PROTECT_LENOVO_TCPA, PROTECT_SIGNED);
	if (c == NULL)
		return;
	check_source(c, "TCPABIOS at 0x%zx", at);
	check_range(g, c, at, TCPA_SIGNED);
	check_note(c, "the signature is not verified here");
}

void read_lenovo(struct gather *g)
{
	size_t hit = 0;
	struct span block;

	while ((hit = image_find(g, hit, TCPA_SIGN, 8)) != SIZE_MAX) {
		if (span_slice(g->image, hit, TCPA_LEN, &block))
			read_tcpa(g, hit, memcmp(block.ptr + TCPA_GAP, TCPA_SECOND, 8) != 0);
		hit += 8;
	}
	for (hit = TCPA_GAP; (hit = image_find(g, hit, TCPA_SECOND, 8)) != SIZE_MAX; hit += 8)
		if (span_slice(g->image, hit - TCPA_GAP, TCPA_LEN, &block) &&
			memcmp(block.ptr, TCPA_SIGN, 8) != 0)
			read_tcpa(g, hit - TCPA_GAP, true);
	hit = image_find(g, 0, LENOVO_BLOCK "\xFB", sizeof LENOVO_BLOCK);
	if (hit != SIZE_MAX) {
		struct protect_check *c = check_add(g, PROTECT_LENOVO_TCPA, PROTECT_UNKNOWN);

		if (c == NULL)
			return;
		c->placed = false;
		check_source(c, "%s at 0x%zx", LENOVO_BLOCK, hit);
		check_note(c, "its contents are not published");
	}
}
