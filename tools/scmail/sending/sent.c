/* SPDX-License-Identifier: MIT */
#include "sending/sent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "imap/imap.h"
#include "smtp/reason.h"

enum err_code sent_open(struct sending *s, const struct smtp_opts *opts, struct err *err)
{
	const struct options *o = s->o;
	enum err_code rc = ERR_OK;

	if ((o->save_sent != NULL || o->settle != NULL) && opts->user == NULL)
		return err_set(err, ERR_USAGE, "--save-sent and --settle need --user to log in as");
	if (o->save_sent != NULL)
		rc = imap_open(o->save_sent, opts, &s->sent, err);
	if (rc != ERR_OK)
		return err_prefix(err, "--save-sent");
	if (o->settle != NULL)
		rc = imap_open(o->settle, opts, &s->all, err);
	return rc != ERR_OK ? err_prefix(err, "--settle") : ERR_OK;
}

void sent_close(struct sending *s)
{
	imap_close(s->sent);
	imap_close(s->all);
	s->sent = s->all = NULL;
}

void sent_save(struct sending *s)
{
	struct composed copy = {0};
	struct message *m = s->c->message;
	struct err err;
	enum err_code rc = ERR_OK;

	if (s->sent == NULL)
		return;
	if (s->id != NULL) { /* its file was moved after it was opened */
		rc = queue_load(
			s->o->queue, s->moved ? QUEUE_SENDING : QUEUE_WAITING, s->id, &copy, &err);
		m = copy.message;
	}
	if (rc == ERR_OK)
		rc = imap_append(s->sent, m, &err);
	if (rc != ERR_OK) {
		err_prefix(&err, "sent, but not saved in %s", s->o->save_sent);
		diag_warn_err(NULL, &err);
	}
	compose_free(&copy);
}

/* A copy that other recipients got by another try is in the folder, whatever happened to this
 * one. */
static enum err_code can_ask(const struct composed *c, struct err *err)
{
	return c->in_parts ? err_set(err, ERR_UNSUPPORTED,
				     "other recipients received this mail by another attempt: the "
				     "folder does not show whose it is")
			   : ERR_OK;
}

/* Looks at once, and again later, because a server may need time to file a mail. */
static enum err_code look_twice(struct sending *s, const char *id, bool *found, struct err *err)
{
	enum err_code rc = imap_find(s->all, id, found, err);

	if (rc != ERR_OK || *found)
		return rc;
	os_sleep_ms(s->o->settle_wait_s * 1000);
	return imap_find(s->all, id, found, err);
}

void sent_settle(struct sending *s, struct smtp_result *r)
{
	struct err err;
	bool found = false;
	bool all = true;
	size_t i;

	if (s->all == NULL || r->outcome != SMTP_UNCONFIRMED)
		return;
	if (can_ask(s->c, &err) != ERR_OK ||
		look_twice(s, message_id(s->c->message), &found, &err) != ERR_OK) {
		err_prefix(&err, "--settle");
		diag_warn_err(NULL, &err);
		return;
	}
	for (i = 0; i < r->rcpt_count; i++)
		all = all && r->rcpt[i].code / 100 == 2;
	r->outcome = !found ? SMTP_TEMPORARY : all ? SMTP_DELIVERED : SMTP_PARTLY;
	if (found)
		reason_say(r, "not confirmed, but the server has it");
	else
		reason_say(r, "the server did not take it");
	diag_note("%s: %s", message_id(s->c->message), r->shown);
}

/* Looks for an unconfirmed mail on the server. */
static enum err_code look_for(struct sending *s, const char *id, bool *found, struct err *err)
{
	struct composed c;
	enum err_code rc = queue_load(s->o->queue, QUEUE_UNCONFIRMED, id, &c, err);

	if (rc == ERR_OK)
		rc = can_ask(&c, err);
	if (rc == ERR_OK)
		rc = imap_find(s->all, message_id(c.message), found, err);
	compose_free(&c);
	return rc;
}

/* last: mails not found now were not accepted. *open: some were not found. */
static enum err_code settle_ids(
	struct sending *s, const struct queue_ids *ids, bool last, bool *open, struct err *err)
{
	const char *folder = s->o->queue;
	enum err_code rc = ERR_OK;
	size_t i;

	*open = false;
	for (i = 0; i < ids->count && rc == ERR_OK; i++) {
		const char *id = ids->ids[i];
		bool found = false;

		rc = look_for(s, id, &found, err);
		*open = *open || (rc == ERR_OK && !found);
		if (rc == ERR_OK && found)
			rc = queue_remove(folder, QUEUE_UNCONFIRMED, id, err);
		else if (rc == ERR_OK && last)
			rc = queue_move(folder, id, QUEUE_UNCONFIRMED, QUEUE_WAITING, err);
		if (rc == ERR_OK && (found || last))
			diag_note("%s: %s", id,
				found ? tr("the server has it") : tr("it waits again"));
		if (rc == ERR_NOTFOUND || rc == ERR_FORMAT || rc == ERR_UNSUPPORTED)
			rc = ERR_OK; /* removed meanwhile, or undecidable: it stays */
	}
	return rc;
}

enum err_code sent_settle_left(struct sending *s, struct err *err)
{
	struct queue_ids ids;
	bool open = false;
	enum err_code rc;

	if (s->all == NULL)
		return ERR_OK;
	rc = queue_list(s->o->queue, QUEUE_UNCONFIRMED, &ids, err);
	if (rc == ERR_OK && ids.count > 0)
		rc = settle_ids(s, &ids, false, &open, err);
	if (rc == ERR_OK && open) {
		free(ids.ids);
		os_sleep_ms(s->o->settle_wait_s * 1000);
		rc = queue_list(s->o->queue, QUEUE_UNCONFIRMED, &ids, err);
		if (rc == ERR_OK)
			rc = settle_ids(s, &ids, true, &open, err);
	}
	free(ids.ids);
	if (rc == ERR_OK)
		return ERR_OK;
	err_prefix(err, "--settle"); /* waiting mails are sent all the same */
	diag_warn_err(NULL, err);
	return ERR_OK;
}
