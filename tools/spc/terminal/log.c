/* SPDX-License-Identifier: MIT */
#include "terminal/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "biosbelt/log_file.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "terminal/clean.h"
#include "terminal/hex.h"
#include "terminal/log_name.h"

#define PATH_SIZE 1024
#define MOVED_MAX 4096  /* bytes of a line that may be moved to the file of its boot */
#define TORN      65536 /* a longer line may be split between two files */
#define TYPED_MAX 256   /* so many typed bytes are written as a line */
#define TICK_MS   1000  /* held bytes are written after this long */

struct log {
	struct log_opts opts;
	char port[64];
	char path[PATH_SIZE];
	unsigned number; /* of the next file, when there are several */
	struct log_file *file;
	void (*say)(void *user, const char *text);
	void *user;
	struct stamp stamp;
	struct clean clean;
	struct hex hex;
	struct buf out;     /* ready to be written */
	struct buf line;    /* with each_boot: the current line, as in the file */
	struct buf typed;   /* not written yet */
	unsigned typed_by;  /* who typed it */
	struct moment held; /* when hex or typed got its first byte */
	bool line_start;
	uint64_t line_at; /* size of the file at the start of the line */
	int day;
	bool failed;
	uint64_t lost;
};

static int day_of(const struct moment *now)
{
	time_t t = (time_t)(now->wall_ns / 1000000000);
	const struct tm *parts = localtime(&t);

	return parts != NULL ? parts->tm_yday : 0;
}

static void say(struct log *l, const char *what, const struct err *err)
{
	char text[512];

	snprintf(text, sizeof text, tr("log %.100s: %s%s"), l->path, tr(what),
		err != NULL ? err->text : "");
	l->say(l->user, text);
}

/* Somebody who deletes the log wants to begin anew: what comes goes into a new file of its name. */
static enum err_code write_out(struct log *l, uint64_t *before, struct err *err)
{
	struct log_file *file;

	*before = log_file_size(l->file);
	if (log_file_is_deleted(l->file)) {
		if (log_file_open(l->path, false, &file, err) != ERR_OK)
			return err->code;
		log_file_close(l->file);
		l->file = file;
		*before = 0;
		say(l, "was deleted; a new file of this name is written", NULL);
	}
	return log_file_write(l->file, l->out.ptr, l->out.len, err);
}

/* Writes the pending output. */
static void put(struct log *l)
{
	uint64_t before;
	struct err err;

	if (l->out.failed != ERR_OK) { /* out of memory: the part that fitted is written */
		l->out.failed = ERR_OK;
		l->lost++;
	}
	if (l->out.len == 0)
		return;
	if (l->file == NULL) {
		l->lost += l->out.len;
	} else if (write_out(l, &before, &err) != ERR_OK) {
		l->lost += l->out.len - (size_t)(log_file_size(l->file) - before);
		if (!l->failed)
			say(l, "not written, the terminal goes on: ", &err);
		l->failed = true;
	} else if (l->failed) {
		l->failed = false;
		say(l, "is written again; bytes are missing before this", NULL);
	}
	l->out.len = 0;
}

static enum err_code open_next(struct log *l, struct err *err)
{
	char path[PATH_SIZE];
	struct log_file *file;
	enum err_code rc;

	if (l->opts.path != NULL)
		rc = log_name_next(l->opts.path, &l->number, path, sizeof path, err);
	else
		rc = log_name_fresh(l->port, path, err);
	if (rc == ERR_OK)
		rc = log_file_open(path, false, &file, err);
	if (rc != ERR_OK)
		return rc;
	log_file_close(l->file);
	l->file = file;
	memcpy(l->path, path, sizeof path);
	return ERR_OK;
}

/* Opens a new file; on failure the old one is continued. */
static void next_file(struct log *l)
{
	struct err err;

	put(l);
	if (open_next(l, &err) != ERR_OK)
		say(l, "no new file: ", &err);
}

