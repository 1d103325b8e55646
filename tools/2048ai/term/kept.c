/* SPDX-License-Identifier: MIT */
#include "term/kept.h"

#include <stdio.h>
#include <stdlib.h>

#include "term/game_files.h"

#define NAME_MAX_LEN 24

struct kept {
	char name[NAME_MAX_LEN];
	struct file_lock *lock;
};

static void make_name(unsigned i, char out[NAME_MAX_LEN])
{
	(void)snprintf(out, NAME_MAX_LEN, "2048-running-%u.2048", i + 1);
}

static bool has_game(const char *name)
{
	struct blob text;
	struct err err;

	if (game_file_read(name, &text, &err) != ERR_OK)
		return false;
	blob_free(&text);
	return true;
}

/* Locks the first free slot that has a game (wanted), or has none. */
static enum err_code choose(struct kept *k, bool wanted, struct err *err)
{
	for (unsigned i = 0; i < KEPT_MAX; i++) {
		enum err_code rc;

		make_name(i, k->name);
		if (has_game(k->name) != wanted)
			continue; /* do not create locks for unused slots */
		rc = game_file_try_lock(k->name, &k->lock, err);
		if (rc == ERR_OK && has_game(k->name) == wanted)
			return ERR_OK;
		file_lock_close(k->lock);
		k->lock = NULL;
		if (rc != ERR_OK && rc != ERR_BUSY)
			return rc;
	}
	return err_set(err, ERR_BUSY, "%d games are played already", KEPT_MAX);
}

static enum err_code load(const struct kept *k, const struct g2048_tables *t, struct replay *replay,
	bool *has, bool *damaged, struct err *err)
{
	struct blob text;
	enum err_code rc = game_file_read(k->name, &text, err);

	*has = *damaged = false;
	if (rc == ERR_NOTFOUND)
		return ERR_OK;
	if (rc == ERR_OK) {
		rc = replay_read(blob_span(text), t, replay, err);
		blob_free(&text);
	}
	*has = rc == ERR_OK;
	if (rc != ERR_FORMAT && rc != ERR_LIMIT && rc != ERR_UNSUPPORTED)
		return rc;
	*damaged = true;
	return game_file_set_aside(k->name, err);
}

enum err_code kept_open(const struct g2048_tables *t, struct kept **out, struct replay *replay,
	bool *has, bool *damaged, struct err *err)
{
	struct kept *k = calloc(1, sizeof(*k));
	enum err_code rc;

	if (k == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = choose(k, true, err);
	if (rc == ERR_BUSY)
		rc = choose(k, false, err);
	if (rc == ERR_OK)
		rc = load(k, t, replay, has, damaged, err);
	if (rc == ERR_OK)
		*out = k;
	else
		kept_close(k);
	return rc;
}

enum err_code kept_save(struct kept *k, const struct replay *replay, struct err *err)
{
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	replay_write(replay, &text);
	rc = text.failed != ERR_OK ? err_set(err, text.failed, "out of memory")
				   : game_file_write(k->name, span_of(text.ptr, text.len), err);
	buf_free(&text);
	return rc;
}

enum err_code kept_clear(struct kept *k, struct err *err)
{
	enum err_code rc = game_file_remove(k->name, err);

	return rc == ERR_NOTFOUND ? ERR_OK : rc;
}

void kept_close(struct kept *k)
{
	if (k == NULL)
		return;
	file_lock_close(k->lock);
	free(k);
}
