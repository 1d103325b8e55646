/* SPDX-License-Identifier: MIT */
/*
 * The instruction patterns are those of the LZMA SDK's Bra.c and Bra86.c and of the .xz file
 * format 1.1.0, section 5.3.2; every distance counts from the start of the stream.
 */
#include "biosbelt/branch.h"

#include <stddef.h>
#include <stdio.h>

#include "filter/riscv.h"
#include "filter/x86_scan.h"

const char *branch_name(enum branch_kind kind, char text[BRANCH_NAME])
{
	static const char *const names[BRANCH_DELTA] = {
		"none", "x86", "arm", "armt", "arm64", "ppc", "sparc", "ia64", "riscv"};

	if (kind < BRANCH_DELTA)
		return names[kind];
	snprintf(text, BRANCH_NAME, "delta%u", branch_delta(kind));
	return text;
}

void branch_init(struct branch *b, enum branch_kind kind, bool encode)
{
	*b = (struct branch){.kind = kind, .encode = encode};
}

static uint32_t get32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Makes a relative target absolute, or back. */
static uint32_t shift_by(const struct branch *b, uint32_t value, uint32_t pc)
{
	return b->encode ? value + pc : value - pc;
}

static size_t run_arm(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i += 4) {
		uint32_t pc =
			b->ip + (uint32_t)i + 8; /* the ARM pipeline is two instructions ahead */
		uint32_t v = get32(data + i);

		if (v >> 24 == 0xEB) { /* BL, always */
			v = shift_by(b, v << 2, pc) >> 2;
			put_u24le(data + i, v & 0xFFFFFF);
		}
	}
	return i;
}

/* Thumb BL: 11110 imm11 (high part) followed by 11111 imm11 (low part). */
static size_t run_armt(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i += 2) {
		uint32_t pc = b->ip + (uint32_t)i + 4;
		uint32_t v = get32(data + i);

		if ((v & 0xF800F800) != 0xF800F000)
			continue;
		v = (v & 0x7FF) << 11 | (v >> 16 & 0x7FF);
		v = shift_by(b, v << 1, pc) >> 1;
		put_u32le(data + i, 0xF800F000 | (v >> 11 & 0x7FF) | (v & 0x7FF) << 16);
		i += 2;
	}
	return i;
}

#define A64_BL        0x94000000u
#define A64_BL_MASK   0xFC000000u
#define A64_ADRP      0x90000000u
#define A64_ADRP_MASK 0x9F000000u

/* ADRP: 21 bits of pages; only targets within 512 MiB are converted, so that data rarely change. */
static uint32_t shift_adrp(const struct branch *b, uint32_t v, uint32_t pc)
{
	uint32_t pages = (v >> 29 & 3) | (v >> 3 & 0x1FFFFC);

	if ((pages + 0x20000) & 0x1C0000)
		return v;
	pages = shift_by(b, pages, pc >> 12);
	v &= 0x9000001F;
	v |= (pages & 3) << 29 | (pages & 0x3FFFC) << 3;
	return (pages & 0x20000) != 0 ? v | 0xE00000 : v; /* the sign fills the upper bits */
}

static size_t run_arm64(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i += 4) {
		uint32_t pc = b->ip + (uint32_t)i;
		uint32_t v = get32(data + i);

		if ((v & A64_BL_MASK) == A64_BL)
			v = A64_BL | (shift_by(b, v, pc >> 2) & ~A64_BL_MASK);
		else if ((v & A64_ADRP_MASK) == A64_ADRP)
			v = shift_adrp(b, v, pc);
		else
			continue;
		put_u32le(data + i, v);
	}
	return i;
}

static uint32_t get32be(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* PowerPC, big-endian: bl, a relative call (opcode 18, AA 0, LK 1). */
static size_t run_ppc(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i += 4) {
		uint32_t v = get32be(data + i);

		if ((v & 0xFC000003) == 0x48000001)
			put_u32be(data + i,
				0x48000001 | (shift_by(b, v, b->ip + (uint32_t)i) & 0x03FFFFFC));
	}
	return i;
}

/* SPARC: call whose 30 bits of distance are the sign extension of 23. */
static size_t run_sparc(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i + 4 <= len; i += 4) {
		uint32_t v = get32be(data + i);

		if ((v & 0xFFC00000) != 0x40000000 && (v & 0xFFC00000) != 0x7FC00000)
			continue;
		v = shift_by(b, v << 2, b->ip + (uint32_t)i) >> 2;
		v = (v & 0x400000) != 0 ? v | 0x3FC00000 : v & 0x3FFFFF;
		put_u32be(data + i, 0x40000000 | (v & 0x3FFFFFFF));
	}
	return i;
}

#define IA64_BUNDLE 16 /* bytes: 5 bits of template, three slots of 41 */

/* The slots that hold a branch, by the bundle's template, a bit each (Itanium manual, table 3-9).
 */
static const uint8_t ia64_branches[32] = {[0x10] = 4,
	[0x11] = 4,
	[0x12] = 6,
	[0x13] = 6,
	[0x16] = 7,
	[0x17] = 7,
	[0x18] = 4,
	[0x19] = 4,
	[0x1C] = 4,
	[0x1D] = 4};

