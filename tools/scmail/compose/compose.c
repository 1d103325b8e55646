/* SPDX-License-Identifier: MIT */
#include "compose/compose.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "compose/attach.h"
#include "compose/clock.h"
#include "compose/dkim_ring.h"
#include "compose/textin.h"
#include "compose/thread.h"
#include "message/fields.h"

#define OPTION_HEADERS 4

static struct textin textin_of(const struct options *o, struct composed *c)
{
	return (struct textin){.charset = o->charset,
		.stop = o->undecodable == UNDECODABLE_STOP,
		.warn = o->merging == NULL || o->merging->row == 0,
		.warning = c->warning};
}

/* A word of the command line in UTF-8; c keeps it. */
static enum err_code word_utf8(const struct options *o, struct composed *c, const char *word,
	const char *what, const char **out, struct err *err)
{
	struct textin t = textin_of(o, c);
	struct blob text;
	enum err_code rc = textin_word(&t, word, what, &text, err);

	if (rc != ERR_OK)
		return rc;
	*out = composed_own(c, text.ptr != NULL ? (const char *)text.ptr : "", text.len);
	blob_free(&text);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Inserts the values of the row into texts. */
static enum err_code put_values(
	void *user, struct span text, bool in_url, struct buf *out, struct err *err)
{
	const struct merging *m = user;

	return merge_expand(&m->table, m->row, text, in_url ? MERGE_URL : MERGE_STRICT, out, err);
}

static enum err_code parse_word(const struct options *o, struct composed *c, struct addr_list *list,
	const char *word, const char *what, struct err *err)
{
	struct expander row = {.put = put_values, .user = o->merging};
	const char *text;
	enum err_code rc = word_utf8(o, c, word, what, &text, err);

	return rc == ERR_OK
		       ? addr_parse_filled(list, text, what, o->merging != NULL ? &row : NULL, err)
		       : rc;
}

static enum err_code parse_all(const struct options *o, struct composed *c, struct addr_list *list,
	const struct cli_list *words, const char *what, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < words->count && rc == ERR_OK; i++)
		rc = parse_word(o, c, list, words->items[i], what, err);
	return rc;
}

static enum err_code addresses(const struct options *o, struct composed *c, struct err *err)
{
	struct mail *m = &c->mail;
	enum err_code rc = parse_word(o, c, &m->from, o->from, "--from", err);

	if (rc == ERR_OK && m->from.count != 1)
		rc = err_set(err, ERR_USAGE, "--from: exactly one address, please");
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->to, &o->to, "--to", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->cc, &o->cc, "--cc", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->bcc, &o->bcc, "--bcc", err);
	if (rc == ERR_OK)
		rc = parse_all(o, c, &m->reply_to, &o->reply_to, "--reply-to", err);
	if (rc == ERR_OK && m->to.count + m->cc.count + m->bcc.count == 0)
		rc = err_set(err, ERR_USAGE, "no recipient");
	return rc;
}

static void add_envelope(struct composed *c, const struct addr_list *list)
{
	size_t i;
	size_t k;

	for (i = 0; i < list->count; i++) {
		if (list->items[i].spec == NULL)
			continue;
		for (k = 0; k < c->to_count; k++)
			/* NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): filled below */
			if (strcmp(c->to[k], list->items[i].spec) == 0)
				break;
		if (k == c->to_count)
			c->to[c->to_count++] = list->items[i].spec;
	}
}

static enum err_code envelope(struct composed *c, struct err *err)
{
	size_t count = c->mail.to.count + c->mail.cc.count + c->mail.bcc.count;

	c->to = calloc(count + 1, sizeof *c->to);
	if (c->to == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	add_envelope(c, &c->mail.to);
	add_envelope(c, &c->mail.cc);
	add_envelope(c, &c->mail.bcc);
	return ERR_OK;
}

/* A text that was not entirely readable is also attached unchanged. */
static enum err_code attach_original(
	struct composed *c, struct blob *raw, const char *path, struct err *err)
{
	struct blob mine = *raw;

	*raw = (struct blob){NULL, 0};
	return attach_bytes(c, &mine, path, "application/octet-stream", err);
}

/* path: its name, for messages; raw is consumed. */
static enum err_code decode(const struct options *o, struct composed *c, struct blob *raw,
	const char *path, struct blob *out, struct err *err)
{
	struct textin t = textin_of(o, c);
	uint64_t replaced;
	enum err_code rc = textin_decode(&t, blob_span(*raw), path, &replaced, out, err);

	if (rc == ERR_OK && replaced > 0 && o->undecodable == UNDECODABLE_ATTACH)
		rc = attach_original(c, raw, path_base(path), err);
	blob_free(raw);
	return rc;
}

static enum err_code read_text(const struct options *o, struct composed *c, const char *path,
	struct blob *out, struct err *err)
{
	struct blob raw;
	enum err_code rc = textin_read(path, TEXTIN_MAX, &raw, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", path);
	return decode(o, c, &raw, strcmp(path, "-") == 0 ? "stdin" : path, out, err);
}

static enum err_code read_texts(const struct options *o, struct composed *c, struct err *err)
{
	struct textin t = textin_of(o, c);
	struct blob piped;
	enum err_code rc = ERR_OK;

