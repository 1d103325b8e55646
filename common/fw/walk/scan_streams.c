/* SPDX-License-Identifier: MIT */
/* Packed streams that no header refers to: their content decides. */
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "biosbelt/tiano.h"
#include "walk/fw_private.h"

#define STREAM_TRY  65536u /* so much of a bare stream, or all of it, must decode without error */
#define STREAM_MIN  4096u
#define STREAM_FAIL 512u /* cost of a trial that fails at once, in bytes searched */

/* For Tiano and EFI streams: bytes of a trial, and the sizes that are tried. */
#define TIANO_PREFIX     4096u
#define TIANO_TRY        256u /* cost of a trial that fails at once, in bytes searched */
#define TIANO_PACKED_MIN 64u
#define TIANO_MAX        (64u << 20)
#define TIANO_RATIO      64u
#define TIANO_HEAD       8u
#define TIANO_NO_SIZE    0xF8u /* bits that are 0 in the last byte of a size up to TIANO_MAX */
#define TIANO_NO_SIZES   UINT64_C(0xF8F8F8F8F8F8F8F8)
#define BYTES_OF_1       UINT64_C(0x0101010101010101)
#define BYTES_OF_80      UINT64_C(0x8080808080808080)
#define AMIBIOS_MARK     "AMIBIOSC"
#define PHOENIX_MARK     "BCPSEGMENT"
#define TIANO_CODES_MAX  19u /* UEFI 2.10, 19.2.3: symbols of the extra set */

/* Properties of LZMA streams that are searched for, besides the usual ones. */
#define LZMA_CBFS 0x01u /* lc 1, lp 0, pb 0: coreboot, util/cbfstool/lzma/lzma.c */

/* Decodes the first bytes: noise fails within a few bytes. */
static bool stream_prefix_decodes(struct ctx *c, struct span in, bool firmware)
{
	struct fw_unpacked u = {0};
	bool right;

	if (!ctx_work(c, STREAM_FAIL) || trial_unpack(c, FW_CODEC_LZMA, in,
						 firmware ? STREAM_MIN : STREAM_TRY, &u) != ERR_OK)
		return false;
	(void)ctx_work(c, u.bytes.len);
	right = u.end == FW_END_WHOLE || (u.end != FW_END_BROKEN && u.bytes.len >= STREAM_MIN);
	if (firmware)
		right = right && is_firmware(blob_span(u.bytes), u.claimed);
	blob_free(&u.bytes);
	return right;
}

size_t take_stream(struct ctx *c, size_t off, size_t len, enum fw_codec codec)
{
	struct fw_node n = {.kind = FW_STREAM,
		.off = off,
		.len = len,
		.codec = codec,
		.flags = FW_RECOVERED | FW_GUESSED,
		.stream_off = off,
		.stream_len = len};
	uint32_t node;

	n.parent = fw_tree_at(c->w->tree, c->space, off);
	node = tree_add(c, &n);
	if (node == FW_NONE)
		return c->bytes.len;
	walk_stream(c, node, false);
	len = c->w->tree->nodes[node].stream_len;
	c->w->tree->nodes[node].len = len;
	ctx_cover(c, off, len);
	return off + len;
}

static void found_lzma(struct ctx *c, size_t off, size_t gap, size_t end)
{
	struct span in;

	(void)gap;
	(void)end;
	if (!fw_lzma_plausible(c->bytes, off) || !span_from(c->bytes, off, &in))
		return;
	/* The whole input is accepted without a trial. Numbers often look like the head that CBFS
	 * has, and zeros decode to zeros: there the content decides. */
	if ((off == 0 && c->space == 0 && in.ptr[0] == LZMA_USUAL) ||
		stream_prefix_decodes(c, in, in.ptr[0] == LZMA_CBFS))
		take_stream(c, off, in.len, FW_CODEC_LZMA);
}

