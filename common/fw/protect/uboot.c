/* SPDX-License-Identifier: MIT */
/*
 * U-Boot's images: the legacy header of 64 bytes (u-boot include/image.h, struct legacy_img_hdr),
 * and FIT, a device tree whose nodes /images/NAME/hash* hold digests of the data (Flat Image Tree
 * Specification 1.0; Devicetree Specification 0.4, chapter 5). All numbers are big-endian.
 */
#include <string.h>

#include "biosbelt/tr.h"
#include "biosbelt/uboot.h"
#include "protect/protect_private.h"

#define LEGACY_DATA_CRC 24u
#define LEGACY_KINDS    28u
#define LEGACY_NAME     32u
#define KINDS_MOST      63u /* image.h numbers half as many */
#define PACKINGS_MOST   15u

#define FDT_VERSION_OFF 20u
#define FDT_VERSION     17u
#define DEPTH_HASH      4u
#define NAME_AFTER      9u /* the last token of the nodes: the names are after it */

/* State while reading a FIT. */
struct fit {
	struct gather *g;
	struct fdt t;
	size_t off;           /* of the tree in the image */
	bool images;          /* inside /images, else /configurations or another one */
	struct fit_data data; /* of the current entry */
	bool settings;        /* inside /configurations */
	bool hash;            /* inside a node that may be an image's hash, */
	bool named;           /* by its name */
	struct span alg;      /* its properties */
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
	for (i = LEGACY_NAME; i < UBOOT_HEAD; i++) {
		uint8_t c = head.ptr[i];

		odd += c != 0 && (before == 0 || c < ' ' || c > '~');
		before = c;
	}
	return odd;
}

static struct protect_check *legacy_check(struct gather *g, size_t off, size_t size, bool head)
{
	struct protect_check *c = check_add(g, PROTECT_UBOOT, PROTECT_RECOMPUTE);

	if (c == NULL)
		return NULL;
	check_source(c, "U-Boot image at 0x%zx", off);
	check_note(c, "%s", head ? tr("its header") : tr("its data"));
	check_range(g, c, head ? off : off + UBOOT_HEAD, head ? UBOOT_HEAD : size);
	check_digest(c, DIGEST_CRC32, off + (head ? UBOOT_HEAD_CRC : LEGACY_DATA_CRC));
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

	if (!span_slice(g->image, off, UBOOT_HEAD, &head) || !span_u32be(head, UBOOT_SIZE, &size) ||
		size == 0)
		return;
	fits = size <= g->image.len - off - UBOOT_HEAD;
	holds = uboot_head_holds(head);
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

static enum digest_alg alg_of(struct span name)
{
	static const struct {
		const char *name;
		enum digest_alg alg;
	} algs[] = {{"crc32", DIGEST_CRC32}, {"sha1", DIGEST_SHA1}, {"sha256", DIGEST_SHA256},
		{"sha384", DIGEST_SHA384}, {"sha512", DIGEST_SHA512}};
	size_t i;

