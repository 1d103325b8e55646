/* SPDX-License-Identifier: MIT */
/* One scan over all bytes that settles most files: ASCII, UTF-8, control characters, lines. */
#include "text_private.h"

void text_look_init(struct text_look *l)
{
	*l = (struct text_look){.utf8 = true};
}

static struct span behind(struct span in, size_t pos)
{
	return span_of(in.ptr + pos, in.len - pos);
}

static void take_sums(struct text_look *l, const struct look_sums *sums)
{
	l->high += sums->high;
	l->control += sums->control;
	l->kinds |= sums->kinds;
}

static void add_sums(struct text_look *l, struct span in)
{
	struct look_sums sums = {0, 0, 0};
	size_t done = 0;

	l->ff = l->ff || (in.len != 0 && memchr(in.ptr, 0xFF, in.len) != NULL);
#ifdef TEXT_X86
	if (__builtin_cpu_supports("avx2"))
		done = look_avx2(in, false, &sums);
#endif
	look_plain(behind(in, done), &sums);
	take_sums(l, &sums);
}

/* Length of the sequence that starts with lead; 1 for an invalid lead too. */
static unsigned sequence_len(uint8_t lead)
{
	if (lead < 0xC2 || lead > 0xF4)
		return 1;
	return lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

/* Completes the sequence that the last piece was cut in; returns how many bytes of in it takes. */
static size_t complete(struct text_look *l, struct span in)
{
	unsigned want = sequence_len(l->carry[0]);
	size_t used = 0;

	while (l->carry_len < want && used < in.len)
		l->carry[l->carry_len++] = in.ptr[used++];
	if (l->carry_len < want)
		return used;
	l->utf8 = text_utf8_valid_len(span_of(l->carry, want)) == want;
	l->carry_len = 0;
	return used;
}

static void check_utf8(struct text_look *l, struct span in)
{
	size_t pos = l->carry_len != 0 ? complete(l, in) : 0;
	struct span rest;

	if (!l->utf8 || pos == in.len)
		return;
	pos += text_utf8_valid_len(behind(in, pos));
	rest = behind(in, pos);
	if (rest.len == 0)
		return;
	l->utf8 = rest.len < sequence_len(rest.ptr[0]);
	if (l->utf8) {
		memcpy(l->carry, rest.ptr, rest.len);
		l->carry_len = (unsigned)rest.len;
	}
}

#ifdef TEXT_X86
/* Sums and UTF-8 in one pass; returns the rest, which needs two. */
static struct span feed_both(struct text_look *l, struct span in)
{
	struct look_sums sums = {0, 0, 0};
	size_t done = l->carry_len != 0 ? complete(l, in) : 0;

	add_sums(l, span_of(in.ptr, done));
	in = behind(in, done);
	if (!l->utf8 || l->carry_len != 0)
		return in;
	done = look_avx2(in, true, &sums);
	take_sums(l, &sums);
	l->ff = l->ff || (done != 0 && in.ptr[done - 1] == 0xFF);
	check_utf8(l, behind(span_of(in.ptr, done), utf8_cut(in, done)));
	return behind(in, done);
}
#endif

static void see(struct text_look *l, uint32_t character)
{
	for (unsigned i = 0; i < l->seen_count; i++) {
		if (l->seen[i] == character)
			return;
	}
	if (l->seen_count < TEXT_LOOK_SEEN)
		l->seen[l->seen_count++] = character;
}

/* Also before the first and after the last byte. */
static bool is_ascii_at(struct span in, size_t pos)
{
	return pos >= in.len || in.ptr[pos] < 0x80;
}

static bool is_letter_at(struct span in, size_t pos)
{
	return pos < in.len && (in.ptr[pos] | 32) >= 'a' && (in.ptr[pos] | 32) <= 'z';
}

enum { OMEGA = 0xCEA9, MU = 0xCEBC };

/* A character that is no word of another encoding: "°C", "→", or within a word, "Škoda". GBK, Big5
 * and CP949 have usual characters that end in A1 or more, code page 866 words of three bytes. */
static bool is_alone(struct span in, size_t pos, unsigned len)
{
	unsigned first = in.ptr[pos];
	unsigned second = pos + 1 < in.len ? in.ptr[pos + 1] : 0;
	unsigned both = first << 8 | second;

	if (len > 2)
		return first > 0xE2 || second < 0xA0;
	return len == 2 && is_ascii_at(in, pos - 1) && is_ascii_at(in, pos + 2) &&
	       (first <= 0xC3 || second < 0xA0 || both == OMEGA || both == MU ||
		       is_letter_at(in, pos - 1) || is_letter_at(in, pos + 2));
}

#define SEEN_LONG 3 /* what one of three bytes counts for: that is less often chance */

/* In fewer than one of a billion texts of GBK so many bytes over 7F, which are not the same few
 * again and again, are valid UTF-8. */
#define UTF8_SURE 64

/* Whether the bytes are no chance, however few characters they are. */
static bool is_sure(const struct text_look *l)
{
	return l->alone >= UTF8_SURE || l->seen_count == TEXT_LOOK_SEEN;
}

/* Notes characters of valid UTF-8, until there are enough. */
static void see_characters(struct text_look *l, struct span in)
{
	size_t pos = after_ascii(in, 0);

	while ((l->high < UTF8_SURE || !is_sure(l)) && pos < in.len) {
		unsigned len = sequence_len(in.ptr[pos]);
		uint32_t character = 0;

		for (unsigned i = 0; i < len && pos + i < in.len; i++)
			character = character << 8 | in.ptr[pos + i];
		for (unsigned i = 0; i < (len > 2 ? SEEN_LONG : 1) && len > 1; i++)
			see(l, character ^ i << 30);
		if (is_alone(in, pos, len))
			l->alone += len;
		pos = after_ascii(in, pos + len < in.len ? pos + len : in.len);
	}
}

#define LOOK_STEP 32768 /* bytes that stay in the first-level cache between the two passes */

void text_look_feed(struct text_look *l, struct span in)
{
	struct span whole = in;
	uint64_t high = l->high;

	for (size_t i = 0; i < in.len && l->len + i < sizeof(l->head); i++)
		l->head[l->len + i] = in.ptr[i];
	l->len += in.len;
#ifdef TEXT_X86
	if (l->utf8 && __builtin_cpu_supports("avx2"))
		in = feed_both(l, in);
#endif
	for (size_t i = 0; i < in.len; i += LOOK_STEP) {
		struct span part =
			span_of(in.ptr + i, in.len - i < LOOK_STEP ? in.len - i : LOOK_STEP);

		add_sums(l, part);
		if (l->utf8)
			check_utf8(l, part);
	}
	if (l->utf8 && l->high != high)
		see_characters(l, whole);
}

bool look_has_nul(const struct text_look *l)
{
	return (l->kinds & LOOK_NUL) != 0;
}

bool look_may_escape(const struct text_look *l)
{
	return (l->kinds & (LOOK_ESC | LOOK_TILDE)) != 0;
}

bool look_binary(const struct text_look *l, unsigned share)
{
	return l->control * 100 > l->len * share;
}

static void settle(struct text_guess *out, enum text_verdict verdict, enum text_enc enc)
{
	out->verdict = verdict;
	out->enc = enc;
	out->count = 1;
	out->certainty = 1000;
	out->cand[0] = (struct text_cand){.enc = enc, .permille = 1000};
}

bool text_look_is_utf8(const struct text_look *l)
{
	return l->utf8 && l->carry_len == 0 && (is_sure(l) || l->alone == l->high);
}

bool text_look_settles(const struct text_look *l, struct text_guess *out)
{
	struct span head =
		span_of(l->head, l->len < sizeof(l->head) ? (size_t)l->len : sizeof(l->head));
	size_t bom_len;
	enum text_enc bom = text_find_bom(head, &bom_len);

	*out = (struct text_guess){.verdict = TEXT_EMPTY, .non_ascii = l->high};
	if (l->len == 0) {
		settle(out, TEXT_EMPTY, TEXT_ASCII);
		return true;
	}
	if (bom != TEXT_NONE && bom != TEXT_UTF8)
		return false;
	if (!l->utf8 || l->carry_len != 0 || look_has_nul(l))
		return false;
	out->bom = bom != TEXT_NONE;
	if (l->high != 0) {
		settle(out, TEXT_CERTAIN, TEXT_UTF8);
		return out->bom || (l->high >= UTF8_SURE && is_sure(l));
	}
	if (look_may_escape(l))
		return false;
	if (look_binary(l, 30)) {
		settle(out, TEXT_BINARY, TEXT_NONE);
		out->reason = TEXT_REASON_CONTROL;
	} else {
		settle(out, TEXT_CERTAIN, TEXT_ASCII);
	}
	return true;
}

#define SUM_BYTES ((size_t)128) /* whose sum fits a byte, so that the compiler uses vectors */

uint64_t text_count_lines(struct span in, bool *after_cr)
{
	uint64_t lines;

	if (in.len == 0)
		return 0;
	/* An LF was counted with its CR. */
	lines = in.ptr[0] == '\r' || (in.ptr[0] == '\n' && !*after_cr);
	for (size_t pos = 1; pos < in.len; pos += SUM_BYTES) {
		const uint8_t *p = in.ptr + pos - 1;
		size_t len = in.len - pos < SUM_BYTES ? in.len - pos : SUM_BYTES;
		uint8_t ends = 0;

		for (size_t i = 1; i <= len; i++)
			ends = (uint8_t)(ends +
					 ((p[i] == '\r') | ((p[i] == '\n') & (p[i - 1] != '\r'))));
		lines += ends;
	}
	*after_cr = in.ptr[in.len - 1] == '\r';
	return lines;
}