/* True when neither size is too large, nor the first too small. */
static bool sizes_possible(const uint8_t *p)
{
	return ((p[3] | p[7]) & TIANO_NO_SIZE) == 0 &&
	       (p[0] >= TIANO_PACKED_MIN || (p[1] | p[2] | p[3]) != 0);
}

/* How many of the next offsets, a block of them at most, have a size that is too large. */
#ifdef __SSE2__
#define SIZES_BLOCK 16u
static size_t too_large(const uint8_t *p)
{
	__m128i first = _mm_loadu_si128((const __m128i *)(p + 3));
	__m128i second = _mm_loadu_si128((const __m128i *)(p + 7));
	__m128i high =
		_mm_and_si128(_mm_or_si128(first, second), _mm_set1_epi8((char)TIANO_NO_SIZE));
	unsigned fit = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(high, _mm_setzero_si128()));

	return fit == 0 ? SIZES_BLOCK : (size_t)__builtin_ctz(fit);
}
#else
#define SIZES_BLOCK 8u
static size_t too_large(const uint8_t *p)
{
	uint64_t v, second;

	memcpy(&v, p + 3, sizeof v); /* the order of bytes does not matter */
	memcpy(&second, p + 7, sizeof second);
	v = (v | second) & TIANO_NO_SIZES;
	return ((v - BYTES_OF_1) & ~v & BYTES_OF_80) == 0 ? SIZES_BLOCK : 0;
}
#endif

/* The next offset from off with possible sizes; end: none before it. Skips most bytes of a dump, a
 * block at a time. */
static size_t next_sizes(struct span in, size_t off, size_t end)
{
	while (off < end && in.len - off >= TIANO_HEAD) {
		size_t skip =
			in.len - off >= TIANO_HEAD + SIZES_BLOCK ? too_large(in.ptr + off) : 0;

		if (skip == 0 && sizes_possible(in.ptr + off))
			return off;
		off += skip != 0 ? skip : 1;
	}
	return end;
}

/* Whether the sizes and the first bits are possible: symbols of the first block, code lengths of
 * the first set. */
bool tiano_sizes_fit(struct span in, size_t off)
{
	uint32_t packed = 0, claimed = 0;
	uint8_t high = 0, low = 0, codes = 0;

	if (!span_u32le(in, off, &packed) || packed < TIANO_PACKED_MIN ||
		!span_u32le(in, off + 4, &claimed) || claimed > TIANO_MAX || claimed < packed ||
		claimed / TIANO_RATIO > packed || !span_u8(in, off + 8, &high) ||
		!span_u8(in, off + 9, &low) || !span_u8(in, off + 10, &codes))
		return false;
	return (high | low) != 0 && ((unsigned)high << 8 | low) <= claimed &&
	       (unsigned)codes >> 3 <= TIANO_CODES_MAX;
}

/* Most trials are of noise, and few bytes show it. */
static bool form_begins(struct span in, enum fw_codec form)
{
	unsigned bits = form == FW_CODEC_EFI ? EFI_STD_POS_BITS : TIANO_POS_BITS;
	struct fw_unpacked u = {0};
	struct err err;
	bool right;

	if (tiano_decode(in, bits, FIRMWARE_LEAST, &u, &err) != ERR_OK)
		return false;
	right = may_be_firmware(blob_span(u.bytes), u.claimed);
	blob_free(&u.bytes);
	return right;
}

static bool tiano_goes_on(struct ctx *c, struct span in, enum fw_codec form)
{
	struct fw_unpacked u = {0};
	bool right;

	if (trial_unpack(c, form, in, TIANO_PREFIX, &u) != ERR_OK)
		return false;
	(void)ctx_work(c, u.bytes.len);
	right = u.end != FW_END_BROKEN && is_firmware(blob_span(u.bytes), u.claimed);
	blob_free(&u.bytes);
	return right;
}

