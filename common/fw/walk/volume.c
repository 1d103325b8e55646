/* SPDX-License-Identifier: MIT */
#include "biosbelt/tr.h"
#include "walk/fw_private.h"

#include <string.h>

#define FILL_STEP       256u  /* bytes of free space compared at once */
#define WIPED_MAX       256u  /* a longer run of 00 or FF is free space */
#define ROW_MAX         4096u /* sections of one file */
#define SECTION_WORK    16u   /* cost of reading a section's header, in bytes searched */
#define FFS_CHECKSUMMED 0x40u

static bool is_filled_with(struct span bytes, size_t off, size_t end, uint8_t value)
{
	struct span s;

	return span_slice(bytes, off, end - off, &s) && span_is_filled(s, value);
}

bool sections_fill(struct ctx *c, size_t body, size_t end)
{
	struct section_head s;
	struct span in = {c->bytes.ptr, end};
	size_t pos = body;
	unsigned count;

	for (count = 0; count < ROW_MAX && pos < end && end - pos >= SECTION_ALIGN; count++) {
		if (!ctx_work(c, SECTION_WORK) || !section_parse(in, pos, &s) ||
			s.claimed > end - pos)
			return false;
		pos += (size_t)s.claimed;
		pos = body + ((pos - body + SECTION_ALIGN - 1) & ~(size_t)(SECTION_ALIGN - 1));
	}
	return count > 0;
}

/* Whether the checksum of the body is right. Without budget to compute it, it counts as right. */
static bool body_sum_ok(struct ctx *c, size_t off, const struct ffs_head *h, struct span body)
{
	return (h->attributes & FFS_CHECKSUMMED) == 0 || !ctx_work(c, body.len) ||
	       ffs_body_sum_ok(c->bytes, off, h, body);
}

/* Whether free space or another header is after the file; a checksum of its own does where it ends
 * the part. */
