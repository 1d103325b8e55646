/* SPDX-License-Identifier: MIT */
/*
 * OAuth 2 access tokens by a refresh token (RFC 6749, section 6). The file is JSON with client_id,
 * client_secret (if the provider gives one), refresh_token and token_uri, like Google's
 * "authorized_user" files; "scope" is sent if present. Tokens are stored in the cache folder,
 * readable by the user only, until a minute before they expire; so are new refresh tokens, which
 * some providers send each time.
 */
#ifndef SCMAIL_OAUTH_H
#define SCMAIL_OAUTH_H

#include "biosbelt/err.h"

/* The caller wipes and frees *out. ERR_BUSY: the provider cannot be reached now; ERR_DENIED: it
 * refuses, err has its reason. */
enum err_code oauth_token(const char *path, char **out, struct err *err);

#endif
