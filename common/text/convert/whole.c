/* SPDX-License-Identifier: MIT */
/* Whole texts to UTF-8 and back, in memory. */
#include "biosbelt/text.h"

static enum err_code write_buf(void *user, struct span out, struct err *err)
{
	struct buf *b = user;

	buf_add(b, out.ptr, out.len);
	if (b->failed == ERR_NOMEM)
		return err_set(err, ERR_NOMEM, "out of memory");
	return b->failed == ERR_OK ? ERR_OK : err_set(err, b->failed, "text is too large");
}

static enum err_code run_whole(const struct text_conv_opts *opts, struct span in,
	struct text_conv_stats *stats, struct err *err)
{
	struct text_conv *c;
	enum err_code rc = text_conv_open(opts, &c, err);

	if (rc != ERR_OK)
		return rc;
	rc = text_conv_feed(c, in, err);
	if (rc == ERR_OK)
		rc = text_conv_finish(c, stats, err);
	text_conv_close(c);
	return rc;
}

enum err_code text_to_utf8(
	enum text_enc enc, struct span in, struct buf *out, uint64_t *bad, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_REMOVE,
		.lossy = TEXT_LOSSY_REPLACE,
		.write = write_buf,
		.user = out};
	struct text_conv_stats stats;
	enum err_code rc = run_whole(&opts, in, &stats, err);

	if (rc == ERR_OK)
		*bad = stats.bad_input;
	return rc;
}

enum err_code text_from_utf8(enum text_enc enc, struct span in, bool lossy, struct buf *out,
	uint64_t *replaced, struct err *err)
{
	struct text_conv_opts opts = {.from = TEXT_UTF8,
		.to = enc,
		.bom = TEXT_BOM_KEEP,
		.lossy = lossy ? TEXT_LOSSY_REPLACE : TEXT_LOSSY_REFUSE,
		.write = write_buf,
		.user = out};
	struct text_conv_stats stats;
	enum err_code rc = run_whole(&opts, in, &stats, err);

	if (rc != ERR_OK)
		return rc;
	*replaced = stats.bad_input + stats.bad_target;
	if (*replaced != 0 && !lossy)
		return err_set(err, ERR_FORMAT, "%llu characters have no place in %s",
			(unsigned long long)*replaced, text_enc_name(enc));
	return ERR_OK;
}
