/* SPDX-License-Identifier: MIT */
#include "smtp/transaction.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"

#define EARLY_LINES_MAX  1000 /* read between two pieces of a message */
#define GROUP_BYTES      4096 /* of pipelined commands; the replies fit any TCP window */
#define REPORT_WORDS_MAX 130  /* an ENVID has 100 characters at most */
#define COMMAND_MAX      (ADDR_SPEC_MAX + 128 + REPORT_WORDS_MAX)

void talk_fail(struct talk *t, enum err_code code, const char *fmt, ...)
{
	char text[ERR_TEXT_MAX];
	va_list args;

	va_start(args, fmt);
	vsnprintf(t->failure_english, sizeof t->failure_english, fmt, args);
	va_end(args);
	va_start(args, fmt);
	vsnprintf(text, sizeof text, tr(fmt), args);
	va_end(args);
	err_set(&t->failure, code, "%s", text);
}

void talk_show(const struct smtp_opts *opts, char direction, struct span bytes)
{
	size_t start = 0;
	size_t i;

	for (i = 0; opts->on_line != NULL && i < bytes.len; i++) {
		struct span line;

		if (bytes.ptr[i] != '\n' && i + 1 < bytes.len)
			continue;
		span_slice(bytes, start, i + 1 - start, &line);
		while (line.len > 0 &&
			(line.ptr[line.len - 1] == '\n' || line.ptr[line.len - 1] == '\r'))
			line.len--;
		opts->on_line(opts->watch, direction, line);
		start = i + 1;
	}
}

static bool hear(struct talk *t, uint64_t until_ms)
{
	struct span line;

	if (!wire_line(t->wire, &line, until_ms))
		return false;
	talk_show(t->opts, '<', line);
	dialogue_received(t->d, line);
	return true;
}

/* Reads the whole reply to a command; the time limit is for the reply, not for each line. */
static bool hear_reply(struct talk *t, struct span command, unsigned wait_s)
{
	size_t before = t->d->replies;
	uint64_t until = os_time_ms() + (uint64_t)wait_s * 1000;

	dialogue_sent(t->d, command);
	while (!dialogue_is_endless(t->d) && hear(t, until)) {
		if (t->d->replies != before)
			return true;
		if (os_time_ms() >= until) {
			t->wire->state = WIRE_TIMEOUT;
			return false;
		}
	}
	return false;
}

/* " RET=HDRS ENVID=..." (RFC 3461, sections 4.3 and 4.4), with special characters as "+XX". */
static void report_words_of_mail(const struct talk *t, char out[REPORT_WORDS_MAX])
{
	const char *p = t->opts->envelope_id;
	size_t len = 0;

	out[0] = '\0';
	if (!t->d->offers.dsn)
		return;
	if (t->opts->dsn_return != NULL)
		len = (size_t)snprintf(out, REPORT_WORDS_MAX, " RET=%s",
			strcmp(t->opts->dsn_return, "full") == 0 ? "FULL" : "HDRS");
	if (p == NULL || p[0] == '\0')
		return;
	len += (size_t)snprintf(out + len, REPORT_WORDS_MAX - len, " ENVID=");
	for (; *p != '\0' && len + 4 < REPORT_WORDS_MAX; p++) {
		unsigned char c = (unsigned char)*p;
		bool plain = c > ' ' && c < 0x7F && c != '+' && c != '=';

		len += (size_t)snprintf(
			out + len, REPORT_WORDS_MAX - len, plain ? "%c" : "+%02X", c);
	}
}

/* Writes a command: MAIL is number 0, then the recipients, then DATA. */
static size_t command(const struct talk *t, size_t number, char out[COMMAND_MAX])
{
	const char *body = "";
	char reports[REPORT_WORDS_MAX];
	char size[40] = "";
	int n;

	if (number > t->to_count) {
		n = snprintf(out, COMMAND_MAX, "DATA\r\n");
	} else if (number > 0) {
		n = snprintf(out, COMMAND_MAX, "RCPT TO:<%s>%s\r\n", t->to[number - 1], t->notify);
	} else {
		if (t->d->offers.size)
			snprintf(size, sizeof size, " SIZE=%llu",
				(unsigned long long)message_len(t->message));
		if (t->binary)
			body = " BODY=BINARYMIME"; /* RFC 3030, section 3 */
		else if (t->d->offers.eight_bit && message_is_8bit(t->message))
			body = " BODY=8BITMIME"; /* RFC 6152, section 3 */
		report_words_of_mail(t, reports);
		n = snprintf(out, COMMAND_MAX, "MAIL FROM:<%s>%s%s%s%s\r\n", t->from, size, body,
			t->utf8 ? " SMTPUTF8" : "", reports);
	}
	return n > 0 && n < COMMAND_MAX ? (size_t)n : 0;
}

static size_t accepted(const struct talk *t)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < t->d->rcpt_answered; i++)
		n += t->d->rcpt[i].code / 100 == 2;
	return n;
}

/* The number of DATA, or with BDAT of the last recipient: BDAT is sent with the message. */
static size_t last_number(const struct talk *t)
{
	return t->to_count + (t->binary ? 0 : 1);
}

