/* SPDX-License-Identifier: MIT */
#include "terminal/milestones.h"

#include <stdio.h>
#include <string.h>

void milestones_init(struct milestones *m)
{
	static const char *const known[][2] = {{"SEC", "SecCoreStartupWithStack"},
		{"PEI", "Loading PEIM"}, {"DXE IPL", "DXE IPL Entry"},
		{"DXE", "Loading DXE CORE at"}, {"BDS", "[Bds] Entry..."},
		{"boot option", "[Bds]Booting "}, {"boot option", "BdsDxe: loading Boot"}};
	struct err ignored;
	size_t i;

	memset(m, 0, sizeof *m);
	for (i = 0; i < sizeof known / sizeof known[0]; i++)
		milestones_add(m, known[i][0], known[i][1], &ignored);
}

enum err_code milestones_add(
	struct milestones *m, const char *name, const char *pattern, struct err *err)
{
	struct milestone *item = &m->items[m->count];

	if (m->count == MILESTONES_MAX)
		return err_set(err, ERR_USAGE, "more than %d milestones", MILESTONES_MAX);
	if (strlen(name) >= MILESTONE_NAME)
		return err_set(
			err, ERR_USAGE, "'%.60s' has more than %d bytes", name, MILESTONE_NAME - 1);
	if (match_parse(pattern, &item->match, err) != ERR_OK)
		return err_prefix(err, "%.60s", name);
	snprintf(item->name, sizeof item->name, "%s", name);
	item->seen = false;
	m->count++;
	return ERR_OK;
}

void milestones_begin(struct milestones *m, uint64_t now_ms)
{
	size_t i;

	m->start = now_ms;
	for (i = 0; i < m->count; i++) {
		m->items[i].seen = false;
		match_reset(&m->items[i].match);
	}
}

void milestones_begin_again(struct milestones *m, uint64_t now_ms)
{
	milestones_begin(m, now_ms);
	m->items[m->again].seen = true;
	m->items[m->again].at = 0;
}

/* Whether this one, or another of its name, was seen. */
static bool is_seen(const struct milestones *m, const char *name)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		if (m->items[i].seen && strcmp(m->items[i].name, name) == 0)
			return true;
	return false;
}

/* Whether one of the second half was seen. */
static bool is_late(const struct milestones *m)
{
	size_t i;

	for (i = m->count / 2; i < m->count; i++)
		if (m->items[i].seen)
			return true;
	return false;
}

static bool all_seen(const struct milestones *m)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		if (!is_seen(m, m->items[i].name))
			return false;
	return true;
}

bool milestones_any(const struct milestones *m)
{
	size_t i;

	for (i = 0; i < m->count; i++)
		if (m->items[i].seen)
			return true;
	return false;
}

enum milestones_news milestones_feed(
	struct milestones *m, struct span text, uint64_t now_ms, size_t *used)
{
	bool late = is_late(m);
	bool fresh = false;
	size_t i;

	*used = text.len;
	for (i = 0; i < m->count; i++) {
		struct milestone *item = &m->items[i];
		size_t end;

		if ((item->seen && !(late && i < m->count / 2)) ||
			!match_feed(&item->match, text, &end))
			continue;
		if (late && i < m->count / 2) {
			*used = end;
			m->again = i;
			return MILESTONES_AGAIN;
		}
		if (is_seen(m, item->name))
			continue;
		item->seen = true;
		item->at = now_ms - m->start;
		fresh = true;
	}
	return fresh && all_seen(m) ? MILESTONES_ALL : MILESTONES_NOTHING;
}

/* The next one in time after (at, index). */
static size_t next(const struct milestones *m, uint64_t at, size_t index)
{
	size_t best = m->count;
	size_t i;

	for (i = 0; i < m->count; i++) {
		const struct milestone *item = &m->items[i];

		if (!item->seen || item->at < at ||
			(item->at == at && index != m->count && i <= index))
			continue;
		if (best == m->count || item->at < m->items[best].at)
			best = i;
	}
	return best;
}

void milestones_write(const struct milestones *m, struct buf *out)
{
	uint64_t before = 0;
	size_t i = next(m, 0, m->count);

	while (i < m->count) {
		uint64_t at = m->items[i].at;

		buf_printf(out, "%6llu.%03u  %-*s +%llu ms\n", (unsigned long long)(at / 1000),
			(unsigned)(at % 1000), MILESTONE_NAME / 2, m->items[i].name,
			(unsigned long long)(at - before));
		before = at;
		i = next(m, at, i);
	}
}
