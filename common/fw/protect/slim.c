/* SPDX-License-Identifier: MIT */
/*
 * Slim Bootloader: the hash store in stage 1A and the containers. Sources:
 * slimbootloader/slimbootloader BootloaderCommonPkg/Include/Guid (KeyHashGuid.h),
 * Include/Library/ContainerLib.h, BuildLoader.py (what is hashed: the component
 * before it is padded).
 */
#include <string.h>

#include "biosbelt/fwcodec.h"
#include "biosbelt/slimmap.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define STORE_SIGN     "_HS_"
#define STORE_HEAD     16u
#define STORE_HEAD_OFF 5u
#define STORE_USED     8u
#define STORE_TOTAL    12u
#define ENTRY_HEAD     8u
#define STORE_BYTES    0x10000u
#define STORE_MOST     64u

#define BOX_HEAD      16u
#define BOX_AUTH_LAST 6u
#define BOX_SIGNED    3u /* AUTH_TYPE: from here on RSA */
#define BOX_VERSION   1u

static bool layout_find(const struct gather *g, const struct address_map *m, struct slim_map *out)
{
	uint32_t pointer = 0;
	size_t at = 0;

	return m->end >= SLIM_MAP_POINTER &&
	       span_u32le(g->image, m->end - SLIM_MAP_POINTER, &pointer) &&
	       map_address(m, pointer, SLIM_MAP_HEAD, &at) &&
	       slim_map_read(g->image, at, m->end, out);
}

/* The component of a signature in the store's own slot, else in the other one. */
static bool component_of(const struct gather *g, const struct slim_map *l, const char *sign,
	uint32_t slot, struct slim_part *out)
{
	struct slim_part c;
	bool found = false;
	unsigned i;

	for (i = 0; i < l->count; i++) {
		if (!slim_part_read(g->image, l, i, &c) || strcmp(c.sign, sign) != 0)
			continue;
		if (!found || (c.flags & SLIM_FLAG_BACKUP) == slot)
			*out = c;
		if ((c.flags & SLIM_FLAG_BACKUP) == slot)
			return true;
		found = true;
	}
	return found;
}

/* The parts of the usage bits 0 to 3. Bits from 8 on are for keys. */
static const char *const signs[] = {"SG1B", "SG02", "PYLD", "FWUP"};

#define USAGE_KEYS 8u

static enum digest_alg alg_of(uint8_t id)
{
	switch (id) {
	case 1:
		return DIGEST_SHA256;
	case 2:
		return DIGEST_SHA384;
	case 3:
		return DIGEST_SHA512;
	case 4:
		return DIGEST_SM3;
	default:
		return DIGEST_NONE;
	}
}

static size_t unpadded(struct span in)
{
	size_t len = in.len;

	while (len > 0 && in.ptr[len - 1] == in.ptr[in.len - 1])
		len--;
	return len;
}

/* The end of the volumes that the component consists of, but for padding; 0: it does not. */
static size_t volumes_end(struct span in)
{
	size_t end = 0;
	struct fv_head fv;
	struct span rest;

	while (fv_parse(in, end, &fv) && fv.signature_ok && fv.claimed >= FV_HEADER_MIN &&
		fv.claimed <= in.len - end)
		end += (size_t)fv.claimed;
	return span_from(in, end, &rest) && (rest.len == 0 || span_is_filled(rest, rest.ptr[0]))
		       ? end
		       : 0;
}

#define LENGTHS   4u
#define TAIL_MOST 4096u /* bytes like the padding that a part may end in */
#define TAIL_COST 128u  /* bytes hashed to try one length */

/* Lengths that a component may have: of its stream or volumes first, then all, and all without the
 * padding. True: the first one is stored in it. */
