/* SPDX-License-Identifier: MIT */
#include "message/fieldscan.h"

#include <string.h>

/* End of the line at pos, including its LF (or lone CR). */
static size_t line_end(struct span in, size_t pos)
{
	for (; pos < in.len; pos++) {
		if (in.ptr[pos] == '\n')
			return pos + 1;
		if (in.ptr[pos] == '\r')
			return pos + 1 < in.len && in.ptr[pos + 1] == '\n' ? pos + 2 : pos + 1;
	}
	return pos;
}

void fieldscan_init(struct fieldscan *s, struct span eml)
{
	*s = (struct fieldscan){.in = eml};
	if (span_starts(eml, "\xEF\xBB\xBF", 3))
		s->at = 3;
	/* the separator line of a mailbox (RFC 4155), which some programs pass on */
	if (eml.len > s->at + 5 && memcmp(eml.ptr + s->at, "From ", 5) == 0)
		s->at = line_end(eml, s->at);
}

/* Length of a name before a colon, with blanks after it (RFC 5322, section 4.5); 0: none. */
static size_t name_len(struct span line, size_t *colon)
{
	size_t len = 0;
	size_t i;

	while (len < line.len && line.ptr[len] > ' ' && line.ptr[len] < 0x7F &&
		line.ptr[len] != ':')
		len++;
	for (i = len; i < line.len && (line.ptr[i] == ' ' || line.ptr[i] == '\t'); i++)
		;
	*colon = i;
	return i < line.len && line.ptr[i] == ':' && len <= FIELD_NAME_MAX ? len : 0;
}

bool fieldscan_next(struct fieldscan *s)
{
	size_t end = line_end(s->in, s->at);
	size_t colon;
	size_t len;
	struct span line;

	span_slice(s->in, s->at, end - s->at, &line);
	len = name_len(line, &colon);
	if (len == 0)
		return false;
	while (end < s->in.len && (s->in.ptr[end] == ' ' || s->in.ptr[end] == '\t'))
		end = line_end(s->in, end);
	span_slice(s->in, s->at, end - s->at, &s->whole);
	span_slice(s->whole, 0, len, &s->name);
	span_from(s->whole, colon + 1, &s->value);
	s->at = end;
	return true;
}

bool fieldscan_is(const struct fieldscan *s, const char *lower)
{
	size_t i;

	if (strlen(lower) != s->name.len)
		return false;
	for (i = 0; i < s->name.len; i++) {
		uint8_t c = s->name.ptr[i];

		if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != (uint8_t)lower[i])
			return false;
	}
	return true;
}

void fieldscan_name(const struct fieldscan *s, char out[FIELD_NAME_MAX + 1])
{
	memcpy(out, s->name.ptr, s->name.len);
	out[s->name.len] = '\0';
}

struct span fieldscan_body(const struct fieldscan *s)
{
	size_t at = s->at;
	struct span body;

	if (at < s->in.len && (s->in.ptr[at] == '\n' || s->in.ptr[at] == '\r'))
		at = line_end(s->in, at);
	span_from(s->in, at, &body);
	return body;
}