/* br.call: opcode 5, btype 0; imm20b in bits 13 to 32, the sign in bit 36, in bundles. */
static uint64_t ia64_shift(const struct branch *b, uint64_t slot, uint32_t pc)
{
	uint32_t v = (uint32_t)(slot >> 13 & 0xFFFFF) | (uint32_t)(slot >> 36 & 1) << 20;

	if ((slot >> 37 & 0xF) != 5 || (slot >> 9 & 7) != 0)
		return slot;
	v = shift_by(b, v << 4, pc) >> 4;
	slot &= ~((uint64_t)0x8FFFFF << 13);
	return slot | (uint64_t)(v & 0xFFFFF) << 13 | (uint64_t)(v >> 20 & 1) << 36;
}

static void ia64_slot(const struct branch *b, uint8_t *bundle, unsigned bit, uint32_t pc)
{
	uint8_t *p = bundle + bit / 8;
	uint64_t v = 0, slot;
	unsigned i;

	for (i = 0; i < 6; i++)
		v |= (uint64_t)p[i] << 8 * i;
	slot = ia64_shift(b, v >> bit % 8, pc);
	v = (v & ((1u << bit % 8) - 1)) | slot << bit % 8;
	for (i = 0; i < 6; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

static size_t run_ia64(struct branch *b, uint8_t *data, size_t len)
{
	size_t i;
	unsigned slot;

	for (i = 0; i + IA64_BUNDLE <= len; i += IA64_BUNDLE)
		for (slot = 0; slot < 3; slot++)
			if ((ia64_branches[data[i] & 0x1F] >> slot & 1) != 0)
				ia64_slot(b, data + i, 5 + 41 * slot, b->ip + (uint32_t)i);
	return i;
}

/* A plausible top byte of a near distance: the sign extended. */
static bool near_top(uint8_t top)
{
	return top == 0x00 || top == 0xFF;
}

/*
 * The x86 filter skips an opcode that may itself be part of an earlier instruction. Bits 2, 1 and 0
 * of seen mean that 1, 2 or 3 bytes before there was an opcode that was not converted. A single one
 * is tolerated unless its top byte, which is among this candidate's bytes, is plausible.
 */
static bool x86_blocked(unsigned seen, const uint8_t *op)
{
	if (seen == 0)
		return false;
	return seen > 4 || seen == 3 || near_top(op[(seen >> 1) + 1]);
}

/*
 * The new target. When an earlier opcode's top byte becomes plausible too, a decoder could not
 * distinguish the two. Then the bits below are inverted and the sum is computed again.
 */
static uint32_t x86_target(const struct branch *b, uint32_t v, uint32_t pc)
{
	unsigned shift = (b->seen & 6) << 2;

	v = shift_by(b, v, pc);
	if (b->seen != 0 && near_top((uint8_t)(v >> shift)))
		v = shift_by(b, v ^ (((uint32_t)0x100 << shift) - 1), pc);
	return v;
}

static size_t run_x86(struct branch *b, uint8_t *data, size_t len)
{
	size_t i = 0, stop = 0; /* stop: the position that seen refers to */
	size_t last = len < 5 ? 0 : len - 4;

	while ((i = x86_next_call(data, i, last)) < last) {
		uint8_t *op = data + i;
		uint32_t v;

		b->seen = i - stop > 2 ? 0 : b->seen >> (i - stop);
		if (x86_blocked(b->seen, op) || !near_top(op[4])) {
			b->seen = b->seen >> 1 | 4;
			stop = ++i;
			continue;
		}
		v = x86_target(b, get32(op + 1), b->ip + (uint32_t)i + 5);
		put_u32le(op + 1, (v & 0x1FFFFFF) | ((v & 0x1000000) != 0 ? 0xFE000000 : 0));
		b->seen = 0;
		i += 5;
		stop = i;
	}
	b->seen = i - stop > 2 ? 0 : b->seen >> (i - stop);
	return i;
}

static size_t run_riscv(struct branch *b, uint8_t *data, size_t len)
{
	return riscv_run(b, data, len);
}

/* Subtracts from each byte the one `distance` before; keeps the last original bytes for the next
 * call. */
static size_t run_delta(struct branch *b, uint8_t *data, size_t len)
{
	unsigned distance = branch_delta(b->kind);
	uint8_t at = (uint8_t)b->ip;
	size_t i;

	for (i = 0; i < len; i++, at++) {
		uint8_t was = b->past[(uint8_t)(at - distance)], byte = data[i];

		data[i] = (uint8_t)(b->encode ? byte - was : byte + was);
		b->past[at] = b->encode ? byte : data[i];
	}
	return len;
}

unsigned branch_delta(enum branch_kind kind)
{
	return kind >= BRANCH_DELTA && kind < BRANCH_COUNT
		       ? (unsigned)kind - (unsigned)BRANCH_DELTA + 1
		       : 0;
}

size_t branch_run(struct branch *b, uint8_t *data, size_t len)
{
	static size_t (*const run[BRANCH_DELTA])(struct branch *, uint8_t *, size_t) = {
		[BRANCH_X86] = run_x86,
		[BRANCH_ARM] = run_arm,
		[BRANCH_ARMT] = run_armt,
		[BRANCH_ARM64] = run_arm64,
		[BRANCH_PPC] = run_ppc,
		[BRANCH_SPARC] = run_sparc,
		[BRANCH_IA64] = run_ia64,
		[BRANCH_RISCV] = run_riscv,
	};
	size_t done = len;

	if (b->kind >= BRANCH_DELTA)
		done = run_delta(b, data, len);
	else if (run[b->kind] != NULL)
		done = run[b->kind](b, data, len);
	b->ip += (uint32_t)done;
	return done;
}

void branch_all(enum branch_kind kind, bool encode, uint8_t *data, size_t len)
{
	struct branch b;

	branch_init(&b, kind, encode);
	branch_run(&b, data, len);
}
