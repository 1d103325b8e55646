/* SPDX-License-Identifier: MIT */
#include "term/scores.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "biosbelt/num.h"
#include "term/game_files.h"

#define SCORES_NAME "2048-scores.csv"
#define HEAD        "ended,points,tile,moves,seconds,own,end,replay\n"
#define FIELDS      8
#define LINE_MAX    200u /* bytes of a line */
#define NAMES_MAX   1000 /* games that end in the same second */

static void local_time(char out[SCORES_DATE])
{
	time_t now = time(NULL);
	const struct tm *parts = localtime(&now);

	if (parts == NULL || strftime(out, SCORES_DATE, "%Y-%m-%d %H:%M:%S", parts) == 0)
		(void)snprintf(out, SCORES_DATE, "0000-00-00 00:00:00");
}

/* A field without characters that could leave the folder or break the table. */
static bool is_plain(const char *text)
{
	static const char good[] = "0123456789-: abcdefghijklmnopqrstuvwxyz.";

	return text[0] != '\0' && text[0] != '.' && text[strspn(text, good)] == '\0';
}

static bool read_number(const char *text, uint64_t max, uint64_t *out)
{
	return num_parse_u64(text, out) && *out <= max;
}

static bool parse_line(char *line, struct score *s)
{
	uint64_t points, tile, moves, seconds;
	char *field[FIELDS];
	size_t n = 0;

	for (char *p = line; p != NULL && n < FIELDS; n++) {
		char *comma = strchr(p, ',');

		field[n] = p;
		if ((comma == NULL) != (n == FIELDS - 1))
			return false;
		if (comma != NULL)
			*comma = '\0';
		p = comma != NULL ? comma + 1 : NULL;
	}
	if (n != FIELDS || !read_number(field[1], UINT64_MAX, &points) ||
		!read_number(field[2], 1u << G2048_RANK_MAX, &tile) ||
		!read_number(field[3], UINT32_MAX, &moves) ||
		!read_number(field[4], UINT64_MAX, &seconds) || tile < 2 ||
		(tile & (tile - 1)) != 0 || !is_plain(field[0]) || !is_plain(field[7]) ||
		strlen(field[0]) >= SCORES_DATE || strlen(field[7]) >= SCORES_FILE)
		return false;
	memset(s, 0, sizeof(*s));
	memcpy(s->date, field[0], strlen(field[0]));
	memcpy(s->file, field[7], strlen(field[7]));
	s->points = points;
	while (1ull << s->rank < tile)
		s->rank++;
	s->moves = (uint32_t)moves;
	s->seconds = seconds;
	s->own = strcmp(field[5], "yes") == 0;
	s->over = strcmp(field[6], "over") == 0;
	return (s->own || strcmp(field[5], "no") == 0) &&
	       (s->over || strcmp(field[6], "stopped") == 0);
}

static void write_line(struct buf *out, const struct score *s)
{
	buf_printf(out, "%s,%llu,%lu,%lu,%llu,%s,%s,%s\n", s->date, (unsigned long long)s->points,
		1ul << s->rank, (unsigned long)s->moves, (unsigned long long)s->seconds,
		s->own ? "yes" : "no", s->over ? "over" : "stopped", s->file);
}

static enum err_code parse(struct span text, struct scores *out, struct err *err)
{
	size_t lines = 1, at = 0;

	for (size_t i = 0; i < text.len; i++)
		lines += text.ptr[i] == '\n';
	*out = (struct scores){.items = calloc(lines, sizeof(*out->items))};
	if (out->items == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (at < text.len) {
		size_t end = at, len;
		char line[LINE_MAX];

		while (end < text.len && text.ptr[end] != '\n')
			end++;
		len = end - at;
		while (len > 0 && text.ptr[at + len - 1] == '\r')
			len--;
		if (len < LINE_MAX && memchr(text.ptr + at, '\0', len) == NULL) {
			memcpy(line, text.ptr + at, len);
			line[len] = '\0';
		} else {
			line[0] = '\0';
		}
		if (at > 0 || strncmp(line, HEAD, sizeof(HEAD) - 2) != 0) {
			if (parse_line(line, &out->items[out->count]))
				out->count++;
			else
				out->damaged++;
		}
		at = end + 1;
	}
	return ERR_OK;
}

enum err_code scores_load(struct scores *out, struct err *err)
{
	struct blob text;
	enum err_code rc = game_file_read(SCORES_NAME, &text, err);

