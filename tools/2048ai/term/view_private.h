/* SPDX-License-Identifier: MIT */
/* Between the files that draw the game: view.c draws the tiles, view_texts.c the texts. */
#ifndef BIOSBELT_2048AI_VIEW_PRIVATE_H
#define BIOSBELT_2048AI_VIEW_PRIVATE_H

#include "term/play.h"

struct layout {
	int side;
	int cell_w, cell_h; /* of a tile, the gap not counted */
	int gap;            /* columns between tiles; rows: gap / 2 */
	int x, y;           /* of the board */
	int width, height;
	int panel; /* column of the side panel; -1: none */
};

/* Everything but the board. */
void view_draw_texts(struct screen *s, const struct layout *l, const struct view *v);

#endif
