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

enum err_code trial_unpack(
	struct ctx *c, enum fw_codec codec, struct span in, size_t max, struct fw_unpacked *out)
{
	struct walker *w = c->w;
	enum err_code rc = w->rc;

	if (rc == ERR_OK)
		rc = fw_unpack(codec, in, max, out, w->err);
	if (rc == ERR_NOMEM)
		w->rc = rc;
	return rc;
}

enum err_code unpack_once(
	struct ctx *c, enum fw_codec codec, size_t off, struct span in, struct fw_unpacked *out)
{
	struct trial *t = &c->w->trial;

	if (!fits(t, off, in.len) || t->space != c->space || t->codec != codec ||
		t->unpacked.bytes.len > c->w->output_left)
		return trial_unpack(c, codec, in, c->w->output_left, out);
	*out = t->unpacked;
	t->kept = false;
	t->unpacked.bytes = (struct blob){NULL, 0};
	return ERR_OK;
}
