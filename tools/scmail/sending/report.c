/* SPDX-License-Identifier: MIT */
#include "sending/report.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/text.h"
#include "biosbelt/tr.h"

#define PLACE_MAX 400
#define NAMES_MAX 300 /* bytes of the recipients in one line */

const char *report_state_word(enum rcpt_state state)
{
	static const char *const words[] = {
		[RCPT_LATER] = "waiting",
		[RCPT_DELIVERED] = "delivered",
		[RCPT_REFUSED] = "refused",
		[RCPT_UNCONFIRMED] = "unconfirmed",
	};

	return words[state];
}

void report_readable(const char *text, char out[REPORT_TEXT_MAX])
{
	struct span in = span_of(text, strlen(text));
	struct text_hints hints = {.prefer = TEXT_GB18030};
	struct text_guess guess;
	struct err err;
	struct buf b;
	uint64_t bad;

	buf_init(&b, 0);
	if (text_detect(in, &hints, &guess, &err) != ERR_OK ||
		text_to_utf8(guess.enc == TEXT_NONE ? TEXT_ISO_8859_1 : guess.enc, in, &b, &bad,
			&err) != ERR_OK)
		b.len = 0;
	snprintf(out, REPORT_TEXT_MAX, "%.*s", (int)b.len, b.ptr != NULL ? (char *)b.ptr : "");
	buf_free(&b);
}

bool report_wanted(const struct options *o)
{
	return !o->silent && !o->json && !diag_quiet() && !options_to_stdout(o);
}

static void print_recipients(const struct composed *c, const struct smtp_result *r)
{
	bool some = r->outcome == SMTP_PARTLY || r->outcome == SMTP_SOME_WAIT;
	size_t i;

	for (i = 0; i < c->to_count && i < r->rcpt_count; i++) {
		const struct smtp_reply *reply = &r->rcpt[i];
		const char *state = reply->state == RCPT_LATER ? tr("not yet") : tr("refused");
		char words[REPORT_TEXT_MAX];

		report_readable(reply->text, words);
		if (reply->code >= 400)
			diag_error("%s: %s: %d %s", c->to[i], state, reply->code, words);
		else if (some && reply->state == RCPT_LATER)
			diag_error("%s: %s", c->to[i], state);
	}
}

/* Nothing is queued: a user who repeats the command needs the names of those it reached. */
static void print_reached(const char *place, const struct composed *c, const struct smtp_result *r)
{
	char names[NAMES_MAX] = "";
	size_t len = 0;
	size_t others = 0;
	size_t i;

	for (i = 0; i < c->to_count && i < r->rcpt_count; i++) {
		if (r->rcpt[i].state != RCPT_DELIVERED)
			continue;
		if (others > 0 || len + strlen(c->to[i]) + 3 > sizeof names)
			others++;
		else
			len += (size_t)snprintf(names + len, sizeof names - len, "%s%s",
				len > 0 ? ", " : "", c->to[i]);
	}
	if (others > 0)
		diag_error("%s: delivered to %s and %zu more: do not send it to them again", place,
			names, others);
	else if (len > 0)
		diag_error("%s: delivered to %s: do not send it to them again", place, names);
}

/* Prints what is in the queue, and where. */
static void print_place(const struct options *o, const struct report_queue *q)
{
	if (q->id != NULL && q->place == QUEUE_WAITING && q->is_new && report_wanted(o))
		out_printf(tr("queued %s\n"), q->id);
}

/* "row 3: host:25", with both ports when another one was tried first. */
static void place_of(const struct options *o, const struct route *route, char out[PLACE_MAX])
{
	char row[40] = "";
	char ports[40];

	if (route->tried > 0)
		snprintf(ports, sizeof ports, tr("%u and %u"), route->tried, route->port);
	else
		snprintf(ports, sizeof ports, "%u", route->port);
	if (o->merging != NULL)
		snprintf(row, sizeof row, tr("row %zu: "), o->merging->row + 1);
	snprintf(out, PLACE_MAX, "%s%s:%s", row, route->host, ports);
}

static bool somebody_has_it(const struct smtp_result *r)
{
	size_t i;

	for (i = 0; i < r->rcpt_count; i++)
		if (r->rcpt[i].state == RCPT_DELIVERED)
			return true;
	return false;
}

static void print_sent(const struct options *o, const struct composed *c,
	const struct smtp_result *r, const struct report_queue *q)
{
	if (report_wanted(o) && somebody_has_it(r)) {
		out_str(r->outcome == SMTP_DELIVERED ? tr("sent") : tr("partly sent"));
		out_str(message_id(c->message)[0] != '\0' ? " " : "");
		out_escaped_str(message_id(c->message));
		out_str("\n");
	}
	print_place(o, q);
}

