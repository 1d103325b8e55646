/* SPDX-License-Identifier: MIT */
/* Descriptor, capsules, option ROMs and OpRegions. */
#include "walk/fw_private.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/capsule.h"
#include "biosbelt/ifd.h"
#include "biosbelt/optrom.h"

#define IFD_STEP 0x1000u

static void add_region(struct ctx *c, size_t off, const struct ifd *ifd, unsigned i)
{
	const struct ifd_region *r = &ifd->regions[i];
	struct fw_node n = {.kind = FW_REGION, .parent = FW_NONE, .type = (uint8_t)i};
	size_t room = c->bytes.len - off;

	if (r->off >= room || r->len > room - r->off)
		fw_add_damage(c, FW_NONE, off,
			"descriptor: %s region 0x%zx-0x%zx is outside the image",
			ifd_region_name(i), r->off, r->off + r->len - 1);
	if (r->off >= room)
		return;
	n.off = off + r->off;
	n.len = r->len < room - r->off ? r->len : room - r->off;
	n.claimed = r->len;
	notify_node(c, tree_add(c, &n));
}

/* Whether the input has no other region of the descriptor. */
static bool is_alone(struct ctx *c, size_t off, const struct ifd *ifd)
{
	unsigned i, others = 0;

	for (i = 1; i < ifd->region_count; i++) {
		if (!ifd->regions[i].used)
			continue;
		others++;
		if (ifd->regions[i].off < c->bytes.len - off)
			return false;
	}
	return others != 0;
}

static void add_regions(struct ctx *c, size_t off, const struct ifd *ifd)
{
	unsigned i;

	if (is_alone(c, off, ifd)) {
		fw_note(c, FW_NONE, off, "a flash descriptor without the regions that it names");
		return;
	}
	for (i = 0; i < ifd->region_count; i++)
		if (ifd->regions[i].used)
			add_region(c, off, ifd, i);
}

static void scan_descriptor(struct ctx *c, size_t off, bool is_start)
{
	struct ifd ifd;
	uint32_t sign = 0;

	/* Elsewhere than at the start only with the signature. */
	if (!is_start &&
		(!span_u32le(c->bytes, off + IFD_SIGNATURE_OFF, &sign) || sign != IFD_SIGNATURE))
		return;
	if (!ifd_parse(c->bytes, off, &ifd))
		return;
	if (!ifd.signature_ok)
		fw_add_damage(c, FW_NONE, off, "flash descriptor signature is missing");
	if (ifd.region_count == 0)
		fw_add_damage(c, FW_NONE, off, "flash descriptor is damaged");
	add_regions(c, off, &ifd);
}

static void scan_descriptors_from(struct ctx *c, size_t off, size_t start)
{
	for (; off < c->bytes.len && c->bytes.len - off >= IFD_LEN; off += IFD_STEP)
		scan_descriptor(c, off, off == start);
}

void scan_descriptors(struct ctx *c)
{
	size_t start = capsule_heads(c->bytes);

	scan_descriptors_from(c, 0, start);
	if (start % IFD_STEP != 0)
		scan_descriptors_from(c, start, start);
}

static void add_capsule(struct ctx *c, const struct capsule *capsule)
{
	struct fw_node n = {.kind = FW_CAPSULE, .parent = FW_NONE, .has_guid = true};
	size_t room = c->bytes.len;
	uint32_t node;

	n.guid = capsule->guid;
	n.flags = capsule->is_signed ? FW_SIGNED : 0;
	n.claimed = capsule->size;
	n.len = capsule->size < room && capsule->size > CAPSULE_HEAD_MIN ? capsule->size : room;
	n.head = capsule->head < n.len ? capsule->head : n.len;
	node = tree_add(c, &n);
	tree_name(c, node, span_of(capsule->name, strlen(capsule->name)));
	if (capsule->size > room)
		fw_add_damage(c, node, 0, "capsule of %u bytes is cut short", capsule->size);
	if (capsule->is_signed)
		fw_note(c, node, 0, "a capsule that is checked when flashed: unpack it first");
	notify_node(c, node);
}

