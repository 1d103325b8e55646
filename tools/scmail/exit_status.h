/* SPDX-License-Identifier: MIT */
/* Counts what became of the mails of a run, and says the exit status for it. */
#ifndef SCMAIL_TALLY_H
#define SCMAIL_TALLY_H

#include <stdbool.h>
#include <stddef.h>

#include "smtp/session.h"

/* What became of several mails. */
struct tally {
	bool queued; /* what is not sent now waits in the queue */
	size_t delivered;
	size_t reached; /* some recipients at least */
	size_t waiting; /* in the queue, for a later try */
	size_t unconfirmed;
	size_t tried;
	size_t gone; /* taken by others, and not in any place of the queue */
	enum smtp_outcome
		worst; /* the first that was not a delivery; temporary only if none is worse */
};

void tally_count(struct tally *t, enum smtp_outcome outcome);
/* The same of a mail that others took; SMTP_DELIVERED: nothing more is known of it. */
void tally_gone(struct tally *t, enum smtp_outcome outcome);
/*
 * The exit status for so many mails: 4 when some are worth another try and none failed for good. A
 * caller repeats the whole run on 4, so it is 5 when some recipients have a mail and no queue keeps
 * the rest.
 */
int tally_status(const struct tally *t, size_t mails);
/* The exit status for one mail. */
int tally_one_status(enum smtp_outcome o, bool queued);

#endif