	if (o->text != NULL) {
		rc = textin_word(&t, o->text, "--text", &c->text, err);
	} else if (o->body != NULL) {
		rc = read_text(o, c, o->body, &c->text, err);
	} else if (o->piped.len > 0) {
		rc = blob_copy(blob_span(o->piped), &piped, err);
		if (rc == ERR_OK)
			rc = decode(o, c, &piped, "stdin", &c->text, err);
	}
	if (rc == ERR_OK && o->html != NULL)
		rc = read_text(o, c, o->html, &c->html, err);
	if (rc == ERR_OK && o->calendar != NULL)
		rc = read_text(o, c, o->calendar, &c->calendar, err);
	return rc;
}

static enum err_code fill_text(const struct merging *m, struct blob in, enum merge_form form,
	struct blob *out, struct err *err)
{
	struct buf b;
	enum err_code rc;

	buf_init(&b, TEXTIN_MAX);
	rc = merge_expand(&m->table, m->row, blob_span(in), form, &b, err);
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

/* Reads the texts once for all rows: one of them may be standard input. */
static enum err_code texts(const struct options *o, struct composed *c, struct err *err)
{
	struct merging *m = o->merging;
	enum err_code rc = ERR_OK;

	if (m == NULL || !m->have_texts)
		rc = read_texts(o, c, err);
	if (m != NULL && rc == ERR_OK && !m->have_texts) {
		m->text = c->text;
		m->html = c->html;
		m->calendar = c->calendar;
		m->have_texts = true;
		c->text = c->html = c->calendar = (struct blob){NULL, 0};
	}
	if (m != NULL && rc == ERR_OK)
		rc = fill_text(m, m->text, MERGE_TEXT, &c->text, err);
	if (m != NULL && rc == ERR_OK)
		rc = fill_text(m, m->html, MERGE_HTML, &c->html, err);
	if (m != NULL && rc == ERR_OK)
		rc = fill_text(m, m->calendar, MERGE_TEXT, &c->calendar, err);
	c->mail.has_text = o->text != NULL || o->body != NULL || o->piped.len > 0;
	c->mail.has_html = o->html != NULL;
	c->mail.has_calendar = o->calendar != NULL;
	c->mail.text = blob_span(c->text);
	c->mail.html = blob_span(c->html);
	c->mail.calendar = blob_span(c->calendar);
	return rc;
}

static bool has_header(const struct composed *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->mail.header_count; i++)
		if (field_same_name(c->headers[i].name, name))
			return true;
	return false;
}

/* Writes header fields from options other than --header. */
static enum err_code option_headers(const struct options *o, struct composed *c, struct err *err)
{
	struct thread t;
	const char *receipt = NULL;
	enum err_code rc = thread_of(o, c, &t, err);
	size_t i;

	if (rc == ERR_OK && o->receipt != NULL)
		rc = word_utf8(o, c, o->receipt[0] == '\0' ? o->from : o->receipt,
			"--request-receipt", &receipt, err);
	if (rc != ERR_OK)
		return rc;
	const struct mail_header fields[OPTION_HEADERS] = {{"In-Reply-To", t.in_reply_to},
		{"References", t.references}, {"List-Unsubscribe", o->list_unsubscribe},
		{"Disposition-Notification-To", receipt}};

	for (i = 0; i < OPTION_HEADERS; i++) {
		if (fields[i].value == NULL)
			continue;
		if (has_header(c, fields[i].name))
			return err_set(err, ERR_USAGE, "%s: by its option or by --header, not both",
				fields[i].name);
		c->headers[c->mail.header_count++] = fields[i];
	}
	return ERR_OK;
}

static enum err_code own_headers(const struct options *o, struct composed *c, struct err *err)
{
	enum err_code rc;
	size_t i;

