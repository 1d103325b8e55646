/* SPDX-License-Identifier: MIT */
/*
 * Sends composed mails, one after the other over one connection. Tries ports in turn; waits and
 * tries again after temporary refusals, never after the final dot. Moves the file of a queued mail
 * to its right place, and reports each mail.
 */
#ifndef SCMAIL_SENDING_H
#define SCMAIL_SENDING_H

#include "auth/secret.h"
#include "biosbelt/json.h"
#include "compose/compose.h"
#include "queue/queue.h"
#include "smtp/route.h"

struct sending {
	const struct options *o;
	struct composed *c;   /* the present mail */
	struct composed mail; /* *c when it was read from a queue */
	struct secrets secrets;
	struct route routes[ROUTES_MAX];
	size_t route_count;
	size_t used;                 /* the route tried last */
	struct imap *sent;           /* --save-sent; NULL: none */
	struct imap *all;            /* --settle */
	struct smtp *smtp;           /* open connection by routes[used], or NULL */
	bool again;                  /* it has already carried a mail */
	bool no_bdat;                /* the server offered BDAT and refused it */
	const char *id;              /* of a queued mail, or NULL */
	bool moved;                  /* that mail is in sending/ */
	enum queue_place place;      /* the place of its file */
	char split_id[QUEUE_ID_MAX]; /* id of the part that waits after a try */
	const char **pending;        /* recipients of c->to still to be tried */
	const char **tried;          /* those of the last try */
	size_t *place_of;            /* their places in c->to */
	size_t pending_count;
	bool reached;           /* the server answered about the last mail */
	bool transcript_failed; /* reported once */
	bool many;              /* the report is a list */
	struct buf report;
	struct json json;
};

/* Finds server and passwords; everything that can fail before a mail is touched. */
enum err_code sending_open(struct sending *s, const struct options *o, bool many, struct err *err);
/* Sends *c; id NULL or that of its file in the queue. Fails only for reasons on this side. */
enum err_code sending_mail(struct sending *s, struct composed *c, const char *id,
	enum smtp_outcome *outcome, struct err *err);
/* The same with the mail read from the queue; ERR_FORMAT: its file is broken, ERR_NOTFOUND: it
 * no longer exists, see sending_gone. A file that cannot be read is reported, and SMTP_FAILED. */
enum err_code sending_from_queue(
	struct sending *s, const char *id, enum smtp_outcome *outcome, struct err *err);
/* Reports a mail that is left in its place; id as above. */
void sending_leave(struct sending *s, const char *id);
/* A mail that another run has taken meanwhile, or that was dropped; what is known of it, which is
 * SMTP_DELIVERED when there is no file of it any more. */
enum smtp_outcome sending_gone(struct sending *s, const char *id);
/* Ends the connection and prints the report of --json; rc: the result so far. */
enum err_code sending_close(struct sending *s, enum err_code rc, struct err *err);

#endif
