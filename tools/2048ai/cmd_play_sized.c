/* SPDX-License-Identifier: MIT */
/* 2048ai --play --size=3 or 5: without coach, scores and replays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "cmd.h"
#include "term/desk.h"
#include "term/game_files.h"
#include "term/texts.h"

#define NAME_MAX_LEN 32
#define UNDO_STEPS   4096u

struct sized_play {
	struct desk desk;
	struct sized_game game;
	struct sized_game *undo; /* ring of UNDO_STEPS */
	unsigned undo_first, undo_count;
	uint64_t nodes;
	unsigned depth;
	char name[NAME_MAX_LEN]; /* of the saved game's file */
	struct file_lock *lock;  /* NULL: another program saves a game, so this one is not saved */
};

/* Saves the game, and whether its points are the player's own: "own" or "helped", "undone". */
static void save(struct sized_play *p)
{
	char game[SIZED_TEXT], whole[SIZED_TEXT + 32];
	struct err err;

	if (p->lock == NULL)
		return;
	sized_save(&p->game, game);
	(void)snprintf(whole, sizeof(whole), "%s\n%d %d\n", game, p->desk.view.undone,
		p->desk.view.helped);
	if (game_file_write(p->name, span_of(whole, strlen(whole)), &err) != ERR_OK)
		desk_trouble(&p->desk, TEXT_NOT_SAVED, &err);
	else if (p->desk.trouble == text(TEXT_NOT_SAVED))
		p->desk.trouble = NULL;
}

static void keep_best(struct sized_play *p)
{
	struct err err;

	if (p->desk.view.undone || p->desk.view.helped || p->game.score <= p->desk.view.best)
		return;
	if (record_raise(p->game.side, p->game.score, &p->desk.view.best, &err) != ERR_OK)
		desk_trouble(&p->desk, TEXT_BEST_NOT_SAVED, &err);
}

static void end_if_over(void *game)
{
	struct sized_play *p = game;

	if (sized_legal(&p->game) != 0)
		return;
	p->desk.view.notice = NOTICE_OVER;
	p->desk.view.autoplay = false;
}

static void begin(struct sized_play *p)
{
	sized_new(&p->game, p->game.side, p->desk.seed, p->desk.number++);
	p->undo_first = p->undo_count = 0;
	p->desk.view.undone = p->desk.view.helped = p->desk.view.autoplay = false;
	p->desk.view.notice = NOTICE_NONE;
	p->desk.hint_fresh = false;
	p->desk.started = os_time_ms();
	save(p);
}

/* Reads the saved game; too large a file counts as none. */
static enum err_code read_kept(const char *name, char **text, struct err *err)
{
	struct blob file = {0};
	enum err_code rc = game_file_read(name, &file, err);

	if (rc != ERR_OK && rc != ERR_LIMIT)
		return rc;
	*text = malloc(file.len + 1);
	if (*text != NULL) {
		if (file.len > 0)
			memcpy(*text, file.ptr, file.len);
		(*text)[file.len] = '\0';
	}
	blob_free(&file);
	return *text != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Continues the saved game; false: there is none, or it was damaged and set aside. An unreadable
 * file stays as it is, and the new game is not saved. */
static bool go_on(struct sized_play *p)
{
	struct sized_game game;
	char *line, *flags;
	struct err err;
	enum err_code rc;
	bool good;

	if (p->lock == NULL)
		return false;
	rc = read_kept(p->name, &line, &err);
	if (rc != ERR_OK && rc != ERR_NOTFOUND) {
		file_lock_close(p->lock);
		p->lock = NULL;
		desk_trouble(&p->desk, TEXT_CANNOT_KEEP, &err);
	}
	if (rc != ERR_OK)
		return false;
	flags = strchr(line, '\n');
	if (flags != NULL)
		*flags++ = '\0';
	good = flags != NULL && strlen(flags) == 4 && flags[1] == ' ' && flags[3] == '\n' &&
	       sized_load(&game, line) && game.side == p->game.side;
	if (good) {
		p->game = game;
		p->desk.view.undone = flags[0] != '0';
		p->desk.view.helped = flags[2] != '0';
		p->desk.remark = text(TEXT_GOES_ON);
	} else {
		(void)game_file_set_aside(p->name, &err);
		p->desk.remark = text(TEXT_WAS_DAMAGED);
	}
	free(line);
	return good && sized_legal(&p->game) != 0;
}

static enum g2048_dir advise(void *game)
{
	struct sized_play *p = game;

