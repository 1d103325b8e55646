/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "auth/netrc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct netrc_entry found;
	struct err err;

	if (netrc_find(span_of(data, size), "mail.test", size % 2 == 0 ? "bob" : NULL, &found,
		    &err) == ERR_OK &&
		strlen(found.password) == 0)
		__builtin_trap();
	return 0;
}
