/* SPDX-License-Identifier: MIT */
/* Gets the password or token. */
#ifndef SCMAIL_SECRET_H
#define SCMAIL_SECRET_H

#include "options.h"

struct secrets {
	char *password; /* NULL: none */
	char *token;
};

/* Reads the sources that the options name; ERR_USAGE when a log-in needs one and there is none. */
enum err_code secrets_read(const struct options *o, struct secrets *out, struct err *err);
/* A possible mistake in the password or token as it was written down, for a log-in that was
 * refused; NULL: nothing. */
const char *secrets_doubt(const struct secrets *s);
void secrets_free(struct secrets *s); /* overwrites them first */

/* With --netrc: sets o->user and o->found for that host. */
enum err_code secrets_find_user(struct options *o, const char *host, struct err *err);

#endif
