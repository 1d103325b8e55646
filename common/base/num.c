/* SPDX-License-Identifier: MIT */
#include "biosbelt/num.h"

#include <stdlib.h>
#include <string.h>

bool num_add(size_t a, size_t b, size_t *out)
{
	if (a > SIZE_MAX - b)
		return false;
	*out = a + b;
	return true;
}

bool num_mul(size_t a, size_t b, size_t *out)
{
	if (b != 0 && a > SIZE_MAX / b)
		return false;
	*out = a * b;
	return true;
}

void num_sort(void *list, size_t count, size_t size, int (*order)(const void *, const void *))
{
	if (count != 0)
		qsort(list, count, size, order);
}

void *num_find(const void *key, void *list, size_t count, size_t size,
	int (*order)(const void *, const void *))
{
	return count != 0 ? bsearch(key, list, count, size, order) : NULL;
}

bool num_align(size_t value, size_t align, size_t *out)
{
	size_t sum;

	if (!num_add(value, align - 1, &sum))
		return false;
	*out = sum & ~(align - 1);
	return true;
}

unsigned num_digit(char c)
{
	if (c >= '0' && c <= '9')
		return (unsigned)(c - '0');
	if (c >= 'a' && c <= 'f')
		return (unsigned)(c - 'a' + 10);
	if (c >= 'A' && c <= 'F')
		return (unsigned)(c - 'A' + 10);
	return NUM_NO_DIGIT;
}

/* Reads digits from *text; false when there are none or the value overflows. */
static bool read_digits(const char **text, unsigned base, uint64_t *out)
{
	const char *p = *text;
	uint64_t v = 0;

	for (; num_digit(*p) < base; p++) {
		unsigned d = num_digit(*p);

		if (v > (UINT64_MAX - d) / base)
			return false;
		v = v * base + d;
	}
	if (p == *text)
		return false;
	*text = p;
	*out = v;
	return true;
}

static bool read_number(const char **text, uint64_t *out)
{
	unsigned base = 10;

	if ((*text)[0] == '0' && ((*text)[1] == 'x' || (*text)[1] == 'X')) {
		base = 16;
		*text += 2;
	}
	return read_digits(text, base, out);
}

bool num_parse_u64(const char *text, uint64_t *out)
{
	uint64_t v;

	if (!read_number(&text, &v) || *text != '\0')
		return false;
	*out = v;
	return true;
}

bool num_parse_size(const char *text, uint64_t *out)
{
	static const char units[] = "kmgt";
	uint64_t v;
	const char *unit;
	unsigned shift;

	if (!read_number(&text, &v))
		return false;
	if (*text == '\0') {
		*out = v;
		return true;
	}
	unit = strchr(units, *text | 0x20);
	if (unit == NULL || *unit == '\0')
		return false;
	text++;
	if (strcmp(text, "") != 0 && strcmp(text, "B") != 0 && strcmp(text, "iB") != 0 &&
		strcmp(text, "b") != 0)
		return false;
	shift = 10 * (unsigned)(unit - units + 1);
	if (v > UINT64_MAX >> shift)
		return false;
	*out = v << shift;
	return true;
}

bool num_parse_i64(const char *text, int64_t *out)
{
	bool minus = *text == '-';
	uint64_t v;

	if (minus)
		text++;
	if (!read_digits(&text, 10, &v) || *text != '\0')
		return false;
	if (v > (uint64_t)INT64_MAX + (minus ? 1 : 0))
		return false;
	if (!minus)
		*out = (int64_t)v;
	else
		*out = v == (uint64_t)INT64_MAX + 1 ? INT64_MIN : -(int64_t)v;
	return true;
}
