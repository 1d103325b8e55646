/* SPDX-License-Identifier: MIT */
/* What a program says to sendmail -bs: what is taken has addresses without control characters, and
 * for one that ends its lines in CR LF no dot between bare line ends has cut the message. */
#include <stdlib.h>
#include <string.h>

#include "input_file.h"
#include "sendmail/smtp_in.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_address(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7F)
			abort();
}

static enum smtp_in_answer take(void *user, const struct smtp_in_mail *m, char *words, size_t cap)
{
	const struct span *input = user;
	size_t i;

	check_address(m->sender);
	if (m->to.count == 0 || m->to.count > SMTP_IN_TO_MAX || m->text.len > input->len)
		abort();
	for (i = 0; i < m->to.count; i++)
		check_address(m->to.items[i]);
	snprintf(words, cap, "accepted");
	return (enum smtp_in_answer)(m->text.len % 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span input = span_of(data, size);
	struct smtp_in_ways ways = {.take = take, .user = &input};
	char path[1024];
	struct file_in *in;
	struct err err;

	input_write(input, span_of("", 0));
	input_path(path);
	if (file_in_open(path, &in, &err) != ERR_OK)
		abort();
	if (smtp_in_run(in, "host.test", &ways, &err) != ERR_OK)
		abort();
	file_in_close(in);
	input_remove();
	return 0;
}
