/* SPDX-License-Identifier: MIT */
/*
 * Passwords that the system keeps: on Linux the Secret Service (GNOME, KDE) by secret-tool(1), with
 * the attributes "host", "service" smtp and "user", as msmtp has them; on Windows a generic
 * credential "smtp://HOST", as cmdkey makes it.
 */
#ifndef SCMAIL_KEYRING_H
#define SCMAIL_KEYRING_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define KEYRING_MAX 65536 /* bytes of a password */

/* ERR_NOTFOUND: there is none. out is to be wiped and freed. */
enum err_code keyring_password(
	const char *host, const char *user, struct blob *out, struct err *err);

#endif
