/* SPDX-License-Identifier: MIT */
/*
 * .netrc, the file of log-ins of ftp(1), curl(1) and git: words "machine HOST login NAME password
 * WORD", "default" for every other host. Words may be in "..." with the escapes \" \\ \n \r \t
 * (curl's addition). "macdef" extends to an empty line. '#' in place of machine, login, password
 * and the like begins a comment.
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
 * The first entry for host (ignoring ASCII case) and, unless login is NULL, that login; else
 * the default one. ERR_NOTFOUND: none with a password; ERR_FORMAT names the line.
 */
enum err_code netrc_find(struct span text, const char *host, const char *login,
	struct netrc_entry *out, struct err *err);

#endif
