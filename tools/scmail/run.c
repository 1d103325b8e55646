/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "compose.h"
#include "queue.h"
#include "report.h"
#include "route.h"
#include "secret.h"
#include "spool.h"

#define PIECE          65536
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

static enum err_code each_piece(struct message *m,
	enum err_code (*take)(void *user, const void *ptr, size_t len, struct err *err), void *user,
	struct err *err)
{
	static uint8_t piece[PIECE];
	size_t got = 1;
	enum err_code rc = message_rewind(m, err);

	while (rc == ERR_OK && got > 0) {
		rc = message_read(m, piece, sizeof piece, &got, err);
		if (rc == ERR_OK && got > 0)
			rc = take(user, piece, got, err);
	}
	return rc;
}

static enum err_code take_print(void *user, const void *ptr, size_t len, struct err *err)
{
	(void)user;
	(void)err;
	out_bytes(span_of(ptr, len));
	return ERR_OK;
}

static enum err_code take_write(void *user, const void *ptr, size_t len, struct err *err)
{
	return file_out_write(user, ptr, len, err);
}

static enum err_code save(struct message *m, const struct options *o, struct err *err)
{
	struct file_out_opts opts = {.force = o->force};
	struct file_out *f;
	enum err_code rc = file_out_open(o->save, &opts, &f, err);

	if (rc == ERR_OK) {
		rc = each_piece(m, take_write, f, err);
		if (rc == ERR_OK)
			rc = file_out_commit(f, err);
		else
			file_out_abort(f);
	}
	return rc != ERR_OK ? err_prefix(err, "%s", o->save) : ERR_OK;
}

static int status_of(enum smtp_outcome o)
{
	static const int status[] = {EXIT_DONE, EXIT_PARTLY, EXIT_TEMPORARY, EXIT_FAILED,
		EXIT_UNCONFIRMED, EXIT_NO_LOGIN, EXIT_NO_TLS, EXIT_FAILED};

	return status[o];
}

struct sending {
	const struct options *o;
	struct composed *c;
	struct composed mail; /* what c points to while there are several, one after the other */
	struct secrets secrets;
	struct route routes[ROUTES_MAX];
	size_t route_count;
	size_t used;       /* the route that was tried last */
	struct smtp *smtp; /* open connection by routes[used], or NULL */
	bool again;        /* it has carried a mail before */
	const char *id;    /* of a mail of the queue, or NULL */
	bool moved;        /* that mail lies in sending/ */
	bool reached;      /* the server talked to us about the last mail */
};

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

/* What becomes of the file of a mail. */
static enum err_code settle(struct sending *s, const struct smtp_result *r, struct err *err)
{
	enum queue_place now;
	enum err_code rc = ERR_OK;

	if (r->outcome == SMTP_PARTLY)
		rc = keep_later(s, r, err);
	now = s->moved ? QUEUE_SENDING : QUEUE_WAITING;
	if (rc != ERR_OK)
		return rc;
	switch (r->outcome) {
	case SMTP_DELIVERED:
	case SMTP_PARTLY:
		return queue_remove(s->o->queue, now, s->id, err);
	case SMTP_UNCONFIRMED:
		diag_error("%s is in unconfirmed/: --resend or --drop", s->id);
		return queue_move(s->o->queue, s->id, now, QUEUE_UNCONFIRMED, err);
	case SMTP_REFUSED:
		diag_error("%s is in refused/: --resend or --drop", s->id);
		return queue_move(s->o->queue, s->id, now, QUEUE_REFUSED, err);
	default:
		return move_back(s, err);
	}
}

static enum err_code send_all(
	struct sending *s, enum smtp_outcome *outcome, struct json *j, struct err *err)
{
	unsigned wait_ms = RETRY_FIRST_MS;
	unsigned attempt = 1;
	struct smtp_result result = {.outcome = SMTP_FAILED};
	enum err_code rc = send_once(s, &result, err);

