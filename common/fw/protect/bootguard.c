/* SPDX-License-Identifier: MIT */
/*
 * Boot Guard manifests, versions 1 (Boot Guard) and 2 (CBnT). Sources: LongSoft/UEFITool
 * common/ksy/intel_acbp_v1.ksy, intel_acbp_v2.ksy, intel_keym_v1.ksy, intel_keym_v2.ksy;
 * linuxboot/fiano pkg/intel/metadata/cbnt/bootpolicy (order of the segments);
 * 9elements/converged-security-suite pkg/provisioning/bootguard (what is signed).
 */
#include <string.h>

#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define ID_LEN      8u
#define VERSION_OFF 8u
#define VERSION_2   0x20u

#define V1_HEAD     16u
#define V1_HASH_LEN 32u /* size of the field, whatever the digest's length */
#define V1_PMSG_LEN 9u  /* id and version are signed, the rest is the signature */
#define V1_ELEMENTS 64u /* genuine policies have two or three */

#define V2_HEAD      20u
#define V2_SIGN_OFF  12u
#define V2_ELEM_HEAD 12u

#define PMDA_MOST     64u
#define PMDA_LEAST    (8u + 20u) /* a range and the shortest digest */
#define SEGMENT_OTHER 1u         /* flags: not part of the IBB */

/* TCG Algorithm Registry 1.32, table 3. */
static enum digest_alg alg_of(uint16_t id)
{
	switch (id) {
	case 0x0004:
		return DIGEST_SHA1;
	case 0x000B:
		return DIGEST_SHA256;
	case 0x000C:
		return DIGEST_SHA384;
	case 0x000D:
		return DIGEST_SHA512;
	case 0x0012:
		return DIGEST_SM3;
	default:
		return DIGEST_NONE;
	}
}

#define UNKNOWN_ELEMENT N_("the policy has an element that is not known")

struct stored_hash {
	uint16_t id;
	size_t off; /* in the image */
	size_t len;
	bool blank; /* nothing is hashed */
};

struct policy {
	struct gather *g;
	const struct address_map *map;
	struct span image; /* up to the limit of the policy */
	size_t off;
	bool v2;
	unsigned blocks; /* complete __IBBS__ elements */
};

/* Reads the digest at the cursor. fixed: size of its field; 0: given by its length field. */
static struct stored_hash hash_read(struct cursor *c, size_t fixed)
{
	struct stored_hash h = {.id = cursor_u16le(c)};
	struct span bytes;

	h.len = cursor_u16le(c);
	h.off = c->pos;
	bytes = cursor_take(c, fixed != 0 ? fixed : h.len);
	if (h.len > bytes.len)
		h.len = bytes.len;
	bytes.len = h.len;
	h.blank = c->bad || span_is_filled(bytes, 0) || span_is_filled(bytes, 0xFF);
	return h;
}

static struct protect_check *digest_check(
	const struct policy *p, enum protect_kind kind, const struct stored_hash *h)
{
	struct protect_check *c;
	enum digest_alg alg = alg_of(h->id);

	if (h->blank || h->len == 0)
		return NULL;
	c = check_add(p->g, kind, PROTECT_SIGNED);
	if (c == NULL)
		return NULL;
	check_source(c, "Boot Guard policy at 0x%zx", p->off);
	if (digest_len(alg) == h->len)
		check_digest(c, alg, h->off);
	else
		check_note(c, "digest of unknown kind 0x%04x, %zu bytes", h->id, h->len);
	return c;
}

/* One digest over all segments, in the order of the list. */
static void read_ibb(
	const struct policy *p, const struct stored_hash *h, struct cursor segments, unsigned count)
{
	struct protect_check *c = digest_check(p, PROTECT_BG_IBB, h);
	unsigned i;

	if (c == NULL)
		return;
	for (i = 0; i < count && c->placed; i++) {
		uint16_t flags;
		uint32_t base, size;

		cursor_skip(&segments, 2);
		flags = cursor_u16le(&segments);
		base = cursor_u32le(&segments);
		size = cursor_u32le(&segments);
		if (segments.bad) {
			c->placed = false;
			check_note(c, "its list of segments is cut short");
		} else if ((flags & SEGMENT_OTHER) == 0) {
			check_address(p->g, c, p->map, base, size);
		}
	}
	if (c->placed && c->count == 0) {
		c->placed = false;
		check_note(c, "no segment of the initial boot block is listed");
	}
	if (c->placed && c->note[0] == '\0')
		check_note(c, "enforced if Boot Guard is fused");
}

