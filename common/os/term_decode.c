/* SPDX-License-Identifier: MIT */
/*
 * Bytes of a terminal to events. Sources: ECMA-48 5th edition, section 5.4 (control sequences);
 * xterm's ctlseqs.ms, "PC-Style Function Keys" and "SGR (1006)".
 */
#include <string.h>

#include "biosbelt/term.h"
#include "biosbelt/utf.h"

#define ESC         0x1B
#define PARAM_MAX   8    /* parameters kept of one sequence */
#define PARAM_LIMIT 9999 /* larger numbers are cut */
#define SEQ_MAX     64   /* bytes; a longer "sequence" is noise and dropped */

struct csi {
	unsigned param[PARAM_MAX];
	int count;
	uint8_t lead;  /* '<' and its like, or 0 */
	uint8_t final; /* the letter that ends it */
};

static void key_event(struct term_event *out, uint32_t key, unsigned mods)
{
	out->type = TERM_KEY;
	out->key = key;
	out->mods = mods;
}

/* Length of the sequence that starts after ESC [; 0 when its end is not there yet. */
static size_t read_csi(struct span in, size_t pos, struct csi *seq)
{
	bool digits = false;

	memset(seq, 0, sizeof *seq);
	for (; pos < in.len && pos < SEQ_MAX; pos++) {
		uint8_t b = in.ptr[pos];

		if (b >= '0' && b <= '9') {
			unsigned *p = &seq->param[seq->count];

			*p = *p * 10 + (b - '0');
			if (*p > PARAM_LIMIT)
				*p = PARAM_LIMIT;
			digits = true;
		} else if (b == ';') {
			if (seq->count < PARAM_MAX - 1)
				seq->count++;
			digits = true;
		} else if (b >= 0x3C && b <= 0x3F) { /* private parameter bytes < = > ? */
			seq->lead = b;
		} else if (b >= 0x40 && b <= 0x7E) {
			seq->final = b;
			if (digits)
				seq->count++;
			return pos + 1;
		} else if (b < 0x20 || b > 0x7E) {
			return pos; /* interrupted by another byte: drop what was read */
		}
	}
	return pos >= SEQ_MAX ? pos : 0;
}

/* xterm adds 1 to a set of bits: 1 shift, 2 alt, 4 control. */
static unsigned mods_of(unsigned param)
{
	return param >= 2 && param <= 8 ? param - 1 : 0;
}

static uint32_t letter_key(uint8_t final)
{
	switch (final) {
	case 'A':
		return TERM_KEY_UP;
	case 'B':
		return TERM_KEY_DOWN;
	case 'C':
		return TERM_KEY_RIGHT;
	case 'D':
		return TERM_KEY_LEFT;
	case 'H':
		return TERM_KEY_HOME;
	case 'F':
		return TERM_KEY_END;
	case 'Z':
		return TERM_KEY_BACKTAB;
	case 'P':
	case 'Q':
	case 'R':
	case 'S':
		return TERM_KEY_F1 + (uint32_t)(final - 'P');
	default:
		return 0;
	}
}

static uint32_t tilde_key(unsigned number)
{
	/* VT220 and rxvt numbers; 0 where no key was ever assigned. */
	static const uint32_t keys[] = {0, TERM_KEY_HOME, TERM_KEY_INSERT, TERM_KEY_DELETE,
		TERM_KEY_END, TERM_KEY_PAGE_UP, TERM_KEY_PAGE_DOWN, TERM_KEY_HOME, TERM_KEY_END, 0,
		0, TERM_KEY_F1, TERM_KEY_F1 + 1, TERM_KEY_F1 + 2, TERM_KEY_F1 + 3, TERM_KEY_F1 + 4,
		0, TERM_KEY_F1 + 5, TERM_KEY_F1 + 6, TERM_KEY_F1 + 7, TERM_KEY_F1 + 8,
		TERM_KEY_F1 + 9, 0, TERM_KEY_F1 + 10, TERM_KEY_F12};

	return number < sizeof keys / sizeof keys[0] ? keys[number] : 0;
}

