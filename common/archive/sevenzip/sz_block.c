/* SPDX-License-Identifier: MIT */
/* The description of a block ("Folder" in 7zFormat.txt): coders and how they are connected. */
#include <stdio.h>
#include <string.h>

#include "sevenzip/sz_private.h"

#define CODER_ID_MASK 0x0F
#define CODER_COMPLEX 0x10
#define CODER_PROPS   0x20
#define CODER_MORE    0x80 /* alternative methods: no archiver writes them */

static void put_coder(struct buf *b, const struct sz_coder *c)
{
	unsigned bytes = c->id > 0xFFFFFF ? 4 : c->id > 0xFFFF ? 3 : c->id > 0xFF ? 2 : 1;
	unsigned i;

	buf_add_u8(b, (uint8_t)(bytes | (c->ins > 1 ? CODER_COMPLEX : 0) |
				(c->props_len != 0 ? CODER_PROPS : 0)));
	for (i = bytes; i-- != 0;)
		buf_add_u8(b, (uint8_t)(c->id >> (8 * i)));
	if (c->ins > 1) {
		sz_put_number(b, c->ins);
		sz_put_number(b, 1);
	}
	if (c->props_len != 0) {
		sz_put_number(b, c->props_len);
		buf_add(b, c->props, c->props_len);
	}
}

void sz_put_block(struct buf *b, const struct sz_block *block)
{
	unsigned i;

	sz_put_number(b, block->coders);
	for (i = 0; i < block->coders; i++)
		put_coder(b, &block->coder[i]);
	for (i = 0; i < block->binds; i++) {
		sz_put_number(b, block->bind[i].in);
		sz_put_number(b, block->bind[i].out);
	}
	for (i = 0; block->packs > 1 && i < block->packs; i++)
		sz_put_number(b, block->packed_in[i]);
}

static enum err_code get_coder(
	struct cursor *c, struct sz_coder *coder, unsigned *ins_total, struct err *err)
{
	uint8_t flags = cursor_u8(c);
	unsigned id_len = flags & CODER_ID_MASK, i;
	uint64_t ins = 1, outs = 1, props_len = 0;
	struct span props;

	if ((flags & (CODER_MORE | 0x40)) != 0)
		return err_set(err, ERR_UNSUPPORTED, "coder flags 0x%02X", flags);
	for (i = 0; i < id_len; i++)
		coder->id = coder->id << 8 | cursor_u8(c);
	if (id_len > 4)
		coder->id = SZ_M_OTHER;
	if ((flags & CODER_COMPLEX) != 0) {
		ins = sz_get_number(c);
		outs = sz_get_number(c);
	}
	if ((flags & CODER_PROPS) != 0)
		props_len = sz_get_number(c);
	props = cursor_take(c, props_len > SIZE_MAX ? SIZE_MAX : (size_t)props_len);
	if (c->bad)
		return err_set(err, ERR_FORMAT, "coder cut short");
	if (ins == 0 || outs != 1 || ins > SZ_INS_MAX - *ins_total)
		return err_set(err, ERR_UNSUPPORTED, "a coder with %llu inputs and %llu outputs",
			(unsigned long long)ins, (unsigned long long)outs);
	coder->ins = (uint8_t)ins;
	*ins_total += (unsigned)ins;
	coder->props_len = (uint8_t)(props.len < 255 ? props.len : 255);
	if (props.len != 0 && props.len <= SZ_PROPS_MAX)
		memcpy(coder->props, props.ptr, props.len);
	return ERR_OK;
}

static bool in_is_bound(const struct sz_block *b, unsigned in)
{
	unsigned i;

	for (i = 0; i < b->binds; i++)
		if (b->bind[i].in == in)
			return true;
	return false;
}

/* Bind pairs: each input and output at most once; exactly one output remains. */
static enum err_code get_binds(struct cursor *c, struct sz_block *b, struct err *err)
{
	unsigned used = 0, i;

	b->binds = (uint8_t)(b->coders - 1);
	for (i = 0; i < b->binds; i++) {
		uint64_t in = sz_get_number(c), out = sz_get_number(c);
		unsigned j;

		if (c->bad || in >= b->ins || out >= b->coders || (used >> out & 1) != 0)
			return err_set(err, ERR_FORMAT, "coders are connected wrongly");
		for (j = 0; j < i; j++)
			if (b->bind[j].in == in)
				return err_set(err, ERR_FORMAT, "an input is fed twice");
		used |= 1u << out;
		b->bind[i].in = (uint8_t)in;
		b->bind[i].out = (uint8_t)out;
	}
	for (i = 0; (used >> i & 1) != 0; i++)
		;
	b->last = (uint8_t)i;
	return ERR_OK;
}

static enum err_code get_packed(struct cursor *c, struct sz_block *b, struct err *err)
{
	unsigned i, j;

	if (b->binds > b->ins)
		return err_set(err, ERR_FORMAT, "more connections than inputs");
	b->packs = (uint8_t)(b->ins - b->binds);
	if (b->packs == 1) {
		for (i = 0; i < b->ins && in_is_bound(b, i); i++)
			;
		b->packed_in[0] = (uint8_t)i;
		return ERR_OK;
	}
	for (i = 0; i < b->packs; i++) {
		uint64_t in = sz_get_number(c);

		for (j = 0; j < i; j++)
			if (b->packed_in[j] == in)
				return err_set(err, ERR_FORMAT, "an input is fed twice");
		if (c->bad || in >= b->ins || in_is_bound(b, (unsigned)in))
			return err_set(err, ERR_FORMAT, "packed stream without a coder");
		b->packed_in[i] = (uint8_t)in;
	}
	return ERR_OK;
}

