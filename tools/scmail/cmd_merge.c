/* SPDX-License-Identifier: MIT */
#include "cmd_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd_queue.h"
#include "cmd_send.h"
#include "exit_status.h"
#include "print.h"
#include "queue/batch.h"
#include "sending/report.h"

#define KEPT_MAX  ((size_t)16 << 20) /* bytes of mails kept between check and sending */
#define WRONG_MAX 20                 /* rows whose errors are reported at once */
#define KEPT_ONE  ((size_t)64 << 10) /* larger ones are composed again */

/* Mails of the first rows, kept so that they are composed only once. */
struct kept {
	struct composed *mails;
	size_t count;
	size_t cap;
	size_t bytes;
	bool full;
};

/* Takes over c, or returns false. */
static bool keep(struct kept *k, const struct composed *c)
{
	uint64_t size = message_len(c->message) + sizeof *c + c->to_count * sizeof *c->to;

	k->full = k->full || !message_in_memory(c->message) || size > KEPT_ONE ||
		  k->bytes + size > KEPT_MAX;
	k->full = k->full || !ALLOC_ROOM(k->mails, k->count, &k->cap);
	if (k->full)
		return false;
	k->mails[k->count++] = *c;
	k->bytes += (size_t)size;
	return true;
}

static void kept_free(struct kept *k)
{
	size_t i;

	for (i = 0; i < k->count; i++)
		compose_free(&k->mails[i]);
	free(k->mails);
}

static enum err_code check_row(
	const struct options *o, struct kept *kept, struct batch *batch, struct err *err)
{
	struct composed c;
	enum err_code rc = compose(o, &c, err);

	if (rc == ERR_OK && c.warning[0] != '\0')
		diag_warn("%s", c.warning);
	if (rc == ERR_OK && o->dry_run)
		rc = print_message(c.message, err);
	else if (rc == ERR_OK && batch != NULL)
		rc = batch_add(batch, &c, err);
	else if (rc == ERR_OK && keep(kept, &c))
		return ERR_OK;
	compose_free(&c);
	return rc;
}

/* Finds all local errors before the first mail is sent. Those of up to WRONG_MAX rows are reported,
 * the last one by the caller. */
static enum err_code check_rows(
	const struct options *o, struct kept *kept, struct batch *batch, struct err *err)
{
	struct merging *m = o->merging;
	char first[ERR_TEXT_MAX] = "";
	size_t wrong = 0;

	for (m->row = 0; m->row < m->table.rows && wrong < WRONG_MAX; m->row++) {
		struct err this;

		if (wrong > 0 && out_failed())
			break; /* --dry-run: no row can be printed */
		if (check_row(o, kept, wrong == 0 ? batch : NULL, &this) == ERR_OK)
			continue;
		if (m->row == 1 && strcmp(this.text, first) == 0)
			break; /* an error of all rows */
		if (wrong++ == 0 && m->row == 0)
			snprintf(first, sizeof first, "%s", this.text);
		else if (wrong > 1)
			diag_err(NULL, err);
		*err = this;
		err_prefix(err, "row %zu", m->row + 1);
	}
	return wrong > 0 ? err->code : ERR_OK;
}

static enum err_code send_row(
	struct sending *s, struct kept *kept, enum smtp_outcome *outcome, struct err *err)
{
	size_t row = s->o->merging->row;
	struct composed c;
	enum err_code rc;

	if (row < kept->count)
		return sending_mail(s, &kept->mails[row], NULL, outcome, err);
	rc = compose(s->o, &c, err);
	if (rc == ERR_OK)
		rc = sending_mail(s, &c, NULL, outcome, err);
	compose_free(&c);
	return rc;
}

static void tell(const struct options *o, const struct tally *t, size_t waiting)
{
	if (!report_wanted(o))
		return;
	out_printf(tr("%zu of %zu sent"), t->delivered, o->merging->table.rows);
	if (waiting > 0)
		out_printf(tr(", %zu queued"), waiting);
	out_str("\n");
}

/* Sends until the server cannot be reached any more; ids NULL: there is no queue. */
static enum err_code send_rows(struct sending *s, struct kept *kept, const struct queue_ids *ids,
	int *status, struct err *err)
{
	const struct options *o = s->o;
	struct merging *m = o->merging;
	size_t rows = m->table.rows;
	struct tally t = {.queued = ids != NULL, .worst = SMTP_DELIVERED};
	enum err_code rc = ERR_OK;

	for (m->row = 0; m->row < rows && rc == ERR_OK && s->reached; m->row++) {
		enum smtp_outcome outcome;

		rc = ids != NULL ? sending_from_queue(s, ids->ids[m->row], &outcome, err)
				 : send_row(s, kept, &outcome, err);
		if (rc == ERR_NOTFOUND && ids != NULL) {
			tally_gone(&t, sending_gone(s, ids->ids[m->row]));
			rc = ERR_OK;
			continue;
		}
		if (rc == ERR_OK)
			tally_count(&t, outcome);
		else
			err_prefix(err, "row %zu", m->row + 1);
	}
	if (m->row < rows && ids == NULL)
		diag_error("rows %zu to %zu: not tried", m->row + 1, rows);
	if (ids != NULL)
		t.waiting += rows - m->row;
	*status = tally_status(&t, rows);
	for (; m->row < rows; m->row++)
		sending_leave(s, ids != NULL ? ids->ids[m->row] : NULL);
	tell(o, &t, ids != NULL ? t.waiting : 0);
	return rc;
}

