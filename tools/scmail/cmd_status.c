/* SPDX-License-Identifier: MIT */
#include "cmd_status.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "compose/clock.h"
#include "message/message.h"
#include "queue/queue.h"

/* State of a listing. */
struct listing {
	const struct options *o;
	struct json json;
	struct buf report;
	size_t count;
	uint64_t bytes;
	bool unread; /* what the list says of a mail is not all */
};

/* When a mail was queued: its id begins with the time. */
static int64_t time_of(const char *id)
{
	char digits[17];

	memcpy(digits, id, 16);
	digits[16] = '\0';
	return (int64_t)(strtoull(digits, NULL, 16) / 1000000000);
}

static void show_words(
	const struct composed *c, const char *id, enum queue_place place, const char *broken)
{
	char date[40];
	size_t i;

	message_date(time_of(id), clock_zone_minutes(time_of(id)), date);
	if (broken != NULL) {
		out_printf("%s  %s  %s  ", id, tr(queue_place_word(place)), date);
		out_escaped_str(broken);
		out_str("\n");
		return;
	}
	out_printf(tr("%s  %s  %llu bytes  %s  <"), id, tr(queue_place_word(place)),
		(unsigned long long)message_len(c->message), date);
	out_escaped_str(c->mail.from.items[0].spec);
	out_str(">\n");
	for (i = 0; i < c->to_count; i++) {
		out_str("    ");
		out_escaped_str(c->to[i]);
		out_str("\n");
	}
}

static void show_json(struct json *j, const struct composed *c, const char *id,
	enum queue_place place, const char *broken)
{
	size_t i;

	json_object(j);
	json_kv_str(j, "queue_id", id);
	json_kv_str(j, "queue_place", queue_place_word(place));
	json_kv_i64(j, "time", time_of(id));
	if (broken != NULL) {
		json_kv_str(j, "reason", broken);
	} else {
		json_kv_str(j, "message_id", message_id(c->message));
		json_kv_u64(j, "bytes", message_len(c->message));
		json_kv_str(j, "from", c->mail.from.items[0].spec);
		json_key(j, "to");
		json_array(j);
		for (i = 0; i < c->to_count; i++)
			json_str(j, c->to[i]);
		json_array_end(j);
	}
	json_object_end(j);
}

/* Skips a mail that another run has removed meanwhile. */
static void show(struct listing *l, enum queue_place place, const char *id)
{
	struct composed c;
	struct err err;
	enum err_code rc = queue_load(l->o->queue, place, id, &c, &err);
	const char *broken = rc == ERR_OK ? NULL : err.text;

	if (rc != ERR_OK && rc != ERR_NOTFOUND && rc != ERR_FORMAT) {
		diag_err(NULL, &err);
		l->unread = true;
	}
	if (rc != ERR_NOTFOUND) {
		l->count++;
		l->bytes += rc == ERR_OK ? message_len(c.message) : 0;
		if (l->o->json)
			show_json(&l->json, &c, id, place, broken);
		else
			show_words(&c, id, place, broken);
	}
	compose_free(&c);
}

static enum err_code show_place(struct listing *l, enum queue_place place, struct err *err)
{
	struct queue_ids ids;
	size_t i;
	enum err_code rc = queue_list(l->o->queue, place, &ids, err);

	for (i = 0; rc == ERR_OK && i < ids.count; i++)
		show(l, place, ids.ids[i]);
	free(ids.ids);
	return rc;
}

enum err_code status_print(const struct options *o, int *status, struct err *err)
{
	static const enum queue_place order[] = {
		QUEUE_WAITING, QUEUE_SENDING, QUEUE_UNCONFIRMED, QUEUE_REFUSED, QUEUE_BROKEN};
	struct listing l = {.o = o};
	struct file_info info;
	enum err_code rc = file_info(o->queue, false, &info, err);
	size_t i;

	if (rc == ERR_OK && info.type != FILE_FOLDER)
		rc = err_set(err, ERR_NOTFOUND, "no such folder");
	if (rc != ERR_OK)
		return err_prefix(err, "%s", o->queue);
	buf_init(&l.report, 0);
	json_init(&l.json, &l.report, false);
	json_array(&l.json);
	for (i = 0; i < sizeof order / sizeof order[0] && rc == ERR_OK; i++)
		rc = show_place(&l, order[i], err);
	json_array_end(&l.json);
	if (rc == ERR_OK && l.report.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && o->json)
		out_text(span_of(l.report.ptr, l.report.len));
	else if (rc == ERR_OK && l.count == 0)
		out_str(tr("Mail queue is empty\n"));
	else if (rc == ERR_OK)
		out_printf(tr("%zu mail%s, %llu bytes\n"), l.count, tr_s(l.count),
			(unsigned long long)l.bytes);
	buf_free(&l.report);
	if (l.unread)
		*status = EXIT_FAILED;
	return rc;
}
