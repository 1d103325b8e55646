/* SPDX-License-Identifier: MIT */
#include "exit_status.h"

#include "biosbelt/cli.h"
#include "cmd_send.h"

int tally_one_status(enum smtp_outcome o, bool queued)
{
	static const int status[] = {EXIT_DONE, EXIT_PARTLY, EXIT_TEMPORARY, EXIT_FAILED,
		EXIT_UNCONFIRMED, EXIT_NO_LOGIN, EXIT_NO_TLS, EXIT_FAILED, EXIT_TEMPORARY};

	return o == SMTP_SOME_WAIT && !queued ? EXIT_PARTLY : status[o];
}

static bool waits(enum smtp_outcome o)
{
	return o == SMTP_TEMPORARY || o == SMTP_SOME_WAIT;
}

static bool stays_for_later(enum smtp_outcome o)
{
	return waits(o) || o == SMTP_NO_LOGIN || o == SMTP_NO_TLS || o == SMTP_FAILED;
}

void tally_count(struct tally *t, enum smtp_outcome outcome)
{
	t->tried++;
	t->delivered += outcome == SMTP_DELIVERED;
	t->reached +=
		outcome == SMTP_DELIVERED || outcome == SMTP_SOME_WAIT || outcome == SMTP_PARTLY;
	t->waiting += stays_for_later(outcome);
	t->unconfirmed += outcome == SMTP_UNCONFIRMED;
	/* a waiting mail counts only if nothing is worse */
	if (t->worst == SMTP_DELIVERED || waits(t->worst))
		t->worst = outcome != SMTP_DELIVERED ? outcome : t->worst;
}

void tally_gone(struct tally *t, enum smtp_outcome outcome)
{
	if (outcome == SMTP_DELIVERED)
		t->gone++;
	else
		tally_count(t, outcome);
}

int tally_status(const struct tally *t, size_t mails)
{
	if (t->unconfirmed > 0)
		return EXIT_UNCONFIRMED;
	if (t->delivered + t->gone == mails)
		return EXIT_DONE;
	if (t->worst == SMTP_DELIVERED || waits(t->worst)) /* the others were not tried */
		return t->queued || t->reached == 0 ? EXIT_TEMPORARY : EXIT_PARTLY;
	if (t->reached == 0 && stays_for_later(t->worst))
		return tally_one_status(t->worst, t->queued);
	return t->reached + t->waiting > 0 ? EXIT_PARTLY : tally_one_status(t->worst, t->queued);
}
