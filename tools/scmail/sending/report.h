/* SPDX-License-Identifier: MIT */
/* What became of a mail, for people and for programs. */
#ifndef SCMAIL_REPORT_H
#define SCMAIL_REPORT_H

#include "biosbelt/json.h"
#include "compose/compose.h"
#include "queue/queue.h"
#include "smtp/route.h"

/* A mail's file in the queue; id NULL: there is none. */
struct report_queue {
	const char *id;
	enum queue_place place;
	bool is_new; /* its id was not shown before */
};

#define REPORT_TEXT_MAX (SMTP_REPLY_MAX * 2)
/* A server's words in UTF-8: Chinese providers answer in GBK. */
void report_readable(const char *text, char out[REPORT_TEXT_MAX]);
/* "waiting", "delivered", "refused", "unconfirmed" */
const char *report_state_word(enum rcpt_state state);

/* Are a few words about a mail that was sent or waits wanted on standard output? */
bool report_wanted(const struct options *o);

/* Standard output says that a mail was sent, standard error whatever went wrong. */
void report_words(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r, const struct report_queue *q);
/* The same as one JSON object. */
void report_json(struct json *j, const struct options *o, const struct composed *c,
	const struct route *route, const struct smtp_result *r, unsigned attempts,
	const struct report_queue *q);
/* A document about what was not a sending, or came to none; id and reason may be NULL. */
void report_json_other(const char *outcome, const char *id, const char *reason, bool listed);
/* A mail that was not tried. */
void report_json_left(struct json *j, const struct options *o, const struct report_queue *q);

#endif
