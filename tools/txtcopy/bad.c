/* SPDX-License-Identifier: MIT */
/* Records invalid places for the report, and characters that the target lacks. */
#include <stdlib.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tr.h"
#include "parts.h"

void keep_bad(void *user, const struct text_bad *bad)
{
	struct txt_result *r = user;

	if (r->bad_count >= r->bad_max)
		return;
	if (!ALLOC_ROOM(r->bad, r->bad_count, &r->bad_cap))
		return; /* out of memory; the counts are right all the same */
	r->bad[r->bad_count++] = *bad;
}

enum err_code lacking_failed(uint64_t count, enum text_enc to, struct err *err)
{
	return err_set(err, ERR_FORMAT,
		count == 1 ? N_("%llu character is not in %s; nothing written")
			   : N_("%llu characters are not in %s; nothing written"),
		(unsigned long long)count, text_enc_name(to));
}
