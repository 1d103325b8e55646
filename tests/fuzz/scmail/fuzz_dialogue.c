/* SPDX-License-Identifier: MIT */
/* A server's bytes between our commands: an input's zero bytes are where the next command goes. */
#include <stdlib.h>
#include <string.h>

#include "smtp/replies.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const commands[] = {"EHLO x\r\n", "AUTH PLAIN x\r\n",
		"MAIL FROM:<a@b>\r\n", "RCPT TO:<a@b>\r\n", "RCPT TO:<c@d>\r\n", "DATA\r\n",
		"QUIT\r\n"};
	static struct smtp_reply rcpt[2];
	static struct dialogue d;
	size_t next = 0;
	size_t start = 0;
	size_t i;

	memset(rcpt, 0, sizeof rcpt);
	memset(&d, 0, sizeof d);
	dialogue_init(&d, rcpt, 2);
	for (i = 0; i <= size; i++) {
		if (i < size && data[i] != 0)
			continue;
		if (i > start)
			dialogue_received(&d, span_of(data + start, i - start));
		start = i + 1;
		if (next < sizeof commands / sizeof commands[0])
			dialogue_sent(&d, span_of(commands[next], strlen(commands[next])));
		else
			d.all_given = true;
		next++;
	}
	/* nothing is confirmed before all was given, and no reply is kept without its end */
	if ((d.confirmed && !d.all_given) || d.rcpt_answered > 2 || d.dot.code > 999 ||
		strlen(d.last.text) >= SMTP_REPLY_MAX)
		abort();
	return 0;
}
