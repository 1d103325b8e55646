/* SPDX-License-Identifier: MIT */
/* The best score, a number in a text file of the settings folder. */
#include <stdio.h>

#include "term/game_files.h"
#include "term/play.h"

#define NAME_MAX_LEN     24
#define RECORD_MAX       4000000ull    /* no game scores more: the theoretical limit is 3,932,100 */
#define SIZED_MAX_POINTS 4000000000ull /* for 5x5, whose largest tile is 67,108,864 */

static void make_name(unsigned side, char out[NAME_MAX_LEN])
{
	if (side == 4)
		(void)snprintf(out, NAME_MAX_LEN, "2048-best.txt");
	else
		(void)snprintf(out, NAME_MAX_LEN, "2048-best-%ux%u.txt", side, side);
}

/* The first line must be a possible score. */
static bool parse(struct span text, unsigned side, uint64_t *out)
{
	uint64_t best = 0, most = side == 5 ? SIZED_MAX_POINTS : RECORD_MAX;
	size_t i;

	for (i = 0; i < text.len && text.ptr[i] != '\n' && text.ptr[i] != '\r'; i++) {
		uint8_t c = text.ptr[i];

		if (c < '0' || c > '9' || best > most)
			return false;
		best = best * 10 + (uint64_t)(c - '0');
	}
	*out = best;
	return i > 0 && best <= most;
}

/* *damaged: the file exists, but has no score. An unreadable file is an error, not damage: it must
 * not be replaced. */
static enum err_code load(
	unsigned side, uint64_t *best, bool *absent, bool *damaged, struct err *err)
{
	char name[NAME_MAX_LEN];
	struct blob text;
	enum err_code rc;

	make_name(side, name);
	rc = game_file_read(name, &text, err);
	*best = 0;
	*absent = rc == ERR_NOTFOUND;
	*damaged = rc == ERR_LIMIT;
	if (rc == ERR_OK) {
		*damaged = !parse(blob_span(text), side, best);
		blob_free(&text);
	}
	if (*damaged)
		*best = 0;
	return rc == ERR_NOTFOUND || rc == ERR_LIMIT ? ERR_OK : rc;
}

uint64_t record_load(unsigned side)
{
	uint64_t best;
	bool absent, damaged;
	struct err err;

	return load(side, &best, &absent, &damaged, &err) == ERR_OK ? best : 0;
}

static enum err_code save(const char *name, uint64_t best, struct err *err)
{
	struct buf text;
	enum err_code rc;

	buf_init(&text, 64);
	buf_printf(&text, "%llu\n", (unsigned long long)best);
	rc = text.failed != ERR_OK ? err_set(err, text.failed, "out of memory")
				   : game_file_write(name, span_of(text.ptr, text.len), err);
	buf_free(&text);
	return rc;
}

enum err_code record_raise(unsigned side, uint64_t score, uint64_t *best, struct err *err)
{
	char name[NAME_MAX_LEN];
	struct file_lock *lock;
	uint64_t kept = 0;
	bool absent = false, damaged = false;
	enum err_code rc;

	make_name(side, name);
	rc = game_file_lock(name, &lock, err);
	if (rc != ERR_OK)
		return rc;
	rc = load(side, &kept, &absent, &damaged, err);
	if (rc == ERR_OK && damaged)
		rc = game_file_set_aside(name, err);
	if (rc == ERR_OK && (score > kept || absent || damaged)) {
		rc = save(name, score, err);
		kept = score;
	}
	file_lock_close(lock);
	if (rc == ERR_OK)
		*best = kept;
	return rc;
}
