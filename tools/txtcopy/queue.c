/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"

#define QUEUE_MOST  2048                 /* each lot is flushed to disk once */
#define QUEUE_BYTES ((uint64_t)64 << 20) /* of inputs, to bound the amount of unnamed output */

_Static_assert(QUEUE_MOST < OS_CLEANUP_MAX, "files that a signal would leave behind");

struct item {
	char *in;
	char *out;
	char *folder;
	size_t there;
	bool in_tree;
	bool known; /* info is that of in, not of the file it may link to */
	struct file_info info;
	bool done; /* finished; only the report is left */
	struct txt_result result;
	enum err_code rc;
	struct err err;
};

struct queue {
	const struct txt_opts *opts;
	struct report *report;
	uint64_t bytes;
	size_t count;
	uint32_t outs[QUEUE_MOST]; /* hashes of the names, so that few are compared */
	struct item items[QUEUE_MOST];
	struct file_out *files[QUEUE_MOST]; /* at commit */
	struct err errs[QUEUE_MOST];
};

struct queue *queue_open(const struct txt_opts *opts, struct report *report)
{
	struct queue *q = calloc(1, sizeof(*q));

	if (q != NULL) {
		q->opts = opts;
		q->report = report;
	}
	return q;
}

static void run_item(const struct queue *q, struct item *one, bool later)
{
	struct txt_opts opts = *q->opts;

	if (opts.binary == TXT_BINARY_UNSET && one->in_tree)
		opts.binary = TXT_BINARY_COPY;
	opts.known = one->known ? &one->info : NULL;
	opts.later = later;
	one->rc = txt_run(one->in, one->out, &opts, &one->result, &one->err);
}

static void do_item(void *user, size_t i)
{
	struct queue *q = user;

	/* A single file is committed at once. */
	if (!q->items[i].done)
		run_item(q, &q->items[i], q->count > 1);
}

/* Gives all outputs their names. */
static void commit(struct queue *q)
{
	size_t count = 0;

	for (size_t i = 0; i < q->count; i++) {
		if (q->items[i].result.waiting != NULL)
			q->files[count++] = q->items[i].result.waiting;
	}
	file_out_commit_all(q->files, q->errs, count);
	count = 0;
	for (size_t i = 0; i < q->count; i++) {
		struct item *one = &q->items[i];

		if (one->result.waiting == NULL)
			continue;
		one->rc = q->errs[count].code;
		one->result.written = one->rc == ERR_OK;
		if (one->rc != ERR_OK) {
			one->err = q->errs[count];
			if (strcmp(one->in, one->out) != 0)
				err_prefix(&one->err, "%.120s", one->out);
		}
		count++;
	}
}

/* Retries files for which the disk was full: one after the other they may fit. */
static void retry_full(struct queue *q)
{
	for (size_t i = 0; i < q->count && q->count > 1; i++) {
		struct item *one = &q->items[i];

		if (one->done || one->rc == ERR_OK || !os_error_is_full(one->err.os_error))
			continue;
		txt_result_free(&one->result);
		run_item(q, one, false);
	}
}

static void note(const struct queue *q, const struct item *one)
{
	static const struct text_guess undecided = {.verdict = TEXT_AMBIGUOUS};
	const struct txt_result *r = &one->result;

	if (q->opts->in_place && r->converted && r->written)
		neighbours_note(
			q->opts->neighbours, one->in, r->neighbours == 0 ? &r->guess : &undecided);
}

static void finish(struct queue *q, struct item *one)
{
	bool brought = one->rc == ERR_OK && !one->result.skipped;

	report_file(q->report, one->in != NULL ? one->in : "", &one->result, one->rc, &one->err);
	note(q, one);
	if (one->folder != NULL && !brought)
		file_drop_folders(one->folder, one->there);
	txt_result_free(&one->result);
	free(one->in);
	free(one->out);
	free(one->folder);
}

void queue_flush(struct queue *q)
{
	thread_for(q->count, q->count > 1 ? 0 : 1, do_item, q);
	commit(q);
	retry_full(q);
	for (size_t i = 0; i < q->count; i++)
		finish(q, &q->items[i]);
	q->count = 0;
	q->bytes = 0;
}

void queue_close(struct queue *q)
{
	if (q != NULL)
		queue_flush(q);
	free(q);
}

static bool is_same(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static uint32_t hash_of(const char *path)
{
	uint32_t h = 0;

	for (; path != NULL && *path != '\0'; path++)
		h = (h ^ (uint8_t)*path) * 0x01000193u;
	return h;
}

/* Whether it reads or writes what another job writes: then it has to come after that. */
static bool has_to_wait(const struct queue *q, const struct queue_job *job)
{
	uint32_t in = hash_of(job->in);
	uint32_t out = hash_of(job->out);

	if (is_same(job->in, TXT_STDIO) || is_same(job->out, TXT_STDIO))
		return true;
	for (size_t i = 0; i < q->count; i++) {
		if ((q->outs[i] == in && is_same(q->items[i].out, job->in)) ||
			(q->outs[i] == out && is_same(q->items[i].out, job->out)))
			return true;
	}
	return false;
}

static char *copy_of(const char *text, bool *failed)
{
	char *copy = text != NULL ? alloc_text(text) : NULL;

	*failed = *failed || (text != NULL && copy == NULL);
	return copy;
}

static struct item *new_item(struct queue *q, uint64_t size)
{
	struct item *one;

	if (q->count == QUEUE_MOST || q->bytes + size > QUEUE_BYTES)
		queue_flush(q);
	q->outs[q->count] = 0;
	one = &q->items[q->count++];
	*one = (struct item){.rc = ERR_OK};
	q->bytes += size;
	return one;
}

void queue_add(struct queue *q, const struct queue_job *job)
{
	bool alone = is_same(job->in, TXT_STDIO) || is_same(job->out, TXT_STDIO);
	struct file_info info = {.size = 0};
	struct err ignored;
	struct item *one;
	bool known = job->info != NULL;
	bool failed = false;

	if (has_to_wait(q, job)) {
		queue_flush(q);
		known = false; /* it may have been replaced */
	}
	if (known)
		info = *job->info;
	else if (!alone)
		(void)file_info(job->in, false, &info, &ignored);
	one = new_item(q, info.size);
	one->known = known;
	one->info = info;
	one->in = copy_of(job->in, &failed);
	one->out = copy_of(job->out, &failed);
	q->outs[one - q->items] = hash_of(job->out);
	one->folder = copy_of(job->folder, &failed);
	one->there = job->there;
	one->in_tree = job->in_tree;
	if (failed) {
		one->done = true;
		one->rc = err_set(&one->err, ERR_NOMEM, "out of memory");
	}
	progress_what(job->in);
	if (alone)
		queue_flush(q);
}

void queue_error(struct queue *q, const char *path, const struct err *err)
{
	bool failed = false;
	struct item *one = new_item(q, 0);

	one->in = copy_of(path, &failed);
	one->done = true;
	one->err = *err;
	one->rc = err->code;
}
