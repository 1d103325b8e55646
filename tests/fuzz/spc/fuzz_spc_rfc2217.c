/* SPDX-License-Identifier: MIT */
/* Bytes of a peer of RFC 2217: it makes no difference how they are parted, what comes out is not
 * longer than what went in, and answers are bounded. */
#include <stdlib.h>
#include <string.h>

#include "terminal/rfc2217.h"

#define BEGIN_MAX  64
#define ANSWER_MAX 8 /* bytes of answers for a byte of the peer */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t set(void *user, enum rfc2217_command command, uint32_t value)
{
	uint32_t *last = user;

	if (command != RFC2217_MODEM_STATE && command > RFC2217_CONTROL)
		abort();
	*last = value;
	return value;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rfc2217 whole, parts;
	struct buf out, other, answer, again;
	uint32_t last = 0;
	size_t half = size / 2;

	buf_init(&out, 0);
	buf_init(&other, 0);
	buf_init(&answer, 0);
	buf_init(&again, 0);
	rfc2217_begin(&whole, set, &last, &answer);
	rfc2217_begin(&parts, set, &last, &again);
	rfc2217_feed(&whole, span_of(data, size), &out, &answer);
	rfc2217_feed(&parts, span_of(data, half), &other, &again);
	rfc2217_feed(&parts, span_of(data + half, size - half), &other, &again);
	if (out.len != other.len || (out.len > 0 && memcmp(out.ptr, other.ptr, out.len) != 0))
		abort();
	if (answer.len != again.len || memcmp(answer.ptr, again.ptr, answer.len) != 0)
		abort();
	if (out.len > size || answer.len > BEGIN_MAX + ANSWER_MAX * size)
		abort();
	buf_free(&out);
	buf_free(&other);
	buf_free(&answer);
	buf_free(&again);
	return 0;
}
