/* SPDX-License-Identifier: MIT */
/*
 * raid:   "<type> <legs> <health> <sync> ...", health a letter for each leg: 'A' alive and in
 *         sync, 'a' alive, 'D' dead, '-' not there (dm-raid.rst, "Status Output").
 * mirror: "<legs> <dev>... <sync> 1 <health> ...", health 'A' alive, others have failed
 *         (drivers/md/dm-raid1.c, device_status_char).
 */
#include "formats/raid_status.h"

#include <string.h>

#define WORDS_MAX 300 /* a mirror has at most 9 legs, a raid 253 */

static const char *word(const char *text, unsigned index, size_t *len)
{
	unsigned i;

	text += strspn(text, " ");
	for (i = 0; i < index && *text != '\0'; i++) {
		text += strcspn(text, " ");
		text += strspn(text, " ");
	}
	*len = strcspn(text, " ");
	return text;
}

static unsigned count_bad(const char *health, size_t len, const char *good)
{
	unsigned bad = 0;
	size_t i;

	if (strspn(health, "AaDSRUF-") < len) /* an unknown format */
		return 0;
	for (i = 0; i < len; i++)
		bad += strchr(good, health[i]) == NULL;
	return bad;
}

static unsigned mirror_failed(const char *status)
{
	size_t len;
	const char *p = word(status, 0, &len);
	unsigned legs = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		if (p[i] < '0' || p[i] > '9' || legs > WORDS_MAX)
			return 0;
		legs = legs * 10 + (unsigned)(p[i] - '0');
	}
	if (legs == 0 || legs > WORDS_MAX)
		return 0;
	p = word(status, legs + 3, &len); /* the count, the legs, "8/8", "1" */
	return count_bad(p, len, "A");
}

unsigned raid_failed(const char *target, const char *status)
{
	const char *p;
	size_t len;

	if (strcmp(target, "mirror") == 0)
		return mirror_failed(status);
	if (strcmp(target, "raid") != 0)
		return 0;
	p = word(status, 2, &len);
	return count_bad(p, len, "Aa");
}
