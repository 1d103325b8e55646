/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "sendmail/aliases.h"

/* The first line is the name, the others the file. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct aliases a = {.domain = "x.com"};
	struct cli_list to = {0};
	char name[40] = "";
	size_t len = 0;
	struct err err;

	while (len < size && len < sizeof name - 1 && data[len] != '\n' && data[len] != 0)
		len++;
	memcpy(name, data, len);
	a.text = span_of(data + len, size - len);
	(void)aliases_check(a.text, &err);
	(void)aliases_resolve(&a, name, &to, &err);
	aliases_free(&to);
	return 0;
}
