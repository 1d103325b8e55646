/* SPDX-License-Identifier: MIT */
#include "neighbours.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/thread.h"
#include "biosbelt/tree.h"

/* A file that is not certain counts against other encodings from this certainty on. */
#define LIKELY_LEAST 900

/* What a file says of its folder. */
struct vote {
	enum text_enc enc; /* TEXT_NONE: nothing */
	bool certain;
};

/* A file that this run has replaced. */
struct noted {
	struct noted *next;
	struct vote vote;
	char name[];
};

#define BUCKETS 1024 /* a run may go through as many folders as there are on the disk */

struct folder {
	struct folder *next;
	struct noted *noted;
	bool asked; /* the counts are final */
	unsigned files;
	unsigned certain[TEXT_ENC_COUNT];
	unsigned votes[TEXT_ENC_COUNT]; /* these and the likely ones */
	char path[];
};

struct neighbours {
	struct mutex *mutex;             /* several threads examine files */
	struct folder *folders[BUCKETS]; /* by the hash of the path, most recently used first */
};

struct neighbours *neighbours_open(void)
{
	struct neighbours *n = calloc(1, sizeof(*n));
	struct err ignored;

	if (n != NULL && mutex_new(&n->mutex, &ignored) != ERR_OK) {
		free(n);
		n = NULL;
	}
	return n;
}

static void close_folder(struct folder *f)
{
	while (f->noted != NULL) {
		struct noted *next = f->noted->next;

		free(f->noted);
		f->noted = next;
	}
	free(f);
}

void neighbours_close(struct neighbours *n)
{
	if (n == NULL)
		return;
	for (size_t i = 0; i < BUCKETS; i++) {
		while (n->folders[i] != NULL) {
			struct folder *next = n->folders[i]->next;

			close_folder(n->folders[i]);
			n->folders[i] = next;
		}
	}
	mutex_free(n->mutex);
	free(n);
}

static bool is_of(const struct folder *f, const char *path, size_t len)
{
	return strncmp(f->path, path, len) == 0 && f->path[len] == '\0';
}

static struct folder **bucket_of(struct neighbours *n, const char *path, size_t len)
{
	uint32_t h = 0;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (uint8_t)path[i]) * 0x01000193u;
	return &n->folders[h % BUCKETS];
}

/* The folder of a file; NULL: no memory. */
static struct folder *folder_of(struct neighbours *n, const char *path)
{
	size_t len = path_dir_len(path);
	struct folder **first;
	struct folder *f;

	if (len == 0) {
		path = ".";
		len = 1;
	}
	first = bucket_of(n, path, len);
	for (struct folder **at = first; *at != NULL; at = &(*at)->next) {
		f = *at;
		if (!is_of(f, path, len))
			continue;
		*at = f->next;
		f->next = *first;
		*first = f;
		return f;
	}
	f = calloc(1, sizeof(*f) + len + 1);
	if (f == NULL)
		return NULL;
	memcpy(f->path, path, len);
	f->next = *first;
	*first = f;
	return f;
}

static struct vote vote_of(const struct text_guess *g)
{
	bool certain = g->verdict == TEXT_CERTAIN;
	bool counts = certain || (g->verdict == TEXT_LIKELY && g->certainty >= LIKELY_LEAST);

	counts = counts && g->enc > TEXT_UTF8 && text_enc_unit(g->enc) == 1;
	return (struct vote){counts ? g->enc : TEXT_NONE, certain};
}

void neighbours_note(struct neighbours *n, const char *path, const struct text_guess *guess)
{
	struct folder *f = n != NULL ? folder_of(n, path) : NULL;
	const char *name = path_base(path);
	struct noted *one;

	if (f == NULL || f->asked)
		return;
	one = malloc(sizeof(*one) + strlen(name) + 1);
	if (one == NULL)
		return;
	one->vote = vote_of(guess);
	memcpy(one->name, name, strlen(name) + 1);
	one->next = f->noted;
	f->noted = one;
}

static const struct noted *find_noted(const struct folder *f, const char *name)
{
	const struct noted *one = f->noted;

	while (one != NULL && strcmp(one->name, name) != 0)
		one = one->next;
	return one;
}

/* By the start of the file. */
static struct vote look_at(const char *path)
{
	struct text_guess guess;
	struct file_map map;
	struct span data;
	struct err ignored;
	struct vote vote = {TEXT_NONE, false};

	if (file_map_regular(path, &map, &ignored) != ERR_OK)
		return vote;
	file_map_watch(&map);
	data = map.data;
	if (data.len > NEIGHBOURS_BYTES)
		data.len = NEIGHBOURS_BYTES;
	if (text_detect(data, NULL, &guess, &ignored) == ERR_OK &&
		file_map_check(&map, &ignored) == ERR_OK)
		vote = vote_of(&guess);
	file_map_close(&map);
	return vote;
}

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	struct folder *f = user;
	const struct noted *noted;
	struct vote vote;

	if (e->depth == 0)
		return TREE_GO_ON;
	if (e->type == FILE_FOLDER)
		return TREE_SKIP_FOLDER;
	if (e->type != FILE_REGULAR || file_is_temp(e->path))
		return TREE_GO_ON;
	noted = find_noted(f, path_base(e->path));
	vote = noted != NULL ? noted->vote : look_at(e->path);
	f->votes[vote.enc]++;
	f->certain[vote.enc] += vote.certain;
	return ++f->files < NEIGHBOURS_MOST ? TREE_GO_ON : TREE_STOP;
}

static void count_folder(struct folder *f)
{
	struct tree_opts opts = {.on_entry = on_entry, .user = f};
	struct err ignored;

	(void)tree_walk(f->path, &opts, &ignored);
	f->votes[TEXT_NONE] = 0;
	f->certain[TEXT_NONE] = 0;
	f->asked = true;
}

static bool could_be(const struct text_guess *g, enum text_enc enc)
{
	bool listed = g->verdict == TEXT_BINARY;

	for (unsigned i = 0; i < g->count; i++)
		listed = listed || g->cand[i].enc == enc;
	return listed;
}

static enum text_enc ask(
	struct neighbours *n, const char *path, const struct text_guess *alone, unsigned *count)
{
	struct folder *f = folder_of(n, path);
	unsigned best = TEXT_NONE;
	unsigned all = 0;

	if (f == NULL)
		return TEXT_NONE;
	if (!f->asked)
		count_folder(f);
	for (unsigned e = 0; e < TEXT_ENC_COUNT; e++) {
		all += f->votes[e];
		best = f->certain[e] > f->certain[best] ? e : best;
	}
	for (unsigned e = 0; e < TEXT_ENC_COUNT; e++) {
		if (e != best && f->certain[e] != 0 && could_be(alone, (enum text_enc)e))
			return TEXT_NONE;
	}
	*count = f->certain[best];
	return *count != 0 && f->votes[best] * 4 >= all * 3 ? (enum text_enc)best : TEXT_NONE;
}

enum text_enc neighbours_ask(
	struct neighbours *n, const char *path, const struct text_guess *alone, unsigned *count)
{
	enum text_enc enc;

	if (n == NULL)
		return TEXT_NONE;
	mutex_lock(n->mutex);
	enc = ask(n, path, alone, count);
	mutex_unlock(n->mutex);
	return enc;
}
