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

/* A file that this run has examined. */
struct noted {
	struct noted *next;
	struct vote vote;
	bool counts; /* is one of the first files of the folder */
	char name[];
};

#define BUCKETS 1024 /* a run may go through as many folders as there are on the disk */

struct folder {
	struct folder *next;
	struct noted *noted;
	bool asked; /* which ones count is final */
	unsigned files;
	char path[];
};

struct neighbours {
	struct mutex *mutex;             /* several threads examine files */
	struct text_hints hints;         /* with which files are read */
	struct folder *folders[BUCKETS]; /* by the hash of the path, most recently used first */
};

struct neighbours *neighbours_open(const struct text_hints *hints)
{
	struct neighbours *n = calloc(1, sizeof(*n));
	struct err ignored;

	if (n != NULL && mutex_new(&n->mutex, &ignored) != ERR_OK) {
		free(n);
		n = NULL;
	}
	if (n != NULL)
		n->hints = *hints;
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

	counts = counts && g->enc >= TEXT_UTF8 && text_enc_unit(g->enc) == 1;
	return (struct vote){counts ? g->enc : TEXT_NONE, certain};
}

static struct noted *add_noted(struct folder *f, const char *name, struct vote vote)
{
	size_t size = strlen(name) + 1;
	struct noted *one = calloc(1, sizeof(*one) + size);

	if (one == NULL)
		return NULL;
	one->vote = vote;
	memcpy(one->name, name, size);
	one->next = f->noted;
	f->noted = one;
	return one;
}

void neighbours_note(struct neighbours *n, const char *path, const struct text_guess *guess)
{
	struct folder *f = n != NULL ? folder_of(n, path) : NULL;

	if (f != NULL && !f->asked)
		(void)add_noted(f, path_base(path), vote_of(guess));
}

/* As it was noted first: a file may be replaced, and then examined as another operand. */
static struct noted *find_noted(const struct folder *f, const char *name)
{
	struct noted *found = NULL;

	for (struct noted *one = f->noted; one != NULL; one = one->next)
		found = strcmp(one->name, name) == 0 ? one : found;
	return found;
}

/* By the start of the file. */
static struct vote look_at(const char *path, const struct text_hints *hints)
{
	struct text_guess guess;
	struct file_map map;
	struct span data;
	struct err ignored;
	struct vote vote = {TEXT_NONE, false};

	if (file_map_regular(path, true, SIZE_MAX, &map, &ignored) != ERR_OK)
		return vote;
	file_map_watch(&map);
	data = map.data;
	if (data.len > NEIGHBOURS_BYTES) {
		data.len = NEIGHBOURS_BYTES;
		while (data.len > 0 && data.ptr[data.len - 1] >= '0')
			data.len--; /* it may be within a character */
	}
	if (text_detect(data, hints, &guess, &ignored) == ERR_OK &&
		file_map_check(&map, &ignored) == ERR_OK)
		vote = vote_of(&guess);
	file_map_close(&map);
	return vote;
}

struct counting {
	struct folder *folder;
	const struct text_hints *hints;
};

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	const struct counting *c = user;
	struct folder *f = c->folder;
	struct noted *one;

	if (e->depth == 0)
		return TREE_GO_ON;
	if (e->type == FILE_FOLDER)
		return TREE_SKIP_FOLDER;
	if (e->type != FILE_REGULAR || file_is_temp(e->path))
		return TREE_GO_ON;
	one = find_noted(f, path_base(e->path));
	if (one == NULL)
		one = add_noted(f, path_base(e->path), look_at(e->path, c->hints));
	if (one != NULL)
		one->counts = true;
	return ++f->files < NEIGHBOURS_MOST ? TREE_GO_ON : TREE_STOP;
}

static void count_folder(struct folder *f, const struct text_hints *hints)
{
	struct counting c = {f, hints};
	struct tree_opts opts = {.on_entry = on_entry, .user = &c};
	struct noted **at = &f->noted;
	struct err ignored;

	(void)tree_walk(f->path, &opts, &ignored);
	f->asked = true;
	/* each question goes through those that are left */
	while (*at != NULL) {
		struct noted *one = *at;

		if (one->counts) {
			at = &one->next;
			continue;
		}
		*at = one->next;
		free(one);
	}
}

static bool could_be(const struct text_guess *g, enum text_enc enc)
{
	bool listed = g->verdict == TEXT_BINARY;

	for (unsigned i = 0; i < g->count; i++)
		listed = listed || g->cand[i].enc == enc;
	return listed;
}

/* The start of a long file that is certain does not make it its own neighbour. */
static enum text_enc ask(
	struct neighbours *n, const char *path, const struct text_guess *alone, unsigned *count)
{
	struct folder *f = folder_of(n, path);
	/* Files in UTF-8 only say whether this one is. */
	unsigned first = alone->enc == TEXT_UTF8 ? TEXT_UTF8 : TEXT_UTF8 + 1;
	unsigned certain[TEXT_ENC_COUNT] = {0};
	unsigned votes[TEXT_ENC_COUNT] = {0}; /* these and the likely ones */
	unsigned best = TEXT_NONE;
	unsigned all = 0;

	if (f == NULL)
		return TEXT_NONE;
	if (!f->asked)
		count_folder(f, &n->hints);
	for (const struct noted *one = f->noted; one != NULL; one = one->next) {
		if (one->vote.enc < first)
			continue;
		all++;
		votes[one->vote.enc]++;
		certain[one->vote.enc] +=
			one->vote.certain && strcmp(one->name, path_base(path)) != 0;
	}
	for (unsigned e = 0; e < TEXT_ENC_COUNT; e++)
		best = certain[e] > certain[best] ? e : best;
	for (unsigned e = 0; e < TEXT_ENC_COUNT; e++) {
		if (e != best && certain[e] != 0 && could_be(alone, (enum text_enc)e))
			return TEXT_NONE;
	}
	*count = certain[best];
	return *count != 0 && votes[best] * 4 >= all * 3 ? (enum text_enc)best : TEXT_NONE;
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
