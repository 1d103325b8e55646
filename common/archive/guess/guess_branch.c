/* SPDX-License-Identifier: MIT */
/*
 * Whether a branch filter may pay, without a parse: targets that are called again must become equal
 * words more often than equal words are lost.
 */
#include <stdlib.h>

#include "guess/guess_private.h"

#define SEEN_BITS 14

/* A repeated word saves up to 4 bytes; fewer than this of them save less than 1/500 of anything
 * that keeps an eighth of its size. */
#define BYTES_PER_GAIN 16000

/* Of a sample for a quick guess they must save 1/500 themselves. */
#define BYTES_PER_WIN 2000

/* The words of IA-64 cross those of the filter and seldom become equal: they are only counted. */
#define BYTES_PER_WORD 1000

/* Of so little data every filter that changes something is tried, but where .7z names it: its place
 * in the header takes more than so few words gain. */
#define LITTLE    ((size_t)64 << 10)
#define WORDS_FEW 2

struct seen {
	uint32_t before[1u << SEEN_BITS], after[1u << SEEN_BITS];
};

static uint32_t load32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static bool again(uint32_t *list, uint32_t value)
{
	uint32_t *slot = &list[value * 2654435761u >> (32 - SEEN_BITS)];
	bool is = *slot == value;

	*slot = value;
	return is;
}

/* Where instructions begin: at multiples of this. */
static size_t step_of(enum branch_kind kind)
{
	return kind == BRANCH_X86 ? 1 : kind == BRANCH_ARMT || kind == BRANCH_RISCV ? 2 : 4;
}

enum err_code guess_branch(struct span plain, struct span filtered, enum branch_kind kind,
	bool named, bool once, bool *pays, struct err *err)
{
	struct seen *s;
	size_t step = step_of(kind), words = 0, gained = 0, lost = 0, i = 0;

	*pays = kind == BRANCH_NONE || branch_delta(kind) != 0;
	if (*pays)
		return ERR_OK;
	s = calloc(1, sizeof(*s));
	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (i + 4 <= plain.len && i + 4 <= filtered.len) {
		if (load32(plain.ptr + i) == load32(filtered.ptr + i)) {
			i += 4;
			continue;
		}
		while (plain.ptr[i] == filtered.ptr[i])
			i++;
		i -= i % step;
		if (i + 4 > plain.len)
			break;
		lost += again(s->before, load32(plain.ptr + i));
		gained += again(s->after, load32(filtered.ptr + i));
		words++;
		i += 4;
	}
	free(s);
	if (once)
		*pays = gained >= lost + plain.len / BYTES_PER_WIN;
	else if (plain.len <= LITTLE)
		*pays = words > (named ? WORDS_FEW : 0);
	else if (kind == BRANCH_IA64)
		*pays = words >= plain.len / BYTES_PER_WORD;
	else
		*pays = gained > lost && gained - lost >= plain.len / BYTES_PER_GAIN;
	return ERR_OK;
}
