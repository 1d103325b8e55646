/* SPDX-License-Identifier: MIT */
#include "biosbelt/tr.h"

#include <stdlib.h>
#include <string.h>

static struct tr_row *table; /* sorted by id */
static size_t table_count;
static bool sorted, translating;

static int by_id(const void *a, const void *b)
{
	return strcmp(((const struct tr_row *)a)->id, ((const struct tr_row *)b)->id);
}

void tr_offer(struct tr_row *rows, size_t count)
{
	table = rows;
	table_count = count;
	sorted = false;
}

bool tr_offered(void)
{
	return table_count > 0;
}

void tr_use(bool translated)
{
	if (translated && !sorted && table_count > 0) {
		qsort(table, table_count, sizeof *table, by_id);
		sorted = true;
	}
	translating = translated && table_count > 0;
}

bool tr_used(void)
{
	return translating;
}

const char *tr_s(unsigned long long count)
{
	return count == 1 || translating ? "" : "s";
}

const char *tr(const char *id)
{
	size_t low = 0, high = table_count;

	if (!translating || id == NULL)
		return id;
	while (low < high) {
		size_t mid = low + (high - low) / 2;
		int order = strcmp(id, table[mid].id);

		if (order == 0)
			return table[mid].text;
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return id;
}
