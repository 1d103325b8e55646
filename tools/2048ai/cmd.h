/* SPDX-License-Identifier: MIT */
/* What the command line said, and the commands that do it. */
#ifndef BIOSBELT_2048AI_CMD_H
#define BIOSBELT_2048AI_CMD_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/cli.h"
#include "biosbelt/game2048.h"
#include "browser/browser.h"
#include "net/net.h"
#include "search/player.h"

enum cmd_mode {
	MODE_NONE,
	MODE_PLAY,
	MODE_SCORES,
	MODE_AUTO,
	MODE_BOARD,
	MODE_REPLAY,
	MODE_ANALYZE,
	MODE_SERVE,
	MODE_BROWSER,
	MODE_TRAIN,
	MODE_PACK,
	MODE_CURVE
};

struct cmd {
	enum cmd_mode mode;
	bool clash; /* two modes were asked for */
	uint64_t seed;
	bool seed_given;
	unsigned threads; /* 0: all processors */
	bool json;
	bool force;
	struct player_settings player;
	bool another;               /* --play does not go on with the kept game */
	const char *board;          /* of --board, or where --play begins */
	struct g2048_game position; /* what `board` says, once cmd_read_board has read it */
	const char *file;           /* of --replay and --analyze */
	uint64_t games;
	const char *state;
	const char *replays;
	bool log_classic;
	const char *data; /* of the net player; NULL: look for it */
	struct remote_opts browser;
	const char *browser_words[16];
	/* pack */
	const char *out;
	double prune; /* of train --from, too */
	double step;
	/* train */
	const char *tuples;
	const char *stages;
	const char *starts; /* NULL: as in the checkpoint */
	const char *from;   /* a network to begin with, or NULL */
	const char *checkpoint;
	const char *csv;
	uint64_t moves;
	bool moves_given;
	uint64_t report;
	unsigned save_minutes;
	unsigned carousel;
	unsigned line_up;
	unsigned raise;
	unsigned learn_from;
	unsigned lift; /* 0: none */
	bool only_known;
	double forget; /* below 0: nothing */
	double alpha;
	double lambda;
	unsigned steps;
	unsigned plies;
	double optimistic;
	bool portable;
};

extern const struct cli_spec cmd_spec;

/* Reads the command line; false: return *status. */
bool cmd_read(struct cmd *cmd, struct cli *cli, int *status);

int cmd_auto(const struct cmd *cmd, const struct g2048_tables *tables);
/* Minutes of work are not begun for a file that may not be written in the end. NULL is fine. */
enum err_code cmd_check_out(const char *path, bool force, struct err *err);
/* The position of --board or --play; false: said why, return *status. */
bool cmd_read_board(struct cmd *cmd, int *status);
int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_scores(const struct cmd *cmd);
int cmd_play(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_replay(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_analyze(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_browser(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_serve(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_pack(const struct cmd *cmd);
/*
 * path NULL: beside the program or where it is installed. tiles: of net_host. net_free releases
 * it.
 */
enum err_code cmd_load_net(const char *path, uint32_t tiles, struct net *out, struct err *err);
int cmd_curve(const struct cmd *cmd);
/* NAME beside the program or where it is installed. */
bool cmd_find_data(const char *name, struct blob *out);
int cmd_train(const struct cmd *cmd, const struct g2048_tables *tables);

#endif