void scan_capsule(struct ctx *c)
{
	struct capsule capsule;

	if (capsule_read(c->bytes, 0, &capsule))
		add_capsule(c, &capsule);
}

static void rom_stream(struct ctx *c, uint32_t node, const struct optrom_image *im, size_t off)
{
	struct fw_node *n = &c->w->tree->nodes[node];

	n->codec = FW_CODEC_EFI;
	n->stream_off = off + im->efi_off;
	n->stream_len = im->efi_len;
	if (!fw_tiano_plausible(c->bytes, n->stream_off))
		fw_add_damage(c, node, n->stream_off, "compressed option ROM is damaged");
	walk_stream(c, node, false);
}

/* Of other devices' ROMs only padding may be missing: builds have them in files without it, modules
 * of AMIBIOS too. The checksum is right without padding. */
static bool is_cut(struct span in, const struct optrom_image *im, size_t room)
{
	struct span there = {in.ptr + im->off, room};

	if (im->whole)
		return false;
	if (optrom_is_intel_vbios(im) || optrom_is_intel_display_efi(im))
		return true;
	return im->len - room >= OPTROM_UNIT &&
	       (im->code_type != OPTROM_CODE_LEGACY || optrom_sum(there) != 0);
}

static uint32_t add_rom_image(struct ctx *c, const struct optrom_image *im, uint8_t flags)
{
	struct fw_node n = {.kind = FW_ROM_IMAGE, .off = im->off, .type = im->code_type};
	size_t room = c->bytes.len - im->off;
	uint32_t node;
	char name[32];

	n.parent = fw_tree_at(c->w->tree, c->space, im->off);
	n.len = im->len < room ? im->len : room;
	n.claimed = im->len;
	n.flags = flags;
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return node;
	(void)snprintf(name, sizeof name, "%04x:%04x", im->vendor, im->device);
	tree_name(c, node, span_of(name, strlen(name)));
	if (im->type_wrong)
		fw_add_damage(
			c, node, im->off, "option ROM: the PCI data structure names another kind");
	if (is_cut(c->bytes, im, room))
		fw_add_damage(c, node, im->off,
			"option ROM of %zu bytes is cut short, %zu are there", im->len, room);
	return node;
}

/* Adds the driver of an image. */
static void rom_driver(struct ctx *c, uint32_t node, const struct optrom_image *im)
{
	struct span driver;

	if (im->efi && im->efi_compressed && im->efi_off < c->w->tree->nodes[node].len) {
		rom_stream(c, node, im, im->off);
		return;
	}
	if (im->code_type == OPTROM_CODE_EFI && !im->efi)
		fw_add_damage(c, node, im->off, "EFI option ROM without its EFI header");
	if (im->efi && span_slice(c->bytes, im->off + im->efi_off, 2, &driver) &&
		!span_starts(driver, "MZ", 2))
		fw_add_damage(
			c, node, im->off + im->efi_off, "driver in an option ROM without its head");
	notify_node(c, node);
}

/* Returns the offset after the chain. */
static size_t found_rom(struct ctx *c, const struct optrom *rom)
{
	unsigned i;

	for (i = 0; i < rom->count; i++) {
		uint32_t node = add_rom_image(c, &rom->images[i], 0);

		if (node == FW_NONE)
			break;
		rom_driver(c, node, &rom->images[i]);
	}
	return rom->off + (rom->len != 0 ? rom->len : 1);
}

static bool in_rom(const struct ctx *c, size_t off)
{
	uint32_t node = fw_tree_at(c->w->tree, c->space, off);

	return node != FW_NONE && c->w->tree->nodes[node].space == c->space &&
	       c->w->tree->nodes[node].kind == FW_ROM_IMAGE;
}

