/* SPDX-License-Identifier: MIT */
#include "secret.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

#define SECRET_MAX 65536 /* bytes; OAuth tokens are a few thousand */

static void wipe(char *text)
{
	volatile char *p = text; /* so that the compiler keeps the writes */

	while (p != NULL && *p != '\0')
		*p++ = '\0';
	free(text);
}

static enum err_code copy(const char *text, size_t len, char **out, struct err *err)
{
	*out = malloc(len + 1);
	if (*out == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(*out, text, len);
	(*out)[len] = '\0';
	return ERR_OK;
}

static enum err_code first_line(const char *path, char **out, struct err *err)
{
	struct blob b;
	size_t len = 0;
	enum err_code rc;

	if (strcmp(path, "-") == 0)
		rc = file_read_stdin(SECRET_MAX, &b, err);
	else
		rc = file_read(path, SECRET_MAX, &b, err);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", path);
	while (len < b.len && b.ptr[len] != '\n' && b.ptr[len] != '\r')
		len++;
	if (len == 0)
		rc = err_set(err, ERR_FORMAT, "%s: its first line is empty", path);
	else if (memchr(b.ptr, 0, len) != NULL)
		rc = err_set(err, ERR_FORMAT, "%s: a zero byte in it", path);
	else
		rc = copy((const char *)b.ptr, len, out, err);
	memset(b.ptr, 0, b.len);
	blob_free(&b);
	return rc;
}

static enum err_code read_password(const struct options *o, struct secrets *s, struct err *err)
{
	const char *name = o->password_env != NULL ? o->password_env : "SCMAIL_PASSWORD";
	const char *value = os_getenv(name);

	if (o->password != NULL)
		return copy(o->password, strlen(o->password), &s->password, err);
	if (o->password_file != NULL)
		return first_line(o->password_file, &s->password, err);
	if (value != NULL)
		return copy(value, strlen(value), &s->password, err);
	if (o->password_env != NULL)
		return err_set(err, ERR_USAGE, "--password-env: %s is not set", name);
	return ERR_OK;
}

enum err_code secrets_read(const struct options *o, struct secrets *out, struct err *err)
{
	enum err_code rc = ERR_OK;

	*out = (struct secrets){NULL, NULL};
	if (o->user == NULL)
		return ERR_OK;
	if (o->token != NULL)
		rc = copy(o->token, strlen(o->token), &out->token, err);
	else if (o->token_file != NULL)
		rc = first_line(o->token_file, &out->token, err);
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

void secrets_free(struct secrets *s)
{
	wipe(s->password);
	wipe(s->token);
	*s = (struct secrets){NULL, NULL};
}
