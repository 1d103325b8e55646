/* SPDX-License-Identifier: MIT */
#include "biosbelt/alloc.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/num.h"

#define FIRST 16u

bool alloc_more(void *list, size_t *cap, size_t size)
{
	size_t more = FIRST, bytes;
	void *old, *p; /* memcpy: the pointer at list may be of any type */

	if ((*cap != 0 && !num_mul(*cap, 2, &more)) || !num_mul(more, size, &bytes))
		return false;
	memcpy(&old, list, sizeof old);
	p = realloc(old, bytes);
	if (p == NULL)
		return false;
	memcpy(list, &p, sizeof p);
	alloc_fence((char *)p + *cap * size, (more - *cap) * size);
	*cap = more;
	return true;
}

void alloc_wipe(void *ptr, size_t len)
{
	volatile char *p = ptr;

	while (len-- > 0)
		*p++ = 0;
}

char *alloc_text_len(const void *ptr, size_t len)
{
	char *copy = malloc(len + 1);

	if (copy == NULL)
		return NULL;
	if (len != 0)
		memcpy(copy, ptr, len);
	copy[len] = '\0';
	return copy;
}

char *alloc_text(const char *text)
{
	return alloc_text_len(text, strlen(text));
}
