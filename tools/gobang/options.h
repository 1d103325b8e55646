/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GOBANG_OPTIONS_H
#define BIOSBELT_GOBANG_OPTIONS_H

#include "biosbelt/cli.h"
#include "game/level.h"

#define PERSON 0u               /* who plays a side; else a level of the computer */
#define PEER   (LEVEL_MAX + 1u) /* the other machine */

struct options {
	unsigned black, white; /* PERSON, a level or PEER */
	unsigned rule;         /* enum gobang_rule */
	unsigned size;
	const char *host, *join; /* as wire_open takes it; NULL: no other machine */
	unsigned here;           /* the player at this end: PERSON or a level */
	unsigned colour;         /* of the host; enum gobang_colour */
	unsigned clock;          /* minutes of a side; 0: none */
	bool go_on;              /* --continue */
	const char *file;        /* saves the game; NULL: a file in the settings folder */
	const char *replay;      /* a file; NULL: no replay */
	bool engine;
	unsigned level;    /* of the engine */
	uint64_t nodes;    /* for each move; 0: no limit */
	unsigned ms;       /* for each move on the terminal */
	const char *a, *b; /* programs of a match; NULL: none */
	unsigned games;    /* of a match; 0: two for each opening */
	const char *openings, *sgf, *sprt;
	unsigned kill_ms; /* 0: the default */
	bool json;
	unsigned threads; /* of level 4 */
	uint64_t memory;  /* bytes of level 4's table */
};

/* brain: the program was called as an engine. False: the program ends with cli->status. */
bool options_read(struct cli *cli, bool brain, struct options *o);

extern const struct cli_spec options_spec;

#endif
