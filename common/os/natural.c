/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/sysfs.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

int sysfs_natural_compare(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		if (is_digit(*a) && is_digit(*b)) {
			size_t la;
			size_t lb;
			int order;

			while (*a == '0' && is_digit(a[1]))
				a++;
			while (*b == '0' && is_digit(b[1]))
				b++;
			la = strspn(a, "0123456789");
			lb = strspn(b, "0123456789");
			if (la != lb)
				return la < lb ? -1 : 1;
			order = memcmp(a, b, la);
			if (order != 0)
				return order;
			a += la;
			b += lb;
			continue;
		}
		if (*a != *b)
			return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
		a++;
		b++;
	}
	return (*a != '\0') - (*b != '\0');
}
