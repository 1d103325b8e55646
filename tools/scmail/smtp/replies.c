/* SPDX-License-Identifier: MIT */
#include "smtp/replies.h"

#include <string.h>

#define REPLY_LINES_MAX 1000
/* The lines of EHLO have 512 bytes at most, and are few. */
#define REPLY_BYTES_MAX ((size_t)256 << 10)

void dialogue_init(struct dialogue *d, struct smtp_reply *rcpt, size_t rcpt_count)
{
	struct dialogue_offers offers = d->offers;

	memset(d, 0, sizeof *d);
	d->offers = offers;
	d->rcpt = rcpt;
	d->rcpt_count = rcpt_count;
}

static bool starts(struct span line, const char *word)
{
	size_t len = strlen(word);
	size_t i;

	if (line.len < len)
		return false;
	for (i = 0; i < len; i++)
		if ((line.ptr[i] & ~0x20) != (uint8_t)(word[i] & ~0x20))
			return false;
	return true;
}

void dialogue_sent(struct dialogue *d, struct span line)
{
	static const struct {
		const char *word;
		enum dialogue_step step;
	} commands[] = {{"EHLO", STEP_EHLO}, {"HELO", STEP_EHLO}, {"STARTTLS", STEP_STARTTLS},
		{"AUTH", STEP_AUTH}, {"MAIL", STEP_MAIL}, {"RCPT", STEP_RCPT}, {"DATA", STEP_DATA},
		{"BDAT", STEP_DATA}, {"QUIT", STEP_QUIT}};
	size_t i;

	for (i = 0; i < sizeof commands / sizeof commands[0]; i++) {
		if (!starts(line, commands[i].word))
			continue;
		/* during a log-in, lines are base64 and may look like commands: "QUIt" */
		if (d->step == STEP_AUTH && !span_starts(line, "MAIL ", 5) &&
			!span_starts(line, "QUIT", 4))
			break;
		d->step = commands[i].step;
		if (d->step == STEP_EHLO) /* repeated inside TLS */
			d->offers = (struct dialogue_offers){
				.secured = d->offers.secured ||
					   (d->last_step == STEP_STARTTLS && d->last.code == 220)};
		d->offers.login = d->offers.login || d->step == STEP_AUTH;
		if (d->step == STEP_RCPT)
			d->rcpt_asked++;
		return;
	}
	if (d->step != STEP_AUTH)
		d->step = STEP_OTHER;
}

static void append(struct smtp_reply *r, struct span text)
{
	size_t have = strlen(r->text);
	size_t room = sizeof r->text - 1 - have;
	size_t i;

	if (have > 0 && room > 0) {
		r->text[have++] = ' ';
		room--;
	}
	for (i = 0; i < text.len && room > 0; i++) {
		if (text.ptr[i] == 0)
			continue;
		r->text[have++] = (char)text.ptr[i];
		room--;
	}
	r->text[have] = '\0';
}

/* Copies only the used part: done for each reply to each of a thousand mails. */
static void copy(struct smtp_reply *to, const struct smtp_reply *from)
{
	to->code = from->code;
	to->state = from->state;
	memcpy(to->text, from->text, strlen(from->text) + 1);
}

static void take_reply(struct dialogue *d)
{
	bool to_dot = d->all_given && !d->confirmed;

	d->replies++;
	d->open_lines = d->open_bytes = 0;
	if (to_dot && d->step == STEP_DATA && d->part.code == 354)
		to_dot = false; /* the reply to DATA itself, read late */
	if (to_dot) {
		copy(&d->dot, &d->part);
		d->confirmed = true;
		d->step = STEP_DOT;
	} else if (d->step == STEP_RCPT && d->rcpt_answered < d->rcpt_count) {
		copy(&d->rcpt[d->rcpt_answered++], &d->part);
	}
	if (d->step != STEP_QUIT) {
		copy(&d->last, &d->part);
		d->last_step = d->step;
	}
}

/* The decimal number at pos; 0: none, or too large to matter. */
static uint64_t number_of(struct span text, size_t pos)
{
	uint64_t v = 0;

	for (; pos < text.len && text.ptr[pos] >= '0' && text.ptr[pos] <= '9'; pos++) {
		if (v > UINT64_MAX / 10 - 1)
			return 0;
		v = v * 10 + (uint64_t)(text.ptr[pos] - '0');
	}
	return v;
}

/* Takes an extension from the reply to EHLO; parameters after its name do not matter for these. */
static void take_offer(struct dialogue_offers *o, struct span text)
{
	struct {
		const char *word;
		bool *on;
	} known[] = {{"SMTPUTF8", &o->utf8}, {"PIPELINING", &o->pipelining}, {"SIZE", &o->size},
		{"DSN", &o->dsn}, {"8BITMIME", &o->eight_bit}, {"CHUNKING", &o->chunking},
		{"BINARYMIME", &o->binary}};
	size_t i;

	for (i = 0; i < sizeof known / sizeof known[0]; i++) {
		size_t len = strlen(known[i].word);

		if (starts(text, known[i].word) && (text.len == len || text.ptr[len] == ' '))
			*known[i].on = true;
	}
	if (starts(text, "SIZE ") && text.len > 5)
		o->size_most = number_of(text, 5);
}

static bool is_digit(uint8_t c)
{
	return c >= '0' && c <= '9';
}

/* RFC 5321, section 4.2.1: three digits, '-' when more lines follow. */
static void take_line(struct dialogue *d)
{
	struct span line = span_of(d->line, d->line_len);
	struct span text = {NULL, 0};
	int code = 0;
	size_t i;

	for (i = 0; i < 3; i++) {
		if (i >= line.len || !is_digit(line.ptr[i]))
			return; /* not a reply: libcurl will close the connection */
		code = code * 10 + (line.ptr[i] - '0');
	}
	/* RFC 5321, section 4.2: other first digits are neither success nor failure */
	if (code / 100 < 2 || code / 100 > 5 || (line.len > 3 && is_digit(line.ptr[3])))
		code = 0;
	span_from(line, line.len > 3 ? 4 : 3, &text);
	if (d->step == STEP_EHLO && code == 250)
		take_offer(&d->offers, text);
	d->part.code = code;
	append(&d->part, text);
	if (line.len > 3 && line.ptr[3] == '-')
		return;
	take_reply(d);
	d->part.code = 0;
	d->part.text[0] = '\0';
}

void dialogue_received(struct dialogue *d, struct span bytes)
{
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		d->open_bytes++;
		if (bytes.ptr[i] == '\n') {
			d->open_lines++;
			if (d->line_len > 0 && d->line[d->line_len - 1] == '\r')
				d->line_len--;
			take_line(d);
			d->line_len = 0;
		} else if (d->line_len < sizeof d->line) {
			d->line[d->line_len++] = (char)bytes.ptr[i];
		}
	}
}

bool dialogue_is_endless(const struct dialogue *d)
{
	return d->open_lines > REPLY_LINES_MAX || d->open_bytes > REPLY_BYTES_MAX;
}
