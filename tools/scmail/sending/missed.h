/* SPDX-License-Identifier: MIT */
/*
 * Recipients that a mail does not reach although others get it. A caller that takes one answer for
 * the whole mail (an SMTP dialogue) gets success, and their names as text. An error would make it
 * send the mail to all again.
 */
#ifndef SCMAIL_MISSED_H
#define SCMAIL_MISSED_H

#include "biosbelt/span.h"
#include "compose/compose.h"
#include "smtp/session.h"

struct missed {
	bool reached;     /* somebody has the mail */
	bool later;       /* somebody was refused temporarily, and the mail is not in a queue */
	size_t count;     /* recipients that do not get it */
	struct buf names; /* "a@b.c (550), d@e.f (452)"; for a line of SMTP */
	bool cut;         /* not all of the names */
	struct buf lines; /* "a@b.c: 550 reply\n" for each */
};

void missed_init(struct missed *m);
/* Records the results of c's recipients; waits: those not refused permanently are in the queue. */
void missed_take(
	struct missed *m, const struct composed *c, const struct smtp_result *r, bool waits);
/* A mail to the sender with their names, for ready_complete. */
void missed_letter(const struct missed *m, const char *sender, struct buf *out);
void missed_free(struct missed *m);

#endif
