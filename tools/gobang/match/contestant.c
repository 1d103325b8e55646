/* SPDX-License-Identifier: MIT */
#include "match/contestant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/longrun.h"
#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "biosbelt/process.h"
#include "biosbelt/talk.h"

#define END_MS   1000        /* a program's time after END */
#define LOOK_MS  100         /* between checks for a stop request */
#define MEMORY   "367001600" /* bytes, the limit of Gomocup */
#define LATE_MS  50          /* tolerance for a move: other programs use the machine too */
#define TALK_MAX 100000      /* lines before an answer */

enum err_code contestant_open(struct contestant *c, const char *command, struct err *err)
{
	struct blob path;
	char *copy;
	enum err_code rc;

	*c = (struct contestant){.command = command};
	rc = process_words(command, &c->argv, err);
	if (rc == ERR_OK)
		rc = process_find(c->argv[0], &path, err);
	if (rc != ERR_OK)
		return rc;
	copy = (char *)path.ptr;
	free(c->argv[0]);
	c->argv[0] = copy;
	return ERR_OK;
}

static void stop(struct contestant *c, unsigned grace_ms)
{
	struct err err;

	if (c->talk != NULL && grace_ms > 0)
		(void)talk_write(c->talk, "END\r\n", 5, LOOK_MS, &err);
	talk_end(c->talk, grace_ms);
	c->talk = NULL;
	c->rest_len = 0;
	c->cut = false;
}

void contestant_kill(struct contestant *c)
{
	stop(c, 0);
}

void contestant_close(struct contestant *c)
{
	stop(c, END_MS);
	process_words_free(c->argv);
	*c = (struct contestant){0};
}

static enum err_code say(
	struct contestant *c, const struct match_limits *limits, struct buf *b, struct err *err)
{
	enum err_code rc = b->failed != ERR_OK
				   ? err_set(err, b->failed, "out of memory")
				   : talk_write(c->talk, b->ptr, b->len, limits->kill_ms, err);

	buf_free(b);
	return rc;
}

/* Takes a complete line, a longer one truncated; false: none so far. */
static bool next_line(struct contestant *c)
{
	for (;;) {
		char *end = memchr(c->rest, '\n', c->rest_len);
		bool full = end == NULL && c->rest_len == sizeof(c->rest), goes_on = c->cut;
		size_t len;

		if (end == NULL && !full)
			return false;
		len = full ? c->rest_len - 1 : (size_t)(end - c->rest);
		memcpy(c->line, c->rest, len);
		c->rest_len -= len + 1;
		memmove(c->rest, c->rest + len + 1, c->rest_len);
		c->cut = full;
		if (goes_on)
			continue;
		while (len > 0 && (c->line[len - 1] == '\r' || c->line[len - 1] == ' '))
			len--;
		c->line[len] = '\0';
		return true;
	}
}

static enum err_code hear_more(struct contestant *c, uint64_t until, struct err *err)
{
	size_t got = 0;
	enum err_code rc;

	do {
		if (os_stop_requested())
			return err_set(err, ERR_CANCELLED, "stopped");
		rc = talk_read(c->talk, c->rest + c->rest_len, sizeof(c->rest) - c->rest_len,
			LOOK_MS, &got, err);
	} while (rc == ERR_BUSY && os_time_ms() < until);
	c->rest_len += got;
	return rc == ERR_BUSY ? err_set(err, ERR_BUSY, "no answer in time") : rc;
}

/* Reads the next line that is an answer. */
static enum err_code hear(struct contestant *c, const struct match_limits *limits, struct err *err)
{
	uint64_t until = os_time_ms() + limits->kill_ms;

	for (unsigned lines = 0; lines < TALK_MAX;) {
		enum err_code rc = next_line(c) ? ERR_OK : ERR_BUSY;

		if (rc != ERR_OK) {
			rc = os_time_ms() < until ? hear_more(c, until, err)
						  : err_set(err, ERR_BUSY, "no answer in time");
			if (rc != ERR_OK)
				return rc;
			continue;
		}
		lines++;
		if (c->line[0] != '\0' && strncmp(c->line, "MESSAGE", 7) != 0 &&
			strncmp(c->line, "DEBUG", 5) != 0)
			return ERR_OK;
	}
	return err_set(err, ERR_LIMIT, "too many messages");
}