bool tiano_prefix_decodes(struct ctx *c, size_t off)
{
	static const enum fw_codec forms[] = {FW_CODEC_EFI, FW_CODEC_TIANO};
	struct span in;
	size_t i;

	if (!span_from(c->bytes, off, &in) || !ctx_work(c, TIANO_TRY) || !tiano_begins(in))
		return false;
	for (i = 0; i < sizeof forms / sizeof forms[0]; i++)
		if (form_begins(in, forms[i]) && tiano_goes_on(c, in, forms[i]))
			return true;
	return false;
}

bool fw_is_old_bios(const struct fw_tree *tree, struct span in)
{
	uint32_t i;

	for (i = 0; i < tree->count; i++) {
		enum fw_kind kind = tree->nodes[i].kind;

		if (kind == FW_VOLUME || kind == FW_FILE || kind == FW_CBFS_FILE)
			return false;
	}
	return span_find(in, 0, AMIBIOS_MARK, sizeof AMIBIOS_MARK - 1) != SIZE_MAX ||
	       span_find(in, 0, PHOENIX_MARK, sizeof PHOENIX_MARK - 1) != SIZE_MAX;
}

/* Returns where to continue. */
static size_t found_tiano(struct ctx *c, size_t off)
{
	if (fw_tree_unpacked_end(c->w->tree, c->space, off) != 0)
		return off + 1;
	return take_stream(c, off, c->bytes.len - off, FW_CODEC_EFI);
}

/* After all of them: what is in one may show that this is no BIOS from before UEFI, whose modules
 * have headers that are not known here. */
static void report_bare(struct ctx *c, uint32_t first)
{
	const struct fw_tree *t = c->w->tree;
	bool looked = false;
	uint32_t i;

	for (i = first; i < t->count; i++) {
		const struct fw_node *n = &t->nodes[i];

		if (n->kind != FW_STREAM || n->space != c->space || n->off == 0 ||
			in_file(c, n->parent))
			continue;
		if (!looked && fw_is_old_bios(t, c->bytes))
			return;
		looked = true;
		fw_add_damage(c, FW_NONE, n->off, "packed stream that no sound header leads to");
	}
}

void scan_bare_tiano(struct ctx *c)
{
	uint32_t first = c->w->tree->count;
	size_t from = 0;
	size_t off;
	size_t end;

	while (cover_gap(&c->cover, from, c->bytes.len, &off, &end) && ctx_work(c, end - off)) {
		struct span in = {c->bytes.ptr, end};

		from = end;
		for (; (off = next_sizes(in, off, end)) < end; off++) {
			if (!tiano_sizes_fit(in, off) || !tiano_prefix_decodes(c, off))
				continue;
			from = found_tiano(c, off);
			break;
		}
	}
	report_bare(c, first);
}

void scan_bare_lzma(struct ctx *c)
{
	/* a dictionary has no bits below 2^11 */
	static const uint8_t usual[] = {LZMA_USUAL, 0}, cbfs[] = {LZMA_CBFS, 0};

	/* A .lzma as input may have any properties. */
	if (c->space == 0 && c->bytes.len != 0 && c->bytes.ptr[0] != LZMA_USUAL &&
		!cover_has(&c->cover, 0) && fw_lzma_plausible(c->bytes, 0) &&
		stream_prefix_decodes(c, c->bytes, false))
		(void)take_stream(c, 0, c->bytes.len, FW_CODEC_LZMA);
	each_hit(c, usual, sizeof usual, 0, found_lzma);
	each_hit(c, cbfs, sizeof cbfs, 0, found_lzma);
}

/* Slim Bootloader's packed components. */
static void found_sbl(struct ctx *c, size_t off, size_t gap, size_t end)
{
	size_t len = 0;

	(void)gap;
	(void)end;
	if (fw_sbl_plausible(c->bytes, off, &len) && stream_holds(c, FW_CODEC_SBL, off, off + len))
		take_stream(c, off, c->bytes.len - off, FW_CODEC_SBL);
}

void scan_sbl(struct ctx *c)
{
	each_hit(c, "LZ", 2, 0, found_sbl);
}
