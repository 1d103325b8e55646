/* SPDX-License-Identifier: MIT */
/* Counts what became of the mails of a run, and says the exit status for it. */
#ifndef SCMAIL_TALLY_H
#define SCMAIL_TALLY_H

#include <stdbool.h>
#include <stddef.h>

#include "smtp/session.h"

/* What became of several mails. */
struct tally {
	size_t delivered;
	size_t waiting; /* in the queue, for a later try */
	size_t unconfirmed;
	size_t tried;
	size_t gone; /* taken by others: no business of this run any more */
	enum smtp_outcome
		worst; /* the first that was not a delivery; temporary only if none is worse */
};

void tally_count(struct tally *t, enum smtp_outcome outcome);
/* The exit status for so many mails: 4 when some wait and none failed for good. */
int tally_status(const struct tally *t, size_t mails);
/* The exit status for one mail. */
int tally_one_status(enum smtp_outcome o);

#endif
