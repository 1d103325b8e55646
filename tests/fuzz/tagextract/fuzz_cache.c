/* SPDX-License-Identifier: MIT */
/*
 * The reader of cache files: the bytes as they are, and behind the head of a cache of the right
 * question, whose SHA-256 no fuzzer would guess.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "tree/cache.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define HEAD_LEN 40 /* magic, version, question; the count is the input's */

static void read_and_ask(struct job *job, struct span in)
{
	struct cache *cache;
	struct err err;

	if (cache_read(in, job, &cache, &err) != ERR_OK || cache == NULL)
		return;
	cache_knows(cache, &job->marks[0]);
	cache_free(cache);
}

static void behind_head(struct job *job, struct span in)
{
	struct blob head;
	struct buf b;
	struct err err;

	if (cache_make(job, 0, &head, &err) != ERR_OK)
		abort();
	buf_init(&b, 0);
	buf_add(&b, head.ptr, HEAD_LEN);
	buf_add(&b, in.ptr, in.len);
	if (b.failed == ERR_OK)
		read_and_ask(job, span_of(b.ptr, b.len));
	buf_free(&b);
	blob_free(&head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tag_set set; /* made once: it costs more than the reading */
	const char *tag = "Tag_1";
	struct tag_opts opts = {0};
	struct cache_mark mark = {cache_hash(0, "a.c", 3), 5, 1000, 7};
	struct job job = {.marks = &mark, .scan = {.set = &set}};
	struct err err;

	if (set.count == 0 && tag_set_init(&set, &tag, 1, &opts, &err) != ERR_OK)
		abort();
	read_and_ask(&job, span_of(data, size));
	behind_head(&job, span_of(data, size));
	return 0;
}
