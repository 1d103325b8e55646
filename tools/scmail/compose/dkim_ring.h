/* SPDX-License-Identifier: MIT */
/* The keys of --dkim-key, and signing with them. */
#ifndef SCMAIL_DKIM_RING_H
#define SCMAIL_DKIM_RING_H

#include "compose/compose.h"

struct dkim_ring;

/* *out NULL: no key is named. Warns of keys that other users can read. */
enum err_code dkim_ring_open(const struct options *o, struct dkim_ring **out, struct err *err);
void dkim_ring_close(struct dkim_ring *ring); /* NULL is fine */
/* Adds a signature by each key to the mail. */
enum err_code dkim_ring_sign(const struct dkim_ring *ring, struct composed *c, struct err *err);

#endif
