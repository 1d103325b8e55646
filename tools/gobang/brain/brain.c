/* SPDX-License-Identifier: MIT */
#include "brain/brain.h"

#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/os.h"
#include "brain/swap2.h"

#define TURN_MS_DEFAULT 5000
#define UNLIMITED_MS    2147483647 /* value of time_left without a limit */
#define MARGIN_MS       40         /* reserved for everything except thinking */
#define MARGIN_SHARE    5          /* ... but at most this part of a short time */
#define BESIDE_TABLE    (8 << 20)  /* memory of the program without the table */
#define MOVES_AHEAD     25         /* the remaining time is divided among so many moves */
#define THINK_MS_MAX    300000 /* the longest time of a move in a tournament (Gomocup's finals) */

void brain_init(
	struct brain *b, struct engine *engine, size_t memory, unsigned level, uint64_t nodes)
{
	memset(b, 0, sizeof(*b));
	b->engine = engine;
	b->memory = memory;
	b->level = level;
	b->nodes = nodes;
	b->times = (struct brain_times){.turn = TURN_MS_DEFAULT, .left = UNLIMITED_MS};
	b->own = GOBANG_BLACK;
}

static void fail(struct buf *out, const char *text)
{
	buf_printf(out, "ERROR %s\n", text);
}

/* Reads "x,y", with field "x,y,f"; false: invalid on this board. */
static bool read_point(
	const struct brain *b, const char *text, struct game_point *out, uint8_t *field)
{
	unsigned v[3] = {0, 0, 0}, n = 0, digits = 0, want = field != NULL ? 3 : 2;

	for (; *text != '\0'; text++) {
		if (*text >= '0' && *text <= '9' && digits < 3) {
			v[n] = v[n] * 10 + (unsigned)(*text - '0');
			digits++;
		} else if (*text == ',' && digits > 0 && n + 1 < want) {
			n++;
			digits = 0;
		} else if (*text != ' ') {
			return false;
		}
	}
	if (n + 1 != want || digits == 0 || v[0] >= b->board.side || v[1] >= b->board.side)
		return false;
	*out = (struct game_point){(uint8_t)v[0], (uint8_t)v[1]};
	if (field != NULL)
		*field = (uint8_t)(v[2] > 255 ? 255 : v[2]);
	return true;
}

static uint8_t colour_at(const struct brain *b, struct game_point at)
{
	return gobang_tiny_colour(&b->board, GOBANG_AT(at.x, at.y));
}

static unsigned stones_on(const struct brain *b)
{
	unsigned count = 0;

	for (uint8_t y = 0; y < b->board.side; y++)
		for (uint8_t x = 0; x < b->board.side; x++)
			count += colour_at(b, (struct game_point){x, y}) != GOBANG_EMPTY;
	return count;
}

/* Time for a move. */
static unsigned think_ms(const struct brain_times *t)
{
	int64_t ms =
		t->turn - (t->turn < MARGIN_MS * MARGIN_SHARE ? t->turn / MARGIN_SHARE : MARGIN_MS);

	if (t->match > 0 && t->left < UNLIMITED_MS) {
		int64_t share = (t->left - MARGIN_MS) / MOVES_AHEAD;

		ms = t->turn == 0 || share < ms ? share : ms;
	}
	return ms < 1 ? 1 : ms > THINK_MS_MAX ? THINK_MS_MAX : (unsigned)ms;
}

static bool is_over(void *user)
{
	struct brain *b = user;

	if (b->stop != NULL && b->stop(b->user))
		return true;
	return b->cut && os_time_ms() - b->begun_ms >= think_ms(&b->heard);
}

struct engine_limits brain_limits(struct brain *b)
{
	if (b->nodes != 0) /* otherwise the moves would depend on the clock */
		return (struct engine_limits){.nodes = b->nodes};
	b->begun_ms = os_time_ms();
	b->heard = b->times;
	b->cut = false;
	return (struct engine_limits){.ms = think_ms(&b->times), .stop = is_over, .user = b};
}