static bool lengths_of(struct span in, size_t lens[LENGTHS])
{
	uint32_t packed = 0;

	lens[0] = volumes_end(in);
	lens[1] = in.len;
	lens[2] = unpadded(in);
	lens[3] = (lens[2] + 3) & ~(size_t)3;
	if (in.ptr[0] == 'L' && in.ptr[1] == 'Z' && span_u32le(in, FW_SBL_PACKED, &packed) &&
		packed <= in.len && in.len - packed >= FW_SBL_HEAD)
		lens[0] = packed + FW_SBL_HEAD;
	return lens[0] != 0;
}

/* Looks for a length at which the padding may begin, as a part may end in bytes like those of the
 * padding: a digest that fits is proof. */
static bool find_length(struct gather *g, struct protect_check *c, struct span in, size_t padding)
{
	size_t len = padding > 0 ? padding : 1;
	size_t end = in.len - len < TAIL_MOST ? in.len : len + TAIL_MOST;
	struct digest d;
	struct span want;

	if (!span_slice(g->image, c->digest_off, digest_len(c->alg), &want) ||
		!hash_budget(g, len + (end - len) * TAIL_COST))
		return false;
	digest_init(&d, c->alg);
	digest_update(&d, span_of(in.ptr, len));
	for (; len <= end; len++) {
		struct digest now = d;
		uint8_t out[DIGEST_LEN_MAX];

		(void)digest_final(&now, out);
		if (memcmp(out, want.ptr, want.len) == 0) {
			g->list->ranges[c->first].len = len;
			c->by_value = true;
			return true;
		}
		if (len < end)
			digest_update(&d, span_of(in.ptr + len, 1));
	}
	return false;
}

static void settle_length(struct gather *g, struct protect_check *c, const struct slim_part *part)
{
	struct protect_range *r = &g->list->ranges[c->first];
	size_t lens[LENGTHS] = {0}, i;
	struct span in;
	bool stored = false, within;

	if (!span_slice(g->image, part->off, part->len, &in) || in.len == 0)
		return;
	within = hash_budget(g, in.len); /* to look for the padding */
	if (within)
		stored = lengths_of(in, lens);
	for (i = 0; within && i < LENGTHS; i++) {
		if (lens[i] == 0 || lens[i] > part->len)
			continue;
		r->len = lens[i];
		c->by_value = i != 0; /* the length in it is valid after a change, too */
		if (check_settle(g, c) == PROTECT_HOLDS)
			return;
	}
	if (stored) { /* the digest is wrong */
		r->len = lens[0];
		c->by_value = false;
		return;
	}
	if (within && find_length(g, c, in, lens[2]))
		return;
	r->len = part->len;
	c->act = PROTECT_UNKNOWN;
	c->stored = false;
	check_note(c, "no length of %s fits the digest: not compared", part->sign);
}

