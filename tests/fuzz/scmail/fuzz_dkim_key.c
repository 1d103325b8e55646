/* SPDX-License-Identifier: MIT */
#include "message/dkim_key.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dkim_key *k;
	struct err err;

	if (size <= DKIM_KEY_FILE_MAX && dkim_key_open(span_of(data, size), &k, &err) == ERR_OK)
		dkim_key_close(k);
	return 0;
}
