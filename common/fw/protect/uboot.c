/* SPDX-License-Identifier: MIT */
/*
 * U-Boot's images: the legacy header of 64 bytes (u-boot include/image.h, struct legacy_img_hdr),
 * and FIT, a device tree whose nodes /images/NAME/hash* hold digests of the data (Flat Image Tree
 * Specification 1.0; Devicetree Specification 0.4, chapter 5). All numbers are big-endian.
 */
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/tr.h"
#include "protect/protect_private.h"

#define LEGACY_MAGIC_LEN 4u
#define LEGACY_HEAD      64u
#define LEGACY_HEAD_CRC  4u
#define LEGACY_SIZE      12u
#define LEGACY_DATA_CRC  24u
#define LEGACY_KINDS     28u
#define LEGACY_NAME      32u
#define KINDS_MOST       63u /* image.h numbers half as many */
#define PACKINGS_MOST    15u

#define FDT_MAGIC       "\xD0\x0D\xFE\xED"
#define FDT_HEAD        40u
#define FDT_VERSION_OFF 20u
#define FDT_VERSION     17u
#define FDT_BEGIN       1u
#define FDT_END         2u
#define FDT_PROP        3u
#define FDT_NOP         4u
#define FDT_LAST        9u
#define DEPTH_LIST      2u /* of /images and /configurations */
#define DEPTH_ENTRY     3u
#define DEPTH_HASH      4u
#define NAME_MOST       4096u /* of a node or a property; those of the specification have 31 */

static const uint8_t legacy_magic[LEGACY_MAGIC_LEN] = {0x27, 0x05, 0x19, 0x56};

/* State while reading a FIT. */
struct fit {
	struct gather *g;
	struct span tree;  /* from the magic on, totalsize bytes */
	size_t off;        /* of the tree in the image */
	struct span names; /* of properties */
	unsigned depth;    /* of the node that pos is in; the root's is 1 */
	bool images;       /* inside /images, else /configurations or another one */
	size_t data, len;  /* of the current entry, in the image; len 0: unknown */
	bool settings;     /* inside /configurations */
	bool hash;         /* inside a node that may be an image's hash, */
	bool named;        /* by its name */
	struct span alg;   /* its properties */
	size_t value, value_len;
	unsigned hashes, hash_nodes; /* those read, and the nodes that are called so */
	bool odd;                    /* a property that no FIT has */
};

/* How many bytes are as in no header: operating system, processor, type and compression beyond
 * those that U-Boot numbers, and in the name what is neither text nor zeros after it. */
static unsigned odd_bytes(struct span head)
{
	const uint8_t *p = head.ptr + LEGACY_KINDS;
	unsigned odd = head.ptr[LEGACY_NAME] == 0;
	uint8_t before = ' ';
	size_t i;

	odd += p[0] > KINDS_MOST;
	odd += p[1] > KINDS_MOST;
	odd += p[2] == 0 || p[2] > KINDS_MOST;
	odd += p[3] > PACKINGS_MOST;
	for (i = LEGACY_NAME; i < LEGACY_HEAD; i++) {
		uint8_t c = head.ptr[i];

		odd += c != 0 && (before == 0 || c < ' ' || c > '~');
		before = c;
	}
	return odd;
}

/* With the right magic, whatever the header has. */
static bool head_holds(struct span head)
{
	uint8_t copy[LEGACY_HEAD];
	uint32_t want = 0;

	memcpy(copy, head.ptr, sizeof copy);
	memcpy(copy, legacy_magic, LEGACY_MAGIC_LEN);
	memset(copy + LEGACY_HEAD_CRC, 0, 4);
	return span_u32be(head, LEGACY_HEAD_CRC, &want) &&
	       crc32_update(0, span_of(copy, sizeof copy)) == want;
}

static struct protect_check *legacy_check(struct gather *g, size_t off, size_t size, bool head)
{
	struct protect_check *c = check_add(g, PROTECT_UBOOT, PROTECT_RECOMPUTE);

