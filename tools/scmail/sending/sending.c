/* SPDX-License-Identifier: MIT */
#include "sending/sending.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/tr.h"
#include "cmd_send.h"
#include "sending/log.h"
#include "sending/missed.h"
#include "sending/report.h"
#include "sending/sent.h"
#include "sending/settle.h"

#define RETRY_FIRST_MS 5000 /* doubled each time */
#define RETRY_MOST_MS  300000
#define FIRST_ROUTE_S  10 /* for a connection, when another port may be the right one */

/* Writes a line of the dialogue in the format of sendmail -X. */
static void keep_line(struct sending *s, char direction, struct span line)
{
	char mark = direction == '*' ? '=' : direction;
	struct buf b;
	struct err err;

	buf_init(&b, 0);
	buf_printf(&b, "%c%c%c ", mark, mark, mark);
	buf_add(&b, line.ptr, line.len);
	buf_add_u8(&b, '\n');
	if (b.failed == ERR_OK &&
		file_append(s->o->transcript, span_of(b.ptr, b.len), &err) != ERR_OK &&
		!s->transcript_failed) {
		s->transcript_failed = true;
		diag_warn_err(s->o->transcript, &err);
	}
	buf_free(&b);
}

static void show_line(void *user, char direction, struct span line)
{
	struct sending *s = user;

	if (s->o->transcript != NULL)
		keep_line(s, direction, line);
	diag_note("%c %.*s", direction, (int)(line.len < 2000 ? line.len : 2000),
		line.ptr != NULL ? (const char *)line.ptr : "");
}

static void show_progress(void *user, uint64_t sent)
{
	(void)user;
	progress_set(sent);
}

static void hang_up(struct sending *s)
{
	smtp_close(s->smtp);
	s->smtp = NULL;
	s->again = false;
}

/* From here on the mail may have arrived, without an answer of the server. */
static enum err_code before_end(void *user, struct err *err)
{
	return settle_before_end(user, err);
}

static struct smtp_opts options_of(struct sending *s)
{
	const struct options *o = s->o;

	return (struct smtp_opts){.ca = o->ca,
		.client_cert = o->client_cert,
		.client_key = o->client_key,
		.pin = o->pin,
		.insecure = o->insecure,
		.user = o->user,
		.password = s->secrets.password,
		.token = s->secrets.token,
		.auth = o->auth,
		.dsn = o->dsn,
		.dsn_optional = o->dsn_optional,
		.dsn_return = o->dsn_return,
		.envelope_id = o->envelope_id,
		.proxy = o->proxy,
		.helo = o->helo,
		.no_bdat = s->no_bdat,
		.ip_version = o->ip_version,
		.connect_s = o->connect_s,
		.reply_s = o->reply_s,
		.on_line = diag_verbose() || o->transcript != NULL ? show_line : NULL,
		.on_progress = show_progress,
		.before_end = before_end,
		.watch = s};
}

static enum err_code dial(struct sending *s, const struct route *route, struct err *err)
{
	struct smtp_opts opts = options_of(s);

	opts.host = route->host;
	opts.port = route->port;
	opts.tls = route->tls;
	/* a port that drops packets must not delay the next one for long */
	if (route->next && opts.connect_s > FIRST_ROUTE_S)
		opts.connect_s = FIRST_ROUTE_S;
	return smtp_open(&opts, &s->smtp, err);
}

static enum err_code send_on(struct sending *s, struct smtp_result *result, struct err *err)
{
	enum err_code rc;

	progress_start(s->routes[s->used].host, message_len(s->c->message), PROGRESS_BYTES);
	rc = smtp_send(s->smtp, s->c->message, s->c->mail.from.items[0].spec, s->pending,
		s->pending_count, result, err);
	progress_end();
	return rc;
}

/* The server may have closed an idle connection; then nothing was sent. */
static bool is_stale(const struct sending *s, const struct smtp_result *result)
{
	return s->again && result->outcome == SMTP_TEMPORARY &&
	       (result->last.code == 0 || result->last.code == 421);
}

/* Once: another connection may do what this one could not. */
static bool needs_fresh(struct sending *s, const struct smtp_result *result)
{
	if (is_stale(s, result))
		return true;
	if (!result->bdat_refused || s->no_bdat)
		return false;
	diag_note("the server offers BDAT and refuses it: DATA follows");
	s->no_bdat = true;
	return true;
}

