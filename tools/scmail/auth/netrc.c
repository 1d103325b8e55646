/* SPDX-License-Identifier: MIT */
#include "auth/netrc.h"

#include <stdbool.h>
#include <string.h>

struct reader {
	struct span in;
	size_t at;
	unsigned line;
};

static bool is_blank(uint8_t b)
{
	return b == ' ' || b == '\t' || b == '\r' || b == '\n';
}

static void skip_line(struct reader *r)
{
	while (r->at < r->in.len && r->in.ptr[r->at] != '\n')
		r->at++;
}

static void skip_blanks(struct reader *r, bool comments)
{
	while (r->at < r->in.len &&
		(is_blank(r->in.ptr[r->at]) || (comments && r->in.ptr[r->at] == '#'))) {
		if (r->in.ptr[r->at] == '#') {
			skip_line(r);
			continue;
		}
		r->line += r->in.ptr[r->at] == '\n';
		r->at++;
	}
}

static char unescape(uint8_t b)
{
	return b == 'n' ? '\n' : b == 'r' ? '\r' : b == 't' ? '\t' : (char)b;
}

static enum err_code quoted(struct reader *r, char *out, struct err *err)
{
	size_t len = 0;

	for (r->at++; r->at < r->in.len && r->in.ptr[r->at] != '"'; r->at++) {
		char c = (char)r->in.ptr[r->at];

		if (c == '\n' || len + 1 >= NETRC_WORD_MAX)
			break;
		if (c == '\\' && r->at + 1 < r->in.len)
			c = unescape(r->in.ptr[++r->at]);
		out[len++] = c;
	}
	if (r->at >= r->in.len || r->in.ptr[r->at] != '"')
		return err_set(
			err, ERR_FORMAT, "line %u: a quotation mark without its partner", r->line);
	r->at++;
	out[len] = '\0';
	return ERR_OK;
}

/* The next word; "" at the end. A value, such as a password, may begin with '#'. */
static enum err_code next_word(struct reader *r, bool value, char *out, struct err *err)
{
	size_t len = 0;

	skip_blanks(r, !value);
	out[0] = '\0';
	if (r->at < r->in.len && r->in.ptr[r->at] == '"')
		return quoted(r, out, err);
	while (r->at < r->in.len && !is_blank(r->in.ptr[r->at])) {
		if (r->in.ptr[r->at] == '\0' || len + 1 >= NETRC_WORD_MAX)
			return err_set(err, ERR_FORMAT,
				"line %u: a word with a zero byte or without end", r->line);
		out[len++] = (char)r->in.ptr[r->at++];
	}
	out[len] = '\0';
	return ERR_OK;
}

/* Skips a macro, which ends at the next empty line. */
static void skip_macro(struct reader *r)
{
	while (r->at < r->in.len) {
		size_t begin;

		skip_line(r);
		r->line++;
		begin = ++r->at;
		while (r->at < r->in.len && r->in.ptr[r->at] == '\r')
			r->at++;
		if (r->at >= r->in.len || r->in.ptr[r->at] == '\n' || begin > r->in.len)
			return;
	}
}

static bool same_host(const char *a, const char *b)
{
	for (; *a != '\0' && *b != '\0'; a++, b++) {
		unsigned x = (unsigned char)*a;
		unsigned y = (unsigned char)*b;

		x += x >= 'A' && x <= 'Z' ? 32 : 0;
		y += y >= 'A' && y <= 'Z' ? 32 : 0;
		if (x != y)
			return false;
	}
	return *a == *b;
}

/* Reads the values of one entry up to the next "machine" or "default", which is then in word. */
static enum err_code read_entry(
	struct reader *r, struct netrc_entry *e, char *word, struct err *err)
{
	static char unused[NETRC_WORD_MAX];

	e->login[0] = e->password[0] = '\0';
	for (;;) {
		char *to = NULL;
		enum err_code rc = next_word(r, false, word, err);

		if (rc != ERR_OK)
			return rc;
		if (word[0] == '\0' || strcmp(word, "machine") == 0 || strcmp(word, "default") == 0)
			return ERR_OK;
		if (strcmp(word, "macdef") == 0) {
			skip_macro(r);
			continue;
		}
		if (strcmp(word, "login") == 0)
			to = e->login;
		else if (strcmp(word, "password") == 0)
			to = e->password;
		else if (strcmp(word, "account") == 0)
			to = unused;
		if (to == NULL)
			return err_set(err, ERR_FORMAT,
				"line %u: expected machine, default, login or password", r->line);
		rc = next_word(r, true, to, err);
		if (rc != ERR_OK)
			return rc;
	}
}

enum err_code netrc_find(struct span text, const char *host, const char *login,
	struct netrc_entry *out, struct err *err)
{
	static char word[NETRC_WORD_MAX];
	static char name[NETRC_WORD_MAX];
	/* after a byte order mark of an editor */
	size_t at = span_starts(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
	struct reader r = {.in = text, .at = at, .line = 1};
	enum err_code rc = next_word(&r, false, word, err);

	while (rc == ERR_OK && word[0] != '\0') {
		bool fits = strcmp(word, "default") == 0;

		if (strcmp(word, "macdef") == 0) {
			skip_macro(&r);
			rc = next_word(&r, false, word, err);
			continue;
		}
		if (!fits && strcmp(word, "machine") != 0)
			return err_set(err, ERR_FORMAT, "line %u: not \"machine\"", r.line);
		if (!fits) {
			rc = next_word(&r, true, name, err);
			fits = rc == ERR_OK && same_host(name, host);
		}
		if (rc == ERR_OK)
			rc = read_entry(&r, out, word, err);
		if (rc == ERR_OK && fits && out->password[0] != '\0' &&
			(login == NULL || out->login[0] == '\0' || strcmp(login, out->login) == 0))
			return ERR_OK;
	}
	memset(out, 0, sizeof *out);
	return rc != ERR_OK ? rc : err_set(err, ERR_NOTFOUND, "no password for %.100s", host);
}
