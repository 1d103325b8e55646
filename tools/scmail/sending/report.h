/* SPDX-License-Identifier: MIT */
/* Reports the result of a mail, as text or as JSON. */
#ifndef SCMAIL_REPORT_H
#define SCMAIL_REPORT_H

#include "biosbelt/json.h"
#include "compose/compose.h"
#include "queue/queue.h"
#include "smtp/route.h"

/* A mail's file in the queue; id NULL: none. */
struct report_queue {
	const char *id;
	enum queue_place place;
	bool is_new; /* its id was not shown before */
};

#define REPORT_TEXT_MAX (SMTP_REPLY_MAX * 2)
/* A server's text in UTF-8: Chinese providers answer in GBK. */
void report_readable(const char *text, char out[REPORT_TEXT_MAX]);
/* "waiting", "delivered", "refused", "unconfirmed" */
const char *report_state_word(enum rcpt_state state);

/* True when standard output should report a mail that was sent or waits. */
bool report_wanted(const struct options *o);

/* Reports a sent mail on standard output, failures on standard error. */
void report_words(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r, const struct report_queue *q);
/* The same as one JSON object. */
void report_json(struct json *j, const struct options *o, const struct composed *c,
	const struct route *route, const struct smtp_result *r, unsigned attempts,
	const struct report_queue *q);
/* A document about a run that sent nothing; id and reason may be NULL. */
void report_json_other(const char *outcome, const char *id, const char *reason, bool listed);
/* A mail that was not tried. */
void report_json_left(struct json *j, const struct options *o, const struct report_queue *q);

#endif
