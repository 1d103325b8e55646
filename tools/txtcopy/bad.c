/* SPDX-License-Identifier: MIT */
/* Bad places of a text: kept for the report, and counted in words. */
#include <stdlib.h>

#include "biosbelt/tr.h"

#include "parts.h"

void keep_bad(void *user, const struct text_bad *bad)
{
	struct txt_result *r = user;

	if (r->bad_count >= r->bad_max)
		return;
	if ((r->bad_count & (r->bad_count - 1)) == 0) { /* a power of two: double the room */
		size_t room = r->bad_count == 0 ? 1 : 2 * r->bad_count;
		struct text_bad *more = realloc(r->bad, room * sizeof(*more));

		if (more == NULL)
			return; /* the counts still tell */
		r->bad = more;
	}
	r->bad[r->bad_count++] = *bad;
}

const char *places_are(uint64_t count)
{
	return count == 1 ? tr("place is") : tr("places are");
}

const char *characters_are(uint64_t count)
{
	return count == 1 ? tr("character is") : tr("characters are");
}