/* Thinks at level 4, and writes the MESSAGE that managers show. */
static bool think(
	struct brain *b, const struct engine_limits *limits, struct game_point *at, struct buf *out)
{
	struct engine_result result;

	if (!engine_think(b->engine, &b->board, b->own, limits, &result))
		return false;
	buf_printf(out, "MESSAGE depth %u value %d nodes %llu line", result.depth, result.value,
		(unsigned long long)result.nodes);
	for (unsigned i = 0; i < result.line_count; i++)
		buf_printf(out, " %u,%u", (unsigned)result.line[i].x, (unsigned)result.line[i].y);
	buf_printf(out, "\n");
	*at = result.line[0];
	return true;
}

static void move(struct brain *b, struct buf *out)
{
	struct engine_limits limits = brain_limits(b);
	struct game_point at;

	if (b->level == LEVEL_MAX ? !think(b, &limits, &at, out)
				  : !level_move(NULL, &b->board, b->own, b->level, &limits, &at)) {
		fail(out, "no move is left");
		return;
	}
	(void)gobang_tiny_set(&b->board, at.x, at.y, b->own);
	buf_printf(out, "%u,%u\n", (unsigned)at.x, (unsigned)at.y);
}

static void empty_board(struct brain *b)
{
	gobang_tiny_clear(&b->board, b->board.side, (uint8_t)b->rule);
	b->own = GOBANG_BLACK;
	b->listing = false;
}

static void start(struct brain *b, const char *rest, struct buf *out)
{
	uint64_t side;

	if (!num_parse_u64(rest, &side) || side < GAME_SIDE_MIN || side > GAME_SIDE_MAX) {
		fail(out, "unsupported size of the board");
		return;
	}
	b->board.side = (uint8_t)side;
	b->started = true;
	empty_board(b);
	buf_printf(out, "OK\n");
}

static void start_rectangle(struct brain *b, const char *rest, struct buf *out)
{
	const char *comma = strchr(rest, ',');
	size_t len = comma != NULL ? (size_t)(comma - rest) : 0;

	if (comma != NULL)
		comma += 1 + strspn(comma + 1, " ");
	while (len > 0 && rest[len - 1] == ' ')
		len--;
	if (comma == NULL || strncmp(rest, comma, len) != 0 || strlen(comma) != len)
		fail(out, "only square boards are supported");
	else
		start(b, comma, out);
}

static void turn(struct brain *b, const char *rest, struct buf *out)
{
	struct game_point at;

	if (!read_point(b, rest, &at, NULL) || colour_at(b, at) != GOBANG_EMPTY) {
		fail(out, "no such empty point");
		return;
	}
	if (stones_on(b) == 0)
		b->own = GOBANG_WHITE;
	(void)gobang_tiny_set(&b->board, at.x, at.y, (uint8_t)(3 - b->own));
	move(b, out);
}

static void play(struct brain *b, const char *rest, struct buf *out)
{
	struct game_point at;

	if (!read_point(b, rest, &at, NULL) || colour_at(b, at) != GOBANG_EMPTY) {
		fail(out, "no such empty point");
		return;
	}
	(void)gobang_tiny_set(&b->board, at.x, at.y, b->own);
	buf_printf(out, "%u,%u\n", (unsigned)at.x, (unsigned)at.y);
}

static void take_back(struct brain *b, const char *rest, struct buf *out)
{
	struct game_point at;

	if (!read_point(b, rest, &at, NULL) || colour_at(b, at) == GOBANG_EMPTY) {
		fail(out, "there is no stone");
		return;
	}
	(void)gobang_tiny_set(&b->board, at.x, at.y, GOBANG_EMPTY);
	buf_printf(out, "OK\n");
}

static void begin(struct brain *b, struct buf *out)
{
	if (stones_on(b) != 0) {
		fail(out, "the board is not empty");
		return;
	}
	b->own = GOBANG_BLACK;
	move(b, out);
}

