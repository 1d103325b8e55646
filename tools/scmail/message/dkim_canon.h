/* SPDX-License-Identifier: MIT */
/* Relaxed canonicalization of a body (RFC 6376, section 3.4.4), in pieces of any length. */
#ifndef SCMAIL_DKIM_CANON_H
#define SCMAIL_DKIM_CANON_H

#include <stdbool.h>

#include <nettle/sha2.h>

#include "biosbelt/span.h"

struct dkim_body {
	struct sha256_ctx sha;
	size_t ends; /* line ends that count only if text follows */
	bool begun;  /* a line that is not empty was seen */
	bool blank;  /* a blank that counts only if text follows in its line */
};

void dkim_body_init(struct dkim_body *b);
/* Bytes of a body whose lines end in CR LF. */
void dkim_body_update(struct dkim_body *b, struct span in);
void dkim_body_final(struct dkim_body *b, uint8_t hash[SHA256_DIGEST_SIZE]);

/* Appends a header field (section 3.4.2), given with its line end: name in lower case, blanks
 * reduced to one, unfolded. end: with CR LF. */
void dkim_field(struct span whole, bool end, struct buf *out);

#endif
