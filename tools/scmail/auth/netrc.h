/* SPDX-License-Identifier: MIT */
/*
 * .netrc, the file of log-ins that ftp(1) made known and curl(1) and git read too: words
 * "machine HOST login NAME password WORD", "default" for every other host. Words may be in "..."
 * with \" \\ \n \r \t in it (curl's addition); "macdef" lasts to an empty line.
 */
#ifndef SCMAIL_NETRC_H
#define SCMAIL_NETRC_H

#include "biosbelt/err.h"
#include "biosbelt/span.h"

#define NETRC_FILE_MAX ((size_t)1 << 20)
#define NETRC_WORD_MAX 4096

struct netrc_entry {
	char login[NETRC_WORD_MAX]; /* "": not given */
	char password[NETRC_WORD_MAX];
};

/*
 * The first entry for host (ASCII case does not count) and, unless login is NULL, that login; else
 * the default one. ERR_NOTFOUND when there is none with a password, ERR_FORMAT with the line.
 */
enum err_code netrc_find(struct span text, const char *host, const char *login,
	struct netrc_entry *out, struct err *err);

#endif
