/* SPDX-License-Identifier: MIT */
#include "sending/log.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/utf.h"
#include "sending/report.h"

/* ISO 8601 in UTC, which sorts and does not depend on the zone. */
static void write_time(struct buf *b)
{
	time_t now = (time_t)(os_wall_time_ns() / 1000000000);
	const struct tm *t = gmtime(&now);
	char text[32] = "";

	if (t != NULL)
		strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", t);
	buf_str(b, text);
}

static void write_text(struct buf *b, const char *text)
{
	struct buf safe;
	size_t i;

	buf_init(&safe, 0);
	utf8_escape(span_of(text, strlen(text)), &safe);
	for (i = 0; i < safe.len; i++) {
		if (safe.ptr[i] == '\'')
			buf_add_u8(b, '\\');
		buf_add_u8(b, safe.ptr[i]);
	}
	buf_free(&safe);
}

static void write_line(struct buf *b, const struct options *o, const struct composed *c,
	const struct route *route, const struct smtp_result *r, size_t i, const char *queue_id)
{
	const struct smtp_reply *reply = r->rcpt[i].code != 0 ? &r->rcpt[i] : &r->last;
	char words[REPORT_TEXT_MAX];

	/* the reply to the message is more informative than "250 ok" to the recipient */
	if (r->rcpt[i].state == RCPT_DELIVERED && r->last.code / 100 == 2)
		reply = &r->last;
	report_readable(reply->code != 0 ? reply->text : r->reason, words);
	write_time(b);
	buf_str(b, " to=<");
	write_text(b, c->to[i]);
	buf_str(b, "> from=<");
	write_text(b, c->mail.from.items[0].spec);
	buf_printf(b, "> state=%s code=%d host=%s port=%u tls=%s user=",
		report_state_word(r->rcpt[i].state), reply->code, route->host, route->port,
		r->secure ? "on" : "off");
	write_text(b, o->user != NULL ? o->user : "");
	buf_printf(b, " size=%llu id=", (unsigned long long)message_len(c->message));
	write_text(b, message_id(c->message));
	buf_printf(b, " queue=%s text='", queue_id != NULL ? queue_id : "");
	write_text(b, words);
	buf_str(b, "'\n");
}

enum err_code log_mail(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r, const char *queue_id, struct err *err)
{
	struct buf b;
	size_t i;
	enum err_code rc;

	buf_init(&b, 0);
	for (i = 0; i < c->to_count && i < r->rcpt_count; i++)
		write_line(&b, o, c, route, r, i, queue_id);
	rc = b.failed == ERR_OK ? file_append(o->log, span_of(b.ptr, b.len), err)
				: err_set(err, ERR_NOMEM, "out of memory");
	buf_free(&b);
	return rc != ERR_OK ? err_prefix(err, "--log: %s", o->log) : ERR_OK;
}
