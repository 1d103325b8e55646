/* SPDX-License-Identifier: MIT */
#include "biosbelt/vbt.h"
#include "biosbelt/tr.h"

#include <stdlib.h>
#include <string.h>

/* Layout: docs/formats/vbt.md, after Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h (struct
 * vbt_header, struct bdb_header) and 470 genuine tables. */
#define VBT_VERSION      100u
#define VBT_OFF_VERSION  20u
#define VBT_OFF_HEADER   22u
#define VBT_OFF_SIZE     24u
#define VBT_OFF_CHECKSUM 26u
#define VBT_OFF_BDB      28u
#define BDB_OFF_VERSION  16u
#define BDB_OFF_HEADER   18u
#define BDB_OFF_SIZE     20u
#define BLOCK_HEADER_LEN 3u
#define BLOCK_MIPI_SEQ   53u
#define MIPI_SEQ_WIDE    3u /* from this sequence version on the size is a u32 after the version */
/* Its length, which the size does not include; nor does the size include the version byte. */
#define MIPI_SEQ_HEAD    5u
/* Damaged signature bytes accepted if the $VBT header and the block chain are valid. */
#define BDB_TOLERANCE    2u
#define CHAIN_SLACK      1u /* bytes the chain may end before or after the BDB's end */
#define HEADER_EVIDENCE  5u /* bytes of a damaged header that must be right, of 15 */
#define SCAN_FIRST       64u
#define SCAN_WINDOW      4096u
#define BLOCKS           (VBT_BLOCK_MAX + 1u)
#define SUM_PAGE         256u
#define SUM_PAGES        512u /* twice as many as a table of 64 KiB has */

/*
 * What earlier candidates of a search cost is not paid again where they claim the same bytes: sums
 * of pages, and the blocks of the last chain.
 */
struct memo {
	size_t page[SUM_PAGES]; /* its number + 1; 0: none */
	uint8_t sum[SUM_PAGES];
	size_t block[BLOCKS]; /* where each begins in the input; after the last, where it ends */
	unsigned blocks;
};

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static bool is_platform_char(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
	       c == '-' || c == '/' || c == '_' || c == '.';
}

/* Reads what remains of the name in a damaged header. */
static void read_platform_remains(struct span head, char out[VBT_PLATFORM_MAX])
{
	size_t i, len = 0;

	for (i = VBT_SIGNATURE_LEN; i < 20; i++) {
		out[i - VBT_SIGNATURE_LEN] =
			is_platform_char(head.ptr[i]) ? (char)head.ptr[i] : '_';
		if (head.ptr[i] > ' ')
			len = i + 1 - VBT_SIGNATURE_LEN;
	}
	out[len] = '\0';
}

/* Reads the rest of the 20-byte signature: a name padded with blanks, in one known table with a
 * NUL. */
static bool read_platform(struct span head, char out[VBT_PLATFORM_MAX])
{
	size_t end = 20, i;

	while (end > VBT_SIGNATURE_LEN && (head.ptr[end - 1] == ' ' || head.ptr[end - 1] == '\0'))
		end--;
	for (i = VBT_SIGNATURE_LEN; i < end; i++) {
		uint8_t c = head.ptr[i];

		if (c < 0x20 || c > 0x7E)
			return false;
		out[i - VBT_SIGNATURE_LEN] = is_platform_char(c) ? (char)c : '_';
	}
	out[end - VBT_SIGNATURE_LEN] = '\0';
	return true;
}

static uint8_t sum_of(struct span in)
{
	unsigned sum = 0;
	size_t i;

	for (i = 0; i < in.len; i++)
		sum += in.ptr[i];
	return (uint8_t)sum;
}