static bool is_unpacked(const struct ctx *c, size_t off)
{
	return fw_tree_unpacked_end(c->w->tree, c->space, off) != 0;
}

/* UEFI 2.10, 14.4.2.1: signature 0x0EF1 at 4, in 4 bytes. */
static void scan_damaged_efi_roms(struct ctx *c)
{
	static const uint8_t mark[4] = {0xF1, 0x0E, 0, 0};
	size_t from = 4;
	size_t hit;

	while ((hit = blank_search(&c->blank, c->bytes, from, mark, 4)) != SIZE_MAX) {
		struct optrom_image im;
		uint32_t node;

		from = hit + 4;
		if (!optrom_recover_efi(c->bytes, hit - 4, &im) || in_rom(c, hit) ||
			is_unpacked(c, hit))
			continue;
		node = add_rom_image(c, &im, FW_DAMAGED | FW_RECOVERED);
		if (node == FW_NONE)
			return;
		fw_add_damage(c, node, hit - 4,
			"option ROM whose signature or PCI data structure is damaged");
		rom_driver(c, node, &im);
	}
}

static void scan_lone_pcirs(struct ctx *c)
{
	size_t from = 0;
	size_t hit;

	while ((hit = blank_search(&c->blank, c->bytes, from, "PCIR", 4)) != SIZE_MAX) {
		from = hit + 4;
		if (optrom_is_display_pcir(c->bytes, hit) && !in_rom(c, hit) &&
			!is_unpacked(c, hit))
			fw_add_damage(c, fw_tree_at(c->w->tree, c->space, hit), hit,
				"PCI data structure of an option ROM whose head is gone");
	}
}

static void scan_sound_roms(struct ctx *c)
{
	static const uint8_t mark[2] = {0x55, 0xAA};
	size_t from = 0;
	size_t hit;

	while ((hit = blank_search(&c->blank, c->bytes, from, mark, 2)) != SIZE_MAX) {
		struct optrom rom;
		size_t end;

		from = hit + 1;
		if (!optrom_parse(c->bytes, hit, &rom) || rom.count == 0)
			continue;
		end = fw_tree_unpacked_end(c->w->tree, c->space, hit);
		if (end == 0 && !ctx_work(c, rom.len))
			return;
		if (end == 0)
			end = found_rom(c, &rom);
		if (end > from)
			from = end;
	}
}

void scan_roms(struct ctx *c)
{
	if (ctx_work(c, c->bytes.len))
		scan_sound_roms(c);
	if (ctx_work(c, c->bytes.len))
		scan_damaged_efi_roms(c);
	if (ctx_work(c, c->bytes.len))
		scan_lone_pcirs(c);
}

/* ACPI IGD OpRegion specification 0.5: header "IntelGraphicsMem", 8 KiB; VBT mailbox at 0x400. */
#define OPREGION_MAGIC   "IntelGraphicsMem"
#define OPREGION_LEN     0x2000u
#define OPREGION_HEADER  256u
#define OPREGION_SIZE_KB 8u

void scan_opregion(struct ctx *c)
{
	size_t from = 0;
	size_t hit;

	if (!ctx_work(c, c->bytes.len))
		return;
	while ((hit = blank_search(&c->blank, c->bytes, from, OPREGION_MAGIC, 16)) != SIZE_MAX) {
		struct fw_node n = {.kind = FW_OPREGION, .off = hit, .head = OPREGION_HEADER};
		uint32_t kb = 0;

		from = hit + 16;
		if (!span_u32le(c->bytes, hit + 16, &kb) || kb != OPREGION_SIZE_KB ||
			is_unpacked(c, hit))
			continue;
		n.parent = fw_tree_at(c->w->tree, c->space, hit);
		n.claimed = OPREGION_LEN;
		n.len = c->bytes.len - hit < OPREGION_LEN ? c->bytes.len - hit : OPREGION_LEN;
		if (n.len < OPREGION_HEADER)
			n.head = n.len;
		notify_node(c, tree_add(c, &n));
	}
}
