/* SPDX-License-Identifier: MIT */
/* A saved game: stepped through on a terminal, else printed as a list of moves and the last board.
 */
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd.h"
#include "term/kept.h"
#include "term/view.h"

static void print_game(const struct game *g)
{
	out_printf("%s, %ux%u\n", tr(game_rule_text(g)), (unsigned)g->board.side,
		(unsigned)g->board.side);
	for (unsigned i = 0; i < g->count; i++) {
		char name[GAME_NAME_MAX];

		game_point_name(g, g->moves[i], name);
		out_printf("%3u %s %s\n", i + 1, i % 2 == 0 ? "X" : "O", name);
	}
	for (uint8_t y = 0; y < g->board.side; y++) {
		out_printf("%2u", (unsigned)(uint8_t)(g->board.side - y));
		for (uint8_t x = 0; x < g->board.side; x++)
			out_printf(" %c", ".XO"[gobang_tiny_colour(&g->board, GOBANG_AT(x, y))]);
		out_str("\n");
	}
	out_str("  ");
	for (unsigned x = 0; x < g->board.side; x++)
		out_printf(" %c", (int)('A' + x));
	out_printf("\n%s\n", tr(game_state_text(g->state)));
}

/* The game after so many moves; its end is that of the file. */
static void go_to(const struct game *whole, unsigned count, struct game *out)
{
	game_new(out, whole->board.side, (enum gobang_rule)whole->board.rule);
	for (unsigned i = 0; i < count; i++)
		(void)game_play(out, whole->moves[i]);
	if (count == whole->count)
		out->state = whole->state;
}

/* False: quit. */
static bool on_key(const struct game *whole, struct view *view, uint32_t key, unsigned *count)
{
	switch (key) {
	case TERM_KEY_LEFT:
	case TERM_KEY_UP:
	case TERM_KEY_BACKSPACE:
	case 'h':
	case 'k':
		*count -= *count > 0;
		break;
	case TERM_KEY_RIGHT:
	case TERM_KEY_DOWN:
	case ' ':
	case '\r':
	case 'l':
	case 'j':
		*count += *count < whole->count;
		break;
	case TERM_KEY_HOME:
		*count = 0;
		break;
	case TERM_KEY_END:
		*count = whole->count;
		break;
	case '#':
		view->numbers = !view->numbers;
		break;
	default:
		return key != 'q' && key != 'Q';
	}
	return true;
}

static void step_through(struct screen *s, const struct game *whole, struct game *now)
{
	struct view view = {.game = now, .replaying = true, .numbers = true};
	unsigned count = whole->count;
	struct err err;

	while (!os_stop_requested()) {
		struct term_event e = {0};

		go_to(whole, count, now);
		view.cursor = count > 0 ? whole->moves[count - 1] : (struct game_point){0, 0};
		view_draw(s, &view);
		if (screen_show(s, &err) != ERR_OK)
			return;
		screen_event(s, -1, &e);
		if (e.type == TERM_CLOSED ||
			(e.type == TERM_KEY && ((e.key == 'c' && (e.mods & TERM_CTRL) != 0) ||
						       !on_key(whole, &view, e.key, &count))))
			return;
	}
}

static int on_terminal(const struct game *whole, struct game *now)
{
	struct screen_opts opts = {.colours = TERM_COLOURS_AUTO};
	struct screen *s;
	struct err err;

	if (screen_open(&opts, &s, &err) != ERR_OK) {
		diag_err(NULL, &err);
		return diag_status(&err);
	}
	os_stop_watch();
	step_through(s, whole, now);
	screen_close(s);
	return EXIT_DONE;
}

int cmd_replay(const struct options *o)
{
	struct game *games = malloc(2 * sizeof(*games));
	struct err err;
	int status = EXIT_DONE;

	if (games == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	if (kept_load(o->replay, &games[0], &err) != ERR_OK) {
		diag_err(o->replay, &err);
		status = diag_status(&err);
	} else if (os_is_terminal(OS_STDIN) && os_is_terminal(OS_STDOUT)) {
		status = on_terminal(&games[0], &games[1]);
	} else {
		print_game(&games[0]);
	}
	free(games);
	return status;
}