/* Of len bytes at off; they are all there. */
static uint8_t sum_part(struct memo *m, struct span in, size_t off, size_t len)
{
	size_t end = off + len;
	unsigned sum = 0;

	while (off < end) {
		size_t page = off / SUM_PAGE, slot = page % SUM_PAGES;
		size_t next = smaller((page + 1) * SUM_PAGE, end);

		if (next - off < SUM_PAGE) {
			sum += sum_of(span_of(in.ptr + off, next - off));
		} else {
			if (m->page[slot] != page + 1) {
				m->page[slot] = page + 1;
				m->sum[slot] = sum_of(span_of(in.ptr + off, SUM_PAGE));
			}
			sum += m->sum[slot];
		}
		off = next;
	}
	return (uint8_t)sum;
}

/* Number of wrong bytes in the BDB's signature. */
static unsigned wrong_signature_bytes(struct span bdb)
{
	unsigned wrong = 0;
	size_t i;

	for (i = 0; i < BDB_SIGNATURE_LEN && i < bdb.len; i++)
		wrong += bdb.ptr[i] != (uint8_t)BDB_SIGNATURE[i];
	return wrong;
}

/* tolerance: how many bytes of the signature may be wrong. */
static bool read_bdb(struct span bdb, unsigned tolerance, struct vbt_info *info)
{
	unsigned wrong = wrong_signature_bytes(bdb);
	uint16_t header = 0;

	info->signature_damaged = wrong != 0;
	return wrong <= tolerance && span_u16le(bdb, BDB_OFF_VERSION, &info->bdb_version) &&
	       span_u16le(bdb, BDB_OFF_HEADER, &header) && header == BDB_HEADER_LEN &&
	       span_u16le(bdb, BDB_OFF_SIZE, &info->bdb_size) && info->bdb_size >= BDB_HEADER_LEN;
}

/* Data size of the block whose header is at off; false when the header is truncated. */
static bool block_size(struct span vbt, size_t off, uint8_t id, size_t *out)
{
	uint16_t size = 0;
	uint8_t sequence = 0;
	uint32_t wide = 0;

	if (!span_u16le(vbt, off + 1, &size))
		return false;
	*out = size;
	if (id == BLOCK_MIPI_SEQ && span_u8(vbt, off + BLOCK_HEADER_LEN, &sequence) &&
		sequence >= MIPI_SEQ_WIDE && span_u32le(vbt, off + BLOCK_HEADER_LEN + 1, &wide))
		*out = (size_t)wide + MIPI_SEQ_HEAD;
	return true;
}

bool vbt_next_block(
	struct span vbt, const struct vbt_info *info, size_t *pos, struct vbt_block *out)
{
	size_t end = info->bdb_off + info->bdb_size;
	size_t off = *pos != 0 ? *pos : info->bdb_off + BDB_HEADER_LEN;
	struct vbt_block block = {.off = off + BLOCK_HEADER_LEN};
	size_t size = 0;

	if (off + BLOCK_HEADER_LEN > end + CHAIN_SLACK || !span_u8(vbt, off, &block.id) ||
		!block_size(vbt, off, block.id, &size))
		return false;
	/* id 0, size 0: padding, not a block; genuine chains never have it. */
	if (block.id == 0 && size == 0)
		return false;
	if (size > end + CHAIN_SLACK - block.off)
		return false;
	if (!span_slice(vbt, block.off, size, &block.data)) {
		block.cut = true;
		span_from(vbt, smaller(block.off, vbt.len), &block.data);
	}
	*pos = block.off + size;
	*out = block;
	return true;
}

bool vbt_block_find(struct span vbt, const struct vbt_info *info, uint8_t id, struct vbt_block *out)
{
	struct vbt_block block;
	size_t pos = 0;

	while (vbt_next_block(vbt, info, &pos, &block)) {
		if (block.id != id)
			continue;
		*out = block;
		return true;
	}
	return false;
}

static int by_place(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return x < y ? -1 : x > y;
}

/* Keeps the blocks of the last chain that are those from first on too, if all are before limit;
 * returns how many. */