	c->headers = calloc(o->headers.count + OPTION_HEADERS, sizeof *c->headers);
	if (c->headers == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < o->headers.count; i++) {
		const char *word;
		const char *value;
		size_t len;

		rc = word_utf8(o, c, o->headers.items[i], "--header", &word, err);
		if (rc != ERR_OK)
			return rc;
		len = strcspn(word, ":");
		if (word[len] != ':')
			return err_set(err, ERR_USAGE, "--header: \"Name: text\", please");
		value = word + len + 1;
		value += strspn(value, " ");
		c->headers[i].name = composed_own(c, word, len);
		c->headers[i].value = value;
		if (c->headers[i].name == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	c->mail.headers = c->headers;
	c->mail.header_count = o->headers.count;
	return option_headers(o, c, err);
}

static enum err_code subject(const struct options *o, struct composed *c, struct err *err)
{
	const char *text;
	enum err_code rc = word_utf8(o, c, o->subject, "--subject", &text, err);

	return rc == ERR_OK ? composed_fill(o, c, text, "--subject", &c->mail.subject, err) : rc;
}

static void free_bytes(struct composed *c)
{
	size_t i;

	for (i = 0; i < c->byte_count; i++)
		blob_free(&c->bytes[i]);
	free(c->bytes);
	c->bytes = NULL;
	c->byte_count = 0;
}

static enum err_code from_parts(const struct options *o, struct composed *c, struct err *err)
{
	struct expander row = {.put = put_values, .user = o->merging};
	struct mail *m = &c->mail;
	enum err_code rc = texts(o, c, err);

	m->expander = o->merging != NULL ? &row : NULL;
	m->priority = o->priority;
	m->time_s = os_wall_time_ns() / 1000000000;
	m->zone_min = clock_zone_minutes(m->time_s);
	if (rc == ERR_OK && o->subject != NULL)
		rc = subject(o, c, err);
	if (rc == ERR_OK)
		rc = attach_all(o, c, err);
	if (rc == ERR_OK)
		rc = own_headers(o, c, err);
	if (rc == ERR_OK)
		rc = os_random(m->random, sizeof m->random, err);
	if (rc == ERR_OK)
		rc = message_open(m, &c->message, err);
	/* the message has copies */
	blob_free(&c->text);
	blob_free(&c->html);
	blob_free(&c->calendar);
	free_bytes(c);
	m->text = m->html = m->calendar = (struct span){NULL, 0};
	m->expander = NULL;
	return rc;
}

static enum err_code from_eml(const char *path, struct composed *c, struct err *err)
{
	struct blob raw;
	enum err_code rc = textin_read(path, TEXTIN_MAX * 16, &raw, err);

	if (rc == ERR_OK) {
		rc = message_from_eml(blob_span(raw), &c->message, err);
		blob_free(&raw);
	}
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

/* The addresses of an envelope given by a program. */
static enum err_code from_submission(
	const struct submission *s, struct composed *c, struct err *err)
{
	enum err_code rc = s->sender[0] != '\0'
				   ? addr_parse(&c->mail.from, s->sender, "sender", err)
				   : addr_add_empty(&c->mail.from, err);
	size_t i;

	if (rc == ERR_OK && c->mail.from.count != 1)
		rc = err_set(err, ERR_USAGE, "'%s' is not one sender", s->sender);
	for (i = 0; i < s->to_count && rc == ERR_OK; i++)
		rc = addr_parse(&c->mail.bcc, s->to[i], "recipient", err);
	if (rc == ERR_OK)
		rc = envelope(c, err);
	if (rc == ERR_OK && c->to_count == 0)
		rc = err_set(err, ERR_USAGE, "no recipient");
	return rc == ERR_OK ? message_from_eml(s->text, &c->message, err) : rc;
}

static enum err_code from_options(const struct options *o, struct composed *out, struct err *err)
{
	enum err_code rc = addresses(o, out, err);

	if (rc == ERR_OK)
		rc = envelope(out, err);
	if (rc != ERR_OK)
		return rc;
	return o->eml != NULL ? from_eml(o->eml, out, err) : from_parts(o, out, err);
}

enum err_code compose(const struct options *o, struct composed *out, struct err *err)
{
	enum err_code rc;

	*out = (struct composed){0};
	rc = o->submission != NULL ? from_submission(o->submission, out, err)
				   : from_options(o, out, err);
	if (rc == ERR_OK && o->dkim != NULL)
		rc = dkim_ring_sign(o->dkim, out, err);
	return rc;
}

enum err_code compose_table(const struct options *o, struct merging *m, struct err *err)
{
	struct composed c = {0};
	struct blob text = {NULL, 0};
	enum err_code rc;

	*m = (struct merging){0};
	if (o->body != NULL && strcmp(o->body, "-") == 0 && strcmp(o->merge, "-") == 0)
		return err_set(
			err, ERR_USAGE, "--body and --merge: only one can be standard input");
	rc = read_text(o, &c, o->merge, &text, err);
	if (rc == ERR_OK) {
		rc = merge_parse(blob_span(text), &m->table, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", o->merge);
	}
	blob_free(&text);
	return rc;
}

void compose_free(struct composed *c)
{
	size_t i;

	message_close(c->message);
	addr_free(&c->mail.from);
	addr_free(&c->mail.to);
	addr_free(&c->mail.cc);
	addr_free(&c->mail.bcc);
	addr_free(&c->mail.reply_to);
	blob_free(&c->text);
	blob_free(&c->html);
	blob_free(&c->calendar);
	free_bytes(c);
	for (i = 0; i < c->owned_count; i++)
		free(c->owned[i]);
	free(c->owned);
	free(c->attach);
	free(c->headers);
	free(c->to);
}
