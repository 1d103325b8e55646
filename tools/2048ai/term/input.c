/* SPDX-License-Identifier: MIT */
#include "term/input.h"

#include <stdlib.h>

const unsigned input_speeds[INPUT_SPEEDS] = {1, 3, 8, 20, 60, 0};

uint32_t input_key(const struct term_event *e)
{
	return e->key >= 'A' && e->key <= 'Z' ? e->key + 32 : e->key;
}

bool input_is_quit(const struct term_event *e)
{
	uint32_t key = input_key(e);

	return key == 'q' || (key == 'c' && (e->mods & TERM_CTRL) != 0);
}

enum g2048_dir input_direction(uint32_t key)
{
	switch (key) {
	case TERM_KEY_UP:
	case 'w':
	case 'k':
		return G2048_UP;
	case TERM_KEY_DOWN:
	case 's':
	case 'j':
		return G2048_DOWN;
	case TERM_KEY_LEFT:
	case 'a':
	case 'h':
		return G2048_LEFT;
	case TERM_KEY_RIGHT:
	case 'd':
	case 'l':
		return G2048_RIGHT;
	default:
		return G2048_NONE;
	}
}

/* A cell is about twice as high as wide. A short distance is a click. */
static enum g2048_dir swipe_direction(int dx, int dy)
{
	int across = abs(dx), down = 2 * abs(dy);

	if (across < 4 && down < 4)
		return G2048_NONE;
	if (across >= down)
		return dx < 0 ? G2048_LEFT : G2048_RIGHT;
	return dy < 0 ? G2048_UP : G2048_DOWN;
}

uint32_t input_mouse(
	struct input_swipe *swipe, const struct view_spots *spots, const struct term_event *e)
{
	static const uint32_t keys[4] = {TERM_KEY_UP, TERM_KEY_DOWN, TERM_KEY_LEFT, TERM_KEY_RIGHT};
	enum g2048_dir dir;

	if (e->button == 1 && e->mouse == TERM_PRESS) {
		uint32_t key = view_key_at(spots, e->x, e->y);

		*swipe = (struct input_swipe){key == 0, e->x, e->y};
		return key;
	}
	if (!swipe->begun || (e->mouse != TERM_RELEASE && e->mouse != TERM_MOVE))
		return 0;
	dir = swipe_direction(e->x - swipe->x, e->y - swipe->y);
	swipe->begun = dir == G2048_NONE && e->mouse == TERM_MOVE;
	return dir != G2048_NONE ? keys[dir] : 0;
}