static unsigned known_blocks(struct memo *m, size_t first, size_t limit)
{
	size_t *at = m->blocks == 0 || m->block[m->blocks] > limit
			     ? NULL
			     : bsearch(&first, m->block, m->blocks, sizeof first, by_place);
	unsigned skip = at != NULL ? (unsigned)(at - m->block) : m->blocks;

	if (at != NULL)
		memmove(m->block, at, (size_t)(m->blocks - skip + 1) * sizeof first);
	m->blocks -= skip;
	m->block[0] = first;
	return m->blocks;
}

/* Reads the chain of blocks; vbt ends where the input or the VBT (with its slack) ends. */
static void walk_chain(struct memo *m, struct span vbt, struct vbt_info *info)
{
	size_t end = info->bdb_off + info->bdb_size;
	size_t first = info->off + info->bdb_off + BDB_HEADER_LEN;
	unsigned seen = known_blocks(m, first, info->off + smaller(end + CHAIN_SLACK, vbt.len));
	size_t pos = m->block[seen] - info->off;
	struct vbt_block block = {.id = 0};
	bool wide = false; /* the size of that block may depend on where the table ends */

	info->block_count = seen;
	info->chain_end = pos;
	while (!block.cut && seen < VBT_BLOCK_MAX && vbt_next_block(vbt, info, &pos, &block)) {
		seen++;
		wide |= block.id == BLOCK_MIPI_SEQ;
		if (!block.cut) {
			info->block_count++;
			m->block[++m->blocks] = info->off + pos;
		}
		info->chain_end = pos;
	}
	if (wide)
		m->blocks = 0;
	if (info->state == VBT_WHOLE)
		info->chain_ok = seen > 0 && info->chain_end + CHAIN_SLACK >= end;
	else /* valid as far as it can be checked */
		info->chain_ok = block.cut || info->chain_end + BLOCK_HEADER_LEN > vbt.len;
}

static void finish(struct memo *m, struct span in, struct vbt_info *info)
{
	struct span vbt;

	span_from(in, info->off, &vbt);
	/* The last block may own one byte more than vbt_size counts. */
	walk_chain(m, (struct span){vbt.ptr, smaller(vbt.len, info->size + CHAIN_SLACK)}, info);
}

/* No table with another version or header size is known: it is accepted only with a right
 * checksum. */
static bool is_new_kind(
	struct memo *m, struct span in, const struct vbt_info *info, uint16_t header)
{
	return header >= VBT_HEADER_LEN && header <= info->bdb_off && info->state == VBT_WHOLE &&
	       sum_part(m, in, info->off, info->size) == 0;
}

static enum vbt_state probe_vbt(struct memo *m, struct span in, size_t off, struct vbt_info *info)
{
	struct span head, bdb;
	uint16_t header = 0, size = 0;
	uint32_t bdb_off = 0;

	if (!span_slice(in, off, VBT_HEADER_LEN, &head) || !read_platform(head, info->platform))
		return VBT_NONE;
	span_u16le(head, VBT_OFF_VERSION, &info->version);
	span_u16le(head, VBT_OFF_HEADER, &header);
	span_u16le(head, VBT_OFF_SIZE, &size);
	span_u8(head, VBT_OFF_CHECKSUM, &info->checksum);
	span_u32le(head, VBT_OFF_BDB, &bdb_off);
	if (bdb_off < VBT_HEADER_LEN || bdb_off + (size_t)BDB_HEADER_LEN > size ||
		size < VBT_HEADER_LEN + BDB_HEADER_LEN)
		return VBT_NONE;
	info->size = size;
	info->bdb_off = bdb_off;
	info->present = smaller(size, in.len - off);
	info->state = info->present == size ? VBT_WHOLE : VBT_TRUNCATED;
	if ((info->version != VBT_VERSION || header != VBT_HEADER_LEN) &&
		!is_new_kind(m, in, info, header))
		return VBT_NONE;
	span_from(in, smaller(off + bdb_off, in.len), &bdb);
	if (bdb.len < BDB_HEADER_LEN) /* truncated before or inside the BDB's header */
		return span_starts((struct span){(const uint8_t *)BDB_SIGNATURE, BDB_SIGNATURE_LEN},
			       bdb.ptr, smaller(bdb.len, BDB_SIGNATURE_LEN))
			       ? info->state
			       : VBT_NONE;
	if (!read_bdb(bdb, BDB_TOLERANCE, info) ||
		info->bdb_off + info->bdb_size > info->size + CHAIN_SLACK)
		return VBT_NONE;
	finish(m, in, info);
	if (info->signature_damaged && !info->chain_ok) /* too little evidence */
		return VBT_NONE;
	info->sum = info->checksum != 0 ? VBT_SUM_BAD : VBT_SUM_UNSET;
	if (info->state == VBT_WHOLE && sum_part(m, in, off, size) == 0)
		info->sum = VBT_SUM_OK;
	return info->state;
}

