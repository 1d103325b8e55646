/* SPDX-License-Identifier: MIT */
/* A file's name up to the first line end, and its first bytes: a type that a header can hold, and
 * no charset that the bytes are not in. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "message/mimetype.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_type(const char *type)
{
	const char *slash = strchr(type, '/');

	if (slash == NULL || slash == type || slash[1] == '\0' || strchr(slash + 1, '/') != NULL ||
		type[strspn(type, "abcdefghijklmnopqrstuvwxyz0123456789.+-/")] != '\0')
		abort();
}

static void check_charset(const char *charset, struct span head)
{
	bool ascii = true;
	size_t i;

	for (i = 0; i < head.len; i++)
		ascii = ascii && head.ptr[i] < 0x80 && head.ptr[i] != 0;
	if (strcmp(charset, "us-ascii") == 0
			? !ascii
			: strcmp(charset, "utf-8") != 0 || utf8_valid_len(head) != head.len)
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char name[256] = "";
	const char *charset;
	const char *type;
	size_t len = 0;
	size_t skip;
	struct span head;
	int whole;

	while (len < size && len < sizeof name - 1 && data[len] != '\n' && data[len] != 0)
		len++;
	memcpy(name, data, len);
	skip = len < size ? len + 1 : size;
	head = span_of(data + skip, size - skip < MIMETYPE_HEAD ? size - skip : MIMETYPE_HEAD);
	for (whole = 0; whole < 2; whole++) {
		type = mimetype_of(name, head, whole != 0, &charset);
		check_type(type);
		if (charset != NULL)
			check_charset(charset, head);
		if (charset != NULL && whole == 0)
			abort();
	}
	return 0;
}
