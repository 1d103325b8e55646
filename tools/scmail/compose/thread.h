/* SPDX-License-Identifier: MIT */
/* The fields of a reply that link it to its thread (RFC 5322, section 3.6.4). */
#ifndef SCMAIL_THREAD_H
#define SCMAIL_THREAD_H

#include "compose/compose.h"

struct thread {
	const char *in_reply_to; /* NULL: no field */
	const char *references;  /* those of the answered mail, and its id */
};

/* o->in_reply_to is a Message-ID, or the file of a saved mail that has one. c owns the texts. */
enum err_code thread_of(
	const struct options *o, struct composed *c, struct thread *out, struct err *err);

#endif
