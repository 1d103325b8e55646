/* SPDX-License-Identifier: MIT */
/* Boards and answers on standard output. */
#ifndef BIOSBELT_2048AI_SHOW_H
#define BIOSBELT_2048AI_SHOW_H

#include "biosbelt/json.h"
#include "players/player.h"

void show_board(const struct g2048_game *g); /* four lines of tiles */
/* Best move, values, effort. */
void show_answer(enum player_kind kind, const struct search_result *r);
void show_cells_json(struct json *j, const struct g2048_game *g); /* "cells" of an open object */
void show_answer_json(struct json *j, const struct search_result *r); /* keys of an open object */

#endif
