/* SPDX-License-Identifier: MIT */
/* Files of a queue. The first byte says whether the input is the whole file, or what stands after
 * a first line and a checksum that is right. What is read has a sender and recipients that no line
 * of SMTP can be broken with; written again it is read as the same. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "input_file.h"
#include "queue/queue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const char *spec)
{
	for (; *spec != '\0'; spec++)
		if ((unsigned char)*spec <= ' ' || *spec == '<' || *spec == '>' || *spec == 0x7F)
			abort();
}

/* All of a message: as long as it says. */
static uint32_t sum_of(struct message *m)
{
	static uint8_t piece[4096];
	uint64_t len = 0;
	uint32_t sum = 0;
	size_t got = 1;
	struct err err;

	if (message_rewind(m, &err) != ERR_OK)
		abort();
	while (got > 0) {
		if (message_read(m, piece, sizeof piece, &got, &err) != ERR_OK)
			abort();
		sum = crc32_update(sum, span_of(piece, got));
		len += got;
	}
	if (len != message_len(m))
		abort();
	return sum;
}

static void write_again(struct composed *c)
{
	struct composed back;
	char path[1024];
	struct err err;
	uint32_t sum = sum_of(c->message);
	size_t i;

	input_path(path);
	strcat(path, ".2");
	remove(path);
	if (queue_write(path, c, c->to, c->to_count, &err) != ERR_OK ||
		queue_load(input_folder(), QUEUE_WAITING, strrchr(path, '/') + 1, &back, &err) !=
			ERR_OK ||
		back.to_count != c->to_count || sum_of(back.message) != sum ||
		strcmp(back.mail.from.items[0].spec, c->mail.from.items[0].spec) != 0 ||
		strcmp(message_id(back.message), message_id(c->message)) != 0 ||
		message_is_8bit(back.message) != message_is_8bit(c->message))
		abort();
	for (i = 0; i < c->to_count; i++)
		if (strcmp(back.to[i], c->to[i]) != 0)
			abort();
	compose_free(&back);
	remove(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct composed c;
	char head[80] = "";
	struct span text;
	struct err err;
	size_t i;

	if (size == 0)
		return 0;
	text = span_of(data + 1, size - 1);
	if (data[0] % 2 != 0)
		snprintf(head, sizeof head, "scmail-queue 2\nlength %016llx crc32 %08lx\n",
			(unsigned long long)text.len, (unsigned long)crc32_update(0, text));
	input_write(span_of(head, strlen(head)), text);
	if (queue_load(input_folder(), QUEUE_WAITING, input_name(), &c, &err) == ERR_OK) {
		if (c.to_count == 0)
			abort();
		for (i = 0; i < c.to_count; i++)
			check(c.to[i]);
		check(c.mail.from.items[0].spec);
		write_again(&c);
	}
	compose_free(&c);
	input_remove();
	return 0;
}
