/* SPDX-License-Identifier: MIT */
#include "link/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/num.h"
#include "biosbelt/tr.h"

#define WORDS_MAX 12
#define LAG_MS    1500 /* for the transmission of a move */

struct words {
	char text[LINE_MAX_BYTES];
	char *word[WORDS_MAX];
	unsigned count;
};

void session_init(struct session *s, struct game *game, bool host, uint8_t own, uint64_t token,
	uint64_t limit_ms, struct buf *out)
{
	memset(s, 0, sizeof(*s));
	s->game = game;
	s->host = host;
	s->own = own;
	s->token = host ? token : 0;
	s->limit_ms = limit_ms;
	s->left_ms[0] = s->left_ms[1] = (int64_t)limit_ms;
	s->out = out;
}

unsigned session_events(struct session *s)
{
	unsigned events = s->events;

	s->events = 0;
	return events;
}

bool session_is_near(const struct session *s)
{
	return s->heard && s->now_ms - s->heard_ms < SESSION_SILENT_MS;
}

static void split(const char *line, struct words *w)
{
	char *next = w->text;

	(void)snprintf(w->text, sizeof(w->text), "%s", line);
	for (w->count = 0; w->count < WORDS_MAX && *next != '\0';) {
		size_t len = strcspn(next, " ");

		w->word[w->count++] = next;
		next += len;
		if (*next == ' ')
			*next++ = '\0';
	}
}

/* Word i as a number up to max; false: invalid. */
static bool number(const struct words *w, unsigned i, uint64_t max, uint64_t *out)
{
	return i < w->count && num_parse_u64(w->word[i], out) && *out <= max;
}

static void break_off(struct session *s, const char *what)
{
	(void)err_set(&s->fault, ERR_FORMAT, "the other side %s", tr(what));
	s->phase = SESSION_FAILED;
}

static uint32_t sum_of(const struct game *g)
{
	uint32_t crc = 0;

	for (unsigned i = 0; i < g->count; i++) {
		uint8_t at[2] = {g->moves[i].x, g->moves[i].y};

		crc = crc32_update(crc, span_of(at, sizeof(at)));
	}
	return crc;
}

static const char *state_word(const struct session *s)
{
	enum game_state lost = s->own == GOBANG_BLACK ? GAME_WHITE_WON : GAME_BLACK_WON;

	if (s->needs_game)
		return "new";
	if (s->game->state != lost)
		return "open";
	if (s->late[s->own - 1])
		return "late";
	return game_turn(s->game) == s->own && !game_is_five(s->game) ? "resigned" : "open";
}

static void say_have(struct session *s)
{
	line_add(s->out, "have %" PRIu64 " %u %u %u %s", s->token, (unsigned)s->epoch,
		s->game->count, (unsigned)sum_of(s->game), state_word(s));
	s->said_ms = s->now_ms;
}

static void say_hello(struct session *s)
{
	if (!s->host)
		line_add(s->out, "gobang %d %s guest %" PRIu64, SESSION_PROTOCOL, BIOSBELT_VERSION,
			s->token);
	else
		line_add(s->out,
			"gobang %d %s host %" PRIu64 " %s %u %s %" PRIu64 " %" PRIu64 " %" PRIu64,
			SESSION_PROTOCOL, BIOSBELT_VERSION, s->token,
			game_rule_names[s->game->board.rule], (unsigned)s->game->board.side,
			s->own == GOBANG_BLACK ? "white" : "black", s->limit_ms,
			(uint64_t)(s->left_ms[0] < 0 ? 0 : s->left_ms[0]),
			(uint64_t)(s->left_ms[1] < 0 ? 0 : s->left_ms[1]));
	s->said_ms = s->now_ms;
}

