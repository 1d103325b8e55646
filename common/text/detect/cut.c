/* SPDX-License-Identifier: MIT */
/*
 * A text that was cut inside its last character, as logs are and files of a full disk. The first
 * byte of that character is a letter in another encoding, but no evidence of it.
 */
#include "detect/detect_private.h"

#define CUT_MOST 3 /* bytes of a character of four */

/* Whether these bytes are the beginning of a character. */
static bool is_beginning(enum text_enc enc, struct span tail, const struct text_look *look)
{
	uint32_t cp;

	if (enc == TEXT_UTF8)
		return look->utf8 && look->carry_len == tail.len;
	return tail.ptr[0] >= 0x80 && next_of(enc) != NULL && next_of(enc)(tail, 0, &cp) == 0;
}

/* Looks at the text without its last bytes. *cut: these are the beginning of a character of it. */
static enum err_code detect_before(struct span in, size_t tail, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, bool *cut, struct err *err)
{
	struct span before = span_of(in.ptr, in.len - tail);
	struct text_look whole;
	enum err_code rc;

	text_look_init(&whole);
	text_look_feed(&whole, before);
	rc = detect_whole(before, &whole, hints, out, err);
	*cut = rc == ERR_OK && out->verdict != TEXT_MIXED && out->verdict != TEXT_BINARY &&
	       is_beginning(out->enc, span_of(in.ptr + before.len, tail), look);
	return rc;
}

enum err_code text_detect_looked(struct span in, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, struct err *err)
{
	enum err_code rc = detect_whole(in, look, hints, out, err);
	bool cut = hints != NULL && hints->uncut;

	for (size_t tail = 1; rc == ERR_OK && out->verdict == TEXT_MIXED && tail <= CUT_MOST &&
			      tail < in.len && in.ptr[in.len - 1] >= 0x80 && !cut;
		tail++) {
		struct text_guess again;

		rc = detect_before(in, tail, look, hints, &again, &cut, err);
		if (!cut)
			continue;
		*out = again;
		out->cand[0].bad++;
		out->non_ascii = look->high;
		out->verdict = out->verdict == TEXT_CERTAIN ? TEXT_LIKELY : out->verdict;
	}
	return rc;
}

enum err_code text_detect(
	struct span in, const struct text_hints *hints, struct text_guess *out, struct err *err)
{
	struct text_look look;

	text_look_init(&look);
	text_look_feed(&look, in);
	return text_detect_looked(in, &look, hints, out, err);
}
