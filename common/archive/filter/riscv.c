/* SPDX-License-Identifier: MIT */
/*
 * Sources: RISC-V unprivileged manual, "RV32I", for the encodings; xz, src/liblzma/simple/riscv.c,
 * for which of them are converted, and into what.
 */
#include "filter/riscv.h"

#include "biosbelt/span.h"

#define PAIR   8 /* bytes of AUIPC and its partner */
#define AUIPC  0x17u
#define RD(n)  ((uint32_t)(n) << 7)
#define PAGES  0xFFFFF000u
/* A converted pair is marked by an AUIPC into x2, the stack pointer, which programs do not use. */
#define MARKED (AUIPC | RD(2))

static uint32_t get32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint32_t get32be(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* JAL into x1 or x5, a call: imm[20|10:1|11|19:12] becomes 20 bits of address, highest first. */
static void jal(const struct branch *b, uint8_t *p, uint32_t pc)
{
	uint32_t v = get32(p), to;

	if (b->encode) {
		to = (v >> 12 & 0xFF) << 12 | (v >> 20 & 1) << 11 | (v >> 21 & 0x3FF) << 1 |
		     (v >> 31) << 20;
		to += pc;
		p[1] = (uint8_t)((p[1] & 0x0F) | (to >> 17 & 0x0F) << 4);
		p[2] = (uint8_t)(to >> 9);
		p[3] = (uint8_t)(to >> 1);
		return;
	}
	to = (uint32_t)(p[1] >> 4) << 17 | (uint32_t)p[2] << 9 | (uint32_t)p[3] << 1;
	to -= pc;
	v = (v & 0xFFF) | (to >> 12 & 0xFF) << 12 | (to >> 11 & 1) << 20 | (to >> 1 & 0x3FF) << 21 |
	    (to >> 20 & 1) << 31;
	put_u32le(p, v);
}

/* A partner is not a compressed instruction, and its rs1 is AUIPC's rd. */
static bool is_pair(uint32_t auipc, uint32_t partner)
{
	return (partner & 3) == 3 && (partner >> 15 & 31) == (auipc >> 7 & 31);
}

/* True for a converted pair: the mark, then the partner's lowest 20 bits. */
static bool is_marked(uint32_t auipc)
{
	uint32_t rs1 = auipc >> 27;

	return (auipc & 0xFFF) == MARKED && (auipc >> 12 & 3) == 3 && rs1 != 0 && rs1 != 2;
}

/* A pair becomes the mark, the partner's opcode and registers, and the address, highest first. */
static void convert(uint8_t *p, uint32_t auipc, uint32_t partner, uint32_t pc)
{
	uint32_t low = partner >> 20;
	uint32_t to = (auipc & PAGES) + low - ((low & 0x800) << 1) + pc;

	put_u32le(p, MARKED | partner << 12);
	put_u32be(p + 4, to);
}

static void restore(uint8_t *p, uint32_t marked, uint32_t pc)
{
	uint32_t to = get32be(p + 4) - pc;

	put_u32le(p, AUIPC | RD(marked >> 27) | ((to + 0x800) & PAGES));
	put_u32le(p + 4, marked >> 12 | to << 20);
}

/* Data that look like a converted pair are exchanged with a pair, so that the filter is
 * reversible. */
static void unmark(uint8_t *p, uint32_t marked)
{
	uint32_t second = get32(p + 4);

	put_u32le(p, AUIPC | RD(marked >> 27) | (second & PAGES));
	put_u32le(p + 4, marked >> 12 | second << 20);
}

static void mark(uint8_t *p, uint32_t auipc, uint32_t partner)
{
	put_u32le(p, MARKED | partner << 12);
	put_u32le(p + 4, (auipc & PAGES) + (partner >> 20));
}

/* Returns the number of bytes to advance. */
static size_t auipc(const struct branch *b, uint8_t *p, uint32_t pc)
{
	uint32_t v = get32(p), partner = get32(p + 4);
	uint32_t rd = v >> 7 & 31;

	if (rd != 0 && rd != 2) {
		/* the next may be an AUIPC itself: its registers must stay as they were compared */
		if (!is_pair(v, partner))
			return 6;
		if (b->encode)
			convert(p, v, partner, pc);
		else
			mark(p, v, partner);
		return PAIR;
	}
	if (!is_marked(v))
		return 4;
	if (b->encode)
		unmark(p, v);
	else
		restore(p, v, pc);
	return PAIR;
}

size_t riscv_run(const struct branch *b, uint8_t *data, size_t len)
{
	size_t i = 0;

	while (len >= PAIR && i <= len - PAIR) {
		uint8_t *p = data + i;
		uint32_t pc = b->ip + (uint32_t)i;

		if (p[0] == 0xEF && (p[1] & 0x0D) == 0) {
			jal(b, p, pc);
			i += 4;
		} else if ((p[0] & 0x7F) == AUIPC) {
			i += auipc(b, p, pc);
		} else {
			i += 2; /* instructions may be compressed: 2 bytes */
		}
	}
	return i;
}
