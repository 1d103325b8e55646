/* SPDX-License-Identifier: MIT */
/* Searches for CALL rel32 (0xE8) and JMP rel32 (0xE9), eight bytes at a time. */
#ifndef BIOSBELT_X86_SCAN_H
#define BIOSBELT_X86_SCAN_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t x86_eight(const uint8_t *p)
{
	uint32_t low =
		(uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
	uint32_t high =
		(uint32_t)p[4] | (uint32_t)p[5] << 8 | (uint32_t)p[6] << 16 | (uint32_t)p[7] << 24;

	return low | (uint64_t)high << 32;
}

/* The place of the first opcode in [at, to), else to. */
static inline size_t x86_next_call(const uint8_t *data, size_t at, size_t to)
{
	const uint64_t ones = 0x0101010101010101u;

	while (at + 8 <= to) {
		uint64_t rest = (x86_eight(data + at) & 0xFE * ones) ^ 0xE8 * ones;
		/* the top bit of the lowest byte that is 0 */
		uint64_t zero = (rest - ones) & ~rest & 0x80 * ones;

		if (zero != 0)
			return at + (size_t)__builtin_ctzll(zero) / 8;
		at += 8;
	}
	while (at < to && (data[at] & 0xFE) != 0xE8)
		at++;
	return at;
}

#endif