enum err_code sz_get_block(struct cursor *c, struct sz_block *b, struct err *err)
{
	uint64_t count = sz_get_number(c);
	unsigned i, ins = 0;
	enum err_code rc;

	if (c->bad || count == 0)
		return err_set(err, ERR_FORMAT, "block without coders");
	if (count > SZ_CODERS_MAX)
		return err_set(err, ERR_UNSUPPORTED, "a block with %llu coders",
			(unsigned long long)count);
	*b = (struct sz_block){.coders = (uint8_t)count};
	for (i = 0; i < count; i++) {
		rc = get_coder(c, &b->coder[i], &ins, err);
		if (rc != ERR_OK)
			return rc;
	}
	b->ins = (uint8_t)ins;
	rc = get_binds(c, b, err);
	return rc == ERR_OK ? get_packed(c, b, err) : rc;
}

/* Methods without properties worth showing, of those not decoded here (Methods.txt of 7-Zip). */
static void plain_text(uint32_t id, char *out, size_t cap)
{
	static const struct {
		uint32_t id;
		const char *name;
	} plain[] = {{SZ_M_COPY, "Copy"}, {SZ_M_BCJ2, "BCJ2"}, {SZ_M_X86, "x86"},
		{SZ_M_X86_NEW, "x86"}, {SZ_M_ARM, "ARM"}, {SZ_M_ARM_NEW, "ARM"},
		{SZ_M_ARMT, "ARMT"}, {SZ_M_ARMT_NEW, "ARMT"}, {SZ_M_ARM64, "ARM64"},
		{SZ_M_PPC, "PPC"}, {SZ_M_PPC_NEW, "PPC"}, {SZ_M_SPARC, "SPARC"},
		{SZ_M_SPARC_NEW, "SPARC"}, {SZ_M_IA64, "IA64"}, {SZ_M_IA64_NEW, "IA64"},
		{SZ_M_PPMD, "PPMd"}, {SZ_M_AES, "AES"}, {SZ_M_RISCV, "RISCV"},
		{SZ_M_DEFLATE, "Deflate"}, {SZ_M_DEFLATE64, "Deflate64"}, {SZ_M_SWAP2, "Swap2"},
		{SZ_M_SWAP4, "Swap4"}, {0x40202, "BZip2"}};
	size_t i;

	for (i = 0; i < sizeof(plain) / sizeof(plain[0]); i++) {
		if (plain[i].id == id) {
			snprintf(out, cap, "%s", plain[i].name);
			return;
		}
	}
	snprintf(out, cap, "0x%X", (unsigned)id);
}

static void one_text(const struct sz_coder *c, char *out, size_t cap)
{
	struct lzma_prop p = {0};
	uint32_t dict = 0;

	switch (c->id) {
	case SZ_M_LZMA2:
		if (c->props_len == 1 && lzma2_dict_parse(c->props[0], &dict))
			snprintf(out, cap, "LZMA2:%uK", (unsigned)(dict >> 10));
		else
			snprintf(out, cap, "LZMA2");
		break;
	case SZ_M_LZMA:
		if (c->props_len != 5 || !lzma_prop_parse(c->props[0], &p))
			break;
		span_u32le(span_of(c->props, SZ_PROPS_MAX), 1, &dict);
		snprintf(out, cap, "LZMA:%uK:lc%u:lp%u:pb%u", (unsigned)(dict >> 10), p.lc, p.lp,
			p.pb);
		break;
	case SZ_M_DELTA:
		snprintf(out, cap, "Delta:%u", c->props[0] + 1u);
		break;
	default:
		plain_text(c->id, out, cap);
		break;
	}
}

void sz_block_text(const struct sz_block *block, char *out, size_t cap)
{
	unsigned i;

	*out = '\0';
	for (i = 0; i < block->coders; i++) {
		size_t len = strlen(out);
		char text[48] = "";

		one_text(&block->coder[i], text, sizeof text);
		snprintf(out + len, cap - len, "%s%s", i != 0 ? " " : "", text);
	}
}

/* The second to fifth property bytes are a memory size: LZMA's dictionary, PPMd's model. */
static uint64_t coder_memory(const struct sz_coder *c)
{
	struct span props = span_of(c->props, c->props_len);
	uint32_t size = 0;

	if (c->props_len > SZ_PROPS_MAX)
		return 0;
	if (c->id == SZ_M_LZMA || c->id == SZ_M_PPMD)
		span_u32le(props, 1, &size);
	else if (c->id == SZ_M_LZMA2 && c->props_len == 1)
		lzma2_dict_parse(c->props[0], &size);
	return size;
}

uint64_t sz_block_memory(const struct sz_block *b)
{
	uint64_t sum = 0, longest = 0;
	bool bcj2 = false;
	unsigned i;

	for (i = 0; i < b->coders; i++) {
		sum += coder_memory(&b->coder[i]);
		bcj2 = bcj2 || b->coder[i].id == SZ_M_BCJ2;
		/* libarchive keeps the smaller streams of BCJ2 in memory; the longest is the main
		 * one */
		if (i != b->last && b->unpack[i] > longest)
			longest = b->unpack[i];
	}
	for (i = 0; bcj2 && i < b->coders; i++)
		if (i != b->last && b->unpack[i] != longest)
			sum += b->unpack[i] < UINT64_MAX / 16 ? b->unpack[i] : UINT64_MAX / 16;
	return sum;
}
