/* SPDX-License-Identifier: MIT */
#include "smtp/login.h"

#include <stdlib.h>
#include <string.h>

#include <nettle/base64.h>

#include "smtp/scram.h"

#define SCRAM_NAME "SCRAM-SHA-256"

bool login_is_own(const struct smtp_opts *opts)
{
	return opts->auth != NULL && strcmp(opts->auth, SCRAM_NAME) == 0;
}

/* Sends before and text in base64 as one command; the log shows only before. */
static bool say(struct talk *t, const char *before, const struct buf *text)
{
	size_t len = BASE64_ENCODE_RAW_LENGTH(text->len);
	struct buf line;
	char *code = malloc(len + 1);
	bool good = false;

	buf_init(&line, 0);
	if (code != NULL) {
		base64_encode_raw(code, text->len, text->ptr);
		buf_str(&line, before);
		buf_add(&line, code, len);
		buf_str(&line, "\r\n");
	}
	if (code == NULL || line.failed != ERR_OK)
		talk_fail(t, ERR_NOMEM, "out of memory");
	else
		good = talk_command(t, span_of(line.ptr, line.len),
			before[0] != '\0' ? "AUTH " SCRAM_NAME " ***" : "***");
	free(code);
	buf_free(&line);
	return good;
}

/* Decodes the base64 of a reply; it always fits. */
static bool heard(const char *code, uint8_t out[SMTP_REPLY_MAX], struct span *text)
{
	struct base64_decode_ctx ctx;
	size_t len = SMTP_REPLY_MAX;

	base64_decode_init(&ctx);
	if (!base64_decode_update(&ctx, &len, out, strlen(code), code) ||
		!base64_decode_final(&ctx))
		return false;
	*text = span_of(out, len);
	return true;
}

/* The server's proof is in the 235 reply or before it (RFC 4954, section 4). */
static bool is_proved(struct talk *t, const struct scram *s)
{
	uint8_t room[SMTP_REPLY_MAX];
	struct span text;
	const char *words = t->d->last.text;

	if (t->d->last.code == 334) {
		bool proved = heard(t->d->last.text, room, &text) && scram_verify(s, text);

		if (proved && talk_command(t, span_of("\r\n", 2), "***"))
			return t->d->last.code == 235;
		if (!proved)
			talk_fail(t, ERR_DENIED,
				"the server has another password than the one it asks for");
		return false;
	}
	if (t->d->last.code != 235)
		return false;
	/* "235 2.7.0 dj1..." */
	words = strrchr(words, ' ') != NULL ? strrchr(words, ' ') + 1 : words;
	if (heard(words, room, &text) && scram_verify(s, text))
		return true;
	talk_fail(t, ERR_DENIED, "the server did not prove that it has the password");
	return false;
}

bool login_do(struct talk *t)
{
	uint8_t room[SMTP_REPLY_MAX];
	struct span challenge;
	struct scram s;
	struct buf text;
	bool good = false;

	buf_init(&text, 0);
	if (scram_first(&s, t->opts->user, t->opts->password != NULL ? t->opts->password : "", NULL,
		    &text, &t->failure) == ERR_OK &&
		say(t, "AUTH " SCRAM_NAME " ", &text) && t->d->last.code == 334) {
		text.len = 0;
		if (!heard(t->d->last.text, room, &challenge))
			talk_fail(t, ERR_FORMAT, "the server's challenge is not base64");
		else if (scram_final(&s, challenge, &text, &t->failure) == ERR_OK)
			good = say(t, "", &text) && is_proved(t, &s);
	}
	buf_free(&text);
	return good;
}
