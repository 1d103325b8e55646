/* SPDX-License-Identifier: MIT */
#include "biosbelt/gunzip.h"

#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

#define PIECE     ((size_t)64 << 10)
#define GZIP_ONLY (15 + 16) /* zlib.h, inflateInit2: the largest window, a gzip header */
#define STEP_MOST ((size_t)1 << 30)

struct gunzip {
	z_stream z;
	struct span in; /* what is not read */
	bool end;
	uint8_t piece[PIECE];
};

bool gunzip_begins(struct span in)
{
	return span_starts(in, "\x1F\x8B\x08", 3); /* RFC 1952 2.3.1 */
}

enum err_code gunzip_open(struct span in, struct gunzip **out, struct err *err)
{
	struct gunzip *g = calloc(1, sizeof(*g));

	if (g == NULL || inflateInit2(&g->z, GZIP_ONLY) != Z_OK) {
		free(g);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	g->in = in;
	*out = g;
	return ERR_OK;
}

enum err_code gunzip_next(struct gunzip *g, struct span *got, struct err *err)
{
	g->z.next_out = g->piece;
	g->z.avail_out = PIECE;
	while (!g->end && g->z.avail_out != 0) {
		size_t step = g->in.len < STEP_MOST ? g->in.len : STEP_MOST;
		int ret;

		g->z.next_in = (z_const Bytef *)g->in.ptr;
		g->z.avail_in = (uInt)step;
		ret = inflate(&g->z, Z_NO_FLUSH);
		(void)span_from(g->in, step - g->z.avail_in, &g->in);
		if (ret == Z_STREAM_END) /* another member, or unrelated bytes */
			g->end = !gunzip_begins(g->in) || inflateReset(&g->z) != Z_OK;
		else if (ret == Z_BUF_ERROR)
			return err_set(err, ERR_FORMAT, "compressed data end early");
		else if (ret == Z_MEM_ERROR)
			return err_set(err, ERR_NOMEM, "out of memory");
		else if (ret != Z_OK)
			return err_set(err, ERR_FORMAT, "compressed data are damaged");
	}
	*got = span_of(g->piece, PIECE - g->z.avail_out);
	return ERR_OK;
}

size_t gunzip_trailing(const struct gunzip *g)
{
	return span_is_filled(g->in, 0) ? 0 : g->in.len;
}

void gunzip_close(struct gunzip *g)
{
	if (g == NULL)
		return;
	(void)inflateEnd(&g->z);
	free(g);
}