static enum err_code send_by(
	struct sending *s, const struct route *route, struct smtp_result *result, struct err *err)
{
	enum err_code rc;

	for (;;) {
		rc = s->smtp == NULL ? dial(s, route, err) : ERR_OK;
		if (rc == ERR_OK)
			rc = send_on(s, result, err);
		if (rc != ERR_OK || !needs_fresh(s, result))
			break;
		smtp_result_free(result);
		hang_up(s);
	}
	s->again = true;
	if (rc != ERR_OK || !smtp_reusable(s->smtp))
		hang_up(s);
	return rc;
}

/* No server on this port: the next one may be right. */
static bool try_next_route(const struct smtp_result *r)
{
	return r->outcome == SMTP_TEMPORARY && r->last.code == 0;
}

static enum err_code send_once(struct sending *s, struct smtp_result *result, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->smtp != NULL) /* was used by an earlier mail of this run */
		return send_by(s, &s->routes[s->used], result, err);
	for (s->used = 0; s->used < s->route_count; s->used++) {
		rc = send_by(s, &s->routes[s->used], result, err);
		if (rc != ERR_OK || !try_next_route(result) || s->used + 1 == s->route_count)
			return rc;
		diag_note("%s:%u: %s", s->routes[s->used].host, s->routes[s->used].port,
			result->shown);
		smtp_result_free(result);
	}
	return rc;
}

enum err_code sending_open(struct sending *s, const struct options *o, bool many, struct err *err)
{
	struct smtp_opts opts;

	*s = (struct sending){.o = o, .many = many, .reached = true};
	s->route_count = route_plan(o, s->routes, err);
	if (s->route_count == 0)
		return err->code;
	if (s->routes[0].tls == SMTP_TRY)
		diag_note("TLS is used only if the server offers it");
	if (secrets_read(o, &s->secrets, err) != ERR_OK)
		return err->code;
	opts = options_of(s);
	opts.host = s->routes[0].host;
	opts.tls = o->tls == TLS_NONE && o->insecure_plaintext ? SMTP_PLAIN : SMTP_STARTTLS;
	if (sent_open(s, &opts, err) != ERR_OK) {
		sent_close(s);
		secrets_free(&s->secrets);
		return err->code;
	}
	buf_init(&s->report, 0);
	json_init(&s->json, &s->report, false);
	if (many)
		json_array(&s->json);
	return ERR_OK;
}

enum err_code sending_close(struct sending *s, enum err_code rc, struct err *err)
{
	if (s->many)
		json_array_end(&s->json);
	if (s->o->json && s->report.failed == ERR_OK && (s->many || rc == ERR_OK)) {
		out_text(span_of(s->report.ptr, s->report.len));
		*s->o->reported = true;
	} else if (s->o->json && rc == ERR_OK) {
		rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	buf_free(&s->report);
	hang_up(s);
	sent_close(s);
	secrets_free(&s->secrets);
	return rc;
}

static enum err_code begin_pending(struct sending *s, struct smtp_result *total, struct err *err)
{
	size_t n = s->c->to_count;
	size_t i;

	s->pending = calloc(n, sizeof *s->pending);
	s->tried = calloc(n, sizeof *s->tried);
	s->place_of = calloc(n, sizeof *s->place_of);
	total->rcpt = calloc(n, sizeof *total->rcpt);
	total->rcpt_count = n;
	if (s->pending == NULL || s->tried == NULL || s->place_of == NULL || total->rcpt == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < n; i++) {
		s->pending[i] = s->c->to[i];
		s->place_of[i] = i;
	}
	s->pending_count = n;
	return ERR_OK;
}

static void end_pending(struct sending *s)
{
	free(s->pending);
	free(s->tried);
	free(s->place_of);
	s->tried = NULL;
	s->pending = NULL;
	s->place_of = NULL;
	s->pending_count = 0;
}

/* The result of a try for a recipient, by the reply to its RCPT and the result of the mail. */
static enum rcpt_state state_of(const struct smtp_result *r, const struct smtp_reply *reply)
{
	switch (r->outcome) {
	case SMTP_DELIVERED:
	case SMTP_PARTLY:
	case SMTP_UNCONFIRMED:
		if (reply->code / 100 == 2)
			return r->outcome == SMTP_UNCONFIRMED ? RCPT_UNCONFIRMED : RCPT_DELIVERED;
		return reply->code / 100 == 5 ? RCPT_REFUSED : RCPT_LATER;
	case SMTP_REFUSED:
		return reply->code / 100 == 4 && !r->message_refused ? RCPT_LATER : RCPT_REFUSED;
	case SMTP_TEMPORARY:
		return reply->code / 100 == 5 ? RCPT_REFUSED : RCPT_LATER;
	default:
		return RCPT_LATER;
	}
}

/* Records the results of a try; recipients that wait stay pending. */
static void take_replies(struct sending *s, const struct smtp_result *r, struct round *round,
	struct smtp_result *total)
{
	size_t kept = 0;
	size_t i;