/* Reports a part of a policy that cannot be interpreted: what it covers is unknown. */
static void unread(const struct policy *p, enum protect_kind kind, const char *what)
{
	struct protect_check *c = check_add(p->g, kind, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "Boot Guard policy at 0x%zx", p->off);
	check_note(c, "%s", tr(what));
}

/* Over the outermost volume of the DXE core. */
static void read_post_ibb(const struct policy *p, const struct stored_hash *h)
{
	struct protect_check *c = digest_check(p, PROTECT_BG_POST_IBB, h);

	if (c != NULL)
		check_dxe_volume(
			p->g, c, &(struct addressed){p->g->image, 0, p->off, NULL, NULL}, 0);
}

static void read_obb(const struct policy *p, const struct stored_hash *h)
{
	struct protect_check *c = digest_check(p, PROTECT_BG_OBB, h);

	if (c == NULL)
		return;
	c->act = PROTECT_UNKNOWN;
	c->placed = false;
	check_note(c, "what the OEM boot block covers is not stored in the image");
}

/* Whether an element may begin here: of the four underscores of its id one may be damaged. */
static bool is_element(struct cursor c)
{
	struct span id = cursor_take(&c, ID_LEN);

	return !c.bad &&
	       (id.ptr[0] == '_') + (id.ptr[1] == '_') + (id.ptr[6] == '_') + (id.ptr[7] == '_') >
		       2;
}

static void read_ibbs_v1(struct policy *p, struct cursor *c)
{
	struct stored_hash post, ibb;
	unsigned count;

	cursor_skip(c, 3 + 4 + 8 + 8 + 4 + 4 + 8 + 8); /* up to the post-IBB hash */
	post = hash_read(c, V1_HASH_LEN);
	cursor_skip(c, 4); /* entry point */
	ibb = hash_read(c, V1_HASH_LEN);
	count = cursor_u8(c);
	read_ibb(p, &ibb, *c, count);
	read_post_ibb(p, &post);
	cursor_skip(c, (size_t)count * 12);
	p->blocks += !c->bad;
	/* A signature is after it; bytes that fill the place up to the next element are none. */
	if (cursor_left(c) != 0 && (c->in.len == p->image.len || is_element(*c)))
		unread(p, PROTECT_BG_PMDA, UNKNOWN_ELEMENT);
}

static void read_ibbs_v2(struct policy *p, struct cursor *c)
{
	struct stored_hash post, obb, ibb[8];
	unsigned hashes, kept = 0, count, i;
	bool whole;

	cursor_skip(c, 4 + 4 + 8 + 8 + 4 + 4 + 8 + 8);
	post = hash_read(c, 0);
	cursor_skip(c, 4 + 2);
	hashes = cursor_u16le(c);
	for (i = 0; i < hashes && !c->bad; i++) {
		struct stored_hash h = hash_read(c, 0);

		if (kept < sizeof ibb / sizeof ibb[0])
			ibb[kept++] = h;
	}
	obb = hash_read(c, 0);
	cursor_skip(c, 3);
	count = cursor_u8(c);
	whole = hashes != 0 && cursor_left(c) == (size_t)count * 12;
	for (i = 0; i < kept && !c->bad; i++)
		read_ibb(p, &ibb[i], *c, count);
	read_post_ibb(p, &post);
	read_obb(p, &obb);
	p->blocks += !c->bad && whole;
}

/*
 * Platform manufacturer's data: Microsoft's list of ranges, in three versions. Other data of this
 * kind can be anything, but not a list of digests when it is too short for one.
 */
