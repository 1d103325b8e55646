/* SPDX-License-Identifier: MIT */
/* Which mail is answered: the fields that keep a thread together (RFC 5322, section 3.6.4). */
#ifndef SCMAIL_THREAD_H
#define SCMAIL_THREAD_H

#include "compose/compose.h"

struct thread {
	const char *in_reply_to; /* NULL: no field */
	const char *references;  /* those of the mail that is answered, and its own id */
};

/* o->in_reply_to is a Message-ID, or the file of a saved mail that has one. The texts are c's. */
enum err_code thread_of(
	const struct options *o, struct composed *c, struct thread *out, struct err *err);

#endif
