/* SPDX-License-Identifier: MIT */
#include "queue.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"

#define LOT_MOST  1024                 /* each lot is flushed to disk once */
#define LOT_BYTES ((uint64_t)32 << 20) /* of inputs, to bound the amount of unnamed output */

#define NAME_BITS 65536 /* of the names of outputs; many more than files */

_Static_assert(2 * LOT_MOST < OS_CLEANUP_MAX, "files that a signal would leave behind");

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

struct lot {
	uint64_t bytes;
	size_t count;
	uint8_t outs[NAME_BITS / 8]; /* bits: hashes of the names, so that few are compared */
	struct item items[LOT_MOST];
	struct file_out *files[LOT_MOST]; /* to commit ... */
	size_t written;                   /* ... so many */
	struct err errs[LOT_MOST];
};

/* While one lot is flushed to the disk, which is mostly waiting, the next one is processed. */
struct queue {
	const struct txt_opts *opts;
	struct report *report;
	struct lot lots[2];
	struct lot *now;    /* of the next job */
	struct lot *before; /* processed, and perhaps not flushed yet; NULL: none */
	struct thread *flusher;
};

struct queue *queue_open(const struct txt_opts *opts, struct report *report)
{
	struct queue *q = calloc(1, sizeof(*q));

	if (q != NULL) {
		q->opts = opts;
		q->report = report;
		q->now = &q->lots[0];
	}
	return q;
}

static void run_item(const struct queue *q, struct item *one, bool later, bool postpone)
{
	struct txt_opts opts = *q->opts;

	if (one->result.told) /* in a first run */
		opts.progress = NULL;
	if (opts.binary == TXT_BINARY_UNSET && one->in_tree)
		opts.binary = TXT_BINARY_COPY;
	opts.known = one->known ? &one->info : NULL;
	opts.later = later;
	opts.postpone = postpone;
	one->rc = txt_run(one->in, one->out, &opts, &one->result, &one->err);
}