static bool is_full(const struct log *l)
{
	uint64_t size = (l->file != NULL ? log_file_size(l->file) : 0) + l->out.len;

	return l->opts.max != 0 && size >= (l->line_start ? l->opts.max : l->opts.max + TORN);
}

static void begin_line(struct log *l, const struct moment *now)
{
	size_t at;

	if (is_full(l))
		next_file(l);
	if (l->opts.each_day && day_of(now) != l->day) {
		l->day = day_of(now);
		next_file(l);
	}
	l->line_at = (l->file != NULL ? log_file_size(l->file) : 0) + l->out.len;
	at = l->out.len;
	stamp_add(&l->stamp, now, &l->out);
	if (l->opts.each_boot) {
		l->line.len = 0;
		buf_add(&l->line, l->out.ptr + at, l->out.len - at);
	}
	l->line_start = false;
}

static void add_lines(struct log *l, struct span in, const struct moment *now)
{
	size_t i = 0;

	while (i < in.len) {
		const uint8_t *end = memchr(in.ptr + i, '\n', in.len - i);
		size_t n = end != NULL ? (size_t)(end - in.ptr) + 1 - i : in.len - i;

		if (l->line_start)
			begin_line(l, now);
		else if (is_full(l))
			next_file(l);
		buf_add(&l->out, in.ptr + i, n);
		if (l->opts.each_boot && l->line.len + n <= MOVED_MAX)
			buf_add(&l->line, in.ptr + i, n);
		else
			l->line.len = MOVED_MAX + 1; /* it stays where it is */
		l->line_start = end != NULL;
		i += n;
	}
}

static void add_text(struct log *l, struct span in, const struct moment *now)
{
	struct buf text;

	buf_init(&text, 0);
	clean_feed(&l->clean, in, &text);
	if (text.failed != ERR_OK)
		l->lost++;
	add_lines(l, span_of(text.ptr, text.len), now);
	buf_free(&text);
}

static void add_hex(struct log *l, struct span in, const struct moment *now)
{
	if (l->hex.len == 0)
		l->held = *now;
	while (in.len > 0) {
		struct buf line;

		buf_init(&line, 0);
		if (hex_feed(&l->hex, &in, &line))
			add_lines(l, span_of(line.ptr, line.len), now);
		buf_free(&line);
	}
}

void log_end_text(struct log *l, const struct moment *now)
{
	struct buf text;

	if (l == NULL || l->opts.form != LOG_TEXT)
		return;
	buf_init(&text, 0);
	clean_end(&l->clean, &text);
	add_lines(l, span_of(text.ptr, text.len), now);
	buf_free(&text);
	put(l);
}

static void flush_hex(struct log *l, const struct moment *now)
{
	struct buf line;

	buf_init(&line, 0);
	hex_flush(&l->hex, &line);
	add_lines(l, span_of(line.ptr, line.len), now);
	buf_free(&line);
}

static void flush_typed(struct log *l, const struct moment *now)
{
	struct buf line;

	if (l->typed.len == 0)
		return;
	buf_init(&line, 0);
	if (!l->line_start)
		buf_str(&line, "\n");
	if (l->typed_by == 0)
		buf_str(&line, ">> ");
	else
		buf_printf(&line, ">%u> ", l->typed_by);
	utf8_escape(span_of(l->typed.ptr, l->typed.len), &line);
	buf_str(&line, "\n");
	add_lines(l, span_of(line.ptr, line.len), now);
	buf_free(&line);
	l->typed.len = 0;
}

