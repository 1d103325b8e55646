/* SPDX-License-Identifier: MIT */
#include "cmd_queue.h"

#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd_send.h"
#include "exit_status.h"
#include "queue/batch.h"
#include "sending/report.h"
#include "sending/sent.h"

/* How long a new mail waits for another run that sends from the queue: 5 seconds. */
#define LOCK_STEP_MS 50
#define LOCK_TRIES   100

/* Mails of a run that was killed while sending: they may have arrived. */
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

static enum err_code flush(struct sending *s, int *status, struct err *err)
{
	struct tally t = {.queued = true, .worst = SMTP_DELIVERED};
	struct queue_ids ids;
	size_t i;
	enum err_code rc = queue_list(s->o->queue, QUEUE_WAITING, &ids, err);

	for (i = 0; rc == ERR_OK && i < ids.count && s->reached; i++) {
		enum smtp_outcome outcome;

		rc = sending_from_queue(s, ids.ids[i], &outcome, err);
		if (rc == ERR_OK) {
			tally_count(&t, outcome);
		} else if (rc == ERR_NOTFOUND) {
			tally_gone(&t, sending_gone(s, ids.ids[i]));
			rc = ERR_OK;
		} else if (rc == ERR_FORMAT) {
			/* a broken file must neither stop the others nor fail again in every run */
			diag_err(NULL, err);
			diag_error("%s is in broken/", ids.ids[i]);
			tally_count(&t, SMTP_REFUSED);
			rc = queue_move(s->o->queue, ids.ids[i], QUEUE_WAITING, QUEUE_BROKEN, err);
		}
	}
	for (; rc == ERR_OK && i < ids.count && s->o->json; i++)
		sending_leave(s, ids.ids[i]);
	if (rc == ERR_OK) {
		if (report_wanted(s->o))
			out_printf(tr("%zu of %zu sent\n"), t.delivered, ids.count - t.gone);
		*status = tally_status(&t, ids.count);
	}
	free(ids.ids);
	return rc;
}

enum err_code waiting_lock(const struct options *o, struct file_lock **lock, struct err *err)
{
	struct blob path;
	bool busy;
	enum err_code rc = path_join(o->queue, "lock", &path, err);

	*lock = NULL;
	if (rc != ERR_OK)
		return rc;
	rc = file_lock_open((const char *)path.ptr, lock, &busy, err);
	blob_free(&path);
	if (rc != ERR_OK)
		return err_prefix(err, "%s", o->queue);
	if (busy)
		return ERR_OK;
	rc = batch_recover(o->queue, err);
	if (rc == ERR_OK)
		rc = recover(o->queue, err);
	if (rc != ERR_OK) {
		file_lock_close(*lock);
		*lock = NULL;
	}
	return rc;
}

enum err_code waiting_lock_soon(const struct options *o, struct file_lock **lock, struct err *err)
{
	unsigned tries = 0;
	enum err_code rc = waiting_lock(o, lock, err);

	while (rc == ERR_OK && *lock == NULL && tries++ < LOCK_TRIES) {
		os_sleep_ms(LOCK_STEP_MS);
		rc = waiting_lock(o, lock, err);
	}
	if (rc == ERR_OK && *lock == NULL)
		diag_warn("%s: another scmail sends from it; what came in waits for --flush",
			o->queue);
	return rc;
}

/* A mistyped folder is not an empty queue, and is not created. */
static enum err_code open_folder(const char *folder, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(folder, false, &info, err);

	if (rc == ERR_OK && info.type != FILE_FOLDER)
		rc = err_set(err, ERR_NOTFOUND, "no such folder");
	return rc == ERR_OK ? queue_make(folder, err) : err_prefix(err, "%s", folder);
}

enum err_code waiting_flush(const struct options *o, int *status, struct err *err)
{
	struct file_lock *lock;
	struct sending s;
	enum err_code rc = open_folder(o->queue, err);

	if (rc == ERR_OK)
		rc = waiting_lock(o, &lock, err);
	if (rc != ERR_OK)
		return rc;
	if (lock == NULL) {
		*status = EXIT_TEMPORARY;
		diag_error("%s: another scmail sends from it", o->queue);
		if (o->json)
			out_str("[]\n");
		*o->reported = true;
		return ERR_OK;
	}
	rc = sending_open(&s, o, true, err);
	if (rc == ERR_OK) {
		rc = sent_settle_left(&s, err);
		if (rc == ERR_OK)
			rc = flush(&s, status, err);
		rc = sending_close(&s, rc, err);
	}
	file_lock_close(lock);
	return rc;
}

/* Sends a mail that is in the queue; s is open. */
static enum err_code send_now(struct sending *s, const char *id, int *status, struct err *err)
{
	enum smtp_outcome outcome;
	struct file_lock *lock;
	enum err_code rc = waiting_lock_soon(s->o, &lock, err);

	if (rc != ERR_OK)
		return rc;
	if (lock == NULL) {
		*status = EXIT_TEMPORARY;
		sending_leave(s, id);
		return ERR_OK;
	}
	rc = sending_from_queue(s, id, &outcome, err);
	file_lock_close(lock);
	if (rc == ERR_NOTFOUND) { /* another run has sent it meanwhile */
		*status = tally_one_status(sending_gone(s, id), true);
		return ERR_OK;
	}
	if (rc != ERR_OK)
		return rc;
	*status = tally_one_status(outcome, true);
	return ERR_OK;
}

enum err_code waiting_take_in(
	const struct options *o, struct composed *c, int *status, struct err *err)
{
	char id[QUEUE_ID_MAX];
	struct sending s;
	enum err_code rc = queue_make(o->queue, err);

	/* the password is read first: if it is missing, the mail is not queued, or a second run
	 * would duplicate it */
	if (rc == ERR_OK)
		rc = sending_open(&s, o, false, err);
	if (rc != ERR_OK)
		return rc;
	rc = queue_put(o->queue, QUEUE_WAITING, c, c->to, c->to_count, id, err);
	if (rc == ERR_OK) {
		s.place = QUEUE_WAITING;
		rc = send_now(&s, id, status, err);
		if (o->kept != NULL)
			*o->kept = s.place == QUEUE_WAITING;
	}
	return sending_close(&s, rc, err);
}

enum err_code waiting_take_out(const struct options *o, struct err *err)
{
	static const enum queue_place order[] = {
		QUEUE_UNCONFIRMED, QUEUE_REFUSED, QUEUE_WAITING, QUEUE_BROKEN};
	const char *id = o->drop != NULL ? o->drop : o->resend;
	size_t i;
	enum err_code rc;

	if (!queue_id_ok(id))
		return err_set(err, ERR_USAGE, "this is not an id of a queue: %s", id);
	rc = open_folder(o->queue, err);
	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < (o->drop != NULL ? 4 : 2); i++) {
		rc = o->drop != NULL ? queue_remove(o->queue, order[i], id, err)
				     : queue_move(o->queue, id, order[i], QUEUE_WAITING, err);

		if (rc != ERR_NOTFOUND)
			return rc;
	}
	return err_set(err, ERR_NOTFOUND, "%s: no such mail", id);
}
