/* SPDX-License-Identifier: MIT */
/* Any lines of a manager: answers are lines, and moves are points of the board. */
#include <stdlib.h>
#include <string.h>

#include "brain/brain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct engine *engine;
	static struct brain brain;
	char line[BRAIN_LINE_MAX];
	size_t len = 0;
	struct buf out;
	struct err err;

	if (engine == NULL && engine_open(1 << 20, &engine, &err) != ERR_OK)
		abort();
	brain_init(&brain, engine, 1 << 20, size % 4 + 1, 20);
	buf_init(&out, 0);
	for (size_t i = 0; i < size && i < 600; i++) {
		if (data[i] != '\n' && len + 1 < sizeof(line)) {
			line[len++] = (char)data[i];
			continue;
		}
		line[len] = '\0';
		len = 0;
		if (!brain_line(&brain, line, &out))
			break;
		if (out.len > 0 && out.ptr[out.len - 1] != '\n')
			abort();
		out.len = 0;
	}
	buf_free(&out);
	return 0;
}
