/* SPDX-License-Identifier: MIT */
/* Keys and mouse of --play, on boards of any size. */
#ifndef BIOSBELT_2048AI_INPUT_H
#define BIOSBELT_2048AI_INPUT_H

#include "term/play.h"

#define INPUT_FRAME_MS     16
#define INPUT_SLIDE_FRAMES 5

#define INPUT_SPEEDS 6
extern const unsigned input_speeds[INPUT_SPEEDS]; /* moves a second; 0: no pause */
#define INPUT_ANIMATED 8u                         /* moves a second; faster play is not animated */

struct input_swipe {
	bool begun; /* the left button was pressed outside all buttons, at: */
	int x, y;
};

/* The key of an event, letters in lower case. */
uint32_t input_key(const struct term_event *e);
bool input_is_quit(const struct term_event *e); /* Q and Ctrl-C */
enum g2048_dir input_direction(uint32_t key);   /* G2048_NONE: not a move */

/* The key of a click on a button, or the arrow key of a swipe; 0: neither. */
uint32_t input_mouse(
	struct input_swipe *swipe, const struct view_spots *spots, const struct term_event *e);

#endif
