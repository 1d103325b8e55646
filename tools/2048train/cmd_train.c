/* SPDX-License-Identifier: MIT */
/* 2048train train: rounds of self-play, a line of the curve after each, and checkpoints. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/thread.h"
#include "cmd.h"
#include "train/checkpoint.h"
#include "train/pack.h"

#define CSV_HEAD                                                                                   \
	"unix_time,moves,games,average,best,rate_4096,rate_8192,rate_16384,rate_32768,"            \
	"moves_per_second\n"
#define DEFAULT_TUPLES "012456,456789,012345,234569"
#define DEFAULT_STAGES "14,14+13"
#define CSV_MAX        (64u << 20)

struct session {
	const struct cmd *cmd;
	struct trainer trainer;
	size_t size_value, size_trace, size_pool;
	struct buf csv;
	unsigned threads;
	atomic_bool stop;
};

struct stretch {
	struct session *s;
	struct train_stats *stats; /* one per thread */
	uint64_t moves;            /* each */
};

static enum err_code sink_write(void *user, const void *ptr, size_t len, struct err *err)
{
	return file_out_write(user, ptr, len, err);
}

static enum err_code source_read(void *user, void *ptr, size_t len, size_t *got, struct err *err)
{
	return file_in_read(user, ptr, len, got, err);
}

static enum err_code provide_pool(struct session *s, unsigned i, struct err *err)
{
	void *pool;

	if (os_large_alloc(s->size_pool, &pool, err) != ERR_OK)
		return err->code;
	s->trainer.pool[i] = pool;
	return ERR_OK;
}

static enum err_code provide_stage(struct session *s, unsigned i, struct err *err)
{
	void *value, *trace;

	if (os_large_alloc(s->size_value, &value, err) != ERR_OK)
		return err->code;
	s->trainer.value[i] = value;
	if (os_large_alloc(s->size_trace, &trace, err) != ERR_OK)
		return err->code;
	s->trainer.trace[i] = trace;
	return ERR_OK;
}

static enum err_code provide_memory(struct session *s, struct err *err)
{
	struct trainer *t = &s->trainer;

	train_sizes(&t->shape, &s->size_value, &s->size_trace, &s->size_pool);
	for (unsigned i = 0; i < t->shape.stages; i++)
		if (provide_stage(s, i, err) != ERR_OK)
			return err->code;
	for (unsigned i = 0; i < t->shape.stages + t->set.starts; i++)
		if (provide_pool(s, i, err) != ERR_OK)
			return err->code;
	return ERR_OK;
}

/*
 * A network may get tuples after those it has: their values begin at 0, so that the values of
 * boards stay the same. Called before memory is allocated.
 */
static enum err_code add_tuples(struct ntuple_shape *shape, const char *tuples, struct err *err)
{
	struct ntuple_shape want;

	if (tuples == NULL)
		return ERR_OK;
	if (ntuple_parse(tuples, "-", &want, err) != ERR_OK)
		return err_prefix(err, "--tuples");
	if (want.tuples < shape->tuples ||
		memcmp(want.mask, shape->mask, shape->tuples * sizeof(want.mask[0])) != 0)
		return err_set(err, ERR_USAGE,
			"--tuples: the network has others; more can only follow them");
	return ntuple_from_masks(
		want.mask, want.tuples, shape->stage_ranks, shape->stages, shape, err);
}

/*
 * A network may get stages after those of the checkpoint; they begin with the values of the stage
 * before. Boards of a start with the same ranks are kept.
 */
static enum err_code add_stages(struct session *s, struct err *err)
{
	struct trainer *t = &s->trainer;
	struct ntuple_shape want;
	unsigned had = t->shape.stages, more;

	if (s->cmd->stages == NULL)
		return ERR_OK;
	if (ntuple_parse("0", s->cmd->stages, &want, err) != ERR_OK)
		return err_prefix(err, "--stages");
	if (want.stages < had || memcmp(want.stage_ranks + 1, t->shape.stage_ranks + 1,
					 (had - 1) * sizeof(want.stage_ranks[0])) != 0)
		return err_set(err, ERR_USAGE,
			"--stages: the network has others; more can only follow them");
	more = want.stages - had;
	for (unsigned k = t->set.starts; more > 0 && k-- > 0;) {
		t->pool[want.stages + k] = t->pool[had + k];
		t->pool[had + k] = NULL;
	}
	for (unsigned i = had; i < want.stages; i++) {
		t->shape.stages = i + 1; /* release() frees the stages allocated so far */
		t->shape.stage_ranks[i] = want.stage_ranks[i];
		if (provide_stage(s, i, err) != ERR_OK || provide_pool(s, i, err) != ERR_OK)
			return err->code;
		for (unsigned k = 0; k < t->set.starts; k++)
			if (t->set.start_ranks[k] == want.stage_ranks[i])
				memcpy(t->pool[i], t->pool[want.stages + k], s->size_pool);
	}
	ntuple_find_stages(&t->shape);
	return ERR_OK;
}

