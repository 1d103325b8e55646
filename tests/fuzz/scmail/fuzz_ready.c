/* SPDX-License-Identifier: MIT */
/* A message that a program hands to sendmail: what is made of it is one mail whose header a second
 * reading finds complete. */
#include <stdlib.h>
#include <string.h>

#include "compose/ready.h"
#include "compose/textin.h"
#include "message/fieldscan.h"
#include "message/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void header_is_whole(struct span made)
{
	static const char *const needed[] = {"date", "from", "message-id"};
	bool seen[3] = {false};
	struct fieldscan s;
	size_t i;

	fieldscan_init(&s, made);
	while (fieldscan_next(&s)) {
		if (fieldscan_is(&s, "bcc") || fieldscan_is(&s, "resent-bcc"))
			abort();
		for (i = 0; i < 3; i++)
			seen[i] = seen[i] || fieldscan_is(&s, needed[i]);
	}
	for (i = 0; i < 3; i++)
		if (!seen[i])
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ready_fill fill = {.from = "me@x.com", .domain = "x.com"};
	struct mailbox_list list = {NULL, 0};
	char warning[TEXTIN_WARNING] = "";
	struct span in = span_of(data, size);
	struct message *m;
	struct buf out;
	struct err err;
	char *sender;

	if (ready_recipients(in, &list, &err) == ERR_OK && list.count > 0 &&
		list.items[0].spec[0] == '\0')
		abort();
	mailbox_free(&list);
	if (ready_sender(in, &sender, &err) == ERR_OK)
		free(sender);
	buf_init(&out, 0);
	if (ready_complete(in, &fill, warning, &out, &err) == ERR_OK) {
		header_is_whole(span_of(out.ptr, out.len));
		if (message_from_eml(span_of(out.ptr, out.len), &m, &err) == ERR_OK)
			message_close(m);
	}
	buf_free(&out);
	return 0;
}