	if (!p->desk.hint_fresh)
		sized_look(&p->game, p->depth, p->nodes, &p->desk.hint);
	p->desk.hint_fresh = true;
	return p->desk.hint.best;
}

static void fill(void *game, struct view *v)
{
	const struct sized_play *p = game;

	v->side = p->game.side;
	memcpy(v->ranks, p->game.rank, sizeof(v->ranks));
	v->score = p->game.score;
	v->moves = p->game.moves;
}

static void step(void *game, enum g2048_dir dir)
{
	struct sized_play *p = game;
	struct sized_game before = p->game;

	if (p->desk.view.notice == NOTICE_OVER || !sized_step(&p->game, dir))
		return;
	if (p->undo_count == UNDO_STEPS)
		p->undo_first = (p->undo_first + 1) % UNDO_STEPS;
	else
		p->undo_count++;
	p->undo[(p->undo_first + p->undo_count - 1) % UNDO_STEPS] = before;
	p->desk.view.helped =
		p->desk.view.helped || p->desk.view.autoplay || p->desk.view.show_hint;
	p->desk.hint_fresh = false;
	p->desk.remark = NULL;
	keep_best(p);
	save(p);
	desk_animate(&p->desk, before.rank, SIZED_RANK_MAX, dir, -1);
	end_if_over(p);
}

static void undo(struct sized_play *p)
{
	if (p->undo_count == 0) {
		p->desk.remark = text(TEXT_NO_UNDO);
		return;
	}
	p->game = p->undo[(p->undo_first + --p->undo_count) % UNDO_STEPS];
	p->desk.view.undone = true;
	p->desk.view.autoplay = false;
	p->desk.view.notice = NOTICE_NONE;
	p->desk.hint_fresh = false;
	save(p);
}

static void key(void *game, uint32_t key)
{
	struct sized_play *p = game;

	if (key == 'n')
		begin(p);
	else if (key == 'u')
		undo(p);
	else if (key == ' ')
		p->desk.view.helped = true;
	else
		p->desk.remark = text(TEXT_ONLY_4X4);
}

static const struct desk_game calls = {fill, step, advise, key, end_if_over};

static void open_files(struct sized_play *p, bool another)
{
	struct err err;

	(void)snprintf(
		p->name, sizeof(p->name), "2048-running-%ux%u.txt", p->game.side, p->game.side);
	if (record_raise(p->game.side, 0, &p->desk.view.best, &err) != ERR_OK)
		desk_trouble(&p->desk, TEXT_BEST_CANNOT_BE_SAVED, &err);
	if (game_file_try_lock(p->name, &p->lock, &err) != ERR_OK) {
		p->lock = NULL;
		desk_trouble(&p->desk, err.code == ERR_BUSY ? TEXT_ANOTHER_RUNS : TEXT_CANNOT_KEEP,
			&err);
	}
	if (another || !go_on(p))
		begin(p);
	keep_best(p);
}

int cmd_play_sized(const struct cmd *cmd)
{
	struct sized_play *p = calloc(1, sizeof(*p));
	int status = EXIT_DONE, closed;
	struct err err;

	if (p != NULL)
		p->undo = calloc(UNDO_STEPS, sizeof(*p->undo));
	if (p == NULL || p->undo == NULL) {
		free(p);
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	p->desk.calls = &calls;
	p->desk.game = p;
	p->game.side = cmd->size;
	p->nodes = cmd->player.nodes > 0 ? cmd->player.nodes : CMD_SIZED_NODES;
	p->depth = cmd->player.depth;
	if (desk_open(&p->desk, cmd->seed_given ? &cmd->seed : NULL, &err) != ERR_OK) {
		diag_err("--play", &err);
		status = diag_status(&err);
	} else {
		open_files(p, cmd->another || cmd->seed_given);
		desk_loop(&p->desk);
	}
	closed = desk_close(&p->desk);
	file_lock_close(p->lock);
	free(p->undo);
	free(p);
	return closed != EXIT_DONE ? closed : status;
}