static void add_info(struct buf *b, const struct game *g, const struct match_limits *limits)
{
	static const unsigned masks[GOBANG_RULES] = {0, 1, 4, 8, 9};

	buf_printf(b,
		"INFO timeout_turn %u\r\nINFO timeout_match 0\r\nINFO time_left 2147483647\r\n"
		"INFO max_memory " MEMORY "\r\nINFO game_type 1\r\nINFO rule %u\r\n",
		limits->ms, masks[g->board.rule]);
	if (limits->nodes != 0)
		buf_printf(b, "INFO max_node %llu\r\n", (unsigned long long)limits->nodes);
}

enum err_code contestant_start(struct contestant *c, struct err *err)
{
	return c->talk != NULL ? ERR_OK
			       : talk_start(c->argv, &(struct talk_opts){0}, &c->talk, err);
}

static enum err_code begin(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct err *err)
{
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	buf_printf(&b, "START %u\r\n", (unsigned)g->board.side);
	rc = say(c, limits, &b, err);
	if (rc == ERR_OK)
		rc = hear(c, limits, err);
	if (rc == ERR_OK && strcmp(c->line, "OK") != 0)
		rc = err_set(err, ERR_FORMAT, "START was answered: %.100s", c->line);
	if (rc != ERR_OK)
		return rc;
	buf_init(&b, 0);
	add_info(&b, g, limits);
	return say(c, limits, &b, err);
}

enum err_code contestant_new_game(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct err *err)
{
	enum err_code rc = begin(c, g, limits, err);

	c->board_known = false;
	if (rc != ERR_OK)
		stop(c, 0);
	return rc;
}

/* Writes the command: BEGIN, the whole board at its first move, later the other side's move. */
static void add_question(struct contestant *c, const struct game *g, struct buf *b)
{
	const struct game_point *last = g->count > 0 ? &g->moves[g->count - 1] : NULL;

	if (last == NULL) {
		buf_str(b, "BEGIN\r\n");
	} else if (c->board_known || g->count == 1) {
		buf_printf(b, "TURN %u,%u\r\n", (unsigned)last->x, (unsigned)last->y);
	} else {
		buf_str(b, "BOARD\r\n");
		for (unsigned i = 0; i < g->count; i++)
			buf_printf(b, "%u,%u,%d\r\n", (unsigned)g->moves[i].x,
				(unsigned)g->moves[i].y, i % 2 == g->count % 2 ? 1 : 2);
		buf_str(b, "DONE\r\n");
	}
	c->board_known = true;
}

/* Reads exactly "x,y". */
static bool read_move(const char *line, struct game_point *out)
{
	char text[CONTESTANT_LINE_MAX];
	char *comma;
	uint64_t x, y;

	(void)snprintf(text, sizeof(text), "%s", line);
	comma = strchr(text, ',');
	if (comma == NULL)
		return false;
	*comma = '\0';
	if (!num_parse_u64(text, &x) || !num_parse_u64(comma + 1, &y) || x > 255 || y > 255)
		return false;
	*out = (struct game_point){(uint8_t)x, (uint8_t)y};
	return true;
}

enum err_code contestant_move(struct contestant *c, const struct game *g,
	const struct match_limits *limits, struct game_point *out, struct err *err)
{
	uint64_t begun = os_time_ms();
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	add_question(c, g, &b);
	rc = say(c, limits, &b, err);
	if (rc == ERR_OK)
		rc = hear(c, limits, err);
	if (rc == ERR_OK && !read_move(c->line, out))
		rc = err_set(err, ERR_FORMAT, "no move: %.100s", c->line);
	if (rc != ERR_OK)
		stop(c, 0);
	c->late += os_time_ms() - begun > limits->ms + LATE_MS;
	return rc;
}
