/* SPDX-License-Identifier: MIT */
/* Builds the chain of readers that a block describes. */
#include <string.h>

#include "biosbelt/bcj2.h"
#include "biosbelt/inflate.h"
#include "codec/codec.h"
#include "sevenzip/sz_private.h"

struct graph {
	const struct sz_block *block;
	const struct span *packed; /* streams */
	uint64_t memlimit;
	struct sz_secret *secret;
	unsigned depth; /* opened coders */
};

static enum err_code build(struct graph *g, unsigned coder, struct reader **out, struct err *err);

/* Input number (over all coders) of a coder's first input. */
static unsigned first_in(const struct sz_block *b, unsigned coder)
{
	unsigned i, in = 0;

	for (i = 0; i < coder; i++)
		in += b->coder[i].ins;
	return in;
}

static enum err_code open_input(struct graph *g, unsigned in, struct reader **out, struct err *err)
{
	unsigned i;

	for (i = 0; i < g->block->binds; i++)
		if (g->block->bind[i].in == in)
			return build(g, g->block->bind[i].out, out, err);
	for (i = 0; i < g->block->packs; i++)
		if (g->block->packed_in[i] == in)
			return reader_span(g->packed[i], out, err);
	return err_set(err, ERR_FORMAT, "a coder's input is fed by nothing");
}

static enum err_code open_lzma(const struct graph *g, const struct sz_coder *c, uint64_t size,
	struct reader *in, struct reader **out, struct err *err)
{
	struct lzma_prop p = {0};

	if (c->props_len != 5 || !lzma_prop_parse(c->props[0], &p) ||
		!span_u32le(span_of(c->props, SZ_PROPS_MAX), 1, &p.dict))
		return err_set(err, ERR_FORMAT, "LZMA properties are damaged");
	return lzma1_reader(in, &p, size, true, g->memlimit, out, err);
}

static enum err_code open_lzma2(const struct graph *g, const struct sz_coder *c, uint64_t size,
	struct reader *in, struct reader **out, struct err *err)
{
	uint32_t dict;

	if (c->props_len != 1 || !lzma2_dict_parse(c->props[0], &dict))
		return err_set(err, ERR_FORMAT, "LZMA2 properties are damaged");
	return lzma2_reader(in, dict, size, g->memlimit, out, err);
}

static enum branch_kind branch_of(uint32_t id)
{
	switch (id) {
	case SZ_M_X86:
	case SZ_M_X86_NEW:
		return BRANCH_X86;
	case SZ_M_ARM:
	case SZ_M_ARM_NEW:
		return BRANCH_ARM;
	case SZ_M_ARMT:
	case SZ_M_ARMT_NEW:
		return BRANCH_ARMT;
	case SZ_M_ARM64:
		return BRANCH_ARM64;
	case SZ_M_PPC:
	case SZ_M_PPC_NEW:
		return BRANCH_PPC;
	case SZ_M_SPARC:
	case SZ_M_SPARC_NEW:
		return BRANCH_SPARC;
	case SZ_M_IA64:
	case SZ_M_IA64_NEW:
		return BRANCH_IA64;
	case SZ_M_RISCV:
		return BRANCH_RISCV;
	default:
		return BRANCH_NONE;
	}
}

/* Opens a coder with one input. A branch filter's start offset other than 0 is refused; no archiver
 * writes one. */
static enum err_code open_single(
	struct graph *g, unsigned coder, struct reader *in, struct reader **out, struct err *err)
{
	const struct sz_coder *c = &g->block->coder[coder];
	uint64_t size = g->block->unpack[coder];

	if (c->id == SZ_M_LZMA)
		return open_lzma(g, c, size, in, out, err);
	if (c->id == SZ_M_LZMA2)
		return open_lzma2(g, c, size, in, out, err);
	if (c->id == SZ_M_DELTA && c->props_len == 1)
		return branch_reader(in, (enum branch_kind)(BRANCH_DELTA + c->props[0]), out, err);
	if (branch_of(c->id) != BRANCH_NONE && span_is_filled(span_of(c->props, SZ_PROPS_MAX), 0))
		return branch_reader(in, branch_of(c->id), out, err);
	if (c->id == SZ_M_COPY) {
		*out = in;
		return ERR_OK;
	}
	if (c->id == SZ_M_AES)
		return sz_crypt_open(c, size, g->secret, in, out, err);
	if (c->id == SZ_M_DEFLATE || c->id == SZ_M_DEFLATE64)
		return inflate_reader(in, c->id == SZ_M_DEFLATE64, size, out, err);
	if (c->id == SZ_M_SWAP2 || c->id == SZ_M_SWAP4)
		return swap_reader(in, c->id == SZ_M_SWAP2 ? 2 : 4, out, err);
	return err_set(err, ERR_UNSUPPORTED, "method 0x%X is not supported", (unsigned)c->id);
}