static void say_move(struct session *s)
{
	const struct game *g = s->game;
	char name[GAME_NAME_MAX];
	int64_t left = s->left_ms[s->own - 1];

	game_point_name(g, g->moves[g->count - 1], name);
	line_add(s->out, "move %" PRIu64 " %u %u %s %" PRIu64, s->token, (unsigned)s->epoch,
		g->count, name, (uint64_t)(left < 0 ? 0 : left));
}

/* How a game ended, in the order of enum game_state. */
static const char *const results[] = {"open", "black", "white", "draw"};

static void say_game(struct session *s)
{
	const struct game *g = s->game;
	char points[2 * GAME_MOVES_MAX + 1];
	size_t len = 0;

	for (unsigned i = 0; i < g->count; i++) {
		points[len++] = (char)('a' + g->moves[i].x);
		points[len++] = (char)('a' + g->moves[i].y);
	}
	points[len] = '\0';
	line_add(s->out, "game %" PRIu64 " %u -%s %s", s->token, (unsigned)s->epoch, points,
		results[g->state]);
}

static const char *ask_word(enum session_ask what)
{
	return what == ASK_UNDO ? "undo" : "new";
}

static void say_ask(struct session *s)
{
	line_add(s->out, "ask %" PRIu64 " %u %u %u %s", s->token, (unsigned)s->ask_epoch,
		s->ask_count, (unsigned)s->ask_id, ask_word(s->ask));
}

/* Whether the last move is our own, and may have to be repeated. */
static bool last_is_own(const struct session *s)
{
	return s->game->count > 0 && game_turn(s->game) != s->own;
}

static void fresh_game(struct session *s)
{
	game_new(s->game, s->game->board.side, (enum gobang_rule)s->game->board.rule);
	s->left_ms[0] = s->left_ms[1] = (int64_t)s->limit_ms;
	s->late[0] = s->late[1] = false;
}

/* Executes an accepted request, the same on both sides. by: who asked. */
static void apply(struct session *s, enum session_ask what, uint8_t by)
{
	if (what == ASK_NEW) {
		fresh_game(s);
		s->own = (uint8_t)(3 - s->own);
		s->events |= SESSION_NEW;
	} else {
		s->late[0] = s->late[1] = false;
		(void)game_undo(s->game);
		while (game_turn(s->game) != by && game_undo(s->game))
			continue;
	}
	s->epoch++;
	s->ask = s->asked = ASK_NOTHING;
	s->events |= SESSION_MOVED;
}

static bool read_rule(const char *name, enum gobang_rule *out)
{
	for (unsigned i = 0; i < GOBANG_RULES; i++)
		if (strcmp(name, game_rule_names[i]) == 0) {
			*out = (enum gobang_rule)i;
			return true;
		}
	return false;
}

static void join(struct session *s)
{
	if (s->phase == SESSION_ALONE)
		s->events |= SESSION_JOINED;
	s->phase = SESSION_ON;
	s->joined = true;
}

/* The guest receives the settings. */
static void take_host(struct session *s, const struct words *w)
{
	uint64_t token, side, limit, left[2];
	enum gobang_rule rule;
	bool white = w->count > 7 && strcmp(w->word[7], "white") == 0;

	if (!number(w, 4, UINT64_MAX, &token) || token == 0 || w->count < 11 ||
		!read_rule(w->word[5], &rule) || !number(w, 6, GAME_SIDE_MAX, &side) ||
		side < GAME_SIDE_MIN || (!white && strcmp(w->word[7], "black") != 0) ||
		!number(w, 8, INT32_MAX, &limit) || !number(w, 9, INT32_MAX, &left[0]) ||
		!number(w, 10, INT32_MAX, &left[1])) {
		break_off(s, "offers a game that cannot be played here");
		return;
	}
	if (token != s->token) { /* otherwise only the connection is new */
		s->token = token;
		game_new(s->game, (unsigned)side, rule);
		s->own = white ? GOBANG_WHITE : GOBANG_BLACK;
		s->limit_ms = limit;
		s->left_ms[0] = (int64_t)left[0];
		s->left_ms[1] = (int64_t)left[1];
		s->late[0] = s->late[1] = false;
		s->epoch = 0;
		s->ask = s->asked = ASK_NOTHING;
		s->answered_id = 0;
		s->needs_game = true;
		s->events |= SESSION_MOVED | SESSION_NEW;
	}
	join(s);
	say_have(s);
}