static void mouse_event(const struct csi *seq, struct term_event *out)
{
	unsigned b = seq->param[0];

	if (seq->count < 3 || seq->param[1] == 0 || seq->param[2] == 0)
		return;
	out->type = TERM_MOUSE;
	out->x = (int)seq->param[1] - 1;
	out->y = (int)seq->param[2] - 1;
	out->mods = (b & 4 ? TERM_SHIFT : 0) | (b & 8 ? TERM_ALT : 0) | (b & 16 ? TERM_CTRL : 0);
	out->button = (int)(b & 3) + 1;
	if (b & 64)
		out->mouse = (b & 1) ? TERM_WHEEL_DOWN : TERM_WHEEL_UP;
	else if (b & 32)
		out->mouse = TERM_MOVE;
	else
		out->mouse = seq->final == 'm' ? TERM_RELEASE : TERM_PRESS;
	if (out->button == 4 || (b & 64))
		out->button = 0;
}

static void csi_event(const struct csi *seq, struct term_event *out)
{
	uint32_t key = 0;

	if (seq->lead == '<' && (seq->final == 'M' || seq->final == 'm')) {
		mouse_event(seq, out);
		return;
	}
	if (seq->lead != 0)
		return;
	if (seq->final == '~')
		key = tilde_key(seq->param[0]);
	else
		key = letter_key(seq->final);
	if (key != 0)
		key_event(out, key, mods_of(seq->count >= 2 ? seq->param[1] : 0));
}

static void plain_byte(uint8_t b, unsigned mods, struct term_event *out)
{
	if (b == '\r' || b == '\n')
		key_event(out, '\r', mods);
	else if (b == '\t')
		key_event(out, '\t', mods);
	else if (b == 0x7F || b == 0x08)
		key_event(out, TERM_KEY_BACKSPACE, mods);
	else if (b == 0)
		key_event(out, ' ', mods | TERM_CTRL);
	else if (b == ESC)
		key_event(out, TERM_KEY_ESCAPE, mods);
	else if (b < 0x1B)
		key_event(out, (uint32_t)('a' + b - 1), mods | TERM_CTRL);
	else if (b < 0x20)
		key_event(out, (uint32_t)(b + 0x40), mods | TERM_CTRL);
	else
		key_event(out, b, mods);
}

/* Bytes a UTF-8 sequence that starts with b should have. */
static size_t utf8_len(uint8_t b)
{
	if (b >= 0xF0)
		return 4;
	return b >= 0xE0 ? 3 : 2;
}

static size_t character(
	struct span in, size_t at, unsigned mods, bool final, struct term_event *out)
{
	size_t pos = at;
	uint32_t cp;

	if (in.ptr[at] < 0x80) {
		plain_byte(in.ptr[at], mods, out);
		return at + 1;
	}
	cp = utf8_next(in, &pos);
	if (cp == UTF_BAD && !final && in.ptr[at] >= 0xC2 && in.ptr[at] < 0xF5 &&
		in.len - at < utf8_len(in.ptr[at]))
		return 0;
	if (cp != UTF_BAD && cp >= 0xA0)
		key_event(out, cp, mods);
	return pos;
}

static size_t escape(struct span in, bool final, struct term_event *out)
{
	struct csi seq;
	size_t used;

	if (in.len == 1) {
		if (!final)
			return 0;
		plain_byte(ESC, 0, out);
		return 1;
	}
	if (in.ptr[1] == '[' || in.ptr[1] == 'O') {
		if (in.len == 2) {
			if (!final)
				return 0;
			key_event(out, in.ptr[1], TERM_ALT);
			return 2;
		}
		used = read_csi(in, 2, &seq);
		if (used == 0)
			return final ? in.len : 0;
		if (seq.final != 0)
			csi_event(&seq, out);
		return used;
	}
	if (in.ptr[1] == ESC) { /* Escape pressed twice, or before an arrow */
		plain_byte(ESC, 0, out);
		return 1;
	}
	return character(in, 1, TERM_ALT, final, out);
}

size_t term_decode(struct span in, bool final, struct term_event *out)
{
	memset(out, 0, sizeof *out);
	if (in.len == 0)
		return 0;
	return in.ptr[0] == ESC ? escape(in, final, out) : character(in, 0, 0, final, out);
}
