/* SPDX-License-Identifier: MIT */
#include "message/fields.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/tr.h"
#include "message/addr.h"
#include "message/header.h"

#define NAME_MAX_LEN 64
#define TOKEN_MAX    900 /* characters without a blank: RFC 5322 2.1.1 limits lines to 998 */
#define BLANKS       " \t"

static bool same_word(const char *lower, const char *text)
{
	for (; *lower != '\0' && *text != '\0'; lower++, text++)
		if (*lower != (*text >= 'A' && *text <= 'Z' ? *text | 0x20 : *text))
			return false;
	return *lower == *text;
}

bool field_same_name(const char *a, const char *b)
{
	for (; *a != '\0' && *b != '\0'; a++, b++) {
		char x = *a >= 'A' && *a <= 'Z' ? (char)(*a | 0x20) : *a;
		char y = *b >= 'A' && *b <= 'Z' ? (char)(*b | 0x20) : *b;

		if (x != y)
			return false;
	}
	return *a == *b;
}

enum field_class field_class_of(const char *name)
{
	static const struct {
		const char *name;
		enum field_class class;
	} known[] = {
		{"sender", FIELD_ADDRESS},
		{"resent-sender", FIELD_ADDRESS},
		{"resent-from", FIELD_ADDRESSES},
		{"resent-to", FIELD_ADDRESSES},
		{"resent-cc", FIELD_ADDRESSES},
		{"resent-reply-to", FIELD_ADDRESSES},
		{"disposition-notification-to", FIELD_ADDRESSES}, /* RFC 8098 */
		{"return-receipt-to", FIELD_ADDRESSES},
		{"x-confirm-reading-to", FIELD_ADDRESSES},
		{"read-receipt-to", FIELD_ADDRESSES},
		{"errors-to", FIELD_ADDRESSES},
		{"mail-followup-to", FIELD_ADDRESSES},
		{"mail-reply-to", FIELD_ADDRESSES},
		{"x-original-to", FIELD_ADDRESSES},
		{"delivered-to", FIELD_ADDRESSES},
		{"apparently-to", FIELD_ADDRESSES},
		{"in-reply-to", FIELD_IDS},
		{"references", FIELD_IDS},
		{"resent-message-id", FIELD_IDS},
		{"original-message-id", FIELD_IDS},
		{"supersedes", FIELD_IDS},
		{"obsoletes", FIELD_IDS},
		{"x-forwarded-message-id", FIELD_IDS},
		{"list-unsubscribe", FIELD_URLS},
		{"list-help", FIELD_URLS},
		{"list-subscribe", FIELD_URLS},
		{"list-post", FIELD_URLS},
		{"list-owner", FIELD_URLS},
		{"list-archive", FIELD_URLS},
		{"archived-at", FIELD_URLS}, /* RFC 5064 */
		{"list-id", FIELD_LIST_ID},
		{"list-unsubscribe-post", FIELD_TOKENS}, /* RFC 8058 */
		{"auto-submitted", FIELD_TOKENS},        /* RFC 3834 */
		{"x-auto-response-suppress", FIELD_TOKENS},
		{"precedence", FIELD_TOKENS},
		{"priority", FIELD_TOKENS},
		{"importance", FIELD_TOKENS},
		{"x-priority", FIELD_TOKENS},
		{"x-msmail-priority", FIELD_TOKENS},
		{"sensitivity", FIELD_TOKENS},
		{"content-language", FIELD_TOKENS},
		{"accept-language", FIELD_TOKENS},
		{"content-location", FIELD_TOKENS},
		{"expires", FIELD_TOKENS},
		{"expiry-date", FIELD_TOKENS},
		{"reply-by", FIELD_TOKENS},
		{"resent-date", FIELD_TOKENS},
		{"deferred-delivery", FIELD_TOKENS},
		{"return-path", FIELD_TOKENS},
		{"received", FIELD_TOKENS},
		{"received-spf", FIELD_TOKENS},
		{"authentication-results", FIELD_TOKENS},
		{"dkim-signature", FIELD_TOKENS},
		{"arc-seal", FIELD_TOKENS},
		{"arc-message-signature", FIELD_TOKENS},
		{"arc-authentication-results", FIELD_TOKENS},
		{"autocrypt", FIELD_TOKENS},
		{"tls-required", FIELD_TOKENS}, /* RFC 8689 */
		{"feedback-id", FIELD_TOKENS},
		{"bimi-selector", FIELD_TOKENS},
		{"face", FIELD_TOKENS},
		{"x-face", FIELD_TOKENS},
	};
	size_t i;

	for (i = 0; i < sizeof known / sizeof known[0]; i++)
		if (same_word(known[i].name, name))
			return known[i].class;
	return FIELD_TEXT;
}

