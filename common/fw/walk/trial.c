/* SPDX-License-Identifier: MIT */
/* Keeps the stream that was decoded last on trial, so that the walk does not decode it again. */
#include "walk/fw_private.h"

#define TRIAL_WORK ((size_t)8) /* cost of unpacking a byte, in bytes searched */

void trial_free(struct walker *w)
{
	blob_free(&w->trial.unpacked.bytes);
	w->trial.kept = false;
}

void trial_keep(
	struct ctx *c, enum fw_codec codec, size_t off, size_t len, const struct fw_unpacked *u)
{
	trial_free(c->w);
	c->w->trial = (struct trial){true, c->space, off, len, codec, *u};
}

void trial_drop(struct ctx *c, struct fw_unpacked *u)
{
	(void)ctx_work(c, u->bytes.len * TRIAL_WORK);
	blob_free(&u->bytes);
}

/* A stream that ended properly needs no more bytes than it used. */
static bool fits(const struct trial *t, size_t off, size_t len)
{
	return t->kept && t->off == off &&
	       (t->len == len || (t->unpacked.end == FW_END_WHOLE && t->unpacked.used <= len));
}

enum err_code unpack_once(struct ctx *c, enum fw_codec codec, size_t off, struct span in,
	struct fw_unpacked *out, struct err *err)
{
	struct trial *t = &c->w->trial;

	if (!fits(t, off, in.len) || t->space != c->space || t->codec != codec ||
		t->unpacked.bytes.len > c->w->output_left)
		return fw_unpack(codec, in, c->w->output_left, out, err);
	*out = t->unpacked;
	t->kept = false;
	t->unpacked.bytes = (struct blob){NULL, 0};
	return ERR_OK;
}
