/* SPDX-License-Identifier: MIT */
#include "auth/keyring.h"

#include <windows.h>

#include <wincred.h>

#include <stdio.h>
#include <string.h>

#include "biosbelt/utf.h"

static bool is_user(const wchar_t *name, const char *user, struct err *err)
{
	struct buf text;
	size_t replaced;
	bool same;

	if (name == NULL)
		return true;
	buf_init(&text, 0);
	same = utf16le_to_utf8(span_of(name, wcslen(name) * 2), &text, &replaced, err) == ERR_OK &&
	       text.len == strlen(user) && memcmp(text.ptr, user, text.len) == 0;
	buf_free(&text);
	return same;
}

enum err_code keyring_password(
	const char *host, const char *user, struct blob *out, struct err *err)
{
	wchar_t target[300];
	CREDENTIALW *found;
	struct buf password;
	size_t replaced;
	enum err_code rc;
	size_t i;

	wcscpy(target, L"smtp://");
	for (i = 0; i < 280 && host[i] != '\0'; i++) /* a host is ASCII */
		target[7 + i] = (wchar_t)(unsigned char)host[i];
	target[7 + i] = 0;
	if (!CredReadW(target, CRED_TYPE_GENERIC, 0, &found))
		return err_set(err, ERR_NOTFOUND,
			"no password: cmdkey /generic:smtp://%s /user:%s /pass keeps one", host,
			user);
	if (!is_user(found->UserName, user, err)) {
		CredFree(found);
		return err_set(
			err, ERR_NOTFOUND, "smtp://%s holds the password of another user", host);
	}
	buf_init(&password, KEYRING_MAX);
	rc = utf16le_to_utf8(span_of(found->CredentialBlob, found->CredentialBlobSize), &password,
		&replaced, err);
	CredFree(found);
	if (rc == ERR_OK)
		return buf_finish(&password, out, err);
	buf_free(&password);
	return rc;
}
