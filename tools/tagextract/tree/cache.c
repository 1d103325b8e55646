/* SPDX-License-Identifier: MIT */
/*
 * Layout, little-endian: "TAGX", u32 3, SHA-256 of the question, u64 count, then for each file
 * without a tag, ascending: u64 hash of its path, u64 size, u64 time in ns, u64 cache_id.
 */
#include "tree/cache.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/os.h"

#define CACHE_MAGIC     0x58474154u /* "TAGX" */
#define CACHE_VERSION   3u
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
	uint8_t flags[5] = {set->whole_word, set->fold, job->scan.comments_only,
		(uint8_t)job->scan.prefer, job->scan.matcher != NULL};
	struct sha256 s;
	size_t i;

	sha256_init(&s);
	for (i = 0; i < set->count; i++)
		add_text(&s, set->tags[i].text);
	sha256_update(&s, span_of(flags, sizeof flags));
	sha256_final(&s, out);
}

/* Eight bytes at a time: long paths are hashed for every file. The multiplier is that of FNV-1a. */
uint64_t cache_hash(uint64_t seed, const char *text, size_t len)
{
	uint64_t h = seed ^ (len * 0x9E3779B97F4A7C15);

	while (len > 0) {
		uint64_t word = 0;
		size_t n = len < sizeof word ? len : sizeof word;

		memcpy(&word, text, n);
		h = (h ^ word) * 0x100000001B3;
		h ^= h >> 29;
		h *= 0x9E3779B97F4A7C15;
		text += n;
		len -= n;
	}
	return h ^ h >> 32;
}

uint64_t cache_hash_file(uint64_t folder, const char *name, size_t len)
{
	return (folder & ~(uint64_t)UINT32_MAX) | (cache_hash(folder, name, len) & UINT32_MAX);
}

/* A time of modification can be set back, and the other not. */
uint64_t cache_id(const struct file_info *info)
{
	return info->ino ^ (uint64_t)info->ctime_ns * 0x9E3779B97F4A7C15;
}

static int by_path(const void *a, const void *b)
{
	const struct cache_mark *x = a;
	const struct cache_mark *y = b;

	return (x->path > y->path) - (x->path < y->path);
}

/* The folders' hashes are spread evenly: the first bits lead to the files of a few of them. */
struct cache {
	size_t count;
	struct cache_mark *marks; /* by path */
	unsigned shift;           /* of a hash, for its place in starts */
	size_t *starts;
};

bool cache_knows(const struct cache *cache, const struct cache_mark *mark)
{
	size_t place = (size_t)(mark->path >> cache->shift);
	size_t first = cache->starts[place];
	const struct cache_mark *m;

	m = bsearch(
		mark, cache->marks + first, cache->starts[place + 1] - first, sizeof *m, by_path);
	return m != NULL && m->size == mark->size && m->mtime_ns == mark->mtime_ns &&
	       m->id == mark->id;
}

static enum err_code make_starts(struct cache *cache, struct err *err)
{
	unsigned bits = 1;
	size_t place = 0;
	size_t i;

	while (bits < 30 && (size_t)1 << bits < cache->count)
		bits++;
	cache->shift = 64 - bits;
	cache->starts = malloc((((size_t)1 << bits) + 1) * sizeof *cache->starts);
	if (cache->starts == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < cache->count; i++)
		while (place <= cache->marks[i].path >> cache->shift)
			cache->starts[place++] = i;
	while (place <= (size_t)1 << bits)
		cache->starts[place++] = cache->count;
	return ERR_OK;
}

static enum err_code read_entries(struct cursor *c, struct cache *cache, struct err *err)
{
	size_t i;

	cache->marks = malloc((cache->count + 1) * sizeof *cache->marks);
	if (cache->marks == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < cache->count; i++) {
		struct cache_mark *m = &cache->marks[i];

		m->path = cursor_u64le(c);
		m->size = cursor_u64le(c);
		m->mtime_ns = (int64_t)cursor_u64le(c);
		m->id = cursor_u64le(c);
		if (i > 0 && m->path < m[-1].path)
			return err_set(err, ERR_FORMAT, "the cache is damaged");
	}
	return make_starts(cache, err);
}

enum err_code cache_read(struct span in, const struct job *job, struct cache **out, struct err *err)
{
	struct cursor c = {.in = in};
	uint8_t want[SHA256_LEN];
	struct span asked;
	struct cache *cache;
	uint64_t count;
	enum err_code rc;

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
	if (count != cursor_left(&c) / CACHE_ENTRY_LEN || cursor_left(&c) % CACHE_ENTRY_LEN != 0)
		return err_set(err, ERR_FORMAT, "the cache is damaged");
	cache = calloc(1, sizeof *cache);
	if (cache == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	cache->count = (size_t)count;
	rc = read_entries(&c, cache, err);
	if (rc == ERR_OK)
		*out = cache;
	else
		cache_free(cache);
	return rc;
}

/* A FIFO would be waited for, and a device must not be replaced. */
static enum err_code check_place(const char *path, bool *there, struct err *err)
{
	struct file_info info;

	if (file_info(path, false, &info, err) != ERR_OK)
		return err->code;
	*there = info.type != FILE_NONE;
	if (*there && info.type != FILE_REGULAR)
		return err_set(err, ERR_USAGE, "not a regular file");
	return ERR_OK;
}

enum err_code cache_load(
	const char *path, const struct job *job, struct cache **out, struct err *err)
{
	struct blob b;
	bool there = false;
	enum err_code rc = check_place(path, &there, err);

	*out = NULL;
	if (rc != ERR_OK || !there)
		return rc;
	rc = file_read(path, CACHE_MAX, &b, err);
	if (rc != ERR_OK)
		return rc;
	rc = cache_read(blob_span(b), job, out, err);
	blob_free(&b);
	return rc;
}

void cache_free(struct cache *cache)
{
	if (cache == NULL)
		return;
	free(cache->marks);
	free(cache->starts);
	free(cache);
}

static bool is_old(const struct cache_mark *m, int64_t now_ns)
{
	return m->mtime_ns < now_ns - CACHE_FRESH_NS;
}

/* Does the cache that was asked say all there is to say? */
static bool is_current(const struct job *job, const struct cache *cache, int64_t now)
{
	uint64_t old = 0;
	size_t i;

	for (i = 0; i < job->mark_count; i++)
		old += is_old(&job->marks[i], now);
	return old == job->cache_hits && old == cache->count;
}

enum err_code cache_make(struct job *job, int64_t now, struct blob *out, struct err *err)
{
	uint8_t asked[SHA256_LEN];
	size_t count = 0;
	struct buf b;
	size_t i;

	for (i = 0; i < job->mark_count; i++)
		if (is_old(&job->marks[i], now))
			job->marks[count++] = job->marks[i];
	job->mark_count = count;
	if (count > 1)
		qsort(job->marks, count, sizeof job->marks[0], by_path);
	question(job, asked);
	buf_init(&b, 0);
	buf_add_u32le(&b, CACHE_MAGIC);
	buf_add_u32le(&b, CACHE_VERSION);
	buf_add(&b, asked, sizeof asked);
	buf_add_u64le(&b, count);
	for (i = 0; i < count; i++) {
		buf_add_u64le(&b, job->marks[i].path);
		buf_add_u64le(&b, job->marks[i].size);
		buf_add_u64le(&b, (uint64_t)job->marks[i].mtime_ns);
		buf_add_u64le(&b, job->marks[i].id);
	}
	return buf_finish(&b, out, err);
}

enum err_code cache_save(
	const char *path, struct job *job, const struct cache *cache, struct err *err)
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