/* Sends commands from *number on, one or a pipelined group, and reads the replies. */
static bool group(struct talk *t, size_t *number)
{
	char text[GROUP_BYTES + COMMAND_MAX];
	size_t ends[GROUP_BYTES / 6 + 1];
	size_t count = 0;
	size_t len = 0;
	size_t start = 0;
	size_t i;

	do {
		len += command(t, *number + count, text + len);
		ends[count++] = len;
	} while (t->d->offers.pipelining && len < GROUP_BYTES && *number + count <= last_number(t));
	talk_show(t->opts, '>', span_of(text, len));
	if (!wire_send(t->wire, span_of(text, len), t->opts->reply_s))
		return false;
	for (i = 0; i < count; i++) {
		if (!hear_reply(t, span_of(text + start, ends[i] - start), t->opts->reply_s))
			return false;
		if (*number + i == 0)
			t->mail = t->d->last;
		start = ends[i];
	}
	*number += count;
	return true;
}

/* True: the server expects the message. */
static bool envelope(struct talk *t)
{
	size_t number = 0;
	bool refused = false;

	t->clean = false;
	while (number <= last_number(t) && !refused) {
		if (!group(t, &number))
			return false;
		refused = t->mail.code / 100 != 2 || (number > t->to_count && accepted(t) == 0);
	}
	if (t->binary) {
		t->clean = true;
		return !refused;
	}
	/* a server that accepts DATA without recipients might take QUIT for the message */
	t->clean = number <= t->to_count + 1 || t->d->last.code != 354;
	return !refused && t->d->last.code == 354;
}

/* Called while a message is sent: a reply at this time is not the reply to it. */
static bool heard_early(void *user)
{
	struct talk *t = user;
	size_t before = t->d->replies;
	size_t lines;

	for (lines = 0; !t->early && lines < EARLY_LINES_MAX && hear(t, 0); lines++)
		t->early = t->d->replies != before || dialogue_is_endless(t->d);
	return t->early;
}

static bool send_block(struct talk *t, size_t len, bool last)
{
	static const char end[] = "\r\n.\r\n";
	size_t stuffed = t->binary ? 0 : wire_stuff(t->block, len, t->line_start, t->stuffed);
	uint8_t *bytes = stuffed > 0 ? t->stuffed : t->block;
	size_t have = stuffed > 0 ? stuffed : len;

	if (len > 0)
		t->line_start = t->block[len - 1] == '\n';
	if (last && !t->binary) {
		size_t skip = t->line_start ? 2 : 0;

		memcpy(bytes + have, end + skip, sizeof end - 1 - skip);
		have += sizeof end - 1 - skip;
	}
	return wire_send(t->wire, span_of(bytes, have), t->opts->reply_s);
}

/* The size is known, so it is a single chunk: RFC 3030, section 2. */
static bool announce(struct talk *t, uint64_t len)
{
	char text[48];
	int n = snprintf(text, sizeof text, "BDAT %llu LAST\r\n", (unsigned long long)len);
	struct span line = span_of(text, (size_t)n);

	talk_show(t->opts, '>', line);
	dialogue_sent(t->d, line);
	return wire_send(t->wire, line, t->opts->reply_s);
}

/* False: not sent up to the dot. */
static bool content(struct talk *t)
{
	const struct smtp_opts *o = t->opts;
	uint64_t len = message_len(t->message);
	uint64_t sent = 0;

	t->line_start = true;
	if (t->binary && !announce(t, len))
		return false;
	while (!t->d->all_given) {
		size_t got = 0;
		bool last;

		if (message_read(t->message, t->block, TALK_BLOCK, &got, &t->failure) != ERR_OK)
			return false; /* an incomplete mail gets no final dot */
		last = sent + got >= len;
		if (got == 0 && !last) {
			talk_fail(t, ERR_IO, "the message became shorter");
			return false;
		}
		if (last && o->before_end != NULL && o->before_end(o->watch, &t->failure) != ERR_OK)
			return false;
		if (!send_block(t, got, last))
			return false;
		sent += got;
		t->d->all_given = last;
		if (o->on_progress != NULL)
			o->on_progress(o->watch, sent);
	}
	return true;
}

bool talk_command(struct talk *t, struct span command, const char *shown)
{
	talk_show(t->opts, '>', span_of(shown, strlen(shown)));
	return wire_send(t->wire, command, t->opts->reply_s) &&
	       hear_reply(t, command, t->opts->reply_s);
}

/* RFC 5321, section 4.1.1.5 */
static bool forget(struct talk *t)
{
	static const char text[] = "RSET\r\n";
	struct span command = span_of(text, sizeof text - 1);

	if (!t->reset)
		return true;
	t->clean = false;
	talk_show(t->opts, '>', command);
	return wire_send(t->wire, command, t->opts->reply_s) &&
	       hear_reply(t, command, t->opts->reply_s) && t->d->last.code / 100 == 2;
}

void talk_send(struct talk *t, uint8_t *memory)
{
	bool given;

	t->block = memory;
	t->stuffed = memory + TALK_BLOCK + 8;
	t->failure.code = ERR_OK;
	if (!forget(t) || !envelope(t))
		return;
	t->clean = false;
	t->wire->on_input = heard_early;
	t->wire->user = t;
	given = content(t);
	t->wire->on_input = NULL;
	if (given) /* after a refused BDAT its bytes may be taken for commands */
		t->clean = hear_reply(t, span_of("", 0), t->opts->reply_s) &&
			   t->d->dot.code != 421 && (!t->binary || t->d->dot.code / 100 == 2);
	else if (t->failure.code == ERR_OK && !t->early)
		(void)heard_early(t); /* the reason for the disconnection may be unread */
}

void talk_quit(struct talk *t, unsigned wait_s)
{
	static const char quit[] = "QUIT\r\n";
	struct span command = span_of(quit, strlen(quit));

	talk_show(t->opts, '>', command);
	if (wire_send(t->wire, command, wait_s))
		(void)hear_reply(t, command, wait_s);
}
