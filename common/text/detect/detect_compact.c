/* SPDX-License-Identifier: MIT */
/*
 * Less to read for the many passes of the detector. Nothing is judged here that is not judged of
 * the whole input: long ASCII runs are cut to what stands beside other bytes, lines are told apart.
 */
#include <stdlib.h>

#include "detect/detect_private.h"

#define COMPACT_MIN  512      /* a shorter text is read faster as it is */
#define COMPACT_HIGH 1000000u /* more bytes over 7F: memory should not follow the input */
#define RUN_KEPT     4        /* bytes of an ASCII run that are kept */

static size_t add_run(uint8_t *out, struct span run)
{
	size_t n = 2;

	if (run.len <= RUN_KEPT) {
		memcpy(out, run.ptr, run.len);
		return run.len;
	}
	memcpy(out, run.ptr, 2);
	if (memchr(run.ptr + 2, '\n', run.len - 3) != NULL)
		out[n++] = '\n';
	out[n++] = run.ptr[run.len - 1];
	return n;
}

bool compact_take(struct span in, uint64_t high, struct blob *out)
{
	size_t pos = 0;

	*out = (struct blob){NULL, 0};
	if (in.len < COMPACT_MIN || high > COMPACT_HIGH || high > in.len / 4)
		return false;
	out->ptr = malloc((size_t)high * (RUN_KEPT + 1) + RUN_KEPT);
	if (out->ptr == NULL)
		return false;
	while (pos < in.len) {
		size_t run = text_ascii_len(span_of(in.ptr + pos, in.len - pos));

		out->len += add_run(out->ptr + out->len, span_of(in.ptr + pos, run));
		pos += run;
		while (pos < in.len && in.ptr[pos] >= 0x80)
			out->ptr[out->len++] = in.ptr[pos++];
	}
	return true;
}

/* The line at *pos, which becomes the place of the next. */
static struct span take_line(struct span in, size_t *pos)
{
	const uint8_t *nl = memchr(in.ptr + *pos, '\n', in.len - *pos);
	size_t end = nl == NULL ? in.len : (size_t)(nl - in.ptr) + 1;
	struct span line = span_of(in.ptr + *pos, end - *pos);

	*pos = end;
	return line;
}

bool part_next(const struct part *part, size_t *pos, struct span *piece)
{
	if (part->lines == LINES_ALL && *pos < part->in.len) {
		*piece = part->in;
		*pos = part->in.len;
		return true;
	}
	while (*pos < part->in.len) {
		size_t ascii;

		*piece = take_line(part->in, pos);
		ascii = text_ascii_len(*piece);
		if (ascii != piece->len &&
			(text_utf8_valid_len(*piece) == piece->len) == (part->lines == LINES_UTF8))
			return true;
	}
	return false;
}

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
		return text_has_avx512() ? gb_valid_avx512(in, pos) : gb_valid_avx2(in, pos);
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