/* Changes the starts of the checkpoint: boards of new ones come from games; boards of starts in
 * both lists are kept. */
static enum err_code change_starts(struct session *s, struct err *err)
{
	struct trainer *t = &s->trainer;
	struct train_settings old = t->set;
	struct train_pool *pool[TRAIN_STARTS_MAX];
	unsigned at = t->shape.stages;

	if (s->cmd->starts == NULL)
		return ERR_OK;
	if (ntuple_parse_ranks(s->cmd->starts, t->set.start_ranks, TRAIN_STARTS_MAX, &t->set.starts,
		    err) != ERR_OK) {
		t->set.starts = old.starts;
		return err_prefix(err, "--starts");
	}
	memcpy(pool, t->pool + at, sizeof(pool));
	memset(t->pool + at, 0, sizeof(pool));
	for (unsigned i = 0; i < t->set.starts; i++)
		for (unsigned k = 0; k < old.starts && t->pool[at + i] == NULL; k++)
			if (pool[k] != NULL && old.start_ranks[k] == t->set.start_ranks[i]) {
				t->pool[at + i] = pool[k];
				pool[k] = NULL;
			}
	for (unsigned k = 0; k < old.starts; k++)
		os_large_free(pool[k], s->size_pool);
	for (unsigned i = 0; i < t->set.starts; i++)
		if (t->pool[at + i] == NULL && provide_pool(s, at + i, err) != ERR_OK)
			return err->code;
	return ERR_OK;
}

static void release(struct session *s)
{
	struct trainer *t = &s->trainer;

	for (unsigned i = 0; i < t->shape.stages; i++) {
		os_large_free(t->value[i], s->size_value);
		os_large_free(t->trace[i], s->size_trace);
	}
	for (unsigned i = 0; i < TRAIN_POOLS_MAX; i++)
		os_large_free(t->pool[i], s->size_pool);
	buf_free(&s->csv);
}

static enum err_code resume(struct session *s, struct err *err)
{
	struct train_reader reader;
	struct train_source source = {.read = source_read};
	struct file_in *in;
	enum err_code rc;

	if (file_in_open(s->cmd->checkpoint, &in, err) != ERR_OK)
		return err->code;
	source.user = in;
	rc = train_file_read_head(&source, &reader, err);
	if (rc == ERR_OK) {
		s->trainer.shape = reader.shape;
		s->trainer.set.seed = reader.set.seed;
		s->trainer.set.starts = reader.set.starts;
		memcpy(s->trainer.set.start_ranks, reader.set.start_ranks,
			sizeof(reader.set.start_ranks));
		rc = add_tuples(&s->trainer.shape, s->cmd->tuples, err);
	}
	if (rc == ERR_OK)
		rc = provide_memory(s, err);
	if (rc == ERR_OK)
		rc = train_file_read_body(&reader, &s->trainer, err);
	file_in_close(in);
	if (rc == ERR_OK)
		rc = add_stages(s, err);
	if (rc == ERR_OK)
		rc = change_starts(s, err);
	if (rc == ERR_OK)
		diag_note("%s: resumed after %llu moves, %llu games", s->cmd->checkpoint,
			(unsigned long long)s->trainer.moves, (unsigned long long)s->trainer.games);
	return rc;
}

/* Begins a training with the values of a network. */
static enum err_code begin_from(struct session *s, struct err *err)
{
	struct file_map file;
	struct net net;
	enum err_code rc = file_map_open(s->cmd->from, SIZE_MAX, false, &file, err);

	if (rc == ERR_OK) {
		rc = net_read(file.data, NULL, &net, err);
		file_map_close(&file);
	}
	if (rc != ERR_OK)
		return err_prefix(err, "%s", s->cmd->from);
	s->trainer.shape = net.shape;
	rc = add_tuples(&s->trainer.shape, s->cmd->tuples, err);
	if (rc == ERR_OK)
		rc = provide_memory(s, err);
	if (rc == ERR_OK)
		net_start(&net, (float)s->cmd->prune, &s->trainer);
	net_free(&net);
	if (rc == ERR_OK)
		rc = add_stages(s, err);
	return rc == ERR_OK ? change_starts(s, err) : rc;
}