void report_words(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r, const struct report_queue *q)
{
	char words[REPORT_TEXT_MAX];
	char place[PLACE_MAX];

	if (r->outcome == SMTP_DELIVERED && !r->no_login) { /* not for each of a thousand rows */
		print_sent(o, c, r, q);
		return;
	}
	place_of(o, route, place);
	print_recipients(c, r);
	report_readable(r->last.text, words);
	if (r->no_login)
		diag_warn("%s: the server offers no log-in: %s was not used", place, o->user);
	switch (r->outcome) {
	case SMTP_DELIVERED:
	case SMTP_PARTLY:
	case SMTP_SOME_WAIT:
		print_sent(o, c, r, q);
		if (q->place != QUEUE_WAITING)
			print_reached(place, c, r);
		return;
	case SMTP_UNCONFIRMED:
		diag_error(
			"%s: sent, but not confirmed: it may have arrived (%s)", place, r->shown);
		return;
	default:
		break;
	}
	/* the mail was accepted, so the caller of sendmail gets no error */
	if (o->silent && q->id != NULL && q->place == QUEUE_WAITING)
		diag_note("%s: %s: %s", place, tr(smtp_outcome_word(r->outcome)), r->shown);
	else if (r->last.code >= 400)
		diag_error("%s: %s: %d %s", place, tr(smtp_outcome_word(r->outcome)), r->last.code,
			words);
	else
		diag_error("%s: %s: %s", place, tr(smtp_outcome_word(r->outcome)), r->shown);
	print_place(o, q);
}

static void json_reply(struct json *j, const struct smtp_reply *reply)
{
	char words[REPORT_TEXT_MAX];

	report_readable(reply->text, words);
	json_kv_i64(j, "code", reply->code);
	json_kv_str(j, "text", words);
}

static void json_head(
	struct json *j, const struct options *o, const char *outcome, const struct report_queue *q)
{
	json_object(j);
	if (o->merging != NULL)
		json_kv_u64(j, "row", o->merging->row + 1);
	json_kv_str(j, "outcome", outcome);
	if (q->id != NULL) {
		json_kv_str(j, "queue_id", q->id);
		json_kv_str(j, "queue_place", queue_place_word(q->place));
	}
}

void report_json_other(const char *outcome, const char *id, const char *reason, bool listed)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	if (listed)
		json_array(&j);
	json_object(&j);
	json_kv_str(&j, "outcome", outcome);
	if (id != NULL)
		json_kv_str(&j, "queue_id", id);
	if (reason != NULL)
		json_kv_str(&j, "reason", reason);
	json_key(&j, "recipients");
	json_array(&j);
	json_array_end(&j);
	json_object_end(&j);
	if (listed)
		json_array_end(&j);
	out_buf(&b);
}

void report_json_left(struct json *j, const struct options *o, const struct report_queue *q)
{
	json_head(j, o, "not tried", q);
	json_kv_u64(j, "attempts", 0);
	json_key(j, "recipients");
	json_array(j);
	json_array_end(j);
	json_object_end(j);
}

void report_json(struct json *j, const struct options *o, const struct composed *c,
	const struct route *route, const struct smtp_result *r, unsigned attempts,
	const struct report_queue *q)
{
	size_t i;

	json_head(j, o, smtp_outcome_word(r->outcome), q);
	json_kv_str(j, "message_id", message_id(c->message));
	json_kv_u64(j, "bytes", message_len(c->message));
	json_kv_str(j, "server", route->host);
	json_kv_u64(j, "port", route->port);
	if (route->tried > 0)
		json_kv_u64(j, "port_tried_before", route->tried);
	json_kv_u64(j, "attempts", attempts);
	json_kv_str(j, "reason", r->outcome == SMTP_DELIVERED ? "" : r->reason);
	json_key(j, "reply");
	json_object(j);
	json_reply(j, &r->last);
	json_object_end(j);
	json_key(j, "recipients");
	json_array(j);
	for (i = 0; i < c->to_count && i < r->rcpt_count; i++) {
		json_object(j);
		json_kv_str(j, "address", c->to[i]);
		json_kv_bool(j, "accepted", r->rcpt[i].code / 100 == 2);
		json_kv_str(j, "state", report_state_word(r->rcpt[i].state));
		json_reply(j, &r->rcpt[i]);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}
