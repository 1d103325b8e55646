/* SPDX-License-Identifier: MIT */
/* Settings and history files. */
#include <string.h>

#include "programs/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct settings s;
	struct history h;
	struct err err;

	if (settings_parse(span_of(data, size), &s, &err) != ERR_OK)
		return 0;
	settings_get(&s, "program");
	history_load(&s, &h);
	history_free(&h);
	settings_free(&s);
	return 0;
}