static bool is_same(const char *a, const char *b)
{
	return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static void do_item(void *user, size_t i)
{
	const struct queue *q = user;
	struct lot *lot = q->now;
	struct item *one = &lot->items[i];
	/* Pipes cannot be read again, and standard output may have something already. */
	bool twice = one->info.type == FILE_REGULAR && !is_same(one->out, TXT_STDIO);

	/* A single file is committed at once. */
	if (!one->done)
		run_item(q, one, lot->count > 1, twice);
}

static void do_postponed(void *user, size_t i)
{
	const struct queue *q = user;
	struct item *one = &q->now->items[i];

	if (!one->result.postponed)
		return;
	txt_result_free(&one->result);
	run_item(q, one, q->now->count > 1, false);
}

static void flush_files(void *arg)
{
	struct lot *lot = arg;

	file_out_flush(lot->files, lot->errs, lot->written);
}

/* What files are by themselves, before some of them are replaced: nobody has to read them again. */
static void note_lot(const struct queue *q, bool asked)
{
	const struct lot *lot = q->now;

	for (size_t i = 0; i < lot->count; i++) {
		const struct item *one = &lot->items[i];
		const struct text_guess *guess = &one->result.guess;
		bool replaced = q->opts->in_place && one->result.converted;

		/* One that failed before it was read has no guess. */
		if (guess->verdict != TEXT_EMPTY && (asked || replaced))
			neighbours_note(q->opts->neighbours, one->in, guess);
	}
}

/* Processes the jobs; their outputs have no names yet. */
static void process(struct queue *q)
{
	struct lot *lot = q->now;
	unsigned threads = lot->count > 1 ? 0 : 1;
	bool postponed = false;

	thread_for(lot->count, threads, do_item, q);
	for (size_t i = 0; i < lot->count; i++)
		postponed = postponed || lot->items[i].result.postponed;
	note_lot(q, postponed);
	if (postponed)
		thread_for(lot->count, threads, do_postponed, q);
	lot->written = 0;
	for (size_t i = 0; i < lot->count; i++) {
		if (lot->items[i].result.waiting != NULL)
			lot->files[lot->written++] = lot->items[i].result.waiting;
	}
}

/* Gives all outputs, which are flushed, their names. */
static void commit(struct lot *lot)
{
	size_t count = 0;

	file_out_commit_all(lot->files, lot->errs, lot->written);
	for (size_t i = 0; i < lot->count; i++) {
		struct item *one = &lot->items[i];

		if (one->result.waiting == NULL)
			continue;
		one->rc = lot->errs[count].code;
		one->result.written = one->rc == ERR_OK;
		if (one->rc != ERR_OK) {
			one->err = lot->errs[count];
			if (strcmp(one->in, one->out) != 0)
				err_prefix(&one->err, "%.120s", one->out);
		}
		count++;
	}
}

static bool is_brought(const struct item *one)
{
	return one->rc == ERR_OK && !one->result.skipped;
}

static bool is_full(const struct item *one)
{
	return !one->done && one->rc != ERR_OK && os_error_is_full(one->err.os_error);
}

/* Whether unnamed files of another lot are in the way: they take room on a full disk, and the
 * folder of a file that failed, which is removed, may be theirs. */
static bool is_hindered(const struct lot *lot)
{
	for (size_t i = 0; lot != NULL && i < lot->count; i++) {
		const struct item *one = &lot->items[i];

		if (is_full(one) || (one->folder != NULL && !is_brought(one)))
			return true;
	}
	return false;
}

/* Retries files for which the disk was full: one after the other they may fit. */
static void retry_full(struct queue *q, struct lot *lot)
{
	bool alone = lot->count == 1 && q->before == NULL;

	for (size_t i = 0; i < lot->count && !alone; i++) {
		struct item *one = &lot->items[i];

		if (!is_full(one))
			continue;
		txt_result_free(&one->result);
		run_item(q, one, false, false);
	}
}

static void finish(struct queue *q, struct item *one)
{
	report_file(q->report, one->in != NULL ? one->in : "", &one->result, one->rc, &one->err);
	if (one->folder != NULL && !is_brought(one))
		file_drop_folders(one->folder, one->there);
	txt_result_free(&one->result);
	free(one->in);
	free(one->out);
	free(one->folder);
}

/* The last step of a lot; NULL is fine. */
static void finish_all(struct queue *q, struct lot *lot)
{
	if (lot == NULL)
		return;
	retry_full(q, lot);
	for (size_t i = 0; i < lot->count; i++)
		finish(q, &lot->items[i]);
	memset(lot->outs, 0, sizeof(lot->outs));
	lot->count = 0;
	lot->bytes = 0;
}

/* Processes the jobs of this lot, and leaves it to be flushed unless it is the last one. */
static void end_lot(struct queue *q, bool last)
{
	struct lot *before = q->before;
	struct lot *now = q->now;
	struct err ignored;

	process(q);
	if (before != NULL) {
		thread_join(q->flusher);
		commit(before);
	}
	q->flusher = NULL;
	if (last || is_hindered(before) || is_hindered(now)) {
		flush_files(now);
		commit(now);
		finish_all(q, before);
		finish_all(q, now);
		q->before = NULL;
		return;
	}
	if (thread_start(flush_files, now, &q->flusher, &ignored) != ERR_OK)
		flush_files(now);
	finish_all(q, before);
	q->before = now;
	q->now = now == &q->lots[0] ? &q->lots[1] : &q->lots[0];
}

void queue_flush(struct queue *q)
{
	end_lot(q, true);
}

void queue_close(struct queue *q)
{
	if (q != NULL)
		queue_flush(q);
	free(q);
}

static uint32_t hash_of(const char *path)
{
	uint32_t h = 0;

	for (; path != NULL && *path != '\0'; path++)
		h = (h ^ (uint8_t)*path) * 0x01000193u;
	return (h ^ h >> 16) % NAME_BITS;
}

static bool is_output_of(const struct lot *lot, const char *path, uint32_t hash)
{
	if (path == NULL || (lot->outs[hash / 8] >> hash % 8 & 1) == 0)
		return false;
	for (size_t i = 0; i < lot->count; i++) {
		if (is_same(lot->items[i].out, path))
			return true;
	}
	return false;
}

/* Whether it reads or writes what another job writes: then it has to come after that. */
static bool has_to_wait(const struct queue *q, const struct queue_job *job)
{
	const char *const names[2] = {job->in, job->out};

	if (is_same(job->in, TXT_STDIO) || is_same(job->out, TXT_STDIO))
		return true;
	for (unsigned i = 0; i < 2 && (i == 0 || names[i] != names[0]); i++) {
		uint32_t hash = hash_of(names[i]);

		if (is_output_of(&q->lots[0], names[i], hash) ||
			is_output_of(&q->lots[1], names[i], hash))
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

void queue_make_room(struct queue *q, uint64_t size)
{
	if (q->now->count == LOT_MOST || q->now->bytes + size > LOT_BYTES)
		end_lot(q, false);
}

static struct item *new_item(struct queue *q, uint64_t size, uint32_t out)
{
	struct item *one;

	queue_make_room(q, size);
	q->now->outs[out / 8] |= (uint8_t)(1u << out % 8);
	one = &q->now->items[q->now->count++];
	*one = (struct item){.rc = ERR_OK};
	q->now->bytes += size;
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
	one = new_item(q, info.size, hash_of(job->out));
	one->known = known;
	one->info = info;
	one->in = copy_of(job->in, &failed);
	one->out = copy_of(job->out, &failed);
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
	struct item *one = new_item(q, 0, 0);

	one->in = copy_of(path, &failed);
	one->done = true;
	one->err = *err;
	one->rc = err->code;
}
