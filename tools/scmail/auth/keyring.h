/* SPDX-License-Identifier: MIT */
/*
 * Passwords from the system's store. On Linux the Secret Service (GNOME, KDE) by secret-tool(1),
 * with the attributes "host", "service" smtp and "user", as for msmtp. On Windows a generic
 * credential "smtp://HOST", as made by cmdkey.
 */
#ifndef SCMAIL_KEYRING_H
#define SCMAIL_KEYRING_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define KEYRING_MAX 65536 /* bytes of a password */

/* ERR_NOTFOUND: no such password. The caller wipes and frees *out. */
enum err_code keyring_password(
	const char *host, const char *user, struct blob *out, struct err *err);

#endif