	*out = (struct scores){NULL, 0, 0};
	if (rc == ERR_NOTFOUND)
		return ERR_OK;
	if (rc != ERR_OK)
		return rc;
	rc = parse(blob_span(text), out, err);
	blob_free(&text);
	return rc;
}

void scores_free(struct scores *s)
{
	free(s->items);
	*s = (struct scores){NULL, 0, 0};
}

static int compare(const void *a, const void *b)
{
	const struct score *x = a, *y = b;

	if (x->points != y->points)
		return x->points < y->points ? 1 : -1;
	return strcmp(x->date, y->date);
}

void scores_sort(struct scores *s)
{
	if (s->count > 1)
		qsort(s->items, s->count, sizeof(*s->items), compare);
}

/* Writes the replay under an unused name made of its time. */
static enum err_code write_replay(const struct replay *replay, struct score *s, struct err *err)
{
	char stem[SCORES_DATE];
	struct buf text;
	enum err_code rc = ERR_EXISTS;

	memcpy(stem, s->date, sizeof(stem));
	stem[10] = '-';
	stem[13] = stem[16] = '.'; /* Windows does not allow colons in names */
	buf_init(&text, 0);
	replay_write(replay, &text);
	if (text.failed != ERR_OK)
		rc = err_set(err, text.failed, "out of memory");
	for (unsigned i = 1; rc == ERR_EXISTS && i < NAMES_MAX; i++) {
		(void)snprintf(s->file, sizeof(s->file), i > 1 ? "%s-%u.2048" : "%s.2048", stem, i);
		rc = game_file_create(SCORES_FOLDER, s->file, span_of(text.ptr, text.len), err);
	}
	buf_free(&text);
	return rc;
}

/* Writes the old table and the new line; a table with damaged lines is set aside first. */
static enum err_code rewrite(const struct score *s, struct err *err)
{
	struct scores old;
	struct buf text;
	enum err_code rc = scores_load(&old, err);

	if (rc == ERR_LIMIT) {
		rc = game_file_set_aside(SCORES_NAME, err);
		old = (struct scores){NULL, 0, 0};
	} else if (rc == ERR_OK && old.damaged > 0) {
		rc = game_file_set_aside(SCORES_NAME, err);
	}
	buf_init(&text, 0);
	buf_str(&text, HEAD);
	for (size_t i = 0; i < old.count; i++)
		write_line(&text, &old.items[i]);
	write_line(&text, s);
	if (rc == ERR_OK)
		rc = text.failed != ERR_OK
			     ? err_set(err, text.failed, "out of memory")
			     : game_file_write(SCORES_NAME, span_of(text.ptr, text.len), err);
	buf_free(&text);
	scores_free(&old);
	return rc;
}

enum err_code scores_add(
	const struct replay *replay, const struct g2048_game *last, bool over, struct err *err)
{
	struct score s = {.points = last->score,
		.rank = g2048_game_max_rank(last),
		.moves = last->moves,
		.seconds = replay->ms / 1000,
		.own = !replay->undone && !replay->helped && !replay->from,
		.over = over};
	struct file_lock *lock;
	enum err_code rc;

	local_time(s.date);
	rc = game_file_lock(SCORES_NAME, &lock, err);
	if (rc != ERR_OK)
		return rc;
	rc = write_replay(replay, &s, err);
	if (rc == ERR_OK)
		rc = rewrite(&s, err);
	file_lock_close(lock);
	return rc;
}