	/* never again after the final dot: that would double the mail */
	for (; rc == ERR_OK && result.outcome == SMTP_TEMPORARY && attempt <= s->o->retry;
		attempt++) {
		diag_note("%s; next try in %u s", result.reason, wait_ms / 1000);
		smtp_result_free(&result);
		rc = move_back(s, err);
		if (rc != ERR_OK)
			return rc;
		os_sleep_ms(wait_ms);
		wait_ms = wait_ms < RETRY_MOST_MS / 2 ? wait_ms * 2 : RETRY_MOST_MS;
		rc = send_once(s, &result, err);
	}
	if (rc != ERR_OK)
		return rc;
	report_words(s->o, s->c, &s->routes[s->used], &result);
	*outcome = result.outcome;
	if (s->id != NULL) {
		rc = settle(s, &result, err);
		if (rc != ERR_OK) {
			smtp_result_free(&result);
			return rc;
		}
	}
	s->reached = result.outcome != SMTP_NO_LOGIN && result.outcome != SMTP_NO_TLS &&
		     (result.outcome != SMTP_TEMPORARY || result.last.code != 0);
	if (s->o->json)
		report_json(j, s->o, s->c, &s->routes[s->used], &result, attempt);
	smtp_result_free(&result);
	return ERR_OK;
}

struct tally {
	size_t delivered;
	size_t unconfirmed;
	enum smtp_outcome worst; /* the first that was no delivery */
	size_t tried;
};

static void count(struct tally *t, enum smtp_outcome outcome)
{
	t->tried++;
	t->delivered += outcome == SMTP_DELIVERED;
	t->unconfirmed += outcome == SMTP_UNCONFIRMED;
	if (t->worst == SMTP_DELIVERED)
		t->worst = outcome;
}

static int status_of_tally(const struct tally *t, size_t rows)
{
	if (t->unconfirmed > 0)
		return EXIT_UNCONFIRMED;
	if (t->delivered == rows)
		return EXIT_DONE;
	return t->delivered > 0 ? EXIT_PARTLY : status_of(t->worst);
}

/* All rows over one connection, until the server cannot be reached any more. */
static enum err_code send_rows(
	struct sending *s, const struct options *o, struct json *j, int *status, struct err *err)
{
	struct tally t = {.worst = SMTP_DELIVERED};
	size_t rows = o->merging->table.rows;
	size_t first;
	enum err_code rc = ERR_OK;

	s->reached = true;
	for (o->merging->row = 0; o->merging->row < rows && rc == ERR_OK && s->reached;
		o->merging->row++) {
		enum smtp_outcome outcome;

		s->c = &s->mail;
		rc = compose(o, s->c, err);
		if (rc == ERR_OK)
			rc = send_all(s, &outcome, j, err);
		if (rc == ERR_OK)
			count(&t, outcome);
		else
			err_prefix(err, "row %zu", o->merging->row + 1);
		compose_free(s->c);
	}
	first = t.tried + (rc == ERR_OK ? 1 : 2);
	if (first <= rows)
		diag_error("rows %zu to %zu: not tried", first, rows);
	if (!o->json && !diag_quiet())
		out_printf("%zu of %zu sent\n", t.delivered, rows);
	*status = status_of_tally(&t, rows);
	return rc;
}

/* Killed while it sent: those mails may have arrived. */
static enum err_code recover(const char *folder, struct err *err)
{
	struct queue_ids left;
	size_t i;
	enum err_code rc = queue_list(folder, QUEUE_SENDING, &left, err);

	for (i = 0; rc == ERR_OK && i < left.count; i++) {
		diag_warn("%s: its sending was interrupted: now in unconfirmed/", left.ids[i]);
		rc = queue_move(folder, left.ids[i], QUEUE_SENDING, QUEUE_UNCONFIRMED, err);
	}
	free(left.ids);
	return rc;
}

static enum err_code send_id(struct sending *s, const char *id, enum smtp_outcome *outcome,
	struct json *j, struct err *err)
{
	enum err_code rc = queue_load(s->o->queue, QUEUE_WAITING, id, &s->mail, err);

	s->c = &s->mail;
	s->id = id;
	s->moved = false;
	if (rc == ERR_OK)
		rc = send_all(s, outcome, j, err);
	compose_free(s->c);
	return rc;
}

static enum err_code flush(struct sending *s, struct json *j, int *status, struct err *err)
{
	struct tally t = {.worst = SMTP_DELIVERED};
	struct queue_ids ids;
	size_t i;
	enum err_code rc = queue_list(s->o->queue, QUEUE_WAITING, &ids, err);