/* Sets the stones of BOARD: with equal numbers the side to move is black. */
static void take_board(struct brain *b, struct buf *out)
{
	unsigned ours = 0, theirs = 0;

	empty_board(b);
	for (unsigned i = 0; i < b->stone_count; i++) {
		ours += b->fields[i] == 1;
		theirs += b->fields[i] == 2;
	}
	b->own = theirs > ours ? GOBANG_WHITE : GOBANG_BLACK;
	for (unsigned i = 0; i < b->stone_count; i++) {
		uint8_t colour = b->fields[i] == 1 ? b->own : (uint8_t)(3 - b->own);

		if (b->fields[i] <= 2)
			(void)gobang_tiny_set(&b->board, b->stones[i].x, b->stones[i].y, colour);
	}
	move(b, out);
}

/* Sets the stones of SWAP2BOARD in their order, black's first. */
static void take_swap2(struct brain *b, struct buf *out)
{
	struct engine_limits limits = brain_limits(b);

	empty_board(b);
	for (unsigned i = 0; i < b->stone_count; i++)
		(void)gobang_tiny_set(&b->board, b->stones[i].x, b->stones[i].y,
			i % 2 == 0 ? GOBANG_BLACK : GOBANG_WHITE);
	if (!swap2_answer(b->engine, &b->board, b->stone_count, &limits, out))
		fail(out, "SWAP2BOARD has 0, 3 or 5 stones");
}

static void list_line(struct brain *b, const char *line, struct buf *out)
{
	struct game_point at;
	uint8_t field = 1;

	if (strcmp(line, "DONE") == 0) {
		b->listing = false;
		if (b->bad_list)
			fail(out, "the list of stones is wrong");
		else if (b->swap2)
			take_swap2(b, out);
		else
			take_board(b, out);
		return;
	}
	if (b->bad_list || b->stone_count == GAME_MOVES_MAX ||
		!read_point(b, line, &at, b->swap2 ? NULL : &field) || field < 1 || field > 3) {
		b->bad_list = true;
		return;
	}
	for (unsigned i = 0; i < b->stone_count; i++)
		b->bad_list = b->bad_list || (b->stones[i].x == at.x && b->stones[i].y == at.y);
	b->stones[b->stone_count] = at;
	b->fields[b->stone_count++] = field;
}

static void set_rule(struct brain *b, uint64_t mask, struct buf *out)
{
	struct gobang_tiny before = b->board;

	b->rule = (mask & 4) != 0   ? GOBANG_RENJU
		  : (mask & 9) == 9 ? GOBANG_CARO_EXACT
		  : (mask & 8) != 0 ? GOBANG_CARO
		  : (mask & 1) != 0 ? GOBANG_EXACT
				    : GOBANG_FREESTYLE;
	if ((mask & 2) != 0)
		buf_printf(out, "MESSAGE a continuous game is not supported\n");
	if (!b->started)
		return;
	gobang_tiny_clear(&b->board, before.side, (uint8_t)b->rule);
	for (uint8_t y = 0; y < before.side; y++)
		for (uint8_t x = 0; x < before.side; x++)
			(void)gobang_tiny_set(
				&b->board, x, y, gobang_tiny_colour(&before, GOBANG_AT(x, y)));
}

/* Memory for the whole program, 0: no limit. The table gets the rest, up to its usual size. */
static void set_memory(struct brain *b, int64_t bytes)
{
	size_t table = b->memory;
	int64_t beside = BESIDE_TABLE + (int64_t)engine_beside(b->engine);
	struct err err;

	if (bytes > 0 && bytes < (int64_t)table + beside)
		table = bytes > beside ? (size_t)(bytes - beside) : 0;
	(void)engine_resize(b->engine, table, &err);
}

/* Reads the value of the key at the start of text, after a blank. */
static bool read_key(const char *text, const char *key, int64_t *value)
{
	size_t len = strlen(key);

	if (strncmp(text, key, len) != 0 || text[len] != ' ' ||
		!num_parse_i64(text + len + 1, value))
		return false;
	if (*value < -UNLIMITED_MS) /* negative times need no larger range */
		*value = -UNLIMITED_MS;
	return true;
}