static void entry_unread(struct gather *g, size_t store, const char *sign)
{
	struct protect_check *c = check_add(g, PROTECT_SBL_HASH, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	c->digest_off = store;
	check_source(c, "hash store at 0x%zx", store);
	check_note(c, "of %s: the part is not in the map, or the digest is of unknown kind", sign);
}

struct store_entry {
	size_t off;
	uint32_t usage;
	enum digest_alg alg;
	uint16_t len;
};

static void read_entry(struct gather *g, const struct slim_map *l, uint32_t slot, size_t store,
	const struct store_entry *e)
{
	unsigned i;

	if (e->usage == 0)
		entry_unread(g, store, tr("another part"));
	for (i = 0; i < USAGE_KEYS; i++) {
		const char *sign =
			i < sizeof signs / sizeof signs[0] ? signs[i] : tr("another part");
		struct slim_part part;
		struct protect_check *c;

		if ((e->usage & 1u << i) == 0)
			continue;
		if (e->len == 0 || e->len != digest_len(e->alg) ||
			!component_of(g, l, sign, slot, &part)) {
			entry_unread(g, store, sign);
			continue;
		}
		c = check_add(g, PROTECT_SBL_HASH, PROTECT_RECOMPUTE);
		if (c == NULL)
			return;
		check_source(c, "hash store at 0x%zx", store);
		check_digest(c, e->alg, e->off + ENTRY_HEAD);
		check_range(g, c, part.off, part.len);
		if (c->count == 1)
			settle_length(g, c, &part);
	}
}

static struct store_entry entry_at(struct span image, size_t pos)
{
	struct cursor in = {.in = image, .pos = pos};
	struct store_entry e = {.off = pos, .usage = cursor_u32le(&in)};

	e.alg = alg_of(cursor_u8(&in));
	cursor_skip(&in, 1);
	e.len = cursor_u16le(&in);
	return e;
}

/* How many bytes a header at "at" and the whole entries after it have, at most limit; less than
 * that where one is none. */
static uint32_t store_extent(struct span image, size_t at, uint32_t limit)
{
	uint32_t end = STORE_HEAD;
	unsigned i;

	for (i = 0; i < STORE_MOST && end < limit; i++) {
		struct store_entry e = entry_at(image, at + end);
		struct span digest;

		if (e.usage == 0 || e.len == 0 || e.len != digest_len(e.alg) ||
			!span_slice(image, e.off + ENTRY_HEAD, e.len, &digest))
			break;
		end += ENTRY_HEAD + e.len;
	}
	return end;
}

struct store {
	size_t at;
	uint32_t end; /* of its entries, from there on */
	bool whole;   /* else one field of its header is wrong */
};

/* Whether a store begins at "at": of signature, header's length, length in use and room, one may be
 * wrong if there are entries. */
static bool store_read(struct span in, size_t at, struct store *out)
{
	uint32_t used = 0, total = 0;
	uint8_t head = 0;
	struct span sign;
	unsigned right = 0;
	bool fits;

	if (!span_slice(in, at, 4, &sign) || !span_u8(in, at + STORE_HEAD_OFF, &head) ||
		!span_u32le(in, at + STORE_USED, &used) ||
		!span_u32le(in, at + STORE_TOTAL, &total))
		return false;
	fits = used <= total && total <= in.len - at;
	right = (unsigned)span_starts(sign, STORE_SIGN, 4) + (head == STORE_HEAD) + fits;
	*out = (struct store){.at = at, .end = used, .whole = right == 3};
	if (out->whole)
		return true;
	if (right < 2)
		return false;
	out->end = store_extent(in, at,
		fits                        ? used
		: in.len - at < STORE_BYTES ? (uint32_t)(in.len - at)
					    : STORE_BYTES);
	return out->end > STORE_HEAD && (!fits || out->end == used);
}

static void store_unread(struct gather *g, size_t at, bool fails, const char *why)
{
	struct protect_check *c = check_add(g, PROTECT_SBL_HASH, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->impossible = fails;
	c->digest_off = at;
	check_source(c, "hash store at 0x%zx", at);
	check_range(g, c, at, STORE_HEAD);
	check_note(c, "%s", tr(why));
}

static void read_store(struct gather *g, const struct slim_map *l, const struct slim_part *stage,
	const struct store *store)
{
	uint32_t pos = STORE_HEAD;
	unsigned i;

	for (i = 0; i < STORE_MOST && (uint64_t)pos + ENTRY_HEAD <= store->end; i++) {
		struct store_entry e = entry_at(g->image, store->at + pos);

		read_entry(g, l, stage->flags & SLIM_FLAG_BACKUP, store->at, &e);
		pos += ENTRY_HEAD + e.len;
	}
	if (!store->whole)
		store_unread(g, store->at, true, N_("a field of its header is wrong"));
	else if (pos != store->end)
		store_unread(g, store->at, false, N_("its length does not fit its entries"));
}

static void find_store(struct gather *g, const struct slim_map *l, const struct slim_part *stage)
{
	struct span in;
	size_t hit = stage->off;
	struct store store;

	if (!span_slice(g->image, 0, stage->off + stage->len, &in))
		return;
	for (; (hit = span_find(in, hit, STORE_SIGN, 4)) != SIZE_MAX; hit += 4)
		if (store_read(in, hit, &store)) {
			read_store(g, l, stage, &store);
			return;
		}
	if (!hash_budget(g, stage->len))
		return;
	for (hit = stage->off; hit < in.len; hit++) /* without its signature */
		if (store_read(in, hit, &store)) {
			read_store(g, l, stage, &store);
			return;
		}
}

static bool store_is_known(const struct gather *g, const struct store *store)
{
	uint32_t i;

	for (i = 0; i < g->list->count; i++) {
		const struct protect_check *c = &g->list->checks[i];

		if (c->kind == PROTECT_SBL_HASH && c->digest_off >= store->at &&
			c->digest_off - store->at < store->end)
			return true;
	}
	return false;
}

/* Stores that no map leads to: the map is destroyed, or the file is a part of the flash. */
static void read_lost_stores(struct gather *g)
{
	struct protect_check *c;
	struct store store;
	size_t hit = 0;

	for (; (hit = image_find(g, hit, STORE_SIGN, 4)) != SIZE_MAX; hit += 4) {
		if (!store_read(g->image, hit, &store) || !store.whole || store.end == STORE_HEAD ||
			store_extent(g->image, hit, store.end) != store.end ||
			store_is_known(g, &store))
			continue;
		c = check_add(g, PROTECT_SBL_HASH, PROTECT_UNKNOWN);
		if (c == NULL)
			return;
		c->placed = false;
		check_source(c, "hash store at 0x%zx", hit);
		check_note(c, "no flash map leads to it: the place of the parts is not known");
	}
}

static void box_unread(struct gather *g, const struct slim_part *part)
{
	struct protect_check *c = check_add(g, PROTECT_SBL_CONTAINER, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	check_source(c, "container %s at 0x%zx", part->sign, part->off);
	check_range(g, c, part->off, part->len);
	check_note(c, "its header is of an unknown layout");
}

/* A container at the start of its region: header, version 1, data inside. */
static void read_box(struct gather *g, const struct slim_part *part)
{
	struct cursor in = {.in = g->image, .pos = part->off};
	uint8_t version, auth;
	uint16_t data;
	uint32_t size;
	struct protect_check *c;

	cursor_skip(&in, 4);
	version = cursor_u8(&in);
	cursor_skip(&in, 1);
	data = cursor_u16le(&in);
	size = cursor_u32le(&in);
	auth = cursor_u8(&in);
	if (in.bad)
		return;
	if (version != BOX_VERSION || data < BOX_HEAD || data > part->len ||
		size > part->len - data || auth > BOX_AUTH_LAST) {
		box_unread(g, part);
		return;
	}
	if (auth == 0)
		return; /* not protected */
	c = check_add(
		g, PROTECT_SBL_CONTAINER, auth >= BOX_SIGNED ? PROTECT_SIGNED : PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	check_source(c, "container %s at 0x%zx", part->sign, part->off);
	check_range(g, c, part->off, (uint64_t)data + size);
	check_note(c, auth >= BOX_SIGNED ? "the signature is not verified here"
					 : N_("the hashes of its parts are not read"));
}

static bool is_box(const struct gather *g, const struct slim_part *part)
{
	struct span in;

	return span_slice(g->image, part->off, 4, &in) &&
	       (memcmp(in.ptr, "BOOT", 4) == 0 || memcmp(in.ptr, "SETP", 4) == 0 ||
		       memcmp(in.ptr, "OEM", 3) == 0 || memcmp(in.ptr, "KEYH", 4) == 0 ||
		       memcmp(in.ptr, part->sign, 4) == 0);
}

void read_slim(struct gather *g)
{
	unsigned k, i;

	for (k = 0; k < g->map_count; k++) {
		struct slim_map l;
		struct slim_part part;

		if (g->maps[k].swap != 0 || !layout_find(g, &g->maps[k], &l))
			continue;
		for (i = 0; i < l.count; i++) {
			if (!slim_part_read(g->image, &l, i, &part))
				continue;
			if (strcmp(part.sign, "SG1A") == 0)
				find_store(g, &l, &part);
			else if (is_box(g, &part))
				read_box(g, &part);
		}
	}
	read_lost_stores(g);
}
