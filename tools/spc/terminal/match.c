/* SPDX-License-Identifier: MIT */
#include "terminal/match.h"

#include <string.h>

#include "biosbelt/num.h"

#define ANY_RUN 0x100 /* '*' */
#define ANY_ONE 0x101 /* '?' */

/* Decodes an escape; *text is after its backslash and moves on. */
static enum err_code escape(const char **text, uint8_t *out, struct err *err)
{
	static const char names[] = "rnte\\*?";
	static const char bytes[] = "\r\n\t\033\\*?";
	const char *p = *text;
	const char *found = p[0] != '\0' ? strchr(names, p[0]) : NULL;

	if (found != NULL) {
		*out = (uint8_t)bytes[found - names];
		*text += 1;
		return ERR_OK;
	}
	if (p[0] == 'x' && num_digit(p[1]) < 16 && num_digit(p[2]) < 16) {
		*out = (uint8_t)(num_digit(p[1]) * 16 + num_digit(p[2]));
		*text += 3;
		return ERR_OK;
	}
	return err_set(err, ERR_USAGE, "\\%.1s: not one of \\r \\n \\t \\e \\\\ \\* \\? \\xNN", p);
}

enum err_code match_unescape(const char *text, struct buf *out, struct err *err)
{
	while (*text != '\0') {
		uint8_t byte = (uint8_t)*text++;

		if (byte == '\\' && escape(&text, &byte, err) != ERR_OK)
			return err->code;
		buf_add_u8(out, byte);
	}
	return out->failed != ERR_OK ? err_set(err, out->failed, "out of memory") : ERR_OK;
}

enum err_code match_parse(const char *pattern, struct match *out, struct err *err)
{
	const char *p = pattern;
	struct match m = {.count = 0};

	while (*p == '*') /* has no effect at the start */
		p++;
	while (*p != '\0') {
		uint8_t byte = (uint8_t)*p++;
		uint16_t item = byte == '*' ? ANY_RUN : byte == '?' ? ANY_ONE : byte;

		if (byte == '\\') {
			if (escape(&p, &byte, err) != ERR_OK)
				return err->code;
			item = byte;
		}
		if (item == '\r') /* CRs are skipped in the input, so also here */
			continue;
		if (item != '\t' && item != '\n' && (item < 0x20 || item == 0x7F))
			return err_set(err, ERR_USAGE,
				"\\x%02X: control characters are left out before it is compared",
				(unsigned)item);
		if (item == ANY_RUN && m.count > 0 && m.items[m.count - 1] == ANY_RUN)
			continue;
		if (m.count == MATCH_MAX)
			return err_set(err, ERR_USAGE, "longer than %d characters", MATCH_MAX);
		m.items[m.count++] = item;
	}
	while (m.count > 0 && m.items[m.count - 1] == ANY_RUN) /* nor at the end */
		m.count--;
	if (m.count == 0)
		return err_set(err, ERR_USAGE, "the pattern is empty");
	*out = m;
	match_reset(out);
	return ERR_OK;
}

void match_reset(struct match *m)
{
	memset(m->here, 0, sizeof m->here);
	m->idle = true;
}

static void step(struct match *m, uint8_t byte)
{
	bool next[MATCH_MAX + 1] = {false};
	size_t i;

	m->here[0] = true; /* a match may begin anywhere */
	for (i = 0; i < m->count; i++) {
		uint16_t item = m->items[i];

		if (!m->here[i])
			continue;
		if (item == ANY_RUN)
			next[i] = next[i] || byte != '\n';
		else if (item == ANY_ONE ? byte != '\n' : byte == item)
			next[i + 1] = true;
	}
	m->idle = true;
	for (i = 1; i <= m->count; i++) {
		if (next[i - 1] && m->items[i - 1] == ANY_RUN) /* it may be empty */
			next[i] = true;
		m->idle = m->idle && !next[i];
	}
	memcpy(m->here, next, sizeof next);
}

bool match_feed(struct match *m, struct span in, size_t *used)
{
	size_t i = 0;

	while (i < in.len) {
		if (m->idle && m->items[0] < ANY_RUN) {
			const uint8_t *p = memchr(in.ptr + i, m->items[0], in.len - i);

			if (p == NULL)
				break;
			i = (size_t)(p - in.ptr);
		}
		step(m, in.ptr[i++]);
		if (m->here[m->count]) {
			match_reset(m);
			*used = i;
			return true;
		}
	}
	*used = in.len;
	return false;
}
