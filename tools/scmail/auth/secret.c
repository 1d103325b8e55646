/* SPDX-License-Identifier: MIT */
#include "auth/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "auth/keyring.h"
#include "auth/oauth.h"
#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/process.h"
#include "biosbelt/tr.h"
#include "smtp/route.h"

#define SECRET_MAX 65536 /* bytes; OAuth tokens are a few thousand */
#define COMMAND_MS 60000 /* the user may have to unlock a key */

static void wipe(char *text)
{
	if (text != NULL)
		alloc_wipe(text, strlen(text));
	free(text);
}

static enum err_code copy(const char *text, size_t len, char **out, struct err *err)
{
	*out = alloc_text_len(text, len);
	if (*out == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	return ERR_OK;
}

/* Takes the first line of b without a byte order mark of an editor, and wipes b. */
static enum err_code first_line(struct blob *b, const char *from, char **out, struct err *err)
{
	size_t at = span_starts(blob_span(*b), "\xEF\xBB\xBF", 3) ? 3 : 0;
	const uint8_t *text = b->ptr + at;
	enum err_code rc;
	size_t len = 0;

	while (len < b->len - at && text[len] != '\n' && text[len] != '\r')
		len++;
	if (len == 0)
		rc = err_set(err, ERR_FORMAT, "%s: its first line is empty", from);
	else if (memchr(text, 0, len) != NULL)
		rc = err_set(err, ERR_FORMAT, "%s: a zero byte in it", from);
	else
		rc = copy((const char *)text, len, out, err);
	blob_wipe(b);
	return rc;
}

static enum err_code from_file(const char *path, char **out, struct err *err)
{
	struct blob b;
	enum err_code rc;

	if (strcmp(path, "-") == 0)
		rc = file_read_stdin(SECRET_MAX, &b, err);
	else
		rc = file_read_soon(path, SECRET_MAX, FILE_SOON_MS, &b, err);
	return rc == ERR_OK ? first_line(&b, path, out, err) : err_prefix(err, "%s", path);
}

static enum err_code from_program(char **argv, char **out, struct err *err)
{
	struct blob program;
	struct blob b;
	int status = 0;
	enum err_code rc = process_find(argv[0], &program, err);

	if (rc != ERR_OK)
		return rc;
	free(argv[0]);
	argv[0] = (char *)program.ptr;
	rc = process_capture(argv, SECRET_MAX, COMMAND_MS, &b, &status, err);
	if (rc == ERR_OK && status != 0) {
		blob_wipe(&b);
		rc = err_set(err, ERR_IO, "ended with status %d", status);
	}
	if (rc != ERR_OK)
		return err_prefix(err, "%.100s", path_base(argv[0]));
	return first_line(&b, path_base(argv[0]), out, err);
}

static enum err_code from_command(const char *line, const char *option, char **out, struct err *err)
{
	char **argv;
	enum err_code rc = process_words(line, &argv, err);

	if (rc == ERR_OK) {
		rc = from_program(argv, out, err);
		process_words_free(argv);
	}
	if (rc == ERR_BUSY || rc == ERR_NOTFOUND)
		err->code = rc = ERR_IO; /* permanent: trying again would not help */
	return rc != ERR_OK ? err_prefix(err, "%s", option) : ERR_OK;
}

static enum err_code from_keyring(const struct options *o, char **out, struct err *err)
{
	struct blob b;
	enum err_code rc = keyring_password(route_host(o), o->user, &b, err);

	if (rc == ERR_OK)
		return first_line(&b, tr("the keyring"), out, err);
	if (rc == ERR_NOTFOUND)
		err->code = ERR_IO;
	return err_prefix(err, "--password-keyring");
}

static enum err_code ask(const struct options *o, char **out, struct err *err)
{
	char prompt[300];
	struct blob answer;
	enum err_code rc;

	snprintf(prompt, sizeof prompt, tr("Password of %.200s: "), o->user);
	rc = os_ask_secret(prompt, &answer, err);
	if (rc == ERR_NOTFOUND)
		return ERR_OK; /* no terminal: the caller reports what is missing */
	if (rc != ERR_OK)
		return rc;
	if (answer.len > 1)
		rc = copy((const char *)answer.ptr, answer.len - 1, out, err);
	else
		rc = err_set(err, ERR_USAGE, "no password was typed");
	blob_wipe(&answer);
	return rc;
}

static enum err_code read_password(const struct options *o, struct secrets *s, struct err *err)
{
	const char *name = o->password_env != NULL ? o->password_env : "SCMAIL_PASSWORD";
	const char *value = os_getenv(name);

	if (o->password != NULL)
		return copy(o->password, strlen(o->password), &s->password, err);
	if (o->password_file != NULL)
		return from_file(o->password_file, &s->password, err);
	if (o->password_command != NULL)
		return from_command(o->password_command, "--password-command", &s->password, err);
	if (o->password_keyring)
		return from_keyring(o, &s->password, err);
	if (value != NULL && value[0] == '\0')
		return err_set(err, ERR_FORMAT, "%s: its first line is empty", name);
	if (value != NULL)
		return copy(value, strlen(value), &s->password, err);
	if (o->password_env != NULL)
		return err_set(err, ERR_USAGE, "--password-env: %s is not set", name);
	if (o->found.password[0] != '\0')
		return copy(o->found.password, strlen(o->found.password), &s->password, err);
	return ask(o, &s->password, err);
}

static bool names_secret(const struct options *o)
{
	return o->password != NULL || o->password_file != NULL || o->password_env != NULL ||
	       o->password_command != NULL || o->token != NULL || o->token_file != NULL ||
	       o->token_command != NULL || o->password_keyring || o->oauth != NULL;
}

enum err_code secrets_read(const struct options *o, struct secrets *out, struct err *err)
{
	enum err_code rc = ERR_OK;

