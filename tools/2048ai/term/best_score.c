/* SPDX-License-Identifier: MIT */
/* The best score, a number in a text file of the settings folder. */
#include "term/game_files.h"
#include "term/play.h"

#define RECORD_NAME "2048-best.txt"
#define RECORD_MAX  4000000ull /* no game scores more: 3,932,100 is the theoretical end */

/* The first line must be a number that a game can score. */
static bool parse(struct span text, uint64_t *out)
{
	uint64_t best = 0;
	size_t i;

	for (i = 0; i < text.len && text.ptr[i] != '\n' && text.ptr[i] != '\r'; i++) {
		uint8_t c = text.ptr[i];

		if (c < '0' || c > '9' || best > RECORD_MAX)
			return false;
		best = best * 10 + (uint64_t)(c - '0');
	}
	*out = best;
	return i > 0 && best <= RECORD_MAX;
}

/* *damaged: there is a file, and it holds no score. A file that cannot be read is an error, not
 * damage: it must not be replaced. */
static enum err_code load(uint64_t *best, bool *absent, bool *damaged, struct err *err)
{
	struct blob text;
	enum err_code rc = game_file_read(RECORD_NAME, &text, err);

	*best = 0;
	*absent = rc == ERR_NOTFOUND;
	*damaged = rc == ERR_LIMIT;
	if (rc == ERR_OK) {
		*damaged = !parse(blob_span(text), best);
		blob_free(&text);
	}
	if (*damaged)
		*best = 0;
	return rc == ERR_NOTFOUND || rc == ERR_LIMIT ? ERR_OK : rc;
}

uint64_t record_load(void)
{
	uint64_t best;
	bool absent, damaged;
	struct err err;

	return load(&best, &absent, &damaged, &err) == ERR_OK ? best : 0;
}

static enum err_code save(uint64_t best, struct err *err)
{
	struct buf text;
	enum err_code rc;

	buf_init(&text, 64);
	buf_printf(&text, "%llu\n", (unsigned long long)best);
	rc = text.failed != ERR_OK ? err_set(err, text.failed, "out of memory")
				   : game_file_write(RECORD_NAME, span_of(text.ptr, text.len), err);
	buf_free(&text);
	return rc;
}

enum err_code record_raise(uint64_t score, uint64_t *best, struct err *err)
{
	struct file_lock *lock;
	uint64_t kept = 0;
	bool absent = false, damaged = false;
	enum err_code rc = game_file_lock(RECORD_NAME, &lock, err);

	if (rc != ERR_OK)
		return rc;
	rc = load(&kept, &absent, &damaged, err);
	if (rc == ERR_OK && damaged)
		rc = game_file_set_aside(RECORD_NAME, err);
	if (rc == ERR_OK && (score > kept || absent || damaged)) {
		rc = save(score, err);
		kept = score;
	}
	file_lock_close(lock);
	if (rc == ERR_OK)
		*best = kept;
	return rc;
}