static void take_hello(struct session *s, const struct words *w)
{
	uint64_t version;

	if (!number(w, 1, UINT32_MAX, &version) || w->count < 5) {
		break_off(s, "is not this game");
	} else if (version != SESSION_PROTOCOL) {
		(void)err_set(&s->fault, ERR_UNSUPPORTED,
			"the other side's gobang %.20s speaks version %u of the link, this one "
			"version %d",
			w->word[2], (unsigned)version, SESSION_PROTOCOL);
		say_hello(s); /* so that it can reply with the same */
		s->phase = SESSION_FAILED;
	} else if (strcmp(w->word[3], s->host ? "host" : "guest") == 0) {
		break_off(s, s->host ? N_("is a host too: one of the two has to join")
				     : N_("is a guest too: one of the two has to be the host"));
	} else if (!s->host) {
		take_host(s, w);
	} else {
		say_hello(s);
		if (w->word[4][0] == '0') { /* the other program was restarted, and counts from 0 */
			s->answered_id = 0;
			s->asked = ASK_NOTHING;
		}
		join(s);
	}
}

/* Takes a state that the other side reports of itself as lost. */
static void take_state(struct session *s, const char *word)
{
	uint8_t its = (uint8_t)(3 - s->own);

	if (s->game->state != GAME_OPEN)
		return;
	if (strcmp(word, "late") == 0)
		s->late[its - 1] = true;
	else if (strcmp(word, "resigned") != 0 || game_turn(s->game) != its)
		return;
	s->game->state = its == GOBANG_BLACK ? GAME_WHITE_WON : GAME_BLACK_WON;
	s->events |= SESSION_MOVED;
}

static void take_have(struct session *s, const struct words *w)
{
	uint64_t epoch, count, sum;

	if (!number(w, 2, UINT32_MAX, &epoch) || !number(w, 3, GAME_MOVES_MAX, &count) ||
		!number(w, 4, UINT32_MAX, &sum) || w->count < 6)
		return;
	if (s->host && strcmp(w->word[5], "new") == 0) {
		say_game(s);
		return;
	}
	if (s->needs_game || epoch != s->epoch)
		return;
	if (count + 1 == s->game->count && last_is_own(s))
		say_move(s);
	else if (count == s->game->count && sum != sum_of(s->game))
		break_off(s, "has other moves");
	else if (count == s->game->count)
		take_state(s, w->word[5]);
}

static void take_game(struct session *s, const struct words *w)
{
	uint64_t epoch;
	const char *points;
	size_t len;

	if (s->host || !s->needs_game || !number(w, 2, UINT32_MAX, &epoch) || w->count < 4)
		return;
	points = w->word[3] + 1; /* after '-' */
	len = strlen(w->word[3]);
	if (len % 2 == 0)
		return;
	for (size_t i = 0; i + 2 < len; i += 2) {
		struct game_point at = {(uint8_t)(points[i] - 'a'), (uint8_t)(points[i + 1] - 'a')};

		if (game_play(s->game, at) != GAME_DONE) {
			break_off(s, "has a game that is not allowed");
			return;
		}
	}
	/* an end that does not follow from the board */
	for (unsigned i = GAME_BLACK_WON; i <= GAME_DRAWN && w->count > 4; i++)
		if (s->game->state == GAME_OPEN && strcmp(w->word[4], results[i]) == 0)
			s->game->state = (enum game_state)i;
	s->epoch = (uint32_t)epoch;
	s->needs_game = false;
	s->events |= SESSION_MOVED;
	say_have(s);
}