static void read_pmda(const struct policy *p, struct cursor *c, size_t len)
{
	uint32_t version, count, i;
	bool lacks = false; /* a range without a digest */

	cursor_skip(c, p->v2 ? 4 : 2);
	version = cursor_u32le(c);
	count = cursor_u32le(c);
	if (version < 1 || version > 3 || count > PMDA_MOST) {
		if (len >= PMDA_LEAST)
			unread(p, PROTECT_BG_PMDA,
				"the manufacturer's data are of an unknown layout");
		return;
	}
	for (i = 0; i < count && !c->bad; i++) {
		uint32_t base, size;
		struct stored_hash h;
		struct protect_check *check;

		if (version == 3)
			cursor_skip(c, 4);
		base = cursor_u32le(c);
		size = cursor_u32le(c);
		if (version == 3)
			cursor_skip(c, 4);
		if (version == 1) {
			h = (struct stored_hash){.id = 0x000B, .off = c->pos, .len = 32};
			h.blank = cursor_take(c, 32).len == 0;
		} else {
			h = hash_read(c, p->v2 ? 0 : V1_HASH_LEN);
		}
		lacks |= h.len == 0;
		if (c->bad || (check = digest_check(p, PROTECT_BG_PMDA, &h)) == NULL)
			continue;
		check_address(p->g, check, p->map, base, size);
	}
	if (c->bad || lacks)
		unread(p, PROTECT_BG_PMDA, "the manufacturer's list of ranges is cut short");
	else if (cursor_left(c) >= PMDA_LEAST)
		unread(p, PROTECT_BG_PMDA,
			"the manufacturer's list of ranges is longer than its count says");
}

static bool is_id(struct span in, size_t off, const char *id)
{
	struct span s;

	return span_slice(in, off, ID_LEN, &s) && span_starts(s, id, ID_LEN);
}

/* The length of some elements is not stored: they end at the next known id. */
static size_t next_id(struct span in, size_t off)
{
	static const char *const ids[] = {"__IBBS__", "__PMDA__", "__PMSG__"};
	size_t best = SIZE_MAX, i;

	for (i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		size_t hit = span_find(in, off, ids[i], ID_LEN);

		if (hit < best)
			best = hit;
	}
	return best;
}

/* Returns the end of what the signature covers. */
static size_t read_elements_v1(struct policy *p)
{
	size_t at = next_id(p->image, p->off + V1_HEAD);
	unsigned count;

	for (count = 0; at != SIZE_MAX && !is_id(p->image, at, "__PMSG__"); count++) {
		struct cursor c = {.in = p->image, .pos = at + ID_LEN + 1};
		size_t next = next_id(p->image, at + ID_LEN);

		if (count == V1_ELEMENTS) {
			p->g->list->limited = true;
			return p->image.len;
		}
		if (next != SIZE_MAX)
			c.in.len = next;
		if (is_id(p->image, at, "__IBBS__"))
			read_ibbs_v1(p, &c);
		else
			read_pmda(p, &c, c.in.len > c.pos ? c.in.len - c.pos : 0);
		at = next;
	}
	return at == SIZE_MAX ? p->image.len : at + V1_PMSG_LEN;
}

/* Elements that name no range. */
static bool is_plain_v2(struct span in, size_t at)
{
	return is_id(in, at, "__TXTS__") || is_id(in, at, "__PFRS__") || is_id(in, at, "__PCDS__");
}

static size_t read_elements_v2(struct policy *p)
{
	uint16_t sign = 0, len = 0;
	size_t at = p->off + V2_HEAD;

	(void)span_u16le(p->image, p->off + V2_SIGN_OFF, &sign);
	while (span_u16le(p->image, at + 10, &len) && len >= V2_ELEM_HEAD &&
		!is_id(p->image, at, "__PMSG__")) {
		struct cursor c = {.pos = at + V2_ELEM_HEAD};

		if (!span_slice(p->image, 0, at + len, &c.in))
			break;
		if (is_id(p->image, at, "__IBBS__"))
			read_ibbs_v2(p, &c);
		else if (is_id(p->image, at, "__PMDA__"))
			read_pmda(p, &c, len - V2_ELEM_HEAD);
		else if (!is_plain_v2(p->image, at))
			unread(p, PROTECT_BG_PMDA, UNKNOWN_ELEMENT);
		at += len;
	}
	if (!is_id(p->image, at, "__PMSG__"))
		unread(p, PROTECT_BG_PMDA, "its list of elements is cut short");
	return p->off + (sign > V2_HEAD ? sign : at - p->off);
}

