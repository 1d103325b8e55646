/* SPDX-License-Identifier: MIT */
/* The parsed command line, and the commands. */
#ifndef BIOSBELT_2048AI_CMD_H
#define BIOSBELT_2048AI_CMD_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/cli.h"
#include "biosbelt/file.h"
#include "biosbelt/game2048.h"
#include "browser/browser.h"
#include "net/lazy.h"
#include "players/player.h"

enum cmd_mode { /* bits of cli_opt.modes */
	MODE_NONE = 0,
	MODE_PLAY = 1,
	MODE_SCORES = 2,
	MODE_AUTO = 4,
	MODE_BOARD = 8,
	MODE_REPLAY = 16,
	MODE_ANALYZE = 32,
	MODE_SERVE = 64,
	MODE_BROWSER = 128,
	MODE_ADVISE = 256
};

#define CMD_SIZED_NODES 20000u /* of the player for boards of other sizes */

struct cmd {
	enum cmd_mode mode;
	uint64_t seed;
	bool seed_given;
	unsigned threads; /* 0: all processors */
	bool json;
	bool force;
	struct player_settings player;
	bool coach;
	unsigned size;              /* of the board: 3, 4 or 5 cells each way */
	bool another;               /* --play does not go on with the kept game */
	const char *board;          /* of --board, or where --play or --advise begins */
	struct blob input;          /* of --board=-; blob_free it */
	struct g2048_game position; /* the board of `board`, after cmd_read_board */
	const char *file;           /* of --replay and --analyze */
	uint64_t games;
	const char *state;
	const char *replays;
	unsigned log; /* 1: classic */
	uint64_t hash;
	const char *data; /* of the net player; NULL: see cmd_open_net */
	struct remote_opts browser;
	struct cli_list browser_words;
	const char *csv;
	uint64_t moves; /* of --browser */
	bool moves_given;
};

extern const struct cli_spec cmd_spec;

/* Reads the command line; false: return cli->status. cli_list_free browser_words either way. */
bool cmd_read(struct cmd *cmd, struct cli *cli);

int cmd_auto(const struct cmd *cmd, const struct g2048_tables *tables);
/* The position of --board, --play or --advise; false: reported, return *status. */
bool cmd_read_board(struct cmd *cmd, int *status);
int cmd_board(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_advise(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_scores(const struct cmd *cmd);
int cmd_play(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_play_sized(const struct cmd *cmd);
int cmd_replay(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_analyze(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_browser(const struct cmd *cmd, const struct g2048_tables *tables);
int cmd_serve(const struct cmd *cmd, const struct g2048_tables *tables);
/* The network of a run. */
struct cmd_net {
	struct net_lazy lazy;
	const char *path; /* NULL: the one in the program */
	struct file_map file;
	struct blob found;
};
/* path NULL: 2048ai.net beside the program or where it is installed, else the one in it.
 * board: the first that it will be asked about. cmd_close_net releases it. */
enum err_code cmd_open_net(const char *path, uint64_t board, struct cmd_net *out, struct err *err);
void cmd_close_net(struct cmd_net *n); /* zeroed is fine */

#endif
