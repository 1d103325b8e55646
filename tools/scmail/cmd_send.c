/* SPDX-License-Identifier: MIT */
#include "cmd_send.h"

#include <string.h>

#include "auth/secret.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/text.h"
#include "cmd_merge.h"
#include "cmd_queue.h"
#include "cmd_status.h"
#include "compose/compose.h"
#include "compose/dkim_ring.h"
#include "compose/stdin_file.h"
#include "compose/textin.h"
#include "exit_status.h"
#include "print.h"
#include "sending/report.h"
#include "smtp/route.h"

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
		rc = print_each_piece(m, take_write, f, err);
		if (rc == ERR_OK)
			rc = file_out_commit(f, err);
		else
			file_out_abort(f);
	}
	return rc != ERR_OK ? err_prefix(err, "%s", o->save) : ERR_OK;
}

static enum err_code send_one(
	const struct options *o, struct composed *c, int *status, struct err *err)
{
	enum smtp_outcome outcome;
	struct sending s;
	enum err_code rc = sending_open(&s, o, false, err);

	if (rc != ERR_OK)
		return rc;
	rc = sending_mail(&s, c, NULL, &outcome, err);
	if (rc == ERR_OK)
		*status = tally_one_status(outcome, false);
	return sending_close(&s, rc, err);
}

static enum err_code run_mail(const struct options *o, int *status, struct err *err)
{
	struct composed c;
	enum err_code rc = compose(o, &c, err);

	if (rc == ERR_OK && c.warning[0] != '\0')
		diag_warn("%s", c.warning);
	if (rc == ERR_OK && o->save != NULL)
		rc = options_to_stdout(o) ? print_message(c.message, err) : save(c.message, o, err);
	if (rc == ERR_OK && o->dry_run)
		rc = print_message(c.message, err);
	else if (rc == ERR_OK && o->queue != NULL)
		rc = waiting_take_in(o, &c, status, err);
	else if (rc == ERR_OK && route_host(o) != NULL)
		rc = send_one(o, &c, status, err);
	compose_free(&c);
	return rc;
}

static bool is_queue_work(const struct options *o)
{
	return o->flush || o->status || o->resend != NULL || o->drop != NULL;
}

/* Checked before connecting, because libcurl reads it only when TLS begins. */
static enum err_code ca_is_there(const char *ca, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(ca, false, &info, err);

	if (rc == ERR_OK && info.type == FILE_NONE)
		rc = err_set(err, ERR_NOTFOUND, "no such file");
	if (rc == ERR_OK && info.type == FILE_FOLDER)
		rc = err_set(err, ERR_IO, "is a folder");
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "--ca: %s", ca);
}

enum err_code scmail_send(struct options *o, int *status, struct err *err)
{
	bool reported = false;
	enum err_code rc = o->ca != NULL && !o->dry_run ? ca_is_there(o->ca, err) : ERR_OK;

	if (rc == ERR_OK && route_host(o) != NULL && !o->dry_run)
		rc = secrets_find_user(o, route_host(o), err);
	/* cppcheck-suppress autoVariables; reset at the end */
	o->reported = &reported;
	if (rc == ERR_OK)
		rc = dkim_ring_open(o, &o->dkim, err);
	if (rc == ERR_OK)
		rc = run_mail(o, status, err);
	dkim_ring_close(o->dkim);
	o->dkim = NULL;
	o->reported = NULL;
	return rc;
}

/* Piped input becomes the text if none is specified. Without a text the mail must have other
 * content; --text= allows an empty one. */
static enum err_code take_piped(struct options *o, struct err *err)
{
	struct err unreadable;
	enum err_code rc = ERR_OK;

	if (!options_use_stdin(o) && !os_is_terminal(OS_STDIN)) {
		rc = file_read_stdin(TEXTIN_MAX, &o->piped, err);
		unreadable = *err;
	}
	if (rc == ERR_LIMIT || rc == ERR_NOMEM)
		return err_prefix(err, "standard input");
	if (o->piped.len > 0 || o->attach.count > 0)
		return ERR_OK;
	err_set(err, ERR_USAGE,
		"no text: --text, --body, --html, --calendar, or piped in "
		"(--text= for an empty mail)");
	return rc == ERR_OK ? ERR_USAGE : err_prefix(err, "%s", unreadable.text);
}

/* Reads everything that has to be known before the work begins. */
static enum err_code prepare(struct options *o, struct err *err)
{
	const char *host = route_host(o);
	enum err_code rc = ERR_OK;

	if (o->dsn != NULL)
		rc = smtp_dsn_ok(o->dsn, err);
	if (rc == ERR_OK && o->charset != NULL &&
		text_enc_find(o->charset, strlen(o->charset)) == TEXT_NONE)
		rc = err_set(err, ERR_USAGE, "--charset: no encoding is called '%s'", o->charset);
	if (rc == ERR_OK && o->ca != NULL && !o->dry_run)
		rc = ca_is_there(o->ca, err);
	if (rc == ERR_OK && host != NULL && !o->dry_run)
		rc = secrets_find_user(o, host, err);
	if (rc == ERR_OK)
		rc = dkim_ring_open(o, &o->dkim, err);
	if (rc == ERR_OK && !is_queue_work(o) && !options_name_text(o))
		rc = take_piped(o, err);
	return rc == ERR_OK ? spool_stdin(o, err) : rc;
}

/* --json prints one document in any case. */
static void report_other(const struct options *o, const char *failure)
{
	bool listed = o->merge != NULL || o->flush || o->status;

	if (failure != NULL)
		report_json_other("failed", NULL, failure, listed);
	else if (o->resend != NULL)
		report_json_other("waiting", o->resend, NULL, false);
	else if (o->drop != NULL)
		report_json_other("dropped", o->drop, NULL, false);
	else
		report_json_other("saved", NULL, NULL, false);
}

int scmail_run(struct options *o)
{
	struct err err;
	bool reported = o->dry_run;
	int status = EXIT_DONE;
	enum err_code rc = prepare(o, &err);

	/* cppcheck-suppress autoVariables; reset at the end */
	o->reported = &reported;
	if (rc == ERR_OK && o->status) {
		rc = status_print(o, &status, &err);
		reported = rc == ERR_OK;
	} else if (rc == ERR_OK && o->merge != NULL)
		rc = rows_run(o, &status, &err);
	else if (rc == ERR_OK && o->flush)
		rc = waiting_flush(o, &status, &err);
	else if (rc == ERR_OK && (o->resend != NULL || o->drop != NULL))
		rc = waiting_take_out(o, &err);
	else if (rc == ERR_OK)
		rc = run_mail(o, &status, &err);
	spool_remove(o);
	dkim_ring_close(o->dkim);
	o->dkim = NULL;
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	if (o->json && !reported)
		report_other(o, rc == ERR_OK ? NULL : err.text);
	o->reported = NULL;
	return status;
}
