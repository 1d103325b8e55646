/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/progress.h"
#include "cmd.h"

#define PASSWORD_MAX 65536

/* Reads the first line of a file. */
static enum err_code from_file(const char *path, struct blob *out, struct err *err)
{
	struct blob text;
	size_t at, len;
	enum err_code rc = strcmp(path, "-") == 0 ? file_read_stdin(PASSWORD_MAX, &text, err)
						  : file_read(path, PASSWORD_MAX, &text, err);

	if (rc != ERR_OK)
		return err_prefix(err, "--password-file: %s", path);
	at = span_starts(blob_span(text), "\xEF\xBB\xBF", 3) ? 3 : 0; /* of an editor */
	for (len = at; len < text.len && text.ptr[len] != '\n' && text.ptr[len] != '\r';)
		len++;
	rc = blob_copy(span_of(text.ptr + at, len - at), out, err);
	blob_wipe(&text);
	return rc;
}

static enum err_code ask(struct blob *out, struct err *err)
{
	enum err_code rc;

	progress_clear();
	rc = os_ask_secret("Password of the archive: ", out, err);
	if (rc == ERR_NOTFOUND)
		return err_set(err, ERR_UNSUPPORTED,
			"encrypted; --password-file or LZENC_PASSWORD gives the password");
	if (rc == ERR_OK && out->len != 0)
		out->len--; /* its NUL */
	return rc;
}

enum err_code cmd_ask_password(const void *user, struct blob *out, struct err *err)
{
	const struct cmd *cmd = user;
	const char *name = cmd->password_env != NULL ? cmd->password_env : "LZENC_PASSWORD";
	const char *value;

	if (cmd->password_file != NULL)
		return from_file(cmd->password_file, out, err);
	value = os_getenv(name);
	if (value != NULL)
		return blob_copy(span_of(value, strlen(value)), out, err);
	if (cmd->password_env != NULL)
		return err_set(err, ERR_USAGE, "--password-env: %s is not set", name);
	return ask(out, err);
}
