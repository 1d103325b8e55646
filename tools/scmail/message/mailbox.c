/* SPDX-License-Identifier: MIT */
#include "message/mailbox.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"

/* State while reading an address. */
struct scan {
	struct mailbox_list *list;
	struct span in;
	size_t at;
	struct buf words;   /* outside brackets */
	struct buf angle;   /* within < and > */
	struct buf comment; /* within ( and ) */
	bool in_angle;
	bool has_angle;
	bool in_group; /* ended by a semicolon (RFC 5322, section 3.4) */
};

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static struct buf *target(struct scan *s)
{
	return s->in_angle ? &s->angle : &s->words;
}

/* A copy without blanks at the ends; NULL: out of memory. */
static char *trimmed(const struct buf *b)
{
	const uint8_t *p = b->ptr;
	size_t len = b->len;

	while (len > 0 && is_blank(*p)) {
		p++;
		len--;
	}
	while (len > 0 && is_blank(p[len - 1]))
		len--;
	return alloc_text_len(p, len);
}

void mailbox_unquote(char *name)
{
	char *to = name;
	char *from;

	for (from = name; *from != '\0'; from++) {
		if (*from == '"')
			continue;
		if (*from == '\\' && from[1] != '\0')
			from++;
		*to++ = *from;
	}
	*to = '\0';
}

/* "@a,@b:user@c" is user@c (RFC 5322, section 4.4). */
static void drop_route(char *spec)
{
	char *colon = spec[0] == '@' ? strrchr(spec, ':') : NULL;

	if (colon != NULL)
		memmove(spec, colon + 1, strlen(colon + 1) + 1);
}

static enum err_code add(struct scan *s, struct mailbox m, struct err *err)
{
	struct mailbox_list *list = s->list;
	struct mailbox *bigger;

	if (m.name == NULL || m.spec == NULL || m.spec[0] == '\0') {
		bool full = m.name == NULL || m.spec == NULL;

		free(m.name);
		free(m.spec);
		return full ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
	}
	bigger = list->count < MAILBOX_MAX
			 ? realloc(list->items, (list->count + 1) * sizeof *bigger)
			 : NULL;
	if (bigger == NULL) {
		free(m.name);
		free(m.spec);
		return list->count < MAILBOX_MAX ? err_set(err, ERR_NOMEM, "out of memory")
						 : err_set(err, ERR_LIMIT, "too many addresses");
	}
	list->items = bigger;
	list->items[list->count++] = m;
	return ERR_OK;
}

static enum err_code end_item(struct scan *s, struct err *err)
{
	struct mailbox m = {NULL, NULL};
	enum err_code rc;

	if (s->words.failed != ERR_OK || s->angle.failed != ERR_OK || s->comment.failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	m.spec = trimmed(s->has_angle ? &s->angle : &s->words);
	m.name = trimmed(s->has_angle ? &s->words : &s->comment);
	if (m.spec != NULL)
		drop_route(m.spec);
	rc = add(s, m, err);
	s->words.len = s->angle.len = s->comment.len = 0;
	s->in_angle = s->has_angle = false;
	return rc;
}

/* Reads a comment with nested ones; s->at moves from its first bracket to its last. */
static void comment(struct scan *s)
{
	unsigned depth = 0;

	for (; s->at < s->in.len; s->at++) {
		uint8_t c = s->in.ptr[s->at];

		if (c == '\\' && s->at + 1 < s->in.len)
			c = s->in.ptr[++s->at];
		else if (c == '(' && depth++ == 0)
			continue;
		else if (c == ')' && --depth == 0)
			return;
		buf_add_u8(&s->comment, is_blank(c) ? ' ' : c);
	}
}

/* Copies up to and including the closing mark. */
static void verbatim(struct scan *s, uint8_t end)
{
	buf_add_u8(target(s), s->in.ptr[s->at]);
	for (s->at++; s->at < s->in.len; s->at++) {
		uint8_t c = s->in.ptr[s->at];

		buf_add_u8(target(s), is_blank(c) ? ' ' : c);
		if (c == '\\' && s->at + 1 < s->in.len)
			buf_add_u8(target(s), s->in.ptr[++s->at]);
		else if (c == end)
			return;
	}
}

static enum err_code take(struct scan *s, struct err *err)
{
	uint8_t c = s->in.ptr[s->at];

	if (c == '(') {
		comment(s);
	} else if (c == '"') {
		verbatim(s, '"');
	} else if (c == '[') {
		verbatim(s, ']');
	} else if (c == '<' && !s->in_angle) {
		s->in_angle = s->has_angle = true;
		s->angle.len = 0;
	} else if (c == '>' && s->in_angle) {
		s->in_angle = false;
	} else if (c == ':' && !s->in_angle) { /* the name of a group */
		s->words.len = s->comment.len = 0;
		s->in_group = true;
	} else if ((c == ',' || c == ';') && !s->in_angle) {
		s->list->semicolons = s->list->semicolons || (c == ';' && !s->in_group);
		s->in_group = s->in_group && c != ';';
		return end_item(s, err);
	} else if (is_blank(c)) {
		if (!s->in_angle)
			buf_add_u8(&s->words, ' ');
	} else if (c != 0) {
		buf_add_u8(target(s), c);
	}
	return ERR_OK;
}

enum err_code mailbox_parse(struct mailbox_list *list, struct span text, struct err *err)
{
	struct scan s = {.list = list, .in = text};
	enum err_code rc = ERR_OK;

	buf_init(&s.words, 0);
	buf_init(&s.angle, 0);
	buf_init(&s.comment, 0);
	for (; s.at < text.len && rc == ERR_OK; s.at++)
		rc = take(&s, err);
	if (rc == ERR_OK)
		rc = end_item(&s, err);
	buf_free(&s.words);
	buf_free(&s.angle);
	buf_free(&s.comment);
	return rc;
}

void mailbox_free(struct mailbox_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		free(list->items[i].name);
		free(list->items[i].spec);
	}
	free(list->items);
	*list = (struct mailbox_list){NULL, 0, false};
}
