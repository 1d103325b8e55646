/* SPDX-License-Identifier: MIT */
#include "exit_status.h"

#include "biosbelt/cli.h"
#include "cmd_send.h"

int tally_one_status(enum smtp_outcome o)
{
	static const int status[] = {EXIT_DONE, EXIT_PARTLY, EXIT_TEMPORARY, EXIT_FAILED,
		EXIT_UNCONFIRMED, EXIT_NO_LOGIN, EXIT_NO_TLS, EXIT_FAILED};

	return status[o];
}

static bool stays_for_later(enum smtp_outcome o)
{
	return o == SMTP_TEMPORARY || o == SMTP_NO_LOGIN || o == SMTP_NO_TLS || o == SMTP_FAILED;
}

void tally_count(struct tally *t, enum smtp_outcome outcome)
{
	t->tried++;
	t->delivered += outcome == SMTP_DELIVERED;
	t->waiting += stays_for_later(outcome);
	t->unconfirmed += outcome == SMTP_UNCONFIRMED;
	/* a mail that waits is no failure while there is a worse one */
	if (t->worst == SMTP_DELIVERED || t->worst == SMTP_TEMPORARY)
		t->worst = outcome != SMTP_DELIVERED ? outcome : t->worst;
}

int tally_status(const struct tally *t, size_t mails, bool waiting_is_fine)
{
	size_t fine = t->delivered + (waiting_is_fine ? t->waiting : 0);
	bool done = t->worst == SMTP_DELIVERED || (waiting_is_fine && t->worst == SMTP_TEMPORARY);

	if (t->unconfirmed > 0)
		return EXIT_UNCONFIRMED;
	if (fine + t->gone == mails && done)
		return EXIT_DONE;
	if (t->delivered == 0 && stays_for_later(t->worst) && !done)
		return tally_one_status(t->worst);
	return fine > 0 ? EXIT_PARTLY : tally_one_status(t->worst);
}