enum err_code field_name_ok(const char *name, struct err *err)
{
	static const char *const own[] = {"from", "to", "cc", "bcc", "resent-bcc", "reply-to",
		"subject", "date", "message-id", "mime-version", "content-type",
		"content-transfer-encoding", "content-disposition", "content-id"};
	const char *p;
	size_t i;

	for (p = name; *p != '\0'; p++)
		if (*p <= ' ' || *p >= 0x7F || *p == ':')
			return err_set(
				err, ERR_USAGE, "'%s' is not the name of a header field", name);
	if (p == name || p - name > NAME_MAX_LEN)
		return err_set(err, ERR_USAGE, "a header field has a name of 1 to %d characters",
			NAME_MAX_LEN);
	for (i = 0; i < sizeof own / sizeof own[0]; i++)
		if (same_word(own[i], name))
			return err_set(err, ERR_USAGE, "%s is written by scmail", name);
	return ERR_OK;
}

static bool is_ascii(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= 0x7F || ((unsigned char)*text < ' ' && *text != '\t'))
			return false;
	return true;
}

/* Writes words separated by blanks, unchanged. The first one stays on the line of the name:
 * otherwise some readers begin the text with a blank. */
static enum err_code write_tokens(struct header *h, const char *value, struct err *err)
{
	bool first = true;

	if (!is_ascii(value))
		return err_set(err, ERR_USAGE, "expected ASCII only");
	for (value += strspn(value, BLANKS); *value != '\0'; value += strspn(value, BLANKS)) {
		size_t len = strcspn(value, BLANKS);

		if (len > TOKEN_MAX)
			return err_set(err, ERR_USAGE, "more than %d characters without a blank",
				TOKEN_MAX);
		if (first) {
			header_glue(h, " ", 1);
			header_glue(h, value, len);
		} else {
			header_token(h, value, len);
		}
		first = false;
		value += len;
	}
	return ERR_OK;
}

/* Plain text is not encoded even if a word exceeds the line: programs that read such fields rarely
 * decode them. */
static enum err_code write_text(struct header *h, const char *value, struct err *err)
{
	size_t longest = 0;
	const char *p = value;

	while (*p != '\0') {
		size_t len = strcspn(p, " ");

		longest = len > longest ? len : longest;
		p += len + (p[len] == ' ');
	}
	if (longest > HEADER_LINE - 2 && longest <= TOKEN_MAX && is_ascii(value) &&
		strchr(value, '\t') == NULL && strstr(value, "=?") == NULL)
		return write_tokens(h, value, err);
	header_text(h, value);
	return ERR_OK;
}

/* Destination of a text, and its expansion. */
struct writer {
	struct header h;
	const char *name;
	const struct expander *e;
};

/* Reads the text between "<" and ">", or a bare word, with its values. *p moves past it. */
static enum err_code take_bracketed(
	struct writer *w, const char **p, bool url, char **out, struct err *err)
{
	bool open = **p == '<';
	const char *start = *p + (open ? 1 : 0);
	size_t n = strcspn(start, open ? "<>" : "<>, \t");
	/* a value alone is a whole URL, not a part of one */
	bool whole = start[0] == '{' && memchr(start, '}', n) == start + n - 1;
	size_t len;
	enum err_code rc;

	if (n == 0 || (open && start[n] != '>'))
		return err_set(err, ERR_USAGE, "an angle bracket has no partner");
	rc = expand_text(w->e, span_of(start, n), url && !whole, out, err);
	if (rc != ERR_OK)
		return rc;
	len = strlen(*out);
	if (whole && len > 2 && (*out)[0] == '<' &&
		(*out)[len - 1] == '>') { /* a cell may have its own brackets */
		memmove(*out, *out + 1, len - 2);
		(*out)[len - 2] = '\0';
	}
	if (strlen(*out) > TOKEN_MAX || (*out)[strcspn(*out, "<> \t")] != '\0' || !is_ascii(*out)) {
		free(*out);
		return err_set(err, ERR_USAGE,
			"a blank, a bracket or what is not ASCII is in it, or it is longer than %d "
			"characters",
			TOKEN_MAX);
	}
	*p = start + n + (open ? 1 : 0);
	return ERR_OK;
}

static void put_bracketed(struct writer *w, const char *text)
{
	char token[TOKEN_MAX + 3];

	snprintf(token, sizeof token, "<%s>", text);
	header_token(&w->h, token, strlen(token));
}

static enum err_code write_ids(struct writer *w, const char *value, struct err *err)
{
	size_t count = 0;

	while (*(value += strspn(value, BLANKS ",")) != '\0') {
		char *id;
		bool good;
		enum err_code rc = take_bracketed(w, &value, false, &id, err);

		if (rc != ERR_OK)
			return rc;
		good = strchr(id, '@') != NULL && strchr(id, ',') == NULL;
		if (good)
			put_bracketed(w, id);
		free(id);
		if (!good)
			return err_set(
				err, ERR_USAGE, "expected message ids such as <1@example.com>");
		count++;
	}
	return count > 0 ? ERR_OK : err_set(err, ERR_USAGE, "there is no message id");
}

