/* SPDX-License-Identifier: MIT */
#include "sendmail/smtp_in.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"

#define LINE_MAX_LEN 4096 /* of a command: RFC 5321 requires 512 */
#define BLOCK        65536

struct session {
	struct file_in *in;
	uint8_t block[BLOCK];
	size_t have;
	size_t used;
	bool ended;
	bool crlf; /* the last command ended with CR LF */
	const char *host;
	const struct smtp_in_ways *ways;
	char *sender; /* NULL: no MAIL so far */
	struct cli_list to;
};

static void say(const char *code, const char *text)
{
	out_printf("%s %s\r\n", code, text);
	out_flush();
}

/* The next byte; -1 at the end. */
static int next_byte(struct session *s, struct err *err)
{
	if (s->used == s->have && !s->ended) {
		if (file_in_read(s->in, s->block, BLOCK, &s->have, err) != ERR_OK)
			s->have = 0;
		s->used = 0;
		s->ended = s->have == 0;
	}
	return s->used < s->have ? s->block[s->used++] : -1;
}

/* Reads a command without its line end; false: the end of input. "" for one that is too long or has
 * a zero byte, because a part of it would be another command. */
static bool read_command(struct session *s, char line[LINE_MAX_LEN], struct err *err)
{
	bool good = true;
	size_t len = 0;
	int c = next_byte(s, err);

	if (c < 0)
		return false;
	for (; c >= 0 && c != '\n'; c = next_byte(s, err)) {
		good = good && c != 0 && len + 1 < LINE_MAX_LEN;
		if (good)
			line[len++] = (char)c;
	}
	s->crlf = good && len > 0 && line[len - 1] == '\r';
	len = good ? len : 0;
	while (len > 0 && (line[len - 1] == '\r' || line[len - 1] == ' '))
		len--;
	line[len] = '\0';
	return true;
}

static void forget(struct session *s)
{
	size_t i;

	for (i = 0; i < s->to.count; i++)
		free((char *)s->to.items[i]); /* allocated by path_of */
	cli_list_free(&s->to);
	s->to = (struct cli_list){0};
	free(s->sender);
	s->sender = NULL;
}

static bool is_word(const char *line, const char *upper)
{
	size_t i;

	for (i = 0; upper[i] != '\0'; i++) {
		char c = line[i];

		if ((c >= 'a' && c <= 'z' ? c - 32 : c) != upper[i])
			return false;
	}
	return true;
}

/* The '>' outside a quoted local part; NULL: none. */
static const char *bracket(const char *text)
{
	bool quoted = false;

	for (; *text != '\0' && (quoted || *text != '>'); text++) {
		if (*text == '"')
			quoted = !quoted;
		else if (quoted && *text == '\\' && text[1] != '\0')
			text++;
	}
	return *text != '\0' ? text : NULL;
}

/* "MAIL FROM:<a@b> SIZE=1": the address without its brackets, to be freed; NULL: missing, or with a
 * control character. */
static char *path_of(const char *text)
{
	const char *end;
	size_t len;
	size_t i;

	while (*text == ' ')
		text++;
	if (*text == '<') {
		end = bracket(++text);
		if (end == NULL)
			return NULL;
	} else {
		end = text + strcspn(text, " ");
		if (end == text)
			return NULL;
	}
	len = (size_t)(end - text);
	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7F)
			return NULL;
	return alloc_text_len(text, len);
}

static void mail(struct session *s, const char *line)
{
	char *path = is_word(line, "MAIL FROM:") ? path_of(line + 10) : NULL;

	if (s->sender != NULL || path == NULL) {
		say(s->sender != NULL ? "503" : "501", s->sender != NULL
							       ? "5.5.1 one MAIL after the other"
							       : "5.5.4 MAIL FROM:<a@b>");
		free(path);
		return;
	}
	s->sender = path;
	say("250", "2.1.0 ok");
}

/* Takes over path, or returns the reason for refusal. */
static const char *take_recipient(struct session *s, char *path)
{
	if (s->sender == NULL)
		return "503 5.5.1 MAIL first";
	if (path == NULL || path[0] == '\0')
		return "501 5.5.4 RCPT TO:<a@b>";
	if (s->to.count >= SMTP_IN_TO_MAX)
		return "452 4.5.3 too many recipients";
	if (s->ways->check != NULL && !s->ways->check(s->ways->user, path))
		return "553 5.1.3 not a mail address, or an alias that leads to none";
	return cli_list_add(&s->to, path) ? NULL : "451 4.3.0 out of memory";
}

