/* SPDX-License-Identifier: MIT */
#include "smtp/deliver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "cmd_send.h"
#include "report.h"

#define RETRY_FIRST_MS 5000 /* doubled each time */
#define RETRY_MOST_MS  300000
#define FIRST_ROUTE_S  10 /* for a connection when another port may be the right one */

static void show_line(void *user, char direction, struct span line)
{
	(void)user;
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

/* From here on nobody but the server knows whether the mail has arrived. */
static enum err_code before_end(void *user, struct err *err)
{
	struct sending *s = user;
	enum err_code rc = ERR_OK;

	if (s->id != NULL && !s->moved)
		rc = queue_move(s->o->queue, s->id, QUEUE_WAITING, QUEUE_SENDING, err);
	s->moved = s->id != NULL && rc == ERR_OK;
	return rc;
}

/* The server said that it has not taken the mail. */
static enum err_code move_back(struct sending *s, struct err *err)
{
	if (!s->moved)
		return ERR_OK;
	s->moved = false;
	return queue_move(s->o->queue, s->id, QUEUE_SENDING, QUEUE_WAITING, err);
}

static enum err_code dial(struct sending *s, const struct route *route, struct err *err)
{
	const struct options *o = s->o;
	struct smtp_opts opts = {.host = route->host,
		.port = route->port,
		.tls = route->tls,
		.ca = o->ca,
		.insecure = o->insecure,
		.user = o->user,
		.password = s->secrets.password,
		.token = s->secrets.token,
		.auth = o->auth,
		.dsn = o->dsn,
		.proxy = o->proxy,
		.helo = o->helo,
		.ip_version = o->ip_version,
		.connect_s = o->connect_s,
		.reply_s = o->reply_s,
		.on_line = diag_verbose() ? show_line : NULL,
		.on_progress = show_progress,
		.before_end = before_end,
		.watch = s};

	/* a port that swallows the connection must not keep us from the right one */
	if (route->next && opts.connect_s > FIRST_ROUTE_S)
		opts.connect_s = FIRST_ROUTE_S;
	return smtp_open(&opts, &s->smtp, err);
}

static enum err_code send_on(struct sending *s, struct smtp_result *result, struct err *err)
{
	enum err_code rc;

	progress_start(s->routes[s->used].host, message_len(s->c->message), PROGRESS_BYTES);
	rc = smtp_send(s->smtp, s->c->message, s->c->mail.from.items[0].spec, s->c->to,
		s->c->to_count, result, err);
	progress_end();
	return rc;
}

/* The server may have ended an idle connection; nothing was sent then. */
static bool is_stale(const struct sending *s, const struct smtp_result *result)
{
	return s->again && result->outcome == SMTP_TEMPORARY &&
	       (result->last.code == 0 || result->last.code == 421);
}

static enum err_code send_by(
	struct sending *s, const struct route *route, struct smtp_result *result, struct err *err)
{
	enum err_code rc = s->smtp == NULL ? dial(s, route, err) : ERR_OK;

	if (rc == ERR_OK)
		rc = send_on(s, result, err);
	if (rc == ERR_OK && is_stale(s, result)) {
		smtp_result_free(result);
		hang_up(s);
		rc = dial(s, route, err);
		if (rc == ERR_OK)
			rc = send_on(s, result, err);
	}
	s->again = true;
	if (rc != ERR_OK || (result->outcome != SMTP_DELIVERED && result->outcome != SMTP_PARTLY))
		hang_up(s);
	return rc;
}

/* Nothing listens there: the next port may be the right one. */
static bool try_next_route(const struct smtp_result *r)
{
	return r->outcome == SMTP_TEMPORARY && r->last.code == 0;
}

static enum err_code send_once(struct sending *s, struct smtp_result *result, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->smtp != NULL) /* with a mail of the same run before */
		return send_by(s, &s->routes[s->used], result, err);
	for (s->used = 0; s->used < s->route_count; s->used++) {
		rc = send_by(s, &s->routes[s->used], result, err);
		if (rc != ERR_OK || !try_next_route(result) || s->used + 1 == s->route_count)
			return rc;
		diag_note("%s:%u: %s", s->routes[s->used].host, s->routes[s->used].port,
			result->reason);
		smtp_result_free(result);
	}
	return rc;
}

/* Those that were told to come back later wait on, as a mail of their own. */
static enum err_code keep_later(struct sending *s, const struct smtp_result *r, struct err *err)
{
	const char **later = calloc(r->rcpt_count, sizeof *later);
	char id[QUEUE_ID_MAX];
	size_t count = 0;
	size_t i;
	enum err_code rc = later != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");

	for (i = 0; i < r->rcpt_count && rc == ERR_OK; i++)
		if (r->rcpt[i].code / 100 == 4)
			later[count++] = s->c->to[i];
	if (rc == ERR_OK && count > 0) {
		struct composed copy;

		rc = queue_load(
			s->o->queue, s->moved ? QUEUE_SENDING : QUEUE_WAITING, s->id, &copy, err);
		if (rc == ERR_OK)
			rc = queue_put(s->o->queue, &copy, later, count, id, err);
		compose_free(&copy);
		if (rc == ERR_OK)
			diag_note("%zu recipients wait on as %s", count, id);
	}
	free(later);
	return rc;
}

