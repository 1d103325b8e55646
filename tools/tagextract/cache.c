/* SPDX-License-Identifier: MIT */
/*
 * Layout, little-endian: "TAGX", u32 1, SHA-256 of the question, u64 count, then for each file
 * without a tag: u64 hash of its path, u64 size, u64 time in ns, u64 file number.
 */
#include "cache.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/os.h"

#define CACHE_MAGIC     0x58474154u /* "TAGX" */
#define CACHE_VERSION   1u
#define CACHE_ENTRY_LEN 32
#define CACHE_MAX       ((size_t)1 << 30)
/* A file changed within this time of the scan might change again without a new time stamp. */
#define CACHE_FRESH_NS  2000000000

static void add_text(struct sha256 *s, const char *text)
{
	sha256_update(s, span_of(text, strlen(text) + 1));
}

/* Everything that decides whether a file has a tag. */
static void question(const struct job *job, uint8_t out[SHA256_LEN])
{
	const struct tag_set *set = job->scan.set;
	uint8_t flags[4] = {
		set->whole_word, set->fold, job->scan.comments_only, (uint8_t)job->scan.prefer};
	struct sha256 s;
	size_t i;

	sha256_init(&s);
	for (i = 0; i < set->count; i++)
		add_text(&s, set->tags[i].text);
	sha256_update(&s, span_of(flags, sizeof flags));
	sha256_final(&s, out);
}

/* FNV-1a, 64 bit */
static uint64_t path_hash(const char *path)
{
	uint64_t h = 0xCBF29CE484222325;

	for (; *path != '\0'; path++)
		h = (h ^ (uint8_t)*path) * 0x100000001B3;
	return h;
}

struct entry {
	uint64_t path;
	uint64_t size;
	uint64_t time;
	uint64_t ino;
};

static int by_path(const void *a, const void *b)
{
	const struct entry *x = a;
	const struct entry *y = b;

	return (x->path > y->path) - (x->path < y->path);
}

struct cache {
	size_t count;
	struct entry entries[]; /* by path */
};

bool cache_knows(const struct cache *cache, const struct job_file *f)
{
	struct entry key = {.path = path_hash(f->relative)};
	const struct entry *e =
		bsearch(&key, cache->entries, cache->count, sizeof *cache->entries, by_path);

	return e != NULL && e->size == f->size && e->time == (uint64_t)f->mtime_ns &&
	       e->ino == f->ino;
}

static enum err_code read_entries(
	struct cursor *c, uint64_t count, struct cache **out, struct err *err)
{
	struct cache *cache;
	struct entry *e;
	uint64_t i;

	if (count != cursor_left(c) / CACHE_ENTRY_LEN || cursor_left(c) % CACHE_ENTRY_LEN != 0)
		return err_set(err, ERR_FORMAT, "the cache is damaged");
	cache = malloc(sizeof *cache + (size_t)count * sizeof *e);
	if (cache == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	cache->count = (size_t)count;
	e = cache->entries;
	for (i = 0; i < count; i++) {
		e[i].path = cursor_u64le(c);
		e[i].size = cursor_u64le(c);
		e[i].time = cursor_u64le(c);
		e[i].ino = cursor_u64le(c);
	}
	for (i = 1; i < count && e[i - 1].path <= e[i].path; i++)
		;
	if (i < count) /* written in another order */
		qsort(e, (size_t)count, sizeof *e, by_path);
	*out = cache;
	return ERR_OK;
}

enum err_code cache_read(struct span in, const struct job *job, struct cache **out, struct err *err)
{
	struct cursor c = {.in = in};
	uint8_t want[SHA256_LEN];
	struct span asked;
	uint64_t count;

	*out = NULL;
	question(job, want);
	if (cursor_u32le(&c) != CACHE_MAGIC || cursor_u32le(&c) != CACHE_VERSION || c.bad)
		return err_set(err, ERR_FORMAT, "no cache of this program");
	asked = cursor_take(&c, SHA256_LEN);
	count = cursor_u64le(&c);
	if (c.bad)
		return err_set(err, ERR_FORMAT, "the cache is damaged");
	if (!span_equal(asked, span_of(want, sizeof want)))
		return ERR_OK; /* other tags were asked for last time */
	return read_entries(&c, count, out, err);
}

enum err_code cache_load(
	const char *path, const struct job *job, struct cache **out, struct err *err)
{
	struct blob b;
	enum err_code rc = file_read(path, CACHE_MAX, &b, err);

	*out = NULL;
	if (rc == ERR_NOTFOUND)
		return ERR_OK;
	if (rc != ERR_OK)
		return rc;
	rc = cache_read(blob_span(b), job, out, err);
	blob_free(&b);
	return rc;
}

void cache_free(struct cache *cache)
{
	free(cache);
}

static bool is_clean(const struct job_file *f, int64_t now_ns)
{
	return f->result == NULL && f->err == NULL && f->mtime_ns < now_ns - CACHE_FRESH_NS;
}

/* Does the cache that the job's marks came from say all there is to say? */
static bool is_current(const struct job *job, const struct cache *cache, int64_t now)
{
	size_t clean = 0;
	size_t i;

	for (i = 0; i < job->count; i++) {
		if (is_clean(&job->files[i], now) != job->files[i].cached)
			return false;
		clean += job->files[i].cached;
	}
	return clean == cache->count;
}

/* Entries of the clean files in the order they are searched in; NULL: no memory. */
static struct entry *make_entries(const struct job *job, int64_t now, size_t *count)
{
	struct entry *entries = malloc((job->count + 1) * sizeof *entries);
	size_t i;

	*count = 0;
	for (i = 0; entries != NULL && i < job->count; i++) {
		const struct job_file *f = &job->files[i];

		if (is_clean(f, now))
			entries[(*count)++] = (struct entry){
				path_hash(f->relative), f->size, (uint64_t)f->mtime_ns, f->ino};
	}
	if (entries != NULL)
		qsort(entries, *count, sizeof *entries, by_path);
	return entries;
}

enum err_code cache_make(const struct job *job, int64_t now, struct blob *out, struct err *err)
{
	size_t count;
	struct entry *entries = make_entries(job, now, &count);
	uint8_t asked[SHA256_LEN];
	struct buf b;
	size_t i;

	if (entries == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	question(job, asked);
	buf_init(&b, 0);
	buf_add_u32le(&b, CACHE_MAGIC);
	buf_add_u32le(&b, CACHE_VERSION);
	buf_add(&b, asked, sizeof asked);
	buf_add_u64le(&b, count);
	for (i = 0; i < count; i++) {
		buf_add_u64le(&b, entries[i].path);
		buf_add_u64le(&b, entries[i].size);
		buf_add_u64le(&b, entries[i].time);
		buf_add_u64le(&b, entries[i].ino);
	}
	free(entries);
	return buf_finish(&b, out, err);
}

enum err_code cache_save(
	const char *path, const struct job *job, const struct cache *cache, struct err *err)
{
	int64_t now = os_wall_time_ns();
	struct blob out;
	enum err_code rc;

	if (cache != NULL && is_current(job, cache, now))
		return ERR_OK;
	rc = cache_make(job, now, &out, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_write(path, blob_span(out), true, err);
	blob_free(&out);
	return rc;
}
