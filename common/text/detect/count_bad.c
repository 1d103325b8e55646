/* SPDX-License-Identifier: MIT */
/* Bad places of a whole text, by vectors where the text is long. */
#include "detect/detect_private.h"

/* How count_bad gets past what is valid: in blocks where the text is long and there are vectors. */
enum block_look { LOOK_PLAINLY, LOOK_PAIRS, LOOK_GB };

static enum block_look block_look(enum text_enc enc, struct span in)
{
#ifdef TEXT_X86
	if (in.len >= PAIRS_WORTH && __builtin_cpu_supports("avx2"))
		return enc == TEXT_GB18030 || enc == TEXT_GBK ? LOOK_GB : LOOK_PAIRS;
#endif
	(void)enc;
	(void)in;
	return LOOK_PLAINLY;
}

/* Past what is plainly valid. */
static size_t skip_valid(enum block_look how, struct span in, size_t pos, const uint64_t *valid)
{
#ifdef TEXT_X86
	if (how == LOOK_GB)
		return gb_valid_avx2(in, pos);
	if (how == LOOK_PAIRS && valid != NULL)
		return pairs_valid_avx2(in, pos, valid);
#endif
	(void)how;
	(void)in;
	(void)valid;
	return pos;
}

uint64_t count_bad(enum text_enc enc, struct span in)
{
	enum block_look how = block_look(enc, in);
	const uint64_t *valid = how == LOOK_PAIRS ? text_valid_pairs_get(enc) : NULL;
	struct text_decoder d;
	uint8_t out[512]; /* behind it the next bytes are tried in blocks again */
	uint64_t bad = 0;
	size_t pos = 0;

	text_decoder_init(&d, enc);
	if (how == LOOK_PLAINLY && in.len >= PAIRS_WORTH)
		d.pairs = text_pairs_get(enc);
	for (;;) {
		enum text_stop stop;
		size_t used;
		size_t made;

		pos = skip_valid(how, in, pos, valid);
		stop = text_decode(&d, span_of(in.ptr + pos, in.len - pos), true, out, sizeof(out),
			&used, &made);
		pos += used;
		if (stop == TEXT_STOP_INPUT)
			break;
		if (stop == TEXT_STOP_BAD) {
			pos += d.bad_len;
			bad++;
		}
	}
	return bad;
}