/* Another run sends from the queue: all rows stay in it. */
static void leave_rows(struct sending *s, const struct queue_ids *ids)
{
	struct tally t = {.worst = SMTP_DELIVERED};
	struct merging *m = s->o->merging;

	for (m->row = 0; m->row < m->table.rows; m->row++)
		sending_leave(s, ids->ids[m->row]);
	tell(s->o, &t, m->table.rows);
}

static enum err_code send_queued(
	struct sending *s, const struct queue_ids *ids, int *status, struct err *err)
{
	struct file_lock *lock;
	enum err_code rc = waiting_lock_soon(s->o, &lock, err);

	if (rc != ERR_OK)
		return rc;
	if (lock == NULL) {
		*status = EXIT_TEMPORARY;
		leave_rows(s, ids);
		return ERR_OK;
	}
	rc = send_rows(s, &(struct kept){.full = true}, ids, status, err);
	file_lock_close(lock);
	return rc;
}

/* Queues all rows or none, so that a killed run neither loses nor duplicates mails. */
static enum err_code queue_rows(const struct options *o, struct queue_ids *ids, struct err *err)
{
	struct batch *b;
	enum err_code rc = batch_open(o->queue, &b, err);

	if (rc != ERR_OK)
		return rc;
	rc = check_rows(o, &(struct kept){.full = true}, b, err);
	if (rc != ERR_OK) {
		batch_abort(b);
		return rc;
	}
	rc = batch_commit(b, ids, err);
	if (rc == ERR_OK && report_wanted(o)) {
		out_printf(tr("%zu row%s queued\n"), ids->count, tr_s(ids->count));
		out_flush();
	}
	return rc;
}

static enum err_code with_queue(const struct options *o, int *status, struct err *err)
{
	struct queue_ids ids = {NULL, 0};
	struct sending s;
	enum err_code rc = queue_make(o->queue, err);

	if (rc == ERR_OK)
		rc = sending_open(&s, o, true, err);
	if (rc != ERR_OK)
		return rc;
	rc = queue_rows(o, &ids, err);
	if (rc == ERR_OK)
		rc = send_queued(&s, &ids, status, err);
	free(ids.ids);
	return sending_close(&s, rc, err);
}

static enum err_code without_queue(const struct options *o, int *status, struct err *err)
{
	struct kept kept = {0};
	struct sending s;
	enum err_code rc = check_rows(o, &kept, NULL, err);

	if (rc == ERR_OK && !o->dry_run) {
		rc = sending_open(&s, o, true, err);
		if (rc == ERR_OK) {
			rc = send_rows(&s, &kept, NULL, status, err);
			rc = sending_close(&s, rc, err);
		}
	}
	kept_free(&kept);
	return rc;
}

/* Whether the value of that option has a {column}. */
static bool value_has_column(
	const struct options *o, const struct cli_opt *row, const struct merge_table *t)
{
	const char *field = (const char *)o + row->at;
	const char *const *values = NULL;
	size_t count = 0;
	size_t i;

	if (row->kind == CLI_TEXT) {
		values = (const char *const *)(const void *)field;
		count = *values != NULL;
	} else if (row->kind == CLI_LIST) {
		const struct cli_list *list = (const struct cli_list *)(const void *)field;

		values = list->items;
		count = list->count;
	}
	for (i = 0; i < count; i++)
		if (merge_has_column(t, span_of(values[i], strlen(values[i]))))
			return true;
	return false;
}

/* Checks options that are the same for all rows: a column in one of them is a mistake. A password
 * may contain anything. */
static enum err_code fixed_options_ok(const struct options *o, struct err *err)
{
	const struct cli_opt *row;

	for (row = scmail_spec.opts; row->name != NULL; row++)
		if ((row->modes & MODE_ROW) == 0 && (row->flags & CLI_SECRET) == 0 &&
			value_has_column(o, row, &o->merging->table))
			return err_set(err, ERR_USAGE,
				"--%s is the same for all rows: it cannot contain a column",
				row->name);
	return ERR_OK;
}

enum err_code rows_run(struct options *o, int *status, struct err *err)
{
	struct merging m;
	enum err_code rc = compose_table(o, &m, err);

	o->merging = &m;
	if (rc == ERR_OK)
		rc = fixed_options_ok(o, err);
	if (rc == ERR_OK)
		rc = o->queue != NULL ? with_queue(o, status, err) : without_queue(o, status, err);
	o->merging = NULL;
	merge_free(&m.table);
	blob_free(&m.text);
	blob_free(&m.html);
	blob_free(&m.calendar);
	return rc;
}
