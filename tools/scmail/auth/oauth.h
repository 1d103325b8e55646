/* SPDX-License-Identifier: MIT */
/*
 * OAuth 2 access tokens by a refresh token (RFC 6749, section 6). The file is JSON with client_id,
 * client_secret (when the provider gives one), refresh_token and token_uri, as Google's
 * "authorized_user" files have them; "scope" is sent when it is there. A token is kept in the cache
 * folder, for its user alone, until a minute before it ends; a new refresh token, which some
 * providers send each time, is kept there too.
 */
#ifndef SCMAIL_OAUTH_H
#define SCMAIL_OAUTH_H

#include "biosbelt/err.h"

/* *out is to be wiped and freed. ERR_BUSY: the provider cannot be reached now; ERR_DENIED: it
 * refuses, in its words. */
enum err_code oauth_token(const char *path, char **out, struct err *err);

#endif
