/* SPDX-License-Identifier: MIT */
#include "change/named.h"

#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "tags/word.h"

enum err_code named_add(struct named_list *l, const char *path, size_t index, struct err *err)
{
	if (!ALLOC_ROOM(l->list, l->count, &l->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	l->list[l->count++] = (struct named){path_base(path), index, NULL};
	return ERR_OK;
}

int named_order(const char *a, const char *b)
{
	int x;
	int y;

	do {
		x = tag_lower((uint8_t)*a++);
		y = tag_lower((uint8_t)*b++);
	} while (x == y && x != '\0');
	return x - y;
}

static int by_name(const void *a, const void *b)
{
	const struct named *x = a;
	const struct named *y = b;
	int order = named_order(x->name, y->name);

	return order != 0 ? order : num_order(x->index, y->index);
}

void named_sort(struct named_list *l)
{
	num_sort(l->list, l->count, sizeof l->list[0], by_name);
}

struct named *named_find(const struct named_list *l, const char *path, size_t *count)
{
	const char *name = path_base(path);
	size_t low = 0;
	size_t high = l->count;
	size_t end;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (named_order(l->list[mid].name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (end = low; end < l->count && named_order(l->list[end].name, name) == 0; end++)
		;
	*count = end - low;
	return l->list != NULL ? l->list + low : NULL;
}

void named_free(struct named_list *l)
{
	size_t i;

	for (i = 0; i < l->count; i++)
		free(l->list[i].memo);
	free(l->list);
	*l = (struct named_list){.list = NULL};
}
