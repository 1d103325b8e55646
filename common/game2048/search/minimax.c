/* SPDX-License-Identifier: MIT */
#include "search/minimax.h"

#include <string.h>

#define SMOOTH_WEIGHT 0.1
#define MONO_WEIGHT   1.0
#define EMPTY_WEIGHT  2.7
#define MAX_WEIGHT    1.0
#define WIN_SCORE     10000.0
#define WIN_FLOOR     9900.0 /* a score above it is a win, reduced by one per ply until then */
#define DEFAULT_DEPTH 4
#define TREE_MAX      16

struct mini {
	const struct g2048_tables *tables;
	const struct minimax_lines *lines;
	const struct search_limits *limits;
	bool won; /* the board had 2048 from the start: a win is not counted again */
	uint64_t nodes;
	uint64_t cutoffs;
	uint32_t ask;
	bool stopped;
};

/* Natural logarithms of 0 to 16, as constants so that every build has the same; that of 0, minus
 * infinity, is replaced by -100. */
static const double log_of[17] = {-100.0, 0.0, 0.69314718055994531, 1.0986122886681098,
	1.3862943611198906, 1.6094379124341003, 1.791759469228055, 1.9459101490553132,
	2.0794415416798357, 2.1972245773362196, 2.3025850929940459, 2.3978952727983707,
	2.4849066497880004, 2.5649493574615367, 2.6390573296152584, 2.7080502011022101,
	2.7725887222397811};

/* Sum of the differences between each tile and the next one along a line of four. */
static int line_roughness(unsigned line)
{
	int sum = 0, prev = 0;

	for (unsigned i = 0; i < 4; i++) {
		int r = (int)(line >> (4 * i)) & 15;

		if (r == 0)
			continue;
		if (prev != 0)
			sum += r > prev ? r - prev : prev - r;
		prev = r;
	}
	return sum;
}

double minimax_smoothness(uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	int sum = 0;

	for (unsigned i = 0; i < 64; i += 16)
		sum += line_roughness((board >> i) & 0xFFFF) + line_roughness((col >> i) & 0xFFFF);
	return -(double)sum;
}

/* Penalties of a line that should fall and of one that should rise, both 0 or less. Empty cells in
 * between are skipped; an empty last cell counts as 0. */
static void line_monotony(unsigned line, int *falling, int *rising)
{
	unsigned now = 0, next = 1;

	while (next < 4) {
		int a, b;

		while (next < 4 && ((line >> (4 * next)) & 15) == 0)
			next++;
		if (next >= 4)
			next = 3;
		a = (int)(line >> (4 * now)) & 15;
		b = (int)(line >> (4 * next)) & 15;
		if (a > b)
			*falling += b - a;
		else
			*rising += a - b;
		now = next++;
	}
}

double minimax_monotonicity(uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	int down = 0, up = 0, left = 0, right = 0;

	for (unsigned i = 0; i < 64; i += 16) {
		line_monotony((board >> i) & 0xFFFF, &left, &right);
		line_monotony((col >> i) & 0xFFFF, &up, &down);
	}
	return (double)(left > right ? left : right) + (double)(up > down ? up : down);
}

/* By flood fill; for any board. */
static unsigned count_islands(uint64_t board)
{
	unsigned seen = 0, count = 0;

	for (unsigned start = 0; start < 16; start++) {
		unsigned stack[64], top = 0, rank = g2048_rank(board, start);

		if (rank == 0 || ((seen >> start) & 1) != 0)
			continue;
		count++;
		stack[top++] = start;
		while (top > 0) { /* a cell is pushed at most four times */
			unsigned c = stack[--top];

			if (((seen >> c) & 1) != 0 || g2048_rank(board, c) != rank)
				continue;
			seen |= 1u << c;
			if (c % 4 > 0)
				stack[top++] = c - 1;
			if (c % 4 < 3)
				stack[top++] = c + 1;
			if (c >= 4)
				stack[top++] = c - 4;
			if (c < 12)
				stack[top++] = c + 4;
		}
	}
	return count;
}

/* Bit 4*i is set where nibble i is not 0. */
static uint64_t used_mask(uint64_t x)
{
	x |= x >> 2;
	x |= x >> 1;
	return x & 0x1111111111111111ull;
}