/* What becomes of the file of a mail, and where it lies then. */
static enum err_code settle(
	struct sending *s, const struct smtp_result *r, enum queue_place *place, struct err *err)
{
	enum queue_place now = s->moved ? QUEUE_SENDING : QUEUE_WAITING;
	enum err_code rc = ERR_OK;

	switch (r->outcome) {
	case SMTP_PARTLY:
		rc = keep_later(s, r, err);
		if (rc != ERR_OK)
			return rc;
		/* fall through */
	case SMTP_DELIVERED:
		*place = QUEUE_GONE;
		return queue_remove(s->o->queue, now, s->id, err);
	case SMTP_UNCONFIRMED:
		diag_error("%s is in unconfirmed/: --resend or --drop", s->id);
		*place = QUEUE_UNCONFIRMED;
		return queue_move(s->o->queue, s->id, now, QUEUE_UNCONFIRMED, err);
	case SMTP_REFUSED:
		diag_error("%s is in refused/: --resend or --drop", s->id);
		*place = QUEUE_REFUSED;
		return queue_move(s->o->queue, s->id, now, QUEUE_REFUSED, err);
	default:
		*place = QUEUE_WAITING;
		return move_back(s, err);
	}
}

enum err_code sending_open(struct sending *s, const struct options *o, bool many, struct err *err)
{
	*s = (struct sending){.o = o, .many = many, .reached = true};
	s->route_count = route_plan(o, s->routes, err);
	if (s->route_count == 0)
		return err->code;
	if (s->routes[0].tls == SMTP_TRY)
		diag_note("TLS is used only if the server offers it");
	if (secrets_read(o, &s->secrets, err) != ERR_OK)
		return err->code;
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
	secrets_free(&s->secrets);
	return rc;
}

/* Again after a temporary refusal; *attempts is how often it was tried. */
static enum err_code send_patiently(
	struct sending *s, struct smtp_result *result, unsigned *attempts, struct err *err)
{
	unsigned wait_ms = RETRY_FIRST_MS;
	enum err_code rc = send_once(s, result, err);

	/* never again after the final dot: that would double the mail */
	for (*attempts = 1;
		rc == ERR_OK && result->outcome == SMTP_TEMPORARY && *attempts <= s->o->retry;
		++*attempts) {
		diag_note("%s; next try in %u s", result->reason, wait_ms / 1000);
		smtp_result_free(result);
		rc = move_back(s, err);
		if (rc != ERR_OK)
			break;
		os_sleep_ms(wait_ms);
		wait_ms = wait_ms < RETRY_MOST_MS / 2 ? wait_ms * 2 : RETRY_MOST_MS;
		rc = send_once(s, result, err);
	}
	return rc;
}

enum err_code sending_mail(struct sending *s, struct composed *c, const char *id,
	enum smtp_outcome *outcome, struct err *err)
{
	struct smtp_result result = {.outcome = SMTP_FAILED};
	enum queue_place place = QUEUE_GONE;
	unsigned attempts;
	enum err_code rc;

	s->c = c;
	s->id = id;
	s->moved = false;
	rc = send_patiently(s, &result, &attempts, err);
	if (rc == ERR_OK) {
		report_words(s->o, s->c, &s->routes[s->used], &result);
		*outcome = result.outcome;
		s->reached = result.outcome != SMTP_NO_LOGIN && result.outcome != SMTP_NO_TLS &&
			     (result.outcome != SMTP_TEMPORARY || result.last.code != 0);
		if (id != NULL)
			rc = settle(s, &result, &place, err);
	}
	if (rc == ERR_OK && s->o->json)
		report_json(&s->json, s->o, s->c, &s->routes[s->used], &result, attempts,
			&(struct report_queue){id, place});
	smtp_result_free(&result);
	return rc;
}

enum err_code sending_from_queue(
	struct sending *s, const char *id, enum smtp_outcome *outcome, struct err *err)
{
	enum err_code rc = queue_load(s->o->queue, QUEUE_WAITING, id, &s->mail, err);

	if (rc == ERR_OK)
		rc = sending_mail(s, &s->mail, id, outcome, err);
	compose_free(&s->mail);
	return rc;
}

void sending_leave(struct sending *s, const char *id)
{
	if (s->o->json)
		report_json_left(&s->json, s->o,
			&(struct report_queue){id, id != NULL ? QUEUE_WAITING : QUEUE_GONE});
	else if (id != NULL && !diag_quiet() && !options_to_stdout(s->o))
		out_printf("queued %s\n", id);
}

void sending_gone(struct sending *s, const char *id)
{
	diag_warn("%s: not in the queue any more", id);
	if (s->o->json)
		report_json_left(&s->json, s->o, &(struct report_queue){id, QUEUE_GONE});
}
