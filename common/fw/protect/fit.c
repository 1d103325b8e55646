/* SPDX-License-Identifier: MIT */
/* Intel "Firmware Interface Table BIOS Specification" 1.4; microcode header: Intel SDM volume 3,
 * 9.11.1; ACM header: Intel TXT Software Development Guide, A.1. */
#include <inttypes.h>

#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define FIT_ENTRY     16u
#define FIT_COUNT_OFF 8u
#define FIT_FLAGS_OFF 14u
#define FIT_SUM_OFF   15u
#define FIT_TYPE      0x7Fu
#define FIT_SUM_VALID 0x80u
#define FIT_MOST      1024u
#define FIT_UNIT      16u

#define TYPE_MICROCODE 0x01u
#define TYPE_ACM       0x02u
#define TYPE_DIAG_ACM  0x03u
#define TYPE_MODULE    0x07u
#define TYPE_TPM       0x08u /* 8 to 0x0A: policies, stored in the table itself */
#define TYPE_BIOS      0x09u
#define TYPE_TXT       0x0Au
#define TYPE_KEY       0x0Bu
#define TYPE_POLICY    0x0Cu
#define TYPE_CSE       0x10u
#define TYPE_VAB_FIRST 0x1Au /* Vendor Authorized Boot: table, key and image manifests */
#define TYPE_VAB_LAST  0x1Cu
#define TYPE_DEBUG     0x2Du /* JMP$ debug policy: in the table too */
#define TYPE_UNUSED    0x7Fu

#define CSE_IBBL_HASH 7u
#define CSE_IBB_HASH  8u

#define MICROCODE_SIZE   32u
#define MICROCODE_LOADER 20u
#define MICROCODE_LEAST  2048u
#define ACM_VENDOR       16u
#define ACM_INTEL        0x8086u
#define ACM_LEAST        28u /* the header up to its size */
#define ACM_TYPE         2u
#define ACM_HEAD_LEAST   161u /* of version 0.0, in units */
#define ACM_HEAD         128u
#define ACM_UNIT         4u
#define MANIFEST_MOST    ((size_t)64 << 10)

struct fit_entry {
	size_t at; /* of the entry */
	unsigned type;
	unsigned subtype; /* of TYPE_CSE */
	uint64_t address;
	uint64_t len;
	bool sum_valid;
};

static bool entry_read(struct span image, size_t at, struct fit_entry *e)
{
	struct cursor c = {.in = image, .pos = at};
	uint8_t flags;

	e->at = at;
	e->address = cursor_u64le(&c);
	e->len = (uint64_t)cursor_u24le(&c) * FIT_UNIT;
	e->subtype = cursor_u8(&c);
	cursor_skip(&c, 2);
	flags = cursor_u8(&c);
	e->type = flags & FIT_TYPE;
	e->sum_valid = (flags & FIT_SUM_VALID) != 0;
	return !c.bad;
}