	if (c == NULL)
		return NULL;
	check_source(c, "U-Boot image at 0x%zx", off);
	check_note(c, "%s", head ? tr("its header") : tr("its data"));
	check_range(g, c, head ? off : off + LEGACY_HEAD, head ? LEGACY_HEAD : size);
	check_digest(c, DIGEST_CRC32, off + (head ? LEGACY_HEAD_CRC : LEGACY_DATA_CRC));
	c->reversed = true;
	c->in_digest = head;
	c->by_value = true;
	return c;
}

static void legacy_cut(struct gather *g, size_t off)
{
	struct protect_check *c = check_add(g, PROTECT_UBOOT, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	check_source(c, "U-Boot image at 0x%zx", off);
	check_range(g, c, off, g->image.len - off);
	check_note(c, "the image ends before its data do");
}

/* The magic alone may be chance: one of the checksums holds, or all else is as in a header. worn: a
 * byte of it is wrong, and only the header's checksum shows that it is one. */
static void read_legacy(struct gather *g, size_t off, bool worn)
{
	struct protect_check *c;
	uint32_t size = 0;
	struct span head;
	bool fits, holds;
	unsigned odd;

	if (!span_slice(g->image, off, LEGACY_HEAD, &head) ||
		!span_u32be(head, LEGACY_SIZE, &size) || size == 0)
		return;
	fits = size <= g->image.len - off - LEGACY_HEAD;
	holds = head_holds(head);
	odd = odd_bytes(head);
	/* With one of them, the checksum of the data may show that the byte is damaged. */
	if (!holds && (worn || odd > (fits ? 1U : 0U)))
		return;
	if (legacy_check(g, off, size, true) == NULL)
		return;
	if (!fits) {
		if (holds)
			legacy_cut(g, off);
		return;
	}
	c = legacy_check(g, off, size, false);
	if (c != NULL && worn) /* with another header, nothing would show that the image is one */
		c->act = PROTECT_UNKNOWN;
	if (c == NULL || holds || odd == 0 || check_settle(g, c) == PROTECT_HOLDS)
		return;
	check_drop(g);
	check_drop(g);
}

static struct span string_at(struct span in, size_t off)
{
	struct span s = {NULL, 0};
	const uint8_t *end;

	if (!span_from(in, off, &s) || s.len == 0)
		return (struct span){NULL, 0};
	end = memchr(s.ptr, 0, s.len < NAME_MOST ? s.len : NAME_MOST);
	if (end == NULL)
		return (struct span){NULL, 0};
	s.len = (size_t)(end - s.ptr);
	return s;
}

static bool is_text(struct span s, const char *text)
{
	return s.len == strlen(text) && span_starts(s, text, s.len);
}

static enum digest_alg alg_of(struct span name)
{
	static const struct {
		const char *name;
		enum digest_alg alg;
	} algs[] = {{"crc32", DIGEST_CRC32}, {"sha1", DIGEST_SHA1}, {"sha256", DIGEST_SHA256},
		{"sha384", DIGEST_SHA384}, {"sha512", DIGEST_SHA512}};
	size_t i;

	for (i = 0; i < sizeof algs / sizeof algs[0]; i++)
		if (is_text(name, algs[i].name))
			return algs[i].alg;
	return DIGEST_NONE;
}

/* At the end of a hash node. */
static void add_hash(struct fit *f)
{
	enum digest_alg alg = alg_of(string_at(f->alg, 0));
	bool known = f->value_len != 0 && f->value_len == digest_len(alg);
	struct protect_check *c;

	if (f->named ? f->value_len == 0 && f->alg.ptr == NULL
		     : f->value_len == 0 || f->alg.ptr == NULL)
		return; /* another node */
	f->hashes++;
	known &= f->len != 0;
	c = check_add(f->g, PROTECT_UBOOT, known ? PROTECT_RECOMPUTE : PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", f->off);
	c->placed = f->len != 0;
	if (f->len != 0)
		check_range(f->g, c, f->data, f->len);
	if (f->len == 0)
		check_note(c, "the data that it is of are not named");
	else if (!known)
		check_note(c, "digest of unknown kind");
	else
		check_digest(c, alg, f->value);
	c->reversed = known && alg == DIGEST_CRC32;
}

static void add_signature(struct fit *f)
{
	struct protect_check *c = check_add(f->g, PROTECT_UBOOT, PROTECT_SIGNED);

	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", f->off);
	check_note(c, "the signature is not verified here");
	if (f->images && f->len != 0)
		check_range(f->g, c, f->data, f->len);
	else
		check_range(f->g, c, f->off, f->tree.len);
}

static void begin_node(struct fit *f, struct span name)
{
	f->depth++;
	if (f->depth == DEPTH_LIST) {
		f->images = is_text(name, "images");
		f->settings = is_text(name, "configurations");
	}
	if (f->depth == DEPTH_ENTRY)
		f->len = 0;
	if (f->depth != DEPTH_HASH)
		return;
	/* Whatever its name, "algo" and "value" are evidence: the name may be damaged. */
	f->named = f->images && span_starts(name, "hash", 4);
	f->hash_nodes += f->named;
	f->hash = !f->settings && !span_starts(name, "signature", 9) &&
		  !span_starts(name, "cipher", 6);
	f->value_len = 0;
	f->alg = (struct span){NULL, 0};
	if (span_starts(name, "signature", 9))
		add_signature(f);
}

static void end_node(struct fit *f)
{
	if (f->depth == DEPTH_HASH && f->hash)
		add_hash(f);
	if (f->depth == DEPTH_HASH)
		f->hash = false;
	f->depth--;
}

/* A property of an image: its data, in the tree or after it. */
static void image_property(struct fit *f, struct span name, size_t at, size_t len)
{
	uint32_t v = 0;

	if (is_text(name, "data")) {
		f->data = f->off + at;
		f->len = len;
	} else if (len != 4 && (is_text(name, "data-size") || is_text(name, "data-position") ||
				       is_text(name, "data-offset"))) {
		f->odd |= f->images;
	} else if (len == 4 && span_u32be(f->tree, at, &v)) {
		if (is_text(name, "data-size"))
			f->len = v;
		else if (is_text(name, "data-position"))
			f->data = f->off + v;
		else if (is_text(name, "data-offset"))
			f->data = f->off + ((f->tree.len + 3) & ~(size_t)3) + v;
	}
}

static void property(struct fit *f, struct span name, size_t at, size_t len)
{
	if (!f->settings && f->depth == DEPTH_ENTRY)
		image_property(f, name, at, len);
	if (!f->hash || f->depth != DEPTH_HASH)
		return;
	if (is_text(name, "algo")) {
		(void)span_slice(f->tree, at, len, &f->alg);
	} else if (is_text(name, "value")) {
		f->value = f->off + at;
		f->value_len = len;
	}
}

/* Reads one token at *pos; false: the last one, or an invalid one. */
static bool read_token(struct fit *f, size_t *pos, size_t end)
{
	uint32_t token = 0, len = 0, name = 0;
	struct span text;

	if (*pos >= end || !span_u32be(f->tree, *pos, &token))
		return false;
	*pos += 4;
	switch (token) {
	case FDT_BEGIN:
		text = string_at(f->tree, *pos);
		if (text.ptr == NULL)
			return false;
		begin_node(f, text);
		*pos += (text.len + 4) & ~(size_t)3;
		return true;
	case FDT_END:
		if (f->depth == 0)
			return false;
		end_node(f);
		return f->depth != 0;
	case FDT_PROP:
		if (!span_u32be(f->tree, *pos, &len) || !span_u32be(f->tree, *pos + 4, &name) ||
			len > f->tree.len - *pos - 8)
			return false;
		text = string_at(f->names, name);
		f->odd |= text.ptr == NULL;
		property(f, text, *pos + 8, len);
		*pos += 8 + (((size_t)len + 3) & ~(size_t)3);
		return true;
	default:
		return token == FDT_NOP;
	}
}

/* Whether the name is among those of an unreadable tree: after another one, or after its nodes. */
static bool has_name(struct span in, const char *name)
{
	size_t len = strlen(name) + 1, hit = 0;

	for (; (hit = span_find(in, hit, name, len)) != SIZE_MAX; hit += len)
		if (hit != 0 && (in.ptr[hit - 1] == 0 || in.ptr[hit - 1] == FDT_LAST))
			return true;
	return false;
}

/* Whether the bytes, or an unreadable tree in them, name what a hash consists of. */
static bool names_hashes(struct gather *g, struct span in)
{
	return hash_budget(g, in.len) && has_name(in, "algo") && has_name(in, "value");
}

static void tree_unread(struct gather *g, size_t off)
{
	struct protect_check *c = check_add(g, PROTECT_UBOOT, PROTECT_UNKNOWN);

	if (c == NULL)
		return;
	c->placed = false;
	check_source(c, "FIT at 0x%zx", off);
	check_note(c, "the tree cannot be read, and it names hashes");
}

/* The blocks of nodes and of names; false: the header is wrong. */
static bool read_fdt_head(struct fit *f, struct span at, size_t *nodes, size_t *end)
{
	uint32_t total = 0, first = 0, names = 0, names_len = 0, len = 0;

	if (!span_u32be(at, 4, &total) || total < FDT_HEAD || !span_slice(at, 0, total, &f->tree) ||
		!span_u32be(at, 8, &first) || !span_u32be(at, 12, &names) ||
		!span_u32be(at, 32, &names_len) || !span_u32be(at, 36, &len) ||
		!span_slice(f->tree, names, names_len, &f->names) || first > total ||
		len > total - first)
		return false;
	*nodes = first;
	*end = (size_t)first + len;
	return true;
}

static void read_fit_image(struct gather *g, size_t off)
{
	struct fit f = {.g = g, .off = off};
	uint32_t version = 0;
	struct span at;
	size_t pos = 0, end = 0;
	uint32_t last = 0;
	bool head, sure, whole;

	if (!span_from(g->image, off, &at) || at.len < FDT_HEAD)
		return;
	head = read_fdt_head(&f, at, &pos, &end);
	if (head && !hash_budget(g, end - pos))
		return;
	while (head && g->rc == ERR_OK && read_token(&f, &pos, end))
		;
	whole = head && f.depth == 0 && span_u32be(f.tree, pos, &last) && last == FDT_LAST;
	sure = span_u32be(at, FDT_VERSION_OFF, &version) && version == FDT_VERSION;
	if ((!head && sure && names_hashes(g, at)) ||
		(head && (!whole || f.odd || (f.hashes == 0 && f.hash_nodes != 0)) &&
			names_hashes(g, f.tree)))
		tree_unread(g, off);
}

static unsigned right_bytes(struct span in)
{
	unsigned right = 0, i;

	for (i = 0; i < LEGACY_MAGIC_LEN; i++)
		right += in.ptr[i] == legacy_magic[i];
	return right;
}

/* Magics of which at most one byte is wrong: one half is right, and is searched for. */
static void find_legacy(struct gather *g, size_t half)
{
	size_t hit = 0;

	for (; (hit = span_find(g->image, hit, legacy_magic + half, 2)) != SIZE_MAX; hit++) {
		struct span magic;
		unsigned right;

		if (hit < half || !span_slice(g->image, hit - half, LEGACY_MAGIC_LEN, &magic))
			continue;
		right = right_bytes(magic);
		if (right == LEGACY_MAGIC_LEN - 1 || (right == LEGACY_MAGIC_LEN && half == 0))
			read_legacy(g, hit - half, right != LEGACY_MAGIC_LEN);
	}
}

void read_uboot(struct gather *g)
{
	size_t hit = 0;

	find_legacy(g, 0);
	find_legacy(g, 2);
	for (; (hit = span_find(g->image, hit, FDT_MAGIC, 4)) != SIZE_MAX; hit += 4)
		read_fit_image(g, hit);
}