	s->reached = true;
	for (i = 0; rc == ERR_OK && i < ids.count && s->reached; i++) {
		enum smtp_outcome outcome;

		rc = send_id(s, ids.ids[i], &outcome, j, err);
		if (rc == ERR_OK) {
			count(&t, outcome);
		} else if (rc == ERR_FORMAT) {
			/* one broken file must not hold up the others */
			diag_err(NULL, err);
			count(&t, SMTP_FAILED);
			rc = ERR_OK;
		}
	}
	if (rc == ERR_OK) {
		if (!s->o->json && !diag_quiet())
			out_printf("%zu of %zu sent\n", t.delivered, ids.count);
		*status = status_of_tally(&t, ids.count);
	}
	free(ids.ids);
	return rc;
}

static enum err_code send_queued(
	struct sending *s, const struct options *o, struct json *j, int *status, struct err *err)
{
	enum smtp_outcome outcome;
	enum err_code rc;

	if (o->flush)
		return flush(s, j, status, err);
	rc = send_id(s, s->id, &outcome, j, err);
	if (rc != ERR_OK)
		return rc;
	*status = status_of(outcome);
	if (outcome == SMTP_TEMPORARY) {
		*status = EXIT_DONE;
		if (!o->json && !diag_quiet())
			out_printf("queued %s\n", s->id);
	}
	return ERR_OK;
}

static enum err_code send_with(
	struct sending *s, const struct options *o, struct json *j, int *status, struct err *err)
{
	enum smtp_outcome outcome;
	enum err_code rc;

	if (o->merging != NULL)
		return send_rows(s, o, j, status, err);
	if (o->queue != NULL)
		return send_queued(s, o, j, status, err);
	rc = send_all(s, &outcome, j, err);
	if (rc == ERR_OK)
		*status = status_of(outcome);
	return rc;
}

