/* SPDX-License-Identifier: MIT */
#include "biosbelt/tr.h"

#include <stdlib.h>
#include <string.h>

struct row {
	const char *id, *text;
};

static const char *offered;
static struct row *table; /* sorted by id, once it is used */
static size_t table_count;
static bool translating;

static int by_id(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->id, ((const struct row *)b)->id);
}

static const char *next(const char *text)
{
	return text + strlen(text) + 1;
}

void tr_offer(const char *rows, size_t count)
{
	offered = rows;
	table_count = count;
	free(table);
	table = NULL;
}

bool tr_offered(void)
{
	return table_count > 0;
}

void tr_use(bool translated)
{
	if (translated && table == NULL && table_count > 0) {
		const char *p = offered;

		table = calloc(table_count, sizeof *table);
		for (size_t i = 0; table != NULL && i < table_count; i++) {
			table[i].id = p;
			table[i].text = next(p);
			p = next(table[i].text);
		}
		if (table != NULL)
			qsort(table, table_count, sizeof *table, by_id);
	}
	translating = translated && table != NULL;
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