/* True for "scheme:" followed by more. */
static bool is_url(const char *text)
{
	size_t n =
		strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+.-");

	return n > 0 && text[n] == ':' && text[n + 1] != '\0';
}

static enum err_code write_urls(struct writer *w, const char *value, struct err *err)
{
	size_t count = 0;

	if (same_word("list-post", w->name) && same_word("no", value)) {
		header_token(&w->h, "NO", 2); /* RFC 2369, section 3.4 */
		return ERR_OK;
	}
	while (*(value += strspn(value, BLANKS ",")) != '\0') {
		char *url;
		bool good;
		enum err_code rc = take_bracketed(w, &value, true, &url, err);

		if (rc != ERR_OK)
			return rc;
		good = is_url(url);
		if (good && count++ > 0)
			header_glue(&w->h, ",", 1);
		if (good)
			put_bracketed(w, url);
		free(url);
		if (!good)
			return err_set(err, ERR_USAGE,
				"expected URLs such as <https://example.com/x>, with commas "
				"between and non-ASCII characters as %% codes");
	}
	return count > 0 ? ERR_OK : err_set(err, ERR_USAGE, "there is no URL");
}

static enum err_code write_list_id(struct writer *w, const char *value, struct err *err)
{
	const char *open = strrchr(value, '<');
	size_t len = open != NULL ? (size_t)(open - value) : 0;
	const char *p = open != NULL ? open : value;
	char *phrase;
	char *id;
	enum err_code rc = take_bracketed(w, &p, false, &id, err);

	if (rc != ERR_OK)
		return rc;
	while (len > 0 && (value[len - 1] == ' ' || value[len - 1] == '\t'))
		len--;
	if (*p != '\0')
		rc = err_set(err, ERR_USAGE, "expected a name and <id.example.com>");
	if (rc == ERR_OK)
		rc = expand_text(w->e, span_of(value, len), false, &phrase, err);
	if (rc == ERR_OK) {
		rc = header_text_ok(phrase, w->name, err);
		if (rc == ERR_OK && phrase[0] != '\0')
			header_phrase(&w->h, phrase);
		free(phrase);
	}
	if (rc == ERR_OK)
		put_bracketed(w, id);
	free(id);
	return rc;
}

/* Words and texts are a single part. */
static enum err_code write_whole(struct writer *w, bool tokens, const char *value, struct err *err)
{
	char *text;
	enum err_code rc = expand_text(w->e, span_of(value, strlen(value)), false, &text, err);

	if (rc != ERR_OK)
		return rc;
	rc = header_text_ok(text, w->name, err);
	if (rc == ERR_OK)
		rc = tokens ? write_tokens(&w->h, text, err) : write_text(&w->h, text, err);
	free(text);
	return rc;
}

static enum err_code write_addresses(struct writer *w, const char *value, bool one, struct err *err)
{
	struct addr_list list = {NULL, 0};
	struct buf *out = w->h.out;
	enum err_code rc = addr_parse_filled(&list, value, w->name, w->e, err);

	if (rc == ERR_OK && (list.count == 0 || (one && list.count != 1)))
		rc = err_set(err, ERR_USAGE, "expected %s",
			one ? tr("exactly one address") : tr("an address"));
	if (rc == ERR_OK)
		addr_field(out, w->name, &list);
	addr_free(&list);
	return rc;
}

static enum err_code write_parts(
	struct writer *w, enum field_class class, const char *value, struct err *err)
{
	switch (class) {
	case FIELD_IDS:
		return write_ids(w, value, err);
	case FIELD_URLS:
		return write_urls(w, value, err);
	case FIELD_LIST_ID:
		return write_list_id(w, value, err);
	default:
		return write_whole(w, class == FIELD_TOKENS, value, err);
	}
}

enum err_code field_write(struct buf *out, const char *name, const char *value,
	const struct expander *e, struct err *err)
{
	struct writer w = {.name = name, .e = e, .h.out = out};
	enum field_class class = field_class_of(name);
	size_t before = out->len;
	enum err_code rc = field_name_ok(name, err);

	if (rc == ERR_OK)
		rc = header_text_ok(value, name, err);
	if (rc != ERR_OK)
		return rc;
	if (class == FIELD_ADDRESS || class == FIELD_ADDRESSES)
		return write_addresses(&w, value, class == FIELD_ADDRESS, err);
	header_begin(&w.h, out, name);
	rc = write_parts(&w, class, value, err);
	header_end(&w.h);
	if (rc == ERR_OK)
		return ERR_OK;
	out->len = before;
	return err_prefix(err, "%s", name);
}