static void take_move(struct session *s, const struct words *w)
{
	uint64_t epoch, count, left;
	struct game_point at;
	uint8_t its = (uint8_t)(3 - s->own);
	int64_t most;

	if (!number(w, 2, UINT32_MAX, &epoch) || !number(w, 3, GAME_MOVES_MAX, &count) ||
		w->count < 6 || !number(w, 5, INT32_MAX, &left) || epoch != s->epoch ||
		count != s->game->count + 1 || s->needs_game || s->game->state != GAME_OPEN)
		return;
	if (game_turn(s->game) != its || !game_point_read(s->game, w->word[4], &at) ||
		game_play(s->game, at) != GAME_DONE) {
		break_off(s, "sent a move that is not allowed");
		return;
	}
	most = s->left_ms[its - 1] + LAG_MS;
	s->left_ms[its - 1] = (int64_t)left < most ? (int64_t)left : most;
	if (s->ask != ASK_NOTHING) { /* the other side moved before it received our request */
		s->ask = ASK_NOTHING;
		s->events |= SESSION_NO;
	}
	s->events |= SESSION_MOVED;
	say_have(s);
}

static void say_answer(struct session *s, uint32_t id, bool yes)
{
	line_add(s->out, "answer %" PRIu64 " %u %s", s->token, (unsigned)id, yes ? "yes" : "no");
}

static void take_ask(struct session *s, const struct words *w)
{
	uint64_t epoch, count, id;
	enum session_ask what;

	if (!number(w, 2, UINT32_MAX, &epoch) || !number(w, 3, GAME_MOVES_MAX, &count) ||
		!number(w, 4, UINT32_MAX, &id) || w->count < 6)
		return;
	if (id == s->answered_id) { /* our answer was lost */
		say_answer(s, (uint32_t)id, s->answered_yes);
		return;
	}
	what = strcmp(w->word[5], "undo") == 0 ? ASK_UNDO : ASK_NEW;
	if (what == ASK_NEW && strcmp(w->word[5], "new") != 0)
		return;
	if (what == ASK_NEW && s->game->state != GAME_OPEN && count == s->game->count + 1)
		count--; /* its last move came too late to count */
	if (epoch != s->epoch || count != s->game->count)
		return; /* sent before our last message arrived; the request will be repeated */
	if (s->ask != ASK_NOTHING && s->host)
		return;
	s->ask = ASK_NOTHING; /* of two requests at the same time the host's counts */
	if (s->asked == ASK_NOTHING)
		s->events |= SESSION_ASKED;
	s->asked = what;
	s->asked_id = (uint32_t)id;
}

static void take_answer(struct session *s, const struct words *w)
{
	uint64_t id;
	bool yes;

	if (!number(w, 2, UINT32_MAX, &id) || w->count < 4 || id != s->ask_id ||
		s->ask == ASK_NOTHING)
		return;
	yes = strcmp(w->word[3], "yes") == 0;
	s->events |= yes ? SESSION_YES : SESSION_NO;
	if (yes && s->ask_epoch == s->epoch && s->ask_count == s->game->count)
		apply(s, s->ask, s->own);
	s->ask = ASK_NOTHING;
}

static void take_line(struct session *s, const char *line)
{
	static const struct {
		const char *word;
		void (*take)(struct session *s, const struct words *w);
	} lines[] = {{"have", take_have}, {"game", take_game}, {"move", take_move},
		{"ask", take_ask}, {"answer", take_answer}};
	struct words w;
	uint64_t token;

	split(line, &w);
	if (w.count == 0)
		return;
	s->heard = true;
	s->heard_ms = s->now_ms;
	if (strcmp(w.word[0], "gobang") == 0) {
		take_hello(s, &w);
		return;
	}
	if (s->phase != SESSION_ON || !number(&w, 1, UINT64_MAX, &token) || token != s->token)
		return;
	if (strcmp(w.word[0], "bye") == 0) {
		s->events |= SESSION_LEFT;
		s->phase = SESSION_ALONE;
		return;
	}
	for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		if (strcmp(w.word[0], lines[i].word) == 0)
			lines[i].take(s, &w);
}