enum err_code log_open(const struct log_opts *opts, const char *port, const struct moment *now,
	void (*say_fn)(void *user, const char *text), void *user, struct log **out, struct err *err)
{
	struct log *l = calloc(1, sizeof *l);
	enum err_code rc = ERR_OK;

	if (l == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	l->opts = *opts;
	l->number = 2;
	l->say = say_fn;
	l->user = user;
	l->line_start = true;
	l->day = day_of(now);
	snprintf(l->port, sizeof l->port, "%s", port);
	stamp_init(&l->stamp, opts->stamps, now->ms);
	clean_init(&l->clean, CLEAN_TEXT);
	buf_init(&l->out, 0);
	buf_init(&l->line, 0);
	buf_init(&l->typed, 0);
	if (opts->path == NULL)
		rc = log_name_fresh(port, l->path, err);
	else if (strlen(opts->path) >= PATH_SIZE)
		rc = err_set(err, ERR_LIMIT, "the name of the log is too long");
	else
		strcpy(l->path, opts->path);
	if (rc == ERR_OK)
		rc = log_file_open(l->path, opts->append, &l->file, err);
	if (rc == ERR_EXISTS && opts->path != NULL)
		err_set(err, ERR_EXISTS, "log %.180s exists already (--append adds to it)",
			l->path);
	else if (rc != ERR_OK)
		err_prefix(err, "log %.150s", l->path);
	if (rc != ERR_OK) {
		(void)log_close(l, now);
		return rc;
	}
	*out = l;
	return ERR_OK;
}

uint64_t log_close(struct log *l, const struct moment *now)
{
	uint64_t lost;

	if (l == NULL)
		return 0;
	if (l->file != NULL) {
		flush_hex(l, now);
		flush_typed(l, now);
		put(l);
	}
	log_file_close(l->file);
	buf_free(&l->out);
	buf_free(&l->line);
	buf_free(&l->typed);
	lost = l->lost;
	free(l);
	return lost;
}

void log_received(struct log *l, struct span in, const struct moment *now)
{
	if (l == NULL)
		return;
	if (l->opts.form == LOG_HEX)
		add_hex(l, in, now);
	else if (l->opts.form == LOG_TEXT)
		add_text(l, in, now);
	else
		add_lines(l, in, now);
	put(l);
}

void log_typed(struct log *l, unsigned by, struct span in, const struct moment *now)
{
	size_t i;

	if (l == NULL || !l->opts.typed)
		return;
	if (by != l->typed_by)
		flush_typed(l, now);
	l->typed_by = by;
	for (i = 0; i < in.len; i++) {
		if (l->typed.len == 0)
			l->held = *now;
		buf_add_u8(&l->typed, in.ptr[i]);
		if (in.ptr[i] == '\r' || in.ptr[i] == '\n' || l->typed.len >= TYPED_MAX)
			flush_typed(l, now);
	}
	put(l);
}

void log_boot(struct log *l, const struct moment *now)
{
	bool moves;

	if (l == NULL)
		return;
	l->stamp.boot = now->ms;
	if (!l->opts.each_boot)
		return;
	flush_hex(l, now);
	put(l);
	moves = !l->line_start && l->line.len <= MOVED_MAX && l->file != NULL;
	if (moves || (l->file != NULL && log_file_size(l->file) > 0)) {
		struct log_file *old = l->file;
		struct err err;

		l->file = NULL;
		if (open_next(l, &err) != ERR_OK) {
			l->file = old;
			say(l, "no new file: ", &err);
			return;
		}
		if (moves) {
			buf_add(&l->out, l->line.ptr, l->line.len);
			log_file_cut(old, l->line_at, &err); /* a pipe has it twice */
			l->line_at = 0;
		}
		log_file_close(old);
		put(l);
	}
}

void log_tick(struct log *l, const struct moment *now)
{
	if (!log_is_waiting(l) || now->ms - l->held.ms < TICK_MS)
		return;
	flush_hex(l, now);
	flush_typed(l, now);
	put(l);
}

bool log_is_waiting(const struct log *l)
{
	return l != NULL && (l->hex.len > 0 || l->typed.len > 0);
}

const char *log_path(const struct log *l)
{
	return l->path;
}

uint64_t log_size(const struct log *l)
{
	return l->file != NULL ? log_file_size(l->file) : 0;
}

uint64_t log_lost(const struct log *l)
{
	return l->lost;
}
