/* SPDX-License-Identifier: MIT */
/* UTF-8: by vectors where the processor has AVX2 (simd_avx2.c); elsewhere words of 8 bytes skip
 * ASCII. */
#include "text_private.h"

size_t text_ascii_len(struct span in)
{
	size_t i = 0;

	for (; in.len - i >= 16; i += 16) {
		uint64_t a;
		uint64_t b;

		memcpy(&a, in.ptr + i, 8);
		memcpy(&b, in.ptr + i + 8, 8);
		if (((a | b) & 0x8080808080808080u) != 0)
			break;
	}
	return after_ascii(in, i);
}

/* Checks one sequence after the other from pos. */
static size_t valid_from(struct span in, size_t pos)
{
	while (pos < in.len) {
		size_t before;

		pos = after_ascii(in, pos);
		if (pos == in.len)
			return pos;
		before = pos;
		if (utf8_next(in, &pos) == UTF_BAD)
			return before;
	}
	return pos;
}

size_t utf8_cut(struct span in, size_t end)
{
	for (size_t back = 1; back <= 3 && back <= end; back++) {
		if (in.ptr[end - back] >= 0xC0)
			return end - back;
		if (in.ptr[end - back] < 0x80)
			break;
	}
	return end;
}

size_t text_utf8_valid_len(struct span in)
{
	size_t done = 0;

#ifdef TEXT_X86
	if (in.len >= 128 && __builtin_cpu_supports("avx2"))
		done = utf8_valid_avx2(in);
#endif
	return valid_from(in, utf8_cut(in, done));
}