/* The clock of the side to move runs from the first stone on. */
static void run_clocks(struct session *s, uint64_t passed)
{
	uint8_t turn = game_turn(s->game);
	int64_t end = turn == s->own ? 0 : -SESSION_GRACE_MS;

	if (s->limit_ms == 0 || s->game->state != GAME_OPEN || s->game->count == 0)
		return;
	s->left_ms[turn - 1] -= (int64_t)passed;
	if (s->left_ms[turn - 1] > end)
		return;
	s->late[turn - 1] = true;
	game_resign(s->game);
	s->events |= SESSION_MOVED;
}

static void advance(struct session *s, uint64_t now_ms)
{
	if (s->now_ms != 0 && s->joined)
		run_clocks(s, now_ms - s->now_ms);
	s->now_ms = now_ms;
}

void session_take(struct session *s, struct span bytes, uint64_t now_ms)
{
	advance(s, now_ms);
	for (size_t i = 0; i < bytes.len && s->phase != SESSION_FAILED; i++) {
		const char *line = line_take(&s->in, bytes.ptr[i]);

		if (line != NULL)
			take_line(s, line);
	}
}

void session_connected(struct session *s, uint64_t now_ms)
{
	s->in = (struct line_reader){0};
	s->phase = SESSION_ALONE;
	s->heard = false;
	s->said_ms = 0;
	advance(s, now_ms);
}

void session_tick(struct session *s, bool connected, uint64_t now_ms)
{
	advance(s, now_ms);
	if (s->phase == SESSION_ON && !session_is_near(s))
		s->phase = SESSION_ALONE; /* a guest will send hello again */
	if (!connected || s->phase == SESSION_FAILED ||
		(s->said_ms != 0 && now_ms - s->said_ms < SESSION_BEAT_MS))
		return;
	if (s->phase == SESSION_ALONE) {
		if (!s->host)
			say_hello(s);
		return;
	}
	say_have(s);
	if (s->ask != ASK_NOTHING)
		say_ask(s);
}

enum game_answer session_play(struct session *s, struct game_point at)
{
	enum game_answer answer;

	if (!s->joined || s->needs_game || s->ask != ASK_NOTHING)
		return GAME_OVER;
	answer = game_play(s->game, at);
	if (answer != GAME_DONE)
		return answer;
	if (s->asked != ASK_NOTHING)
		session_answer(s, false); /* a move refuses the request */
	if (s->phase == SESSION_ON)
		say_move(s);
	return answer;
}

bool session_resign(struct session *s)
{
	if (!s->joined || s->needs_game || s->game->state != GAME_OPEN ||
		game_turn(s->game) != s->own)
		return false;
	game_resign(s->game);
	if (s->phase == SESSION_ON)
		say_have(s);
	return true;
}

bool session_ask_for(struct session *s, enum session_ask what)
{
	if (s->phase != SESSION_ON || s->ask != ASK_NOTHING || s->asked != ASK_NOTHING ||
		s->needs_game || (what == ASK_UNDO && s->game->count < (last_is_own(s) ? 1u : 2u)))
		return false;
	s->ask = what;
	s->ask_id++;
	s->ask_epoch = s->epoch;
	s->ask_count = s->game->count;
	say_ask(s);
	return true;
}

void session_answer(struct session *s, bool yes)
{
	enum session_ask what = s->asked;

	if (what == ASK_NOTHING)
		return;
	s->asked = ASK_NOTHING;
	s->answered_id = s->asked_id;
	s->answered_yes = yes;
	say_answer(s, s->asked_id, yes);
	if (yes)
		apply(s, what, (uint8_t)(3 - s->own));
}

void session_bye(struct session *s)
{
	if (s->phase == SESSION_ON)
		line_add(s->out, "bye %" PRIu64, s->token);
}
