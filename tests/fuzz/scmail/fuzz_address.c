/* SPDX-License-Identifier: MIT */
/* Addresses as typed: what is taken can neither end a line nor leave its brackets. */
#include <stdlib.h>
#include <string.h>

#include "message/addr.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct addr *a)
{
	if (strpbrk(a->spec, "\r\n<>") != NULL || strrchr(a->spec, '@') == NULL ||
		strlen(a->spec) > ADDR_SPEC_MAX)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct addr_list list = {NULL, 0};
	char *text = malloc(size + 1);
	struct buf field;
	struct err err;
	size_t i;

	if (text == NULL)
		return 0;
	memcpy(text, data, size);
	text[size] = '\0';
	buf_init(&field, 0);
	if (addr_parse(&list, text, "--to", &err) == ERR_OK) {
		for (i = 0; i < list.count; i++)
			check(&list.items[i]);
		addr_field(&field, "To", &list);
		/* a line that begins without a blank would be a field of its own */
		for (i = 0; i + 2 < field.len; i++)
			if (field.ptr[i] == '\n' && field.ptr[i + 1] != ' ')
				abort();
	}
	buf_free(&field);
	addr_free(&list);
	free(text);
	return 0;
}