static void rcpt(struct session *s, const char *line)
{
	char *path = is_word(line, "RCPT TO:") ? path_of(line + 8) : NULL;
	const char *refusal = take_recipient(s, path);

	if (refusal == NULL) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): the list has path */
		say("250", "2.1.5 ok");
		return;
	}
	out_printf("%s\r\n", refusal);
	out_flush();
	free(path);
}

/* Reads up to the final dot and removes stuffed dots. False: the input ended first. */
static bool read_message(struct session *s, struct buf *text, struct err *err)
{
	bool start = true; /* of a line */
	int before = 0;
	int c;

	while ((c = next_byte(s, err)) >= 0) {
		if (start && c == '.') {
			bool cr;

			c = next_byte(s, err);
			cr = c == '\r';
			if (cr)
				c = next_byte(s, err);
			if (c < 0)
				return false;
			if (c == '\n' && (cr || !s->crlf))
				return true;
			if (cr)
				buf_add_u8(text, '\r');
			before = cr ? '\r' : 0;
		}
		buf_add_u8(text, (uint8_t)c);
		start = c == '\n' && (before == '\r' || !s->crlf);
		before = c;
	}
	return false;
}

static void data(struct session *s, struct err *err)
{
	static const char *const codes[] = {"250", "451", "554"};
	static const char *const details[] = {"2.0.0", "4.0.0", "5.0.0"};
	struct smtp_in_mail m = {.sender = s->sender, .to = s->to};
	enum smtp_in_answer answer;
	char words[450] = "";
	char line[470];
	struct buf text;

	if (s->to.count == 0) {
		say("503", "5.5.1 RCPT first");
		return;
	}
	say("354", "until a dot alone");
	buf_init(&text, SMTP_IN_MESSAGE);
	if (!read_message(s, &text, err)) {
		buf_free(&text);
		return;
	}
	if (text.failed != ERR_OK) {
		say("552", "5.3.4 the message is too large");
	} else {
		m.text = span_of(text.ptr, text.len);
		answer = s->ways->take(s->ways->user, &m, words, sizeof words);
		snprintf(line, sizeof line, "%s %s", details[answer], words);
		say(codes[answer], line);
	}
	buf_free(&text);
	forget(s);
}

/* False: QUIT. */
static bool command(struct session *s, const char *line, struct err *err)
{
	char text[400];

	if (is_word(line, "EHLO")) {
		forget(s);
		snprintf(text, sizeof text,
			"250-%.200s\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 "
			"ENHANCEDSTATUSCODES\r\n",
			s->host);
		out_str(text);
		out_flush();
	} else if (is_word(line, "HELO")) {
		forget(s);
		say("250", s->host);
	} else if (is_word(line, "MAIL")) {
		mail(s, line);
	} else if (is_word(line, "RCPT")) {
		rcpt(s, line);
	} else if (is_word(line, "DATA")) {
		data(s, err);
	} else if (is_word(line, "RSET")) {
		forget(s);
		say("250", "2.0.0 ok");
	} else if (is_word(line, "NOOP")) {
		say("250", "2.0.0 ok");
	} else if (is_word(line, "VRFY")) {
		say("252", "2.1.5 send it, and see");
	} else if (is_word(line, "QUIT")) {
		say("221", "2.0.0 bye");
		return false;
	} else {
		say("500", "5.5.2 unknown command");
	}
	return !out_failed();
}

enum err_code smtp_in_run(
	struct file_in *in, const char *host, const struct smtp_in_ways *ways, struct err *err)
{
	struct session *s = calloc(1, sizeof *s);
	char line[LINE_MAX_LEN];
	enum err_code rc;

	if (s == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	err->code = ERR_OK;
	s->host = host;
	s->ways = ways;
	s->in = in;
	out_printf("220 %.200s ESMTP scmail\r\n", host);
	out_flush();
	while (read_command(s, line, err) && command(s, line, err))
		;
	rc = err->code;
	forget(s);
	free(s);
	return rc;
}