/* False: not about time. */
static bool info_time(struct brain_times *t, const char *rest)
{
	int64_t number;

	if (read_key(rest, "timeout_turn", &number))
		t->turn = number >= 0 ? number : t->turn;
	else if (read_key(rest, "timeout_match", &number))
		t->match = number;
	else if (read_key(rest, "time_left", &number))
		t->left = number;
	else
		return false;
	return true;
}

/* Has no answer; unknown keys are ignored. */
static void info(struct brain *b, const char *rest, struct buf *out)
{
	int64_t number;

	if (info_time(&b->times, rest))
		return;
	if (read_key(rest, "max_node", &number) && number > 0)
		b->nodes = (uint64_t)number;
	else if (read_key(rest, "max_memory", &number))
		set_memory(b, number);
	else if (read_key(rest, "rule", &number) && number >= 0)
		set_rule(b, (uint64_t)number, out);
}

static void about(struct buf *out)
{
	buf_printf(out, "name=\"biosbelt\", version=\"%s\", author=\"biosbelt\", country=\"\"\n",
		BIOSBELT_VERSION);
}

static void begin_list(struct brain *b, bool swap2)
{
	b->listing = true;
	b->swap2 = swap2;
	b->bad_list = false;
	b->stone_count = 0;
}

static bool is_one_of(const char *word, const char *const *words)
{
	while (*words != NULL && strcmp(word, *words) != 0)
		words++;
	return *words != NULL;
}

/* Commands that need a board. False: none of them. */
static bool on_board(struct brain *b, const char *word, const char *rest, struct buf *out)
{
	static const char *const words[] = {
		"RESTART", "BEGIN", "TURN", "PLAY", "TAKEBACK", "BOARD", "SWAP2BOARD", NULL};

	if (!is_one_of(word, words))
		return false;
	if (!b->started) {
		fail(out, "START comes first");
	} else if (strcmp(word, "RESTART") == 0) {
		empty_board(b);
		buf_printf(out, "OK\n");
	} else if (strcmp(word, "BEGIN") == 0) {
		begin(b, out);
	} else if (strcmp(word, "TURN") == 0) {
		turn(b, rest, out);
	} else if (strcmp(word, "PLAY") == 0) {
		play(b, rest, out);
	} else if (strcmp(word, "TAKEBACK") == 0) {
		take_back(b, rest, out);
	} else {
		begin_list(b, word[0] == 'S');
	}
	return true;
}

/* Copies the first word, and returns what follows it. */
static const char *split(const char *line, char word[16])
{
	size_t len = strcspn(line, " ");

	memset(word, '?', 15); /* a longer word is not a command */
	word[15] = '\0';
	if (len < 16) {
		memcpy(word, line, len);
		word[len] = '\0';
	}
	return line + len + strspn(line + len, " ");
}

bool brain_overhears(struct brain *b, const char *line)
{
	static const char *const ends[] = {
		"END", "RESTART", "START", "RECTSTART", "STOP", "YXSTOP", NULL};
	char word[16];
	const char *rest = split(line, word);

	if (strcmp(word, "INFO") == 0)
		b->cut = info_time(&b->heard, rest) || b->cut;
	return is_one_of(word, ends);
}

bool brain_line(struct brain *b, const char *line, struct buf *out)
{
	char word[16];
	const char *rest = split(line, word);

	if (strcmp(word, "END") == 0)
		return false;
	/* a command ends a list without DONE, so that a restarted manager gets an answer */
	if (b->listing && (word[0] < 'A' || word[0] > 'Z' || strcmp(word, "DONE") == 0)) {
		list_line(b, line, out);
		return true;
	}
	b->listing = false;
	if (strcmp(word, "START") == 0) {
		start(b, rest, out);
	} else if (strcmp(word, "RECTSTART") == 0) {
		start_rectangle(b, rest, out);
	} else if (strcmp(word, "INFO") == 0) {
		info(b, rest, out);
	} else if (strcmp(word, "ABOUT") == 0) {
		about(out);
	} else if (!on_board(b, word, rest, out) && word[0] != '\0' && strcmp(word, "STOP") != 0 &&
		   strcmp(word, "YXSTOP") != 0) { /* these end thinking, or come too late */
		buf_printf(out, "UNKNOWN command\n");
	}
	return true;
}