static enum err_code deliver(
	const struct options *o, struct composed *c, const char *id, int *status, struct err *err)
{
	bool many = o->merging != NULL || o->flush;
	struct sending s = {.o = o, .c = c, .id = id};
	struct buf report;
	struct json j;
	enum err_code rc;

	s.route_count = route_plan(o, s.routes, err);
	if (s.route_count == 0)
		return err->code;
	if (s.routes[0].tls == SMTP_TRY)
		diag_note("TLS is used only if the server offers it");
	rc = secrets_read(o, &s.secrets, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&report, 0);
	json_init(&j, &report, false);
	if (many)
		json_array(&j);
	rc = send_with(&s, o, &j, status, err);
	if (many)
		json_array_end(&j);
	if (o->json && report.failed == ERR_OK)
		out_text(span_of(report.ptr, report.len));
	else if (o->json && rc == ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	buf_free(&report);
	hang_up(&s);
	secrets_free(&s.secrets);
	return rc;
}

/* All that can be wrong on this side is found before the first mail goes out. */
static enum err_code check_rows(const struct options *o, struct err *err)
{
	enum err_code rc = ERR_OK;

	for (o->merging->row = 0; o->merging->row < o->merging->table.rows && rc == ERR_OK;
		o->merging->row++) {
		struct composed c;

		rc = compose(o, &c, err);
		if (rc == ERR_OK && c.doubt[0] != '\0')
			diag_warn("%s", c.doubt);
		if (rc == ERR_OK && o->dry_run)
			rc = each_piece(c.message, take_print, NULL, err);
		compose_free(&c);
		if (rc != ERR_OK)
			err_prefix(err, "row %zu", o->merging->row + 1);
	}
	return rc;
}

static int end(enum err_code rc, const struct err *err, int status)
{
	if (rc == ERR_OK)
		return status;
	diag_err(NULL, err);
	return diag_status(err);
}

static int run_merge(struct options *o)
{
	struct merging m;
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc = compose_table(o, &m, &err);

	o->merging = &m;
	if (rc == ERR_OK)
		rc = check_rows(o, &err);
	if (rc == ERR_OK && !o->dry_run)
		rc = deliver(o, NULL, NULL, &status, &err);
	o->merging = NULL;
	merge_free(&m.table);
	blob_free(&m.text);
	blob_free(&m.html);
	return end(rc, &err, status);
}

/* The lock of the folder is held while mails of it are sent. */
static enum err_code deliver_locked(
	const struct options *o, const char *id, int *status, struct err *err)
{
	struct file_lock *lock;
	struct blob path;
	bool busy;
	enum err_code rc = path_join(o->queue, "lock", &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_lock_open((const char *)path.ptr, &lock, &busy, err);
	blob_free(&path);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", o->queue);
	if (busy && id == NULL) {
		*status = EXIT_TEMPORARY;
		diag_error("%s: another scmail sends from it", o->queue);
		return ERR_OK;
	}
	if (busy) {
		if (!o->json && !diag_quiet())
			out_printf("queued %s\n", id);
		return ERR_OK;
	}
	rc = recover(o->queue, err);
	if (rc == ERR_OK)
		rc = deliver(o, NULL, id, status, err);
	file_lock_close(lock);
	return rc;
}

static enum err_code take_out(const struct options *o, struct err *err)
{
	static const enum queue_place order[] = {QUEUE_UNCONFIRMED, QUEUE_REFUSED, QUEUE_WAITING};
	const char *id = o->drop != NULL ? o->drop : o->resend;
	size_t i;

	if (!queue_id_ok(id))
		return err_set(err, ERR_USAGE, "this is no id of a queue: %s", id);
	for (i = 0; i < (o->drop != NULL ? 3 : 2); i++) {
		enum err_code rc = o->drop != NULL
					   ? queue_remove(o->queue, order[i], id, err)
					   : queue_move(o->queue, id, order[i], QUEUE_WAITING, err);

		if (rc != ERR_NOTFOUND)
			return rc;
	}
	return err_set(err, ERR_NOTFOUND, "%s: no such mail", id);
}

static enum err_code take_in(
	const struct options *o, struct composed *c, int *status, struct err *err)
{
	char id[QUEUE_ID_MAX];
	enum err_code rc = queue_put(o->queue, c, c->to, c->to_count, id, err);

	return rc == ERR_OK ? deliver_locked(o, id, status, err) : rc;
}

static int run_queue(const struct options *o)
{
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc = queue_make(o->queue, &err);

	if (rc == ERR_OK && o->flush)
		rc = deliver_locked(o, NULL, &status, &err);
	else if (rc == ERR_OK)
		rc = take_out(o, &err);
	return end(rc, &err, status);
}

static int run_mail(struct options *o)
{
	struct composed c;
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc;

	rc = compose(o, &c, &err);
	if (rc == ERR_OK && c.doubt[0] != '\0')
		diag_warn("%s", c.doubt);
	if (rc == ERR_OK && o->save != NULL)
		rc = save(c.message, o, &err);
	if (rc == ERR_OK && o->dry_run)
		rc = each_piece(c.message, take_print, NULL, &err);
	else if (rc == ERR_OK && o->queue != NULL) {
		rc = queue_make(o->queue, &err);
		if (rc == ERR_OK)
			rc = take_in(o, &c, &status, &err);
	} else if (rc == ERR_OK && (o->server != NULL || o->provider != NULL)) {
		rc = deliver(o, &c, NULL, &status, &err);
	}
	compose_free(&c);
	return end(rc, &err, status);
}

/* What has to be known before anything is done. */
static enum err_code prepare(struct options *o, struct err *err)
{
	const char *host = route_host(o);
	enum err_code rc = ERR_OK;

	if (o->dsn != NULL)
		rc = smtp_dsn_ok(o->dsn, err);
	if (rc == ERR_OK && host != NULL && !o->dry_run)
		rc = secrets_find_user(o, host, err);
	return rc == ERR_OK ? spool_stdin(o, err) : rc;
}

int scmail_run(struct options *o)
{
	struct err err;
	int status;
	enum err_code rc = prepare(o, &err);

	if (rc != ERR_OK)
		status = end(rc, &err, EXIT_FAILED);
	else if (o->merge != NULL)
		status = run_merge(o);
	else if (o->flush || o->resend != NULL || o->drop != NULL)
		status = run_queue(o);
	else
		status = run_mail(o);
	spool_remove(o);
	return status;
}
