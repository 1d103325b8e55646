/* SPDX-License-Identifier: MIT */
/* Punycode (RFC 3492, section 6.3) for the labels of a domain. */
#include "message/punycode.h"

#include "biosbelt/utf.h"

/* RFC 3492, section 5 */
#define BASE         36u
#define TMIN         1u
#define TMAX         26u
#define SKEW         38u
#define DAMP         700u
#define INITIAL_BIAS 72u
#define INITIAL_N    128u

static uint32_t adapt(uint32_t delta, uint32_t points, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / DAMP : delta / 2;
	delta += delta / points;
	for (; delta > (BASE - TMIN) * TMAX / 2; k += BASE)
		delta /= BASE - TMIN;
	return k + (BASE - TMIN + 1) * delta / (delta + SKEW);
}

static uint8_t digit(uint32_t d)
{
	return (uint8_t)(d < 26 ? 'a' + d : '0' + d - 26);
}

/* One delta as a variable-length number. */
static void put_delta(struct buf *out, uint32_t delta, uint32_t bias)
{
	uint32_t q = delta;
	uint32_t k;

	for (k = BASE;; k += BASE) {
		uint32_t t = k <= bias ? TMIN : k >= bias + TMAX ? TMAX : k - bias;

		if (q < t)
			break;
		buf_add_u8(out, digit(t + (q - t) % (BASE - t)));
		q = (q - t) / (BASE - t);
	}
	buf_add_u8(out, digit(q));
}

static uint32_t least_not_below(const uint32_t *cp, size_t count, uint32_t n)
{
	uint32_t least = 0xFFFFFFFF;
	size_t i;

	for (i = 0; i < count; i++)
		if (cp[i] >= n && cp[i] < least)
			least = cp[i];
	return least;
}

bool punycode_label(const uint32_t *cp, size_t count, struct buf *out)
{
	uint32_t n = INITIAL_N;
	uint32_t delta = 0;
	uint32_t bias = INITIAL_BIAS;
	size_t basic = 0;
	size_t done;
	size_t i;

	if (count > PUNYCODE_LABEL_MAX)
		return false; /* also keeps delta from overflowing: 63 * 0x110000 < 2^32 */
	for (i = 0; i < count; i++) {
		if (cp[i] < 0x80) {
			buf_add_u8(out, (uint8_t)cp[i]);
			basic++;
		}
	}
	if (basic > 0)
		buf_add_u8(out, '-');
	for (done = basic; done < count; n++, delta++) {
		uint32_t next = least_not_below(cp, count, n);

		delta += (next - n) * (uint32_t)(done + 1);
		n = next;
		for (i = 0; i < count; i++) {
			if (cp[i] < n)
				delta++;
			if (cp[i] != n)
				continue;
			put_delta(out, delta, bias);
			bias = adapt(delta, (uint32_t)(done + 1), done == basic);
			delta = 0;
			done++;
		}
	}
	return true;
}