static enum err_code open_bcj2(
	struct graph *g, unsigned coder, struct reader **out, struct err *err)
{
	struct reader *in[BCJ2_STREAMS] = {NULL};
	unsigned first = first_in(g->block, coder), i;
	enum err_code rc = ERR_OK;

	for (i = 0; i < BCJ2_STREAMS && rc == ERR_OK; i++)
		rc = open_input(g, first + i, &in[i], err);
	if (rc == ERR_OK)
		rc = bcj2_reader(in, g->block->unpack[coder], out, err);
	for (i = 0; i < BCJ2_STREAMS && rc != ERR_OK; i++)
		reader_close(in[i]);
	return rc;
}

/* Each output feeds one input, so a chain with more links than coders would be a cycle. */
static enum err_code build(struct graph *g, unsigned coder, struct reader **out, struct err *err)
{
	const struct sz_coder *c = &g->block->coder[coder];
	struct reader *in = NULL;
	enum err_code rc;

	if (++g->depth > SZ_CODERS_MAX)
		return err_set(err, ERR_FORMAT, "coders are connected in a ring");
	if (c->id == SZ_M_BCJ2 && c->ins == BCJ2_STREAMS)
		return open_bcj2(g, coder, out, err);
	if (c->ins != 1)
		return err_set(
			err, ERR_UNSUPPORTED, "method 0x%X is not supported", (unsigned)c->id);
	rc = open_input(g, first_in(g->block, coder), &in, err);
	if (rc != ERR_OK)
		return rc;
	rc = open_single(g, coder, in, out, err);
	if (rc != ERR_OK)
		reader_close(in);
	return rc;
}

enum err_code sz_block_open(const struct span *packed, const struct sz_block *block,
	uint64_t memlimit, struct sz_secret *secret, struct reader **out, struct err *err)
{
	struct graph g = {block, packed, memlimit, secret, 0};
	enum err_code rc = build(&g, block->last, out, err);

	if (rc != ERR_OK || g.depth == block->coders)
		return rc;
	reader_close(*out);
	return err_set(err, ERR_FORMAT, "coders are not connected to the output");
}

bool sz_block_streams(struct span file, const struct sz_block *block, struct span out[SZ_INS_MAX])
{
	struct span rest;
	unsigned i;

	if (block->pack_off > file.len ||
		!span_from(file, SZ_START_LEN + (size_t)block->pack_off, &rest))
		return false;
	for (i = 0; i < block->packs; i++) {
		uint64_t len = block->pack_size[i];

		if (len > rest.len || !span_slice(rest, 0, (size_t)len, &out[i]) ||
			!span_from(rest, (size_t)len, &rest))
			return false;
	}
	return true;
}

bool sz_block_supported(const struct sz_block *block)
{
	unsigned i;

	for (i = 0; i < block->coders; i++) {
		uint32_t id = block->coder[i].id;
		bool one = id == SZ_M_COPY || id == SZ_M_LZMA || id == SZ_M_LZMA2 ||
			   id == SZ_M_DELTA || id == SZ_M_AES || id == SZ_M_DEFLATE ||
			   id == SZ_M_DEFLATE64 || id == SZ_M_SWAP2 || id == SZ_M_SWAP4 ||
			   branch_of(id) != BRANCH_NONE;

		if (!(one && block->coder[i].ins == 1) &&
			!(id == SZ_M_BCJ2 && block->coder[i].ins == BCJ2_STREAMS))
			return false;
	}
	return true;
}

bool sz_block_encrypted(const struct sz_block *block)
{
	unsigned i;

	for (i = 0; i < block->coders; i++)
		if (block->coder[i].id == SZ_M_AES)
			return true;
	return false;
}