/* Number of right bytes in a damaged header before a BDB. */
static unsigned header_evidence(struct span head, uint16_t bdb_size)
{
	uint16_t version = 0, header = 0, size = 0;
	uint32_t bdb_off = 0;
	unsigned n = 0;
	size_t i;

	for (i = 0; i < VBT_SIGNATURE_LEN; i++)
		n += head.ptr[i] == (uint8_t)VBT_SIGNATURE[i];
	span_u16le(head, VBT_OFF_VERSION, &version);
	span_u16le(head, VBT_OFF_HEADER, &header);
	span_u16le(head, VBT_OFF_SIZE, &size);
	span_u32le(head, VBT_OFF_BDB, &bdb_off);
	n += version == VBT_VERSION ? 2 : 0;
	n += header == VBT_HEADER_LEN ? 2 : 0;
	n += (size_t)size - VBT_HEADER_LEN - bdb_size <= CHAIN_SLACK ? 2 : 0;
	n += bdb_off == VBT_HEADER_LEN ? 4 : 0;
	return n;
}

/* If there was a $VBT header before the BDB, not before least, the table begins with it. */
static void take_damaged_header(struct span in, size_t least, struct vbt_info *info)
{
	struct span head, all;
	uint16_t size = 0;
	size_t end;

	if (info->off < VBT_HEADER_LEN || info->off - VBT_HEADER_LEN < least ||
		!span_slice(in, info->off - VBT_HEADER_LEN, VBT_HEADER_LEN, &head) ||
		header_evidence(head, info->bdb_size) < HEADER_EVIDENCE)
		return;
	info->headerless = false;
	info->header_damaged = true;
	info->off -= VBT_HEADER_LEN;
	info->bdb_off = VBT_HEADER_LEN;
	info->chain_end += VBT_HEADER_LEN;
	read_platform_remains(head, info->platform);
	span_u16le(head, VBT_OFF_VERSION, &info->version);
	span_u16le(head, VBT_OFF_SIZE, &size);
	span_u8(head, VBT_OFF_CHECKSUM, &info->checksum);
	end = VBT_HEADER_LEN + (size_t)info->bdb_size;
	info->size = size == end + CHAIN_SLACK || info->chain_end > end ? end + CHAIN_SLACK : end;
	info->present = smaller(info->size, in.len - info->off);
	info->state = info->present == info->size ? VBT_WHOLE : VBT_TRUNCATED;
	info->sum = info->checksum != 0 ? VBT_SUM_BAD : VBT_SUM_UNSET;
	if (span_slice(in, info->off, info->size, &all) && sum_of(all) == 0)
		info->sum = VBT_SUM_OK;
}

static enum vbt_state probe_bdb(
	struct memo *m, struct span in, size_t least, size_t off, struct vbt_info *info)
{
	struct span bdb;

