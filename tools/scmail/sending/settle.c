/* SPDX-License-Identifier: MIT */
#include "sending/settle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/tr.h"

static enum queue_place now(const struct sending *s)
{
	return s->moved ? QUEUE_SENDING : QUEUE_WAITING;
}

enum err_code settle_before_end(struct sending *s, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->id != NULL && !s->moved)
		rc = queue_move(s->o->queue, s->id, QUEUE_WAITING, QUEUE_SENDING, err);
	s->moved = s->id != NULL && rc == ERR_OK;
	return rc;
}

/* Moves the mail's file. */
static enum err_code put(struct sending *s, enum queue_place to, struct err *err)
{
	enum queue_place from = now(s);

	s->place = to;
	s->moved = false;
	return from != to ? queue_move(s->o->queue, s->id, from, to, err) : ERR_OK;
}

static enum err_code drop(struct sending *s, enum queue_place place, struct err *err)
{
	enum queue_place from = now(s);

	s->place = place;
	s->moved = false;
	return queue_remove(s->o->queue, from, s->id, err);
}

/* Makes a file for some of the recipients, with a new id. in_parts: others have the mail, or
 * may. */
static enum err_code copy_for(struct sending *s, const char *const *to, size_t count, bool in_parts,
	enum queue_place place, char id[QUEUE_ID_MAX], struct err *err)
{
	struct composed copy;
	enum err_code rc = queue_load(s->o->queue, now(s), s->id, &copy, err);

	copy.in_parts = copy.in_parts || in_parts;
	if (rc == ERR_OK)
		rc = queue_put(s->o->queue, place, &copy, to, count, id, err);
	compose_free(&copy);
	return rc;
}

/* Continues with the mail of that file. */
static enum err_code go_on_with(struct sending *s, const char *id, struct err *err)
{
	struct composed copy;
	enum err_code rc = queue_load(s->o->queue, QUEUE_WAITING, id, &copy, err);

	if (rc == ERR_OK) {
		struct message *old = s->c->message;

		s->c->message = copy.message;
		copy.message = old;
		memcpy(s->split_id, id, QUEUE_ID_MAX);
		s->id = s->split_id;
		s->place = QUEUE_WAITING;
	}
	compose_free(&copy);
	return rc;
}

/* The disk is full: the file is moved to where it is not sent again, because some recipients have
 * it; the others are reported. */
static void keep_whole(struct sending *s)
{
	char id[QUEUE_ID_MAX];
	struct err err;
	size_t i;

	snprintf(id, sizeof id, "%s", s->id);
	if (put(s, QUEUE_UNCONFIRMED, &err) != ERR_OK)
		return; /* it stays in sending/, and the next run moves it */
	for (i = 0; i < s->pending_count; i++)
		diag_error("%s is in unconfirmed/: %s does not have it", id, s->pending[i]);
}

/* Recipients that wait get a file of their own; then the old one is removed. */
static enum err_code split(struct sending *s, const struct round *round, struct err *err)
{
	char id[QUEUE_ID_MAX];
	enum err_code rc = copy_for(s, s->pending, s->pending_count,
		round->count[RCPT_DELIVERED] > 0, QUEUE_WAITING, id, err);

	if (rc == ERR_OK)
		rc = drop(s, QUEUE_WAITING, err);
	else
		keep_whole(s);
	return rc == ERR_OK ? go_on_with(s, id, err) : rc;
}

/* Keeps the file for recipients that may have the mail; they are not tried again in this run. */
static enum err_code set_aside(
	struct sending *s, const struct round *round, const struct smtp_result *r, struct err *err)
{
	const char **sure = calloc(r->rcpt_count + 1, sizeof *sure);
	char id[QUEUE_ID_MAX];
	size_t count = 0;
	size_t i;
	enum err_code rc = sure != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");

	if (rc == ERR_OK && s->pending_count > 0) {
		rc = copy_for(s, s->pending, s->pending_count, true, QUEUE_WAITING, id, err);
		if (rc == ERR_OK)
			diag_note("%zu recipient%s still waiting, as %s", s->pending_count,
				tr_s(s->pending_count), id);
	}
	if (rc == ERR_OK && round->count[RCPT_UNCONFIRMED] == r->rcpt_count) {
		rc = put(s, QUEUE_UNCONFIRMED, err);
	} else if (rc == ERR_OK) {
		for (i = 0; i < r->rcpt_count; i++)
			if (r->rcpt[i].code / 100 == 2)
				sure[count++] = s->tried[i];
		rc = copy_for(s, sure, count, s->pending_count > 0, QUEUE_UNCONFIRMED, id, err);
		if (rc == ERR_OK)
			rc = drop(s, QUEUE_UNCONFIRMED, err);
		memcpy(s->split_id, id, QUEUE_ID_MAX);
		s->id = s->split_id;
	}
	if (rc == ERR_OK)
		diag_error("%s is in unconfirmed/: --resend or --drop", s->id);
	free(sure);
	return rc;
}

enum err_code settle(
	struct sending *s, const struct round *round, const struct smtp_result *r, struct err *err)
{
	enum err_code rc;

	if (round->count[RCPT_UNCONFIRMED] > 0)
		return set_aside(s, round, r, err);
	if (s->pending_count == r->rcpt_count)
		return put(s, QUEUE_WAITING, err);
	if (s->pending_count > 0)
		return split(s, round, err);
	if (round->count[RCPT_REFUSED] < r->rcpt_count)
		return drop(s, QUEUE_GONE, err);
	rc = put(s, QUEUE_REFUSED, err);
	if (rc == ERR_OK)
		diag_error("%s is in refused/: --resend or --drop", s->id);
	return rc;
}