static enum err_code begin(struct session *s, struct err *err)
{
	const struct cmd *c = s->cmd;
	const char *tuples = c->tuples != NULL ? c->tuples : DEFAULT_TUPLES;
	struct file_info info;

	s->trainer.set = (struct train_settings){
		.seed = c->seed,
		.alpha = (float)c->alpha,
		.lambda = (float)c->lambda,
		.steps = c->steps,
		.plies = c->plies,
		.init = (float)c->optimistic,
		.carousel = c->carousel,
	};
	if (file_info(c->checkpoint, false, &info, err) != ERR_OK)
		return err_prefix(err, "%s", c->checkpoint);
	if (info.type != FILE_NONE) {
		enum err_code rc = resume(s, err);

		return rc == ERR_OK || rc == ERR_USAGE ? rc : err_prefix(err, "%s", c->checkpoint);
	}
	if (file_out_check(c->checkpoint, false, err) != ERR_OK)
		return err->code;
	if (c->from != NULL)
		return begin_from(s, err);
	if (ntuple_parse(tuples, "-", &s->trainer.shape, err) != ERR_OK)
		return err_prefix(err, "--tuples");
	if (ntuple_parse(tuples, c->stages != NULL ? c->stages : DEFAULT_STAGES, &s->trainer.shape,
		    err) != ERR_OK)
		return err_prefix(err, "--stages");
	if (provide_memory(s, err) != ERR_OK || change_starts(s, err) != ERR_OK)
		return err->code;
	train_begin(&s->trainer);
	return ERR_OK;
}

static enum err_code save(struct session *s, struct err *err)
{
	struct file_out_opts opts = {.force = true};
	struct train_sink sink = {.write = sink_write};
	struct file_out *out;

	if (file_out_open(s->cmd->checkpoint, &opts, &out, err) != ERR_OK)
		return err->code;
	sink.user = out;
	if (train_file_write(&s->trainer, &sink, err) != ERR_OK) {
		file_out_abort(out);
		return err->code;
	}
	return file_out_commit(out, err);
}

static enum err_code load_csv(struct session *s, struct err *err)
{
	struct file_info info;
	struct blob old = {NULL, 0};
	enum err_code rc = ERR_OK;

	buf_init(&s->csv, CSV_MAX);
	if (s->cmd->csv == NULL)
		return ERR_OK;
	if (file_info(s->cmd->csv, false, &info, err) != ERR_OK)
		return err_prefix(err, "%s", s->cmd->csv);
	if (info.type != FILE_NONE) {
		if (file_read(s->cmd->csv, CSV_MAX / 2, &old, err) != ERR_OK)
			return err_prefix(err, "%s", s->cmd->csv);
		if (old.len > 0 && !span_starts(blob_span(old), CSV_HEAD, strlen(CSV_HEAD)))
			rc = err_set(err, ERR_EXISTS, "%s: exists, and is not a learning curve",
				s->cmd->csv);
		buf_add(&s->csv, old.ptr, old.len);
		blob_free(&old);
	}
	if (s->csv.len == 0)
		buf_str(&s->csv, CSV_HEAD);
	return rc;
}

static void sum_stats(struct train_stats *sum, const struct train_stats *one)
{
	sum->moves += one->moves;
	sum->games += one->games;
	sum->starts += one->starts;
	sum->score += one->score;
	if (one->best > sum->best)
		sum->best = one->best;
	for (unsigned r = 0; r <= G2048_RANK_MAX; r++)
		sum->reached[r] += one->reached[r];
}