	*round = (struct round){0};
	memcpy(s->tried, s->pending, s->pending_count * sizeof *s->tried);
	for (i = 0; i < s->pending_count; i++) {
		enum rcpt_state state = state_of(r, &r->rcpt[i]);
		struct smtp_reply *out = &total->rcpt[s->place_of[i]];

		*out = r->rcpt[i];
		if (state == RCPT_REFUSED && r->rcpt[i].code / 100 == 2)
			*out = r->last; /* to the message */
		out->state = state;
		round->count[state]++;
		round->too_many = round->too_many || (state == RCPT_LATER && out->code == 452);
		if (state != RCPT_LATER)
			continue;
		s->pending[kept] = s->pending[i];
		s->place_of[kept++] = s->place_of[i];
	}
	s->pending_count = kept;
}

/* Combines the results of all tries. */
static void sum_up(struct smtp_result *total, const struct smtp_result *r)
{
	size_t n[RCPT_STATES] = {0};
	size_t i;

	for (i = 0; i < total->rcpt_count; i++)
		n[total->rcpt[i].state]++;
	total->outcome = r->outcome;
	total->last = r->last;
	total->no_login = r->no_login;
	total->secure = r->secure;
	memcpy(total->reason, r->reason, sizeof total->reason);
	memcpy(total->shown, r->shown, sizeof total->shown);
	if (n[RCPT_UNCONFIRMED] > 0)
		total->outcome = SMTP_UNCONFIRMED;
	else if (n[RCPT_DELIVERED] == total->rcpt_count)
		total->outcome = SMTP_DELIVERED;
	else if (n[RCPT_REFUSED] == total->rcpt_count)
		total->outcome = SMTP_REFUSED;
	else if (n[RCPT_LATER] == total->rcpt_count) /* no recipient was reached */
		total->outcome = r->outcome == SMTP_REFUSED ? SMTP_TEMPORARY : r->outcome;
	else if (n[RCPT_REFUSED] > 0)
		total->outcome = SMTP_PARTLY;
	else
		total->outcome = SMTP_SOME_WAIT;
}

static bool may_go_on(const struct smtp_result *r)
{
	return r->outcome == SMTP_TEMPORARY || r->outcome == SMTP_PARTLY ||
	       r->outcome == SMTP_REFUSED;
}

/*
 * Tries until nobody is pending or the time is over. A server that limits recipients per mail (452,
 * RFC 5321, section 4.5.3.1.10) gets the others at once. Recipients whose mail was sent up to the
 * final dot are never tried again: that could duplicate it.
 */
static enum err_code send_patiently(
	struct sending *s, struct smtp_result *total, unsigned *attempts, struct err *err)
{
	unsigned wait_ms = RETRY_FIRST_MS;
	unsigned tries = 0;
	bool saved = false;
	struct smtp_result r = {0};
	enum err_code rc;

