/* SPDX-License-Identifier: MIT */
/* Counts the results of a run's mails, and computes its exit status. */
#ifndef SCMAIL_TALLY_H
#define SCMAIL_TALLY_H

#include <stdbool.h>
#include <stddef.h>

#include "smtp/session.h"

/* Results of several mails. */
struct tally {
	bool queued; /* mails that were not sent wait in the queue */
	size_t delivered;
	size_t reached; /* at least some recipients */
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
 * The exit status for that number of mails: 4 when some may be retried and none failed permanently.
 * A caller repeats the whole run on 4, so it is 5 when some recipients have a mail and the rest is
 * not in a queue.
 */
int tally_status(const struct tally *t, size_t mails);
/* The exit status for one mail. */
int tally_one_status(enum smtp_outcome o, bool queued);

#endif