	for (i = 0; i < sizeof algs / sizeof algs[0]; i++)
		if (fdt_is(name, algs[i].name))
			return algs[i].alg;
	return DIGEST_NONE;
}

/* At the end of a hash node. */
static void add_hash(struct fit *f)
{
	enum digest_alg alg = alg_of(fdt_text(f->alg, 0));
	bool known = f->value_len != 0 && f->value_len == digest_len(alg);
	struct protect_check *c;

	if (f->named ? f->value_len == 0 && f->alg.ptr == NULL
		     : f->value_len == 0 || f->alg.ptr == NULL)
		return; /* another node */
	f->hashes++;
	known &= f->data.len != 0;
	c = check_add(f->g, PROTECT_UBOOT, known ? PROTECT_RECOMPUTE : PROTECT_UNKNOWN);
	if (c == NULL)
		return;
	check_source(c, "FIT at 0x%zx", f->off);
	c->placed = f->data.len != 0;
	if (f->data.len != 0)
		check_range(f->g, c, f->off + f->data.off, f->data.len);
	if (f->data.len == 0)
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
	if (f->images && f->data.len != 0)
		check_range(f->g, c, f->off + f->data.off, f->data.len);
	else
		check_range(f->g, c, f->off, f->t.tree.len);
}

static void begin_node(struct fit *f, struct span name)
{
	unsigned depth = f->t.depth;

	if (depth == FIT_DEPTH_LIST) {
		f->images = fdt_is(name, "images");
		f->settings = fdt_is(name, "configurations");
	}
	if (depth == FIT_DEPTH_ENTRY)
		f->data = (struct fit_data){0, 0};
	if (depth != DEPTH_HASH)
		return;
	if (f->data.off == 0) /* only their size is named */
		f->data.len = 0;
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
	if (f->t.depth + 1 != DEPTH_HASH)
		return;
	if (f->hash)
		add_hash(f);
	f->hash = false;
}

static void property(struct fit *f, const struct fdt_item *p)
{
	f->odd |= p->name.ptr == NULL;
	if (!f->settings && f->t.depth == FIT_DEPTH_ENTRY && !fit_take_place(&f->t, p, &f->data))
		f->odd |= f->images;
	if (!f->hash || f->t.depth != DEPTH_HASH)
		return;
	if (fdt_is(p->name, "algo")) {
		(void)span_slice(f->t.tree, p->at, p->len, &f->alg);
	} else if (fdt_is(p->name, "value")) {
		f->value = f->off + p->at;
		f->value_len = p->len;
	}
}

static void read_nodes(struct fit *f)
{
	struct fdt_item item;

	while (f->g->rc == ERR_OK && fdt_next(&f->t, &item) != FDT_STOP) {
		if (item.kind == FDT_NODE)
			begin_node(f, item.name);
		else if (item.kind == FDT_NODE_END)
			end_node(f);
		else if (item.kind == FDT_PROPERTY)
			property(f, &item);
	}
}

/* Whether the name is among those of an unreadable tree: after another one, or after its nodes. */
static bool has_name(struct span in, const char *name)
{
	size_t len = strlen(name) + 1, hit = 0;

	for (; (hit = span_find(in, hit, name, len)) != SIZE_MAX; hit += len)
		if (hit != 0 && (in.ptr[hit - 1] == 0 || in.ptr[hit - 1] == NAME_AFTER))
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

static void read_fit_image(struct gather *g, size_t off)
{
	struct fit f = {.g = g, .off = off};
	uint32_t version = 0;
	struct span at;
	bool head, sure, whole;

	if (!span_from(g->image, off, &at) || at.len < FDT_HEAD)
		return;
	head = fdt_open(at, &f.t);
	if (head && !hash_budget(g, f.t.end - f.t.pos))
		return;
	if (head)
		read_nodes(&f);
	whole = head && fdt_is_whole(&f.t);
	sure = span_u32be(at, FDT_VERSION_OFF, &version) && version == FDT_VERSION;
	if ((!head && sure && names_hashes(g, at)) ||
		(head && (!whole || f.odd || (f.hashes == 0 && f.hash_nodes != 0)) &&
			names_hashes(g, f.t.tree)))
		tree_unread(g, off);
}

static unsigned right_bytes(struct span in)
{
	unsigned right = 0, i;

	for (i = 0; i < UBOOT_MAGIC_LEN; i++)
		right += in.ptr[i] == (uint8_t)UBOOT_MAGIC[i];
	return right;
}

/* Magics of which at most one byte is wrong: one half is right, and is searched for. */
static void find_legacy(struct gather *g, size_t half)
{
	size_t hit = 0;

	for (; (hit = image_find(g, hit, UBOOT_MAGIC + half, 2)) != SIZE_MAX; hit++) {
		struct span magic;
		unsigned right;

		if (hit < half || !span_slice(g->image, hit - half, UBOOT_MAGIC_LEN, &magic))
			continue;
		right = right_bytes(magic);
		if (right == UBOOT_MAGIC_LEN - 1 || (right == UBOOT_MAGIC_LEN && half == 0))
			read_legacy(g, hit - half, right != UBOOT_MAGIC_LEN);
	}
}

void read_uboot(struct gather *g)
{
	size_t hit = 0;

	find_legacy(g, 0);
	find_legacy(g, 2);
	for (; (hit = image_find(g, hit, FDT_MAGIC, FDT_MAGIC_LEN)) != SIZE_MAX;
		hit += FDT_MAGIC_LEN)
		read_fit_image(g, hit);
}