static unsigned count_bits(uint64_t x)
{
	return (unsigned)__builtin_popcountll(x);
}

/* Tiles minus pairs of equal neighbours, plus one for every square of four equal ones: Euler's
 * formula. It would be wrong for a ring round a hole, which needs at least eight pairs. */
unsigned minimax_islands(uint64_t board)
{
	uint64_t used = used_mask(board);
	uint64_t right = used & ~used_mask(board ^ (board >> 4)) & 0x0111011101110111ull;
	uint64_t below = used & ~used_mask(board ^ (board >> 16)) & 0x0000111111111111ull;
	unsigned pairs = count_bits(right) + count_bits(below);

	if (pairs >= 8)
		return count_islands(board);
	return count_bits(used) - pairs + count_bits(right & (right >> 16) & below & (below >> 4));
}

void minimax_lines_init(struct minimax_lines *l)
{
	for (unsigned line = 0; line < 65536; line++) {
		int falling = 0, rising = 0;

		line_monotony(line, &falling, &rising);
		l->of[line].rough = (int8_t)line_roughness(line);
		l->of[line].falling = (int8_t)falling;
		l->of[line].rising = (int8_t)rising;
	}
}

static int smoothness(const struct minimax_lines *l, uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	int sum = 0;

	for (unsigned i = 0; i < 64; i += 16)
		sum += l->of[(board >> i) & 0xFFFF].rough + l->of[(col >> i) & 0xFFFF].rough;
	return -sum;
}

double minimax_value(const struct minimax_lines *l, uint64_t board)
{
	uint64_t col = g2048_transpose(board);
	int down = 0, up = 0, left = 0, right = 0, rough = 0;

	for (unsigned i = 0; i < 64; i += 16) {
		const struct minimax_line *row = &l->of[(board >> i) & 0xFFFF];
		const struct minimax_line *column = &l->of[(col >> i) & 0xFFFF];

		rough += row->rough + column->rough;
		left += row->falling;
		right += row->rising;
		up += column->falling;
		down += column->rising;
	}
	return SMOOTH_WEIGHT * -(double)rough +
	       MONO_WEIGHT *
		       ((double)(left > right ? left : right) + (double)(up > down ? up : down)) +
	       EMPTY_WEIGHT * log_of[g2048_count_empty(board)] +
	       MAX_WEIGHT * (double)g2048_max_rank(board);
}

double minimax_evaluate(uint64_t board)
{
	return SMOOTH_WEIGHT * minimax_smoothness(board) +
	       MONO_WEIGHT * minimax_monotonicity(board) +
	       EMPTY_WEIGHT * log_of[g2048_count_empty(board)] +
	       MAX_WEIGHT * (double)g2048_max_rank(board);
}

static double opponent(struct mini *m, uint64_t board, unsigned depth, double alpha, double beta);

static bool is_stopped(struct mini *m)
{
	if (!m->stopped && m->limits->stop != NULL && ++m->ask % 256 == 0)
		m->stopped = m->limits->stop(m->limits->user);
	return m->stopped;
}

/* The value of `after`, the board after a move of the player. */
static double after_move(struct mini *m, uint64_t after, unsigned depth, double alpha, double beta)
{
	double score;

	m->nodes++;
	if (!m->won && g2048_max_rank(after) >= G2048_WIN_RANK)
		return WIN_SCORE;
	if (depth == 0) /* the deepest ply is the player's */
		return minimax_value(m->lines, after);
	score = opponent(m, after, depth, alpha, beta);
	return score > WIN_FLOOR ? score - 1 : score;
}

static double player(struct mini *m, uint64_t board, unsigned depth, double alpha, double beta)
{
	struct g2048_moves moves;

	g2048_all_moves(m->tables, board, &moves);
	if (is_stopped(m))
		return alpha;
	for (unsigned d = 0; d < 4; d++) {
		double score;

		if (moves.after[d] == board)
			continue;
		score = after_move(m, moves.after[d], depth, alpha, beta);
		if (score > alpha)
			alpha = score;
		if (alpha > beta) {
			m->cutoffs++;
			return beta;
		}
	}
	return alpha;
}