static void manifest_range(struct gather *g, enum protect_kind kind, size_t off, size_t len)
{
	struct protect_check *c = check_add(g, kind, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "manifest at 0x%zx", off);
	check_range(g, c, off, len);
	check_note(c, "the signature is not verified here");
}

/* Versions 0x10 and 0x20 on. In a program that reads policies code follows the id. */
static bool is_policy(struct span in, size_t off)
{
	uint8_t version = 0;

	return span_u8(in, off + VERSION_OFF, &version) && (version >> 4 == 1 || version >> 4 == 2);
}

/* Reads policies that no FIT refers to: where their addresses are is unknown. */
void read_lost_policies(struct gather *g)
{
	size_t hit = 0, next;
	uint32_t i;

	for (; (hit = image_find(g, hit, "__ACBP__", ID_LEN)) != SIZE_MAX; hit += ID_LEN) {
		struct policy p = {.g = g, .off = hit};
		struct span near;
		bool known = false;

		for (i = 0; i < g->list->count; i++)
			known |= g->list->checks[i].kind == PROTECT_BG_POLICY &&
				 g->list->checks[i].count != 0 &&
				 g->list->ranges[g->list->checks[i].first].off == hit;
		/* An element is after it, too. */
		near = span_of(g->image.ptr, g->image.len);
		if (near.len - hit > V1_HEAD + V2_HEAD + ID_LEN)
			near.len = hit + V1_HEAD + V2_HEAD + ID_LEN;
		next = next_id(near, hit);
		if (known || next == SIZE_MAX || !is_policy(near, hit))
			continue;
		unread(&p, PROTECT_BG_POLICY, "no FIT leads to it");
	}
}

void read_boot_policy(struct gather *g, const struct address_map *m, size_t off, size_t room)
{
	struct policy p = {.g = g, .map = m, .off = off};
	uint8_t version = 0;
	size_t end;

	if (!span_slice(g->image, 0, off + room, &p.image) || !is_id(p.image, off, "__ACBP__")) {
		struct protect_check *c = check_add(g, PROTECT_BG_POLICY, PROTECT_UNKNOWN);

		if (c == NULL)
			return;
		check_source(c, "FIT at 0x%zx", m->fit);
		c->placed = false;
		check_note(c, "no policy at 0x%zx, where the FIT places one", off);
		return;
	}
	if (!hash_budget(g, room))
		return;
	(void)span_u8(p.image, off + VERSION_OFF, &version);
	p.v2 = version >= VERSION_2;
	end = p.v2 ? read_elements_v2(&p) : read_elements_v1(&p);
	if (p.blocks == 0)
		unread(&p, PROTECT_BG_IBB, "the policy's initial boot block cannot be read");
	manifest_range(g, PROTECT_BG_POLICY, off, end - off < room ? end - off : room);
}

/* Length up to the signature. */
static size_t key_len(struct span in, size_t off)
{
	struct cursor c = {.in = in, .pos = off + VERSION_OFF};
	uint16_t sign;

	if (cursor_u8(&c) < VERSION_2) {
		cursor_skip(&c, 3);
		(void)hash_read(&c, 0);
		return c.bad ? 0 : c.pos - off;
	}
	cursor_skip(&c, 3);
	sign = cursor_u16le(&c);
	return c.bad ? 0 : sign;
}

void read_key_manifest(struct gather *g, size_t off, size_t room)
{
	struct span in;
	size_t len = 0;

	if (span_slice(g->image, 0, off + room, &in) && is_id(in, off, "__KEYM__"))
		len = key_len(in, off);
	manifest_range(g, PROTECT_BG_KEY, off, len != 0 && len <= room ? len : room);
}