static void signed_range(struct gather *g, const struct address_map *m, const struct fit_entry *e,
	enum protect_kind kind, uint64_t len)
{
	struct protect_check *c = check_add(g, kind, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_address(g, c, m, e->address, len);
	if (c->placed)
		check_note(c, "the signature is not verified here");
}

static void read_microcode(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	uint32_t version = 0, size = 0;
	size_t off;

	if (!map_address(m, e->address, MICROCODE_SIZE + 4, &off) ||
		!span_u32le(g->image, off, &version) || version != 1 ||
		!span_u32le(g->image, off + MICROCODE_SIZE, &size))
		return; /* an empty slot */
	signed_range(g, m, e, PROTECT_MICROCODE, size != 0 ? size : MICROCODE_LEAST);
}

/* Entries of Vendor Authorized Boot, of board vendors, and of types newer than the
 * specification. */
static void read_other(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	uint64_t len = e->len != 0 ? e->len : FIT_UNIT;
	bool covers = e->type >= TYPE_VAB_FIRST && e->type <= TYPE_VAB_LAST;
	struct protect_check *c;
	size_t off;

	if (!covers && !map_address(m, e->address, len, &off))
		return; /* the address is unreliable */
	c = check_add(g, PROTECT_FIT_OTHER, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_address(g, c, m, e->address, len);
	if (covers) {
		c->placed = false;
		check_note(c, "Vendor Authorized Boot, type 0x%x: what it covers is not read",
			e->type);
	} else {
		check_note(c, "type 0x%x", e->type);
	}
}

/* One field of the header may be damaged. */
static bool is_acm(struct span image, size_t off, uint32_t *size)
{
	struct cursor c = {.in = image, .pos = off};
	unsigned type = cursor_u16le(&c);
	uint32_t head, vendor;

	cursor_skip(&c, 2);
	head = cursor_u32le(&c);
	cursor_skip(&c, 8);
	vendor = cursor_u32le(&c);
	cursor_skip(&c, 4);
	*size = cursor_u32le(&c);
	return !c.bad && (vendor == ACM_INTEL ||
				 (type == ACM_TYPE && head >= ACM_HEAD_LEAST && head <= *size));
}

static void read_acm(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	uint64_t len = e->len != 0 ? e->len : ACM_HEAD;
	uint32_t size = 0;
	size_t off;

	if (!map_address(m, e->address, ACM_LEAST, &off))
		signed_range(g, m, e, PROTECT_ACM, len);
	else if (is_acm(g->image, off, &size))
		signed_range(g, m, e, PROTECT_ACM, size != 0 ? (uint64_t)size * ACM_UNIT : len);
	else if (e->len != 0)
		read_other(g, m, e);
	/* else an empty slot */
}

/* An ACM is hashed into PCR 0 when the machine starts with it; a checksum is rare. */
static void read_module(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	struct protect_check *c = check_add(g, PROTECT_FIT_MEASURED, PROTECT_MEASURED);

	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_address(g, c, m, e->address, e->len);
	if (c->placed)
		check_note(c, "measured into PCR 0 where TXT or Boot Guard is on");
	if (!e->sum_valid || !c->placed)
		return;
	c = check_add(g, PROTECT_FIT, PROTECT_RECOMPUTE);
	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_address(g, c, m, e->address, e->len);
	check_digest(c, DIGEST_SUM8, e->at + FIT_SUM_OFF);
}

/* Two subtypes are digests of the initial boot block, whose ranges they do not name. */
static void read_cse(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	struct protect_check *c;

	signed_range(g, m, e, PROTECT_CSE, e->len != 0 ? e->len : FIT_UNIT);
	if (e->subtype != CSE_IBBL_HASH && e->subtype != CSE_IBB_HASH)
		return;
	c = check_add(g, PROTECT_CSE, PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_note(c, "digest of the initial boot block: what it covers is not stored there");
}

static void read_entry(struct gather *g, const struct address_map *m, const struct fit_entry *e)
{
	size_t off, room;

	switch (e->type) {
	case TYPE_MICROCODE:
		read_microcode(g, m, e);
		break;
	case TYPE_ACM:
	case TYPE_DIAG_ACM:
		read_acm(g, m, e);
		break;
	case TYPE_MODULE:
		read_module(g, m, e);
		break;
	case TYPE_CSE:
		read_cse(g, m, e);
		break;
	case TYPE_KEY:
	case TYPE_POLICY:
		if (!map_address(m, e->address, 1, &off)) {
			signed_range(g, m, e,
				e->type == TYPE_KEY ? PROTECT_BG_KEY : PROTECT_BG_POLICY, e->len);
			break;
		}
		room = g->image.len - off < MANIFEST_MOST ? g->image.len - off : MANIFEST_MOST;
		if (e->type == TYPE_KEY)
			read_key_manifest(g, off, room);
		else
			read_boot_policy(g, m, off, room);
		break;
	case TYPE_TPM:
	case TYPE_BIOS:
	case TYPE_TXT:
	case TYPE_DEBUG:
	case TYPE_UNUSED:
		break;
	default:
		read_other(g, m, e);
		break;
	}
}

/* The checksum of the table itself, without its own byte. */
static void read_table(struct gather *g, const struct address_map *m, size_t len)
{
	struct protect_check *c = check_add(g, PROTECT_FIT, PROTECT_RECOMPUTE);

	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_range(g, c, m->fit, FIT_SUM_OFF);
	if (len > FIT_ENTRY)
		check_range(g, c, m->fit + FIT_ENTRY, len - FIT_ENTRY);
	check_digest(c, DIGEST_SUM8, m->fit + FIT_SUM_OFF);
}

static void report_worn(struct gather *g, const struct address_map *m)
{
	struct protect_check *c = check_add(g, PROTECT_FIT, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->impossible = true;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_range(g, c, m->fit, FIT_COUNT_OFF);
	check_note(c, "its signature is destroyed: the processor finds no table");
}

/* A count that no table has, after the right signature. */
static void report_count(struct gather *g, const struct address_map *m, uint32_t count)
{
	struct protect_check *c = check_add(g, PROTECT_FIT, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	c->impossible = true;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_note(c, "its count of %" PRIu32 " entries is impossible: not read", count);
}

/* The 8-bit sum of the table, with some bits of its flags set. */
static uint8_t sum_with(struct span table, uint8_t flags)
{
	uint8_t sum = 0;
	size_t i;

	for (i = 0; i < table.len; i++)
		sum = (uint8_t)(sum + (table.ptr[i] | (i == FIT_FLAGS_OFF ? flags : 0)));
	return sum;
}

/* What is not as it should be in a table without a checksum, which could prove nothing; NULL: no
 * word about it. */
static const char *doubt(const struct gather *g, const struct address_map *m, uint32_t count)
{
	struct span table;
	struct fit_entry last, next;
	size_t off;

	if (!span_slice(g->image, m->fit, (size_t)count * FIT_ENTRY, &table))
		return NULL;
	if ((table.ptr[FIT_FLAGS_OFF] & FIT_TYPE) != 0)
		return N_("its first entry is not of type 0");
	if (table.ptr[FIT_SUM_OFF] != 0 && sum_with(table, FIT_SUM_VALID) == 0)
		return N_("says that it has no checksum, but the checksum holds");
	if (count == 1)
		return NULL;
	if (!map_is_ordered(g->image, m->fit))
		return N_("its entries are not as in a table: their count may be wrong");
	if (entry_read(g->image, m->fit + ((size_t)count - 1) * FIT_ENTRY, &last) &&
		entry_read(g->image, m->fit + table.len, &next) && next.type != TYPE_UNUSED &&
		next.type >= last.type && next.type != 0 && next.address >= FLASH_TOP / 2 &&
		map_address(m, next.address, 1, &off))
		return N_("another entry follows the last: their count may be wrong");
	return NULL;
}

static void report_doubt(struct gather *g, const struct address_map *m, uint32_t count)
{
	const char *why = doubt(g, m, count);
	struct protect_check *c = why != NULL ? check_add(g, PROTECT_FIT, PROTECT_UNKNOWN) : NULL;

	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", m->fit);
	check_range(g, c, m->fit, (uint64_t)count * FIT_ENTRY);
	check_note(c, "%s", tr(why));
}

static uint32_t entries(struct span image, size_t fit)
{
	struct cursor in = {.in = image, .pos = fit + FIT_COUNT_OFF};

	return cursor_u24le(&in);
}

static void read_one_fit(struct gather *g, const struct address_map *m)
{
	uint32_t count = entries(g->image, m->fit), i;
	struct fit_entry e;
	uint8_t flags = 0;

	if (m->worn)
		report_worn(g, m);
	if (count == 0 || count > FIT_MOST || count > (g->image.len - m->fit) / FIT_ENTRY) {
		report_count(g, m, count);
		return;
	}
	if (span_u8(g->image, m->fit + FIT_FLAGS_OFF, &flags) && (flags & FIT_SUM_VALID) != 0)
		read_table(g, m, (size_t)count * FIT_ENTRY);
	else
		report_doubt(g, m, count);
	for (i = 1; i < count; i++)
		if (entry_read(g->image, m->fit + (size_t)i * FIT_ENTRY, &e))
			read_entry(g, m, &e);
}

static bool is_known(const struct gather *g, size_t off)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++)
		if (g->maps[i].fit == off)
			return true;
	return false;
}

/* Its checksum holds, or it says that it has none. */
static bool sum_holds(struct span image, size_t off)
{
	uint32_t count = 0;
	uint8_t flags = 0, sum = 0;
	struct span table;
	size_t i;

	if (!span_u32le(image, off + FIT_COUNT_OFF, &count) ||
		!span_u8(image, off + FIT_FLAGS_OFF, &flags) ||
		!span_slice(image, off, (size_t)(count & 0xFFFFFF) * FIT_ENTRY, &table))
		return false;
	for (i = 0; i < table.len; i++)
		sum = (uint8_t)(sum + table.ptr[i]);
	return (flags & FIT_SUM_VALID) == 0 || sum == 0;
}

/* Whether an entry leads to what its type names: the map is that of its table. */
static bool leads_right(const struct gather *g, const struct address_map *m)
{
	uint32_t count = entries(g->image, m->fit), i, word = 0;
	struct fit_entry e;
	size_t off;
	struct span at;

	for (i = 1; i < count; i++)
		if (entry_read(g->image, m->fit + (size_t)i * FIT_ENTRY, &e) &&
			map_address(m, e.address, FIT_UNIT * 2, &off) &&
			span_from(g->image, off, &at) &&
			((e.type == TYPE_KEY && span_starts(at, "__KEYM__", 8)) ||
				(e.type == TYPE_POLICY && span_starts(at, "__ACBP__", 8)) ||
				(e.type == TYPE_ACM && span_u32le(at, ACM_VENDOR, &word) &&
					word == ACM_INTEL) ||
				(e.type == TYPE_MICROCODE &&
					span_u32le(at, MICROCODE_LOADER, &word) && word == 1 &&
					span_u32le(at, 0, &word) && word == 1)))
			return true;
	return false;
}

/* Tables that no pointer leads to: the pointer is destroyed, or the file is only a part of the
 * flash. */
static void read_lost_fits(struct gather *g)
{
	struct address_map m;
	struct protect_check *c;
	bool read;
	size_t hit = 0, read_end = 0;
	unsigned tries = 0;

	for (; (hit = image_find(g, hit, FIT_SIGNATURE, FIT_SIGN_LEN)) != SIZE_MAX &&
		tries < FIT_TRIES;
		hit += FIT_SIGN_LEN, tries++) {
		if (is_known(g, hit) || !map_has_table(g->image, map_of(g, hit), hit) ||
			!sum_holds(g->image, hit))
			continue;
		m = *map_of(g, hit);
		/* a copy of a table that is read, or another image's */
		read = m.fit == NO_FIT && m.end != read_end;
		m.fit = hit;
		m.worn = false;
		read = read && leads_right(g, &m);
		c = check_add(g, PROTECT_FIT, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		check_source(c, "FIT at 0x%zx", hit);
		check_range(g, c, hit, FIT_SIGN_LEN);
		check_note(
			c, read ? N_("no pointer leads to this table")
				: N_("no pointer leads to this table: what it lists is not read"));
		if (read) {
			read_end = m.end;
			read_one_fit(g, &m);
		}
	}
}

void read_fit(struct gather *g)
{
	unsigned i;

	for (i = 0; i < g->map_count; i++)
		if (g->maps[i].fit != NO_FIT)
			read_one_fit(g, &g->maps[i]);
	read_lost_fits(g);
}