	*attempts = 0;
	for (;;) {
		struct round round;
		bool split;

		smtp_result_free(&r);
		rc = send_once(s, &r, err);
		if (rc != ERR_OK)
			break;
		++*attempts;
		sent_settle(s, &r);
		take_replies(s, &r, &round, total);
		s->c->in_parts = s->c->in_parts || round.count[RCPT_DELIVERED] > 0;
		if (round.count[RCPT_DELIVERED] > 0 && !saved) {
			sent_save(s);
			saved = true;
		}
		if (s->id != NULL)
			rc = settle(s, &round, &r, err);
		if (rc != ERR_OK || s->pending_count == 0 || !may_go_on(&r))
			break;
		split = round.too_many && round.count[RCPT_DELIVERED] > 0;
		if (!split && tries++ >= s->o->retry)
			break;
		if (split)
			continue;
		diag_note("%s; next try in %u s", r.shown, wait_ms / 1000);
		os_sleep_ms(wait_ms);
		wait_ms = wait_ms < RETRY_MOST_MS / 2 ? wait_ms * 2 : RETRY_MOST_MS;
	}
	if (rc == ERR_OK)
		sum_up(total, &r);
	smtp_result_free(&r);
	return rc;
}

static void hint_at_secret(const struct sending *s)
{
	const char *doubt = secrets_doubt(&s->secrets);

	if (doubt != NULL && (!s->o->silent || s->id == NULL)) /* else the mail was accepted */
		diag_warn("%s", tr(doubt));
}

enum err_code sending_mail(struct sending *s, struct composed *c, const char *id,
	enum smtp_outcome *outcome, struct err *err)
{
	struct smtp_result total = {.outcome = SMTP_FAILED};
	unsigned attempts = 0;
	enum err_code rc;

	s->c = c;
	s->id = id;
	s->moved = false;
	s->place = id != NULL ? QUEUE_WAITING : QUEUE_GONE;
	rc = begin_pending(s, &total, err);
	if (rc == ERR_OK)
		rc = send_patiently(s, &total, &attempts, err);
	if (rc == ERR_OK) {
		struct err log_err;
		struct report_queue q = {s->id, s->place, !s->o->flush || s->id == s->split_id};

		report_words(s->o, s->c, &s->routes[s->used], &total, &q);
		if (total.outcome == SMTP_NO_LOGIN)
			hint_at_secret(s);
		if (s->o->log != NULL && log_mail(s->o, s->c, &s->routes[s->used], &total, s->id,
						 &log_err) != ERR_OK)
			diag_warn_err(NULL, &log_err);
		*outcome = total.outcome;
		if (s->o->missed != NULL)
			missed_take(s->o->missed, s->c, &total, s->id != NULL);
		s->reached = total.outcome != SMTP_NO_LOGIN && total.outcome != SMTP_NO_TLS &&
			     (total.outcome != SMTP_TEMPORARY || total.last.code != 0);
		if (s->o->json)
			report_json(
				&s->json, s->o, s->c, &s->routes[s->used], &total, attempts, &q);
	}
	end_pending(s);
	smtp_result_free(&total);
	return rc;
}

enum err_code sending_from_queue(
	struct sending *s, const char *id, enum smtp_outcome *outcome, struct err *err)
{
	enum err_code rc = queue_load(s->o->queue, QUEUE_WAITING, id, &s->mail, err);

	if (rc == ERR_OK) {
		rc = sending_mail(s, &s->mail, id, outcome, err);
	} else if (rc != ERR_NOTFOUND && rc != ERR_FORMAT && rc != ERR_NOMEM) {
		/* it cannot be read: the others may */
		diag_err(NULL, err);
		if (s->o->json)
			sending_leave(s, id);
		*outcome = SMTP_FAILED;
		rc = ERR_OK;
	}
	compose_free(&s->mail);
	return rc;
}

void sending_leave(struct sending *s, const char *id)
{
	if (s->o->json)
		report_json_left(&s->json, s->o,
			&(struct report_queue){id, id != NULL ? QUEUE_WAITING : QUEUE_GONE, true});
	else if (id != NULL && report_wanted(s->o))
		out_printf(tr("queued %s\n"), id);
}

enum smtp_outcome sending_gone(struct sending *s, const char *id)
{
	s->place = queue_find(s->o->queue, id);
	if (s->place == QUEUE_GONE)
		diag_warn("%s: not in the queue any more", id);
	else
		diag_error(s->place == QUEUE_UNCONFIRMED
				   ? N_("%s is in unconfirmed/: --resend or --drop")
			   : s->place == QUEUE_REFUSED ? N_("%s is in refused/: --resend or --drop")
						       : N_("%s is in broken/"),
			id);
	if (s->o->json)
		report_json_left(&s->json, s->o, &(struct report_queue){id, s->place, false});
	return s->place == QUEUE_GONE          ? SMTP_DELIVERED
	       : s->place == QUEUE_UNCONFIRMED ? SMTP_UNCONFIRMED
					       : SMTP_REFUSED;
}