/* The worst placements for the player: all that share the largest islands - smoothness. */
static unsigned worst_placements(const struct minimax_lines *l, uint64_t board, uint64_t out[32])
{
	int worst = 0;
	unsigned n = 0;

	for (unsigned tile = 1; tile <= 2; tile++) {
		for (uint64_t e = g2048_empty_mask(board); e != 0; e &= e - 1) {
			uint64_t b = board | (e & (0ull - e)) * tile;
			int annoy = (int)minimax_islands(b) - smoothness(l, b);

			if (n > 0 && annoy < worst)
				continue;
			if (n == 0 || annoy > worst)
				n = 0;
			worst = annoy;
			out[n++] = b;
		}
	}
	return n;
}

static double opponent(struct mini *m, uint64_t board, unsigned depth, double alpha, double beta)
{
	uint64_t worst[32];
	unsigned n = worst_placements(m->lines, board, worst);

	for (unsigned i = 0; i < n; i++) {
		double score;

		m->nodes++;
		score = player(m, worst[i], depth - 1, alpha, beta);
		if (score < beta)
			beta = score;
		if (beta < alpha) {
			m->cutoffs++;
			return alpha;
		}
	}
	return beta;
}

/* One iteration; false when it was stopped. */
static bool iterate(struct mini *m, uint64_t board, unsigned depth, struct search_result *out)
{
	struct g2048_moves moves;
	double value[4] = {0, 0, 0, 0}, alpha = -WIN_SCORE;
	enum g2048_dir best = G2048_NONE;

	g2048_all_moves(m->tables, board, &moves);
	for (unsigned d = 0; d < 4; d++) {
		if (((out->legal >> d) & 1) == 0)
			continue;
		value[d] = after_move(m, moves.after[d], depth, alpha, WIN_SCORE);
		if (best == G2048_NONE || value[d] > alpha) {
			best = (enum g2048_dir)d;
			alpha = value[d] > alpha ? value[d] : alpha;
		}
	}
	out->nodes = m->nodes;
	out->hits = m->cutoffs;
	if (m->stopped && out->depth > 0)
		return false;
	memcpy(out->value, value, sizeof(value));
	out->best = best;
	out->depth = depth + 1;
	return !m->stopped;
}

void minimax_run(const struct g2048_tables *tables, const struct minimax_lines *lines,
	uint64_t board, const struct search_limits *limits, struct search_result *out)
{
	struct mini m = {.tables = tables, .lines = lines, .limits = limits};
	bool open = limits->nodes > 0 || limits->more != NULL;
	unsigned max = limits->depth > 0 ? limits->depth : open ? SEARCH_DEPTH_MAX : DEFAULT_DEPTH;
	uint64_t before = 0, last = 0;
	struct g2048_moves moves;

	memset(out, 0, sizeof(*out));
	out->best = G2048_NONE;
	m.won = g2048_max_rank(board) >= G2048_WIN_RANK;
	g2048_all_moves(tables, board, &moves);
	for (unsigned d = 0; d < 4; d++)
		out->legal |= (unsigned)(moves.after[d] != board) << d;
	if (out->legal == 0)
		return;
	for (unsigned depth = 0; depth < max; depth++) {
		double factor;

		if (!iterate(&m, board, depth, out))
			return;
		factor = last > 0 ? (double)(m.nodes - before) / (double)last : 4;
		last = m.nodes - before;
		before = m.nodes;
		factor = factor < 2 ? 2 : factor;
		if (limits->nodes > 0 &&
			(double)m.nodes + (double)last * factor > (double)limits->nodes)
			return;
		if (limits->more != NULL && !limits->more(limits->user, factor))
			return;
	}
}

double minimax_tree_value(
	struct minimax_tree *t, unsigned node, bool maximise, double alpha, double beta)
{
	unsigned child[TREE_MAX];
	unsigned n = t->children(t->user, node, child, TREE_MAX);

	if (n == 0) {
		t->leaves++;
		return t->value(t->user, node);
	}
	for (unsigned i = 0; i < n; i++) {
		double v = minimax_tree_value(t, child[i], !maximise, alpha, beta);

		if (maximise && v > alpha)
			alpha = v;
		if (!maximise && v < beta)
			beta = v;
		if (t->prune && beta <= alpha)
			break;
	}
	return maximise ? alpha : beta;
}
