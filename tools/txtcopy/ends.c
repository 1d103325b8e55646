/* SPDX-License-Identifier: MIT */
/* Other line ends in the same encoding, or encodings: all other bytes stay, whichever of several
 * codes of a character they are. */
#include "parts.h"

bool keeps_bytes(const struct txt_opts *o, const struct txt_result *r)
{
	return o->to == TEXT_NONE && r->bom == TEXT_BOM_KEEP && !o->repair &&
	       o->lossy == TEXT_LOSSY_REFUSE &&
	       (r->guess.verdict == TEXT_MIXED || text_enc_ascii(r->from));
}

static enum err_code write_block(void *user, struct span out, struct err *err)
{
	return sink_write(user, out, err);
}

/* In all of these encodings CR and LF are bytes of their own, as in this one, in which every byte
 * is valid. */
static enum err_code open_ends(
	enum text_eol eol, struct sink *sink, struct text_conv **out, struct err *err)
{
	struct text_conv_opts opts = {.from = TEXT_ISO_8859_1,
		.to = TEXT_ISO_8859_1,
		.eol = eol,
		.write = write_block,
		.user = sink};

	return text_conv_open(&opts, out, err);
}

enum err_code change_ends(struct source *src, const struct txt_opts *o, struct sink *sink,
	struct text_conv *check, struct txt_result *r, struct err *err)
{
	struct text_conv_stats stats = {.bytes_in = 0};
	struct text_conv *ends;
	struct span block;
	enum err_code rc = open_ends(o->eol, sink, &ends, err);

	if (rc != ERR_OK)
		return rc;
	do {
		rc = source_next(src, false, &block, err);
		if (rc == ERR_OK && check != NULL)
			rc = text_conv_feed(check, block, err);
		if (rc == ERR_OK)
			rc = text_conv_feed(ends, block, err);
		if (rc == ERR_OK && o->progress != NULL)
			o->progress(block.len);
	} while (rc == ERR_OK && block.len != 0);
	if (rc == ERR_OK)
		rc = text_conv_finish(ends, &stats, err);
	r->size = stats.bytes_in;
	if (rc == ERR_OK && check != NULL)
		rc = text_conv_finish(check, &stats, err);
	text_conv_close(ends);
	r->bad_input = stats.bad_input;
	r->converted = true;
	return rc;
}
