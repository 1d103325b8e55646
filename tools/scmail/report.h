/* SPDX-License-Identifier: MIT */
/* What became of a mail, for people and for programs. */
#ifndef SCMAIL_REPORT_H
#define SCMAIL_REPORT_H

#include "biosbelt/json.h"
#include "compose.h"
#include "route.h"

/* Standard output says that a mail was sent, standard error whatever went wrong. */
void report_words(const struct options *o, const struct composed *c, const struct route *route,
	const struct smtp_result *r);
/* The same as one JSON object. */
void report_json(struct json *j, const struct options *o, const struct composed *c,
	const struct route *route, const struct smtp_result *r, unsigned attempts);

#endif