	*out = (struct secrets){NULL, NULL};
	if (o->user == NULL && names_secret(o))
		return err_set(err, ERR_USAGE, "a password or token, but no --user to log in as");
	if (o->user == NULL)
		return ERR_OK;
	if (o->auth != NULL && strcmp(o->auth, "EXTERNAL") == 0)
		return ERR_OK; /* the client certificate identifies the user */
	if (o->oauth != NULL)
		rc = oauth_token(o->oauth, &out->token, err);
	else if (o->token != NULL)
		rc = copy(o->token, strlen(o->token), &out->token, err);
	else if (o->token_file != NULL)
		rc = from_file(o->token_file, &out->token, err);
	else if (o->token_command != NULL)
		rc = from_command(o->token_command, "--token-command", &out->token, err);
	else
		rc = read_password(o, out, err);
	if (rc == ERR_OK && out->token == NULL && out->password == NULL)
		rc = err_set(err, ERR_USAGE,
			"no password for %s: --password-file, SCMAIL_PASSWORD or --token-file",
			o->user);
	if (rc != ERR_OK)
		secrets_free(out);
	return rc;
}

/* A blank, a no-break or ideographic space, or a quotation mark is at either end. */
static bool has_odd_end(const char *text)
{
	static const char *const odd[] = {"\"", "'", " ", "\t", "\xC2\xA0", "\xE3\x80\x80",
		"\xE2\x80\x98", "\xE2\x80\x99", "\xE2\x80\x9C", "\xE2\x80\x9D"};
	size_t len = strlen(text);
	size_t i;

	for (i = 0; i < sizeof odd / sizeof odd[0]; i++) {
		size_t n = strlen(odd[i]);

		if (len >= n &&
			(memcmp(text, odd[i], n) == 0 || memcmp(text + len - n, odd[i], n) == 0))
			return true;
	}
	return false;
}

const char *secrets_doubt(const struct secrets *s)
{
	if (s->token != NULL && has_odd_end(s->token))
		return N_("a quotation mark or blank at an end of the token is part of it");
	if (s->password != NULL && has_odd_end(s->password))
		return N_("a quotation mark or blank at an end of the password is part of it");
	return NULL;
}

void secrets_free(struct secrets *s)
{
	wipe(s->password);
	wipe(s->token);
	*s = (struct secrets){NULL, NULL};
}

/* $NETRC, else .netrc or _netrc in the home folder, as in curl on Windows. */
static enum err_code netrc_path(struct blob *out, struct err *err)
{
	static const char *const names[] = {".netrc", "_netrc"};
	const char *home = os_getenv("HOME");
	const char *named = os_getenv("NETRC");
	struct file_info info;
	size_t i;

	if (named != NULL && named[0] != '\0')
		return blob_copy(span_of(named, strlen(named) + 1), out, err);
	if (home == NULL || home[0] == '\0')
		home = os_getenv("USERPROFILE");
	if (home == NULL || home[0] == '\0')
		return err_set(err, ERR_USAGE, "no home folder with a .netrc");
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		enum err_code rc = path_join(home, names[i], out, err);

		if (rc != ERR_OK)
			return rc;
		if (file_info((const char *)out->ptr, false, &info, err) == ERR_OK &&
			info.type != FILE_NONE)
			return ERR_OK;
		blob_free(out);
	}
	return path_join(home, names[0], out, err); /* for the error message */
}

enum err_code secrets_find_user(struct options *o, const char *host, struct err *err)
{
	struct blob path;
	struct blob text;
	bool read;
	enum err_code rc;

	if (o->netrc == NULL)
		return ERR_OK;
	if (o->netrc[0] != '\0')
		rc = blob_copy(span_of(o->netrc, strlen(o->netrc) + 1), &path, err);
	else
		rc = netrc_path(&path, err);
	if (rc != ERR_OK)
		return err_prefix(err, "--netrc");
	rc = file_read_soon((const char *)path.ptr, NETRC_FILE_MAX, FILE_SOON_MS, &text, err);
	read = rc == ERR_OK;
	if (read) {
		rc = netrc_find(blob_span(text), host, o->user, &o->found, err);
		blob_wipe(&text);
	}
	if (rc == ERR_NOTFOUND && read && o->user != NULL)
		rc = err_set(
			err, ERR_NOTFOUND, "no password for %.100s as user %.100s", host, o->user);
	if (rc != ERR_OK)
		err_prefix(err, "%s", (const char *)path.ptr);
	blob_free(&path);
	if (rc == ERR_OK && o->user == NULL && o->found.login[0] == '\0')
		rc = err_set(
			err, ERR_USAGE, "--netrc: its entry for %s names no login: --user", host);
	if (rc == ERR_OK && o->user == NULL)
		o->user = o->found.login;
	return rc;
}
