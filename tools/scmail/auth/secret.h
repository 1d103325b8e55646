/* SPDX-License-Identifier: MIT */
/* Where the password or token comes from. */
#ifndef SCMAIL_SECRET_H
#define SCMAIL_SECRET_H

#include "options.h"

struct secrets {
	char *password; /* NULL: none */
	char *token;
};

/* Reads what the options name; ERR_USAGE when a log-in is wanted and there is nothing. */
enum err_code secrets_read(const struct options *o, struct secrets *out, struct err *err);
void secrets_free(struct secrets *s); /* overwrites them first */

/* With --netrc: user and password for that host go to o->user and o->found. */
enum err_code secrets_find_user(struct options *o, const char *host, struct err *err);

#endif