static bool is_followed(
	struct ctx *c, size_t off, size_t end, uint8_t erase, const struct ffs_head *h)
{
	size_t to = off + (((size_t)h->claimed + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	struct ffs_head next;

	if (to >= end || end - to < FFS_HEADER_LEN)
		return (h->attributes & FFS_CHECKSUMMED) != 0;
	return is_filled_with(c->bytes, to, to + FFS_HEADER_LEN, erase) ||
	       (ffs_parse(c->bytes, to, erase, &next) && next.sum_ok && ffs_type_known(next.type) &&
		       next.claimed >= next.head_len && next.claimed <= end - to &&
		       (next.state & 0x07) == 0);
}

/* A type without structure: the fixed checksum, and what follows the file, must confirm the
 * header. */
static bool plain_is_sound(
	struct ctx *c, size_t off, size_t end, uint8_t erase, const struct ffs_head *h)
{
	struct span body;

	if ((h->attributes & FFS_CHECKSUMMED) == 0 && c->bytes.ptr[off + 17] != 0xAA &&
		c->bytes.ptr[off + 17] != 0x5A) /* fixed values of FFS2 and FFS1 */
		return false;
	/* the sum last: it reads the whole file */
	return is_followed(c, off, end, erase, h) &&
	       span_slice(c->bytes, off + h->head_len, (size_t)h->claimed - h->head_len, &body) &&
	       body_sum_ok(c, off, h, body);
}

bool file_is_sound(struct ctx *c, size_t off, size_t end, uint8_t erase, struct ffs_head *out)
{
	struct ffs_head h;

	if (!ffs_parse(c->bytes, off, erase, &h) || !h.sum_ok || !ffs_type_known(h.type))
		return false;
	if (h.claimed < h.head_len || end < off || h.claimed > end - off)
		return false;
	/* Bits are set in this order; a complete file has at least the first three. */
	if ((h.state & 0x07) != 0)
		return false;
	*out = h;
	if (ffs_has_sections(h.type) && sections_fill(c, off + h.head_len, off + (size_t)h.claimed))
		return true;
	if (ffs_has_sections(h.type) && h.type != FFS_FREEFORM)
		return false;
	return plain_is_sound(c, off, end, erase, &h);
}

static uint32_t add_file(
	struct ctx *c, uint32_t parent, size_t off, size_t len, const struct ffs_head *h)
{
	struct fw_node n = {
		.kind = FW_FILE,
		.parent = parent,
		.off = off,
		.len = len,
		.head = h->head_len < len ? h->head_len : len,
		.claimed = h->claimed,
		.type = h->type,
		.has_guid = true,
		.guid = h->guid,
		.flags = (uint8_t)((h->deleted ? FW_DELETED : 0) |
				   (h->claimed > len ? FW_CLIPPED : 0)),
	};

	return tree_add(c, &n);
}

/* A broken stream is right up to its last valid file header: after damage everything is noise. */
static void note_proof(struct ctx *c, size_t off)
{
	struct fw_layer *s = &c->w->tree->spaces[c->space];

	if (off > s->proved)
		s->proved = off;
}

static void walk_body(
	struct ctx *c, uint32_t file, size_t body, size_t end, const struct ffs_head *h)
{
	struct span s;

	if (!ffs_has_sections(h->type)) {
		if (span_slice(c->bytes, body, end - body, &s) && s.len != 0 &&
			span_is_filled(s, s.ptr[0]))
			ctx_cover(c, body, end - body);
		return;
	}
	(void)walk_sections(c, file, body, end, h->type != FFS_FREEFORM);
}

/* Walks the file whose header is at pos, up to end; returns its length. */
static size_t walk_file(struct ctx *c, uint32_t parent, size_t pos, const struct ffs_head *h,
	const struct fw_files *f)
{
	size_t end = f->end, len = h->claimed > end - pos ? end - pos : (size_t)h->claimed;
	size_t tail = h->claimed == len ? ffs_tail_len(h, f->revision) : 0;
	uint32_t node = add_file(c, parent, pos, len, h);
	struct span body;

	ctx_cover(c, pos, h->head_len);
	if (!h->sum_ok)
		fw_add_damage(c, node, pos, "file header checksum is wrong");
	if (h->claimed > end - pos)
		fw_add_damage(c, node, pos, "file of %llu bytes runs past its volume",
			(unsigned long long)h->claimed);
	else if (span_slice(c->bytes, pos + h->head_len, len - h->head_len - tail, &body) &&
		 !body_sum_ok(c, pos, h, body)) {
		c->w->tree->nodes[node].flags |= FW_SUM_WRONG;
		fw_add_damage(c, node, pos, "file checksum is wrong");
	}
	if (h->sum_ok && h->claimed <= end - pos)
		note_proof(c, pos);
	notify_node(c, node);
	if (h->head_len < len)
		walk_body(c, node, pos + h->head_len, pos + len - tail, h);
	return len;
}

/* The next valid file header from pos, in steps of 8 from base; end: none. */
static size_t resync(struct ctx *c, size_t base, size_t pos, size_t end, uint8_t erase)
{
	struct ffs_head h;
	size_t start = pos;

	pos = base + ((pos - base + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	while (pos < end && end - pos >= FFS_HEADER_LEN) {
		if (c->bytes.ptr[pos + 23] == (uint8_t)(erase ^ 0x07) &&
			file_is_sound(c, pos, end, erase, &h))
			break;
		pos += FFS_ALIGN;
	}
	if (pos >= end || end - pos < FFS_HEADER_LEN)
		pos = end;
	return ctx_work(c, pos - start) ? pos : end;
}

/* For a header with a wrong checksum: whether the end of the file that it gives is plausible. */
static bool size_is_credible(
	struct ctx *c, size_t base, size_t pos, size_t end, uint8_t erase, const struct ffs_head *h)
{
	struct ffs_head next;
	size_t to;

	if (!ffs_type_known(h->type) || h->claimed < h->head_len || h->claimed > end - pos)
		return false;
	to = pos - base + (size_t)h->claimed;
	to = base + ((to + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	if (to >= end || end - to < FFS_HEADER_LEN)
		return true;
	if (is_filled_with(c->bytes, to, to + FFS_HEADER_LEN, erase))
		return true;
	return ffs_parse(c->bytes, to, erase, &next) && next.sum_ok && ffs_type_known(next.type);
}

/* True at free space, the end of the files. A short run with data after it is an erased header. */
static bool at_free_space(struct ctx *c, size_t pos, size_t end, uint8_t erase)
{
	uint8_t value = c->bytes.ptr[pos];
	size_t fill = pos;

	if (!is_filled_with(c->bytes, pos, pos + FFS_HEADER_LEN, erase) &&
		!is_filled_with(c->bytes, pos, pos + FFS_HEADER_LEN, (uint8_t)~erase))
		return false;
	if (!ctx_work(c, end - pos))
		return true;
	while (end - fill > FILL_STEP && is_filled_with(c->bytes, fill, fill + FILL_STEP, value))
		fill += FILL_STEP;
	while (fill < end && c->bytes.ptr[fill] == value)
		fill++;
	if (fill < end && fill - pos < WIPED_MAX)
		return false;
	ctx_cover(c, pos, fill - pos);
	return true;
}

/* The place to continue after a damaged header; end: there is none. */
static size_t skip_damage(
	struct ctx *c, uint32_t parent, size_t base, size_t pos, const struct fw_files *f)
{
	size_t next = f->sure ? resync(c, base, pos, f->end, f->erase) : f->end;

	fw_add_damage(c, parent, pos, "file header is damaged; %s",
		next < f->end ? tr("went on at the next sound one") : tr("no more follow"));
	return next;
}

void walk_files(struct ctx *c, uint32_t parent, size_t base, size_t pos, const struct fw_files *f)
{
	size_t end = f->end;
	struct ffs_head h;

	while (pos < end && end - pos >= FFS_HEADER_LEN && c->w->rc == ERR_OK) {
		size_t len;

		if (cover_has(&c->cover, pos) || at_free_space(c, pos, end, f->erase))
			break;
		(void)ffs_parse(c->bytes, pos, f->erase, &h);
		if (!ffs_type_known(h.type) || h.claimed < h.head_len ||
			(!h.sum_ok && !size_is_credible(c, base, pos, end, f->erase, &h))) {
			pos = skip_damage(c, parent, base, pos, f);
			continue;
		}
		if (!ctx_work(c, 64))
			break;
		len = walk_file(c, parent, pos, &h, f);
		pos = base + ((pos - base + len + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	}
}

/* Whether a valid file crosses the end that the smaller of two lengths gives. Reads headers
 * only. */
static bool file_lies_across(
	struct ctx *c, size_t off, const struct fv_head *fv, size_t small, size_t large)
{
	size_t pos = fv->data_off;
	struct ffs_head h;

	while (pos < small && ctx_work(c, FFS_HEADER_LEN)) {
		if (!ffs_parse(c->bytes, off + pos, fv->erase, &h) || !h.sum_ok ||
			!ffs_type_known(h.type) || h.claimed < h.head_len ||
			h.claimed > large - pos)
			return false;
		pos += (size_t)h.claimed;
		if (pos > small)
			return true;
		pos = (pos + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1);
	}
	return false;
}

bool volume_is_intact(struct ctx *c, size_t off, const struct fv_head *fv)
{
	size_t pos = off + fv->data_off, end = off + (size_t)fv->claimed;
	struct ffs_head h;

	if (!fv->sum_ok || !fv->signature_ok || fv->claimed > c->bytes.len - off ||
		fv->claimed != fv->map_len || fv->data_off > fv->claimed)
		return false;
	while (pos < end && end - pos >= FFS_HEADER_LEN && ctx_work(c, FFS_HEADER_LEN)) {
		if (is_filled_with(c->bytes, pos, pos + FFS_HEADER_LEN, fv->erase))
			return ctx_work(c, end - pos) &&
			       is_filled_with(c->bytes, pos, end, fv->erase);
		if (!ffs_parse(c->bytes, pos, fv->erase, &h) || !h.sum_ok ||
			!ffs_type_known(h.type) || h.claimed < h.head_len || h.claimed > end - pos)
			return false;
		pos += (size_t)h.claimed;
		pos = off + ((pos - off + FFS_ALIGN - 1) & ~(size_t)(FFS_ALIGN - 1));
	}
	return false;
}

/* Size of the volume, as far as it is known; *sure: it is. */
static size_t volume_len(
	struct ctx *c, size_t off, size_t room, const struct fv_head *fv, bool *sure)
{
	bool length_ok = fv->claimed >= fv->data_off && fv->claimed <= room;
	bool map_ok = fv->map_len >= fv->data_off && fv->map_len <= room;

	*sure = true;
	/* Both are possible but differ: the files decide, and the rest is searched for
	 * signatures. */
	if (length_ok && map_ok && fv->map_len != fv->claimed) {
		bool less = fv->claimed < fv->map_len;
		size_t small = (size_t)(less ? fv->claimed : fv->map_len);
		size_t large = (size_t)(less ? fv->map_len : fv->claimed);

		return file_lies_across(c, off, fv, small, large) ? large : small;
	}
	if (length_ok && (fv->sum_ok || fv->map_len == fv->claimed))
		return (size_t)fv->claimed;
	if (map_ok)
		return (size_t)fv->map_len;
	*sure = false;
	return room;
}

/* Compares the two lengths in a header, unless a wrong checksum was already reported. */
static void report_map(struct ctx *c, uint32_t node, size_t off, const struct fv_head *fv)
{
	/* A store of variables may be smaller than its map, which is of the flash chip (AAVMF). */
	if (!fv->sum_ok || fv->fs == FV_FS_OTHER)
		return;
	if (fv->map_len == 0)
		fw_add_damage(c, node, off, "volume's block map is empty or has no end");
	else if (fv->map_len != fv->claimed)
		fw_add_damage(c, node, off, "volume length is %llu bytes, by its block map %llu",
			(unsigned long long)fv->claimed, (unsigned long long)fv->map_len);
}

/* Whether it is in a store of variables, a copy of the store's own header: EDK II writes a block to
 * a spare one first (FaultTolerantWriteDxe). */
static bool is_spare(const struct ctx *c, uint32_t node, size_t off, const struct fv_head *fv)
{
	const struct fw_node *nodes = c->w->tree->nodes;
	uint32_t up = node != FW_NONE ? nodes[node].parent : FW_NONE;

	return up != FW_NONE && fv->fs == FV_FS_OTHER && nodes[up].kind == FW_VOLUME &&
	       nodes[up].off < off && off - nodes[up].off >= fv->head_len &&
	       memcmp(c->bytes.ptr + nodes[up].off, c->bytes.ptr + off, fv->head_len) == 0;
}

/* Reports everything wrong in a volume's header. */
static void report_volume(
	struct ctx *c, uint32_t node, size_t off, size_t end, const struct fv_head *fv)
{
	if (!fv->signature_ok)
		fw_add_damage(c, node, off, "volume signature _FVH is missing");
	if (fv->fs == FV_FS_UNKNOWN && !fv->sum_ok)
		fw_add_damage(c, node, off, "volume GUID is damaged");
	else if (!fv->sum_ok && fv->signature_ok)
		fw_add_damage(c, node, off, "volume header checksum is wrong");
	if (is_spare(c, node, off, fv))
		return;
	if (fv->claimed > end - off)
		fw_add_damage(c, node, off, "volume of %llu bytes runs past the end, %zu are there",
			(unsigned long long)fv->claimed, end - off);
	else if (fv->claimed < fv->data_off)
		fw_add_damage(c, node, off, "volume length of %llu bytes is impossible",
			(unsigned long long)fv->claimed);
	report_map(c, node, off, fv);
}

/* Whether a volume of unknown type holds files: the first one must be valid. */
static bool holds_files(struct ctx *c, size_t off, size_t end, const struct fv_head *fv)
{
	struct ffs_head h;

	if (fv->fs == FV_FS_OTHER)
		return false;
	return fv->fs != FV_FS_UNKNOWN ||
	       (fv->data_off < end - off &&
		       file_is_sound(c, off + fv->data_off, end, fv->erase, &h));
}

static bool ctx_apple_crc(struct ctx *c, size_t off, size_t len)
{
	struct span volume, body;

	return span_slice(c->bytes, off, len, &volume) && fv_apple_body(volume, &body) &&
	       ctx_work(c, body.len) && fv_apple_crc(volume);
}

uint32_t walk_volume(
	struct ctx *c, uint32_t parent, size_t off, size_t end, const struct fv_head *fv)
{
	bool sure;
	size_t len = volume_len(c, off, end - off, fv, &sure);
	struct fw_files files = {
		.end = off + len, .erase = fv->erase, .revision = fv->revision, .sure = sure};
	struct fw_node n = {
		.kind = FW_VOLUME,
		.parent = parent,
		.off = off,
		.len = len,
		.head = fv->data_off < len ? fv->data_off : len,
		.claimed = fv->claimed,
		.has_guid = true,
		.guid = fv->guid,
		.flags = fv->claimed > len ? FW_CLIPPED : 0,
	};
	uint32_t node;

	if (c->depth >= FW_DEPTH_MAX) {
		c->w->tree->limited = true;
		return FW_NONE;
	}
	if (ctx_apple_crc(c, off, len))
		n.flags |= FW_PROVED;
	node = tree_add(c, &n);
	report_volume(c, node, off, end, fv);
	ctx_cover(c, off, n.head);
	notify_node(c, node);
	if (node == FW_NONE || !holds_files(c, off, off + len, fv))
		return node;
	c->depth++;
	walk_files(c, node, off, off + n.head, &files);
	c->depth--;
	return node;
}
