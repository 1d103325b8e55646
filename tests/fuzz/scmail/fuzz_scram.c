/* SPDX-License-Identifier: MIT */
/* A server's two messages of SCRAM, with a zero byte between: only who knows the password makes a
 * last one that is believed. */
#include <stdlib.h>
#include <string.h>

#include "smtp/scram.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ten thousand rounds and more, as a server may ask for, would leave time for few inputs. */
static bool is_slow(const uint8_t *data, size_t len)
{
	size_t digits = 0;
	size_t i;

	for (i = 0; i < len && digits < 5; i++)
		digits = data[i] >= '0' && data[i] <= '9' ? digits + 1 : 0;
	return digits == 5;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *zero = size > 0 ? memchr(data, 0, size) : NULL;
	size_t len = zero != NULL ? (size_t)(zero - data) : size;
	size_t skip = zero != NULL ? len + 1 : size;
	struct scram s;
	struct buf out;
	struct err err;

	buf_init(&out, 0);
	if (scram_first(&s, "a=b,c", "secret", "nonce", &out, &err) == ERR_OK &&
		!is_slow(data, len) && scram_final(&s, span_of(data, len), &out, &err) == ERR_OK &&
		scram_verify(&s, span_of(data + skip, size - skip)))
		abort();
	buf_free(&out);
	return 0;
}
