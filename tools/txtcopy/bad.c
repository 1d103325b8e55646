/* SPDX-License-Identifier: MIT */
/* What a text has that cannot be kept: bad places for the report, characters the target lacks. */
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

enum err_code lacking_failed(uint64_t count, enum text_enc to, struct err *err)
{
	return err_set(err, ERR_FORMAT,
		count == 1 ? N_("%llu character is not in %s; nothing written")
			   : N_("%llu characters are not in %s; nothing written"),
		(unsigned long long)count, text_enc_name(to));
}
