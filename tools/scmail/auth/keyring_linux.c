/* SPDX-License-Identifier: MIT */
#include "auth/keyring.h"

#include "biosbelt/process.h"

#define ANSWER_MS 60000 /* the user may have to unlock it */

/* process_capture takes pointers to char, but does not change the text. */
static char *word(const char *text)
{
	return (char *)text;
}

enum err_code keyring_password(
	const char *host, const char *user, struct blob *out, struct err *err)
{
	char *argv[] = {NULL, word("lookup"), word("host"), word(host), word("service"),
		word("smtp"), word("user"), word(user), NULL};
	struct blob program;
	int status = 0;
	enum err_code rc = process_find("secret-tool", &program, err);

	if (rc != ERR_OK)
		return err_set(
			err, ERR_IO, "secret-tool is not installed (Debian: libsecret-tools)");
	argv[0] = (char *)program.ptr;
	rc = process_capture(argv, KEYRING_MAX, ANSWER_MS, out, &status, err);
	blob_free(&program);
	if (rc != ERR_OK)
		return err_prefix(err, "secret-tool");
	if (status == 0 && out->len > 0)
		return ERR_OK;
	blob_wipe(out);
	return err_set(err, ERR_NOTFOUND,
		"no password: secret-tool store --label=scmail host %s service smtp user %s keeps "
		"one",
		host, user);
}
