/* SPDX-License-Identifier: MIT */
/* Mails for the tests of the queue. */
#ifndef SCMAIL_TEST_MAILS_H
#define SCMAIL_TEST_MAILS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "queue/queue.h"

/* A mail for these recipients, with that text. compose_free releases it. */
static inline void mail_make(
	struct composed *c, const char *const *to, size_t count, const char *text)
{
	char eml[2000];
	struct err err;
	size_t i;

	*c = (struct composed){0};
	snprintf(eml, sizeof eml, "Message-ID: <1@x.y>\nFrom: me@x.y\nSubject: s\n\n%s\n", text);
	assert_int_equal(addr_parse(&c->mail.from, "me@x.y", "from", &err), ERR_OK);
	c->to = calloc(count + 1, sizeof *c->to);
	assert_non_null(c->to);
	for (i = 0; i < count; i++)
		c->to[c->to_count++] = to[i];
	assert_int_equal(message_from_eml(span_of(eml, strlen(eml)), &c->message, &err), ERR_OK);
}

/* How many mails lie in a place. */
static inline size_t mails_in(const char *folder, enum queue_place place)
{
	struct queue_ids ids;
	struct err err;
	size_t n;

	assert_int_equal(queue_list(folder, place, &ids, &err), ERR_OK);
	n = ids.count;
	free(ids.ids);
	return n;
}

#endif
