/* SPDX-License-Identifier: MIT */
#include "smtp/verdict.h"

#include "biosbelt/tr.h"
#include "smtp/reason.h"

static size_t count_refused(const struct dialogue *d)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < d->rcpt_count; i++)
		n += d->rcpt[i].code / 100 != 2;
	return n;
}

/* RFC 4954, section 6: 530 requires a log-in, but no usable one was offered. */
enum smtp_outcome verdict_of_code(const struct smtp_opts *opts, int code)
{
	if (code == 530 && opts->user != NULL)
		return SMTP_NO_LOGIN;
	return code / 100 == 5 ? SMTP_REFUSED : SMTP_TEMPORARY;
}

/* No recipient is left: selects the reply to report, permanent before temporary. */
static void judge_recipients(const struct talk *t, struct smtp_result *out)
{
	const struct dialogue *d = t->d;
	bool understood = d->rcpt[0].code != 0;
	size_t i;

	out->last = d->rcpt[0];
	for (i = 1; i < d->rcpt_count; i++) {
		understood = understood && d->rcpt[i].code != 0;
		if (out->last.code / 100 != 5)
			out->last = d->rcpt[i];
	}
	out->outcome = understood ? verdict_of_code(t->opts, out->last.code) : SMTP_TEMPORARY;
}

static void judge(const struct talk *t, struct smtp_result *out)
{
	const struct dialogue *d = t->d;
	size_t refused = count_refused(d);
	/* not to a single recipient, or to RSET: those do not refuse the message */
	bool has_error = d->last.code >= 400 && d->last_step == STEP_DATA;
	size_t i;

	out->last = d->last;
	if (t->failure.code != ERR_OK) {
		out->outcome = t->failure.code == ERR_LIMIT ? SMTP_REFUSED : SMTP_FAILED;
	} else if (d->confirmed && d->dot.code / 100 == 2) {
		out->last = d->dot;
		out->outcome = refused > 0 ? SMTP_PARTLY : SMTP_DELIVERED;
	} else if (d->confirmed && d->dot.code >= 400) {
		out->message_refused = true;
		out->last = d->dot;
		out->outcome = verdict_of_code(t->opts, d->dot.code);
	} else if (d->all_given) { /* 354 is not a reply to the dot either */
		out->outcome = SMTP_UNCONFIRMED;
		out->last = (struct smtp_reply){0}; /* earlier replies do not matter */
	} else if (t->mail.code >= 400) {
		out->last = t->mail;
		out->outcome = verdict_of_code(t->opts, t->mail.code);
		for (i = 0; i < out->rcpt_count; i++) /* not the 503 that follows it */
			out->rcpt[i] = t->mail;
	} else if (d->rcpt_count > 0 && d->rcpt_answered == d->rcpt_count &&
		   refused == d->rcpt_count) {
		judge_recipients(t, out);
	} else if (has_error) {
		out->message_refused = true;
		out->outcome = verdict_of_code(t->opts, d->last.code);
	} else {
		out->outcome = SMTP_TEMPORARY;
		if (d->last.code >= 400)
			out->last = (struct smtp_reply){0};
	}
}

/* RFC 5321, section 4.2.2: it does not support the command or a parameter, whatever it offered. */
static bool is_unknown(int code)
{
	return (code >= 500 && code <= 504) || code == 555;
}

static void give_reason(const struct talk *t, struct smtp_result *out)
{
	const char *text = "";

	if (t->failure.code != ERR_OK) {
		reason_of_talk(out, t);
		return;
	}
	if (out->outcome == SMTP_DELIVERED)
		text = "";
	else if (out->outcome == SMTP_PARTLY)
		text = N_("some recipients were refused");
	else if (out->last.code >= 400)
		text = N_("the server refused it");
	else if (dialogue_is_endless(t->d))
		text = N_("the server's answer has no end");
	else if (t->wire->state == WIRE_TIMEOUT)
		text = N_("the server did not answer in time");
	else if (t->early)
		text = N_("the server answered before the message was over");
	else if (t->wire->cut || t->wire->state == WIRE_CLOSED)
		text = N_("the connection was cut off");
	else
		text = N_("the server's answer cannot be understood");
	reason_add(out, text);
}

void verdict_of_talk(const struct talk *t, struct smtp_result *out)
{
	judge(t, out);
	/* not what refuses the recipients */
	out->bdat_refused = t->binary && (t->mail.code >= 400 || out->message_refused) &&
			    is_unknown(out->last.code);
	give_reason(t, out);
}