	span_from(in, off, &bdb);
	if (!read_bdb(bdb, 0, info))
		return VBT_NONE;
	info->headerless = true;
	info->sum = VBT_SUM_UNSET;
	info->size = info->bdb_size;
	info->present = smaller(info->size, in.len - off);
	info->state = info->present == info->size ? VBT_WHOLE : VBT_TRUNCATED;
	finish(m, in, info);
	/* Without a header the evidence is weaker: the chain must be valid and not empty. */
	if (!info->chain_ok || info->block_count == 0)
		return VBT_NONE;
	take_damaged_header(in, least, info);
	return info->state;
}

/* Bytes before least belong to something else. */
static enum vbt_state probe(
	struct memo *m, struct span in, size_t least, size_t off, struct vbt_info *out)
{
	struct vbt_info info;
	struct span at;
	enum vbt_state state = VBT_NONE;

	memset(&info, 0, sizeof info);
	info.off = off;
	if (span_from(in, off, &at)) {
		if (span_starts(at, VBT_SIGNATURE, VBT_SIGNATURE_LEN))
			state = probe_vbt(m, in, off, &info);
		else if (span_starts(at, BDB_SIGNATURE, BDB_SIGNATURE_LEN))
			state = probe_bdb(m, in, least, off, &info);
	}
	if (state == VBT_NONE)
		memset(&info, 0, sizeof info);
	info.state = state;
	*out = info;
	return state;
}

enum vbt_state vbt_probe(struct span in, size_t off, struct vbt_info *out)
{
	struct memo m = {.blocks = 0};

	return probe(&m, in, 0, off, out);
}

/* The next place where either kind could begin. Searched in growing windows, so that a file full of
 * one kind is not searched to its end for the other each time. */
static size_t next_candidate(struct span in, size_t from)
{
	size_t step = SCAN_FIRST;

	while (from < in.len) {
		size_t len = smaller(in.len - from, step + BDB_SIGNATURE_LEN);
		struct span window;
		size_t vbt, bdb;

		span_slice(in, from, len, &window);
		if (!span_is_filled(window, window.ptr[0])) {
			vbt = span_find(window, 0, VBT_SIGNATURE, VBT_SIGNATURE_LEN);
			bdb = span_find(window, 0, BDB_SIGNATURE, BDB_SIGNATURE_LEN);
			if (smaller(vbt, bdb) != SIZE_MAX)
				return from + smaller(vbt, bdb);
		}
		from += smaller(step, len);
		step = smaller(step * 2, SCAN_WINDOW);
	}
	return SIZE_MAX;
}

enum vbt_state vbt_find(struct span in, size_t from, bool strict, struct vbt_info *out)
{
	struct memo m = {.blocks = 0};
	struct vbt_info info;
	size_t least = from;

	while ((from = next_candidate(in, from)) != SIZE_MAX) {
		enum vbt_state state = probe(&m, in, least, from, &info);

		if (state != VBT_NONE && (!strict || info.chain_ok)) {
			*out = info;
			return state;
		}
		from++;
	}
	memset(out, 0, sizeof *out);
	return VBT_NONE;
}

size_t vbt_stored_len(struct span body, const struct vbt_info *info)
{
	struct span rest;

	if (info->off != 0 || info->state != VBT_WHOLE || !span_from(body, info->size, &rest))
		return info->present;
	return span_is_filled(rest, 0x00) || span_is_filled(rest, 0xFF) ? body.len : info->present;
}

void vbt_fix_sum(uint8_t *vbt, const struct vbt_info *info)
{
	vbt[VBT_OFF_CHECKSUM] = 0;
	vbt[VBT_OFF_CHECKSUM] = (uint8_t)(0x100 - sum_of(span_of(vbt, info->size)));
}

const char *vbt_sum_name(enum vbt_sum sum)
{
	switch (sum) {
	case VBT_SUM_OK:
		return N_("ok");
	case VBT_SUM_BAD:
		return N_("bad");
	default:
		return N_("unset");
	}
}