static void add_line(struct session *s, const struct train_stats *st, uint64_t ms)
{
	double games = st->games > 0 ? (double)st->games : 1;

	buf_printf(&s->csv, "%lld,%llu,%llu,%.0f,%llu", (long long)(os_wall_time_ns() / 1000000000),
		(unsigned long long)s->trainer.moves, (unsigned long long)s->trainer.games,
		(double)st->score / games, (unsigned long long)st->best);
	for (unsigned r = 12; r <= 15; r++)
		buf_printf(&s->csv, ",%.4f", (double)st->reached[r] / games);
	buf_printf(&s->csv, ",%.0f\n", ms > 0 ? (double)st->moves * 1000.0 / (double)ms : 0.0);
	if (!diag_quiet()) {
		uint64_t moves = s->trainer.moves;
		bool many = moves >= 1000000000;

		out_printf("%.3f %c moves, %llu games, average %.0f, 8192 %.1f %%, 16384 %.1f %%, "
			   "32768 %.1f %%, %.2f M moves/s\n",
			(double)moves * (many ? 1e-9 : 1e-6), many ? 'G' : 'M',
			(unsigned long long)s->trainer.games, (double)st->score / games,
			100 * (double)st->reached[13] / games,
			100 * (double)st->reached[14] / games,
			100 * (double)st->reached[15] / games,
			ms > 0 ? (double)st->moves / (double)ms * 1e-3 : 0.0);
		out_flush();
	}
}

static void work(void *user, size_t i)
{
	struct stretch *st = user;

	train_run(&st->s->trainer, st->moves, &st->s->stop, &st->stats[i]);
}

/* Passes Ctrl-C to the threads, which check their flag between games. */
static void watch(void *user)
{
	struct session *s = user;

	while (!atomic_load(&s->stop)) {
		if (os_stop_requested())
			atomic_store(&s->stop, true);
		os_sleep_ms(100);
	}
}

static enum err_code write_csv(struct session *s, struct err *err)
{
	if (s->cmd->csv == NULL)
		return ERR_OK;
	if (s->csv.failed != ERR_OK)
		return err_set(err, s->csv.failed, "the learning curve is too long");
	return file_write(s->cmd->csv, span_of(s->csv.ptr, s->csv.len), true, err);
}

static enum err_code run_stretches(struct session *s, struct train_stats *stats, struct err *err)
{
	uint64_t saved = os_time_ms();

	while (s->trainer.moves < s->cmd->moves && !os_stop_requested()) {
		uint64_t left = s->cmd->moves - s->trainer.moves, start = os_time_ms();
		uint64_t now = s->cmd->report < left ? s->cmd->report : left;
		struct stretch st = {s, stats, now / s->threads + 1};
		struct train_stats sum = {0};

		memset(stats, 0, s->threads * sizeof(*stats));
		thread_for(s->threads, s->threads, work, &st);
		for (unsigned i = 0; i < s->threads; i++)
			sum_stats(&sum, &stats[i]);
		s->trainer.moves += sum.moves;
		s->trainer.games += sum.games + sum.starts;
		add_line(s, &sum, os_time_ms() - start);
		if (write_csv(s, err) != ERR_OK)
			diag_warn_err(
				s->cmd->csv, err); /* not fatal, as below; all lines are kept */
		if (os_time_ms() - saved < (uint64_t)s->cmd->save_minutes * 60000)
			continue;
		if (save(s, err) != ERR_OK) {
			diag_warn_err(s->cmd->checkpoint,
				err); /* not fatal: a full disk may get space again */
			diag_warn("training goes on; the last good checkpoint stays");
		}
		saved = os_time_ms();
	}
	if (save(s, err) != ERR_OK)
		return err_prefix(err, "%s", s->cmd->checkpoint);
	if (s->trainer.moves < s->cmd->moves) /* a script must not take it for complete */
		return err_set(err, ERR_CANCELLED, "stopped; what was learned is in %s",
			s->cmd->checkpoint);
	return ERR_OK;
}

static enum err_code train(struct session *s, struct err *err)
{
	struct train_stats *stats;
	struct thread *watcher;
	enum err_code rc;

	if (begin(s, err) != ERR_OK)
		return err->code;
	if (load_csv(s, err) != ERR_OK)
		return err->code;
	ntuple_use_pext(&s->trainer.shape, !s->cmd->portable);
	stats = calloc(s->threads, sizeof(*stats));
	if (stats == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	os_stop_watch();
	rc = thread_start(watch, s, &watcher, err);
	if (rc == ERR_OK) {
		rc = run_stretches(s, stats, err);
		atomic_store(&s->stop, true);
		thread_join(watcher);
	}
	free(stats);
	return rc;
}

int cmd_train(const struct cmd *cmd, const struct g2048_tables *tables)
{
	struct session *s = calloc(1, sizeof(*s));
	struct err err;
	int status = EXIT_DONE;

	if (s == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	s->cmd = cmd;
	s->trainer.tables = tables;
	s->threads = cmd->threads > 0 ? cmd->threads : thread_cpu_count();
	if (train(s, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	}
	release(s);
	free(s);
	return status;
}
