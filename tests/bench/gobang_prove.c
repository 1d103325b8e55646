/* SPDX-License-Identifier: MIT */
/*
 * gobang_prove: reads positions of five in a row and proves wins in them, in the most obvious way:
 * no tables, no hashes, nothing shared with the programs of the tree. A line is
 *
 *   RULE COLOUR PLIES POINTS POINTS [...]
 *
 * RULE freestyle or renju, COLOUR (black or white) is to move, PLIES the longest win looked for,
 * POINTS black's and white's stones as SGF letters ("hhii", "-" for none). Printed is the line with
 * "win N" or "none" before it: N plies at most lead to five, against every answer on the whole
 * board. The winner is only given moves that threaten something: a five, or an open four. Whatever
 * is in doubt is decided against it: black's move that may be forbidden is not made, and black's
 * answers never are forbidden. So a win is one; "none" only says that there is none of that kind.
 * "unknown": more work than NODES.
 *
 * With a FILE it checks that PLIES is what it finds, and for 0 that there is no win within
 * NONE_PLIES; with a number after it, only in every so-many-th line:
 *
 *   cc -O2 -o gobang_prove tests/bench/gobang_prove.c && ./gobang_prove tests/unit/gobang/wins.txt
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE       15
#define ROW        (SIDE + 10)
#define CELLS      (ROW * ROW)
#define AT(x, y)   (((y) + 5) * ROW + (x) + 5)
#define NODES      3000000L
#define NONE_PLIES 13
#define FOURS_MAX  12 /* moves of a win by fours */

enum { EMPTY, BLACK, WHITE, WALL };

static const int steps[4] = {1, ROW, ROW + 1, ROW - 1};
static unsigned char cell[CELLS];
static bool renju;
static long nodes;

/* The run that colour would have through a point along one direction. */
static int run(int colour, int at, int step)
{
	int n = 1;

	for (int i = at + step; cell[i] == colour; i += step)
		n++;
	for (int i = at - step; cell[i] == colour; i -= step)
		n++;
	return n;
}

static bool exact(int colour)
{
	return renju && colour == BLACK;
}

static bool makes_five(int colour, int at)
{
	for (int d = 0; d < 4; d++) {
		int n = run(colour, at, steps[d]);

		if (n == 5 || (n > 5 && !exact(colour)))
			return true;
	}
	return false;
}

/* Empty points along direction d around a stone that complete a five in that direction. */
static int fives_along(int colour, int at, int d, int out[10])
{
	int empty[10], count = 0, free = 0, stones = 1;

	for (int way = -1; way <= 1; way += 2)
		for (int i = 1, on = at + way * steps[d]; i <= 4; i++, on += way * steps[d]) {
			if (cell[on] == colour)
				stones++;
			else if (cell[on] == EMPTY)
				empty[free++] = on;
			else
				break;
		}
	if (stones < 4)
		return 0;
	for (int i = 0; i < free; i++) {
		int n = run(colour, empty[i], steps[d]);

		if (n == 5 || (n > 5 && !exact(colour)))
			out[count++] = empty[i];
	}
	return count;
}

/* All points that complete a five of colour through the stone at. */
static int fives_through(int colour, int at, int out[40])
{
	int count = 0;

	for (int d = 0; d < 4; d++)
		count += fives_along(colour, at, d, out + count);
	return count;
}

/* Does a stone on at leave a straight four along d: two fives, five apart? */
static bool straight_four(int colour, int at, int d)
{
	int points[10];

	return fives_along(colour, at, d, points) == 2 &&
	       abs(points[0] - points[1]) == 5 * abs(steps[d]);
}

/* Does the stone at (already there) make a three along d: could one more make a straight four? */
static bool three_along(int colour, int at, int d)
{
	bool found = false;

	for (int way = -1; way <= 1 && !found; way += 2)
		for (int i = 1, on = at + way * steps[d]; i <= 3 && !found;
			i++, on += way * steps[d]) {
			if (cell[on] == EMPTY) {
				cell[on] = (unsigned char)colour;
				found = straight_four(colour, on, d);
				cell[on] = EMPTY;
			} else if (cell[on] != colour) {
				break;
			}
		}
	return found;
}

/* May black's stone at (already there, no five) be forbidden? */
static bool doubtful(int at)
{
	int threes = 0, fours = 0, points[10];

	for (int d = 0; d < 4; d++) {
		int count = fives_along(BLACK, at, d, points);

		if (run(BLACK, at, steps[d]) > 5)
			return true;
		fours += count > 0;
		if (count > 2 || (count == 2 && !straight_four(BLACK, at, d)))
			return true;
		threes += count == 0 && three_along(BLACK, at, d);
	}
	return fours > 1 || threes > 1;
}

/* A point that completes a five, other than not; 0: none. */
static int any_five(int colour, int not )
{
	for (int y = 0; y < SIDE; y++)
		for (int at = AT(0, y), end = at + SIDE; at < end; at++)
			if (cell[at] == EMPTY && at != not &&makes_five(colour, at))
				return at;
	return 0;
}

/* The first of points that is not the one named; 0: none. */
static int other_point(const int *points, int count, int not )
{
	for (int i = 0; i < count; i++)
		if (points[i] != not )
			return points[i];
	return 0;
}

static int fours(int colour, int moves, int stop);

/* A four by a stone on at, the answer, and what is left of moves; 0: no win. No five of either
 * could be made before, other than the one that the stone stops: all fives go through the two new
 * stones. */
static int four_wins(int colour, int at, int moves)
{
	int points[40], theirs[40], count, won = 0;

	cell[at] = (unsigned char)colour;
	count = fives_through(colour, at, points);
	if (count > 0 && !(exact(colour) && doubtful(at))) {
		cell[points[0]] = (unsigned char)(3 - colour);
		if (!makes_five(3 - colour, points[0])) {
			int stops = fives_through(3 - colour, points[0], theirs);
			int stop = other_point(theirs, stops, 0);

			if (other_point(points, count, points[0]) != 0)
				won = 1;
			else if (other_point(theirs, stops, stop) == 0)
				won = fours(colour, moves - 1, stop);
		}
		cell[points[0]] = EMPTY;
	}
	cell[at] = EMPTY;
	return won > 0 ? won + 2 : 0;
}

/* The plies of a win by at most moves fours; 0: none. No five can be made at once; stop: the only
 * point where the other side can, or 0. */
static int fours(int colour, int moves, int stop)
{
	if (moves == 0 || --nodes < 0)
		return 0;
	for (int y = 0; y < SIDE; y++)
		for (int at = AT(0, y), end = at + SIDE; at < end; at++) {
			int won = 0;

			if (cell[at] == EMPTY && (stop == 0 || at == stop))
				won = four_wins(colour, at, moves);
			if (won > 0)
				return won;
		}
	return 0;
}

/* The plies of the shortest win by fours; 0: none within plies. stop: where the other side makes a
 * five, or 0. */
static int fours_shortest(int colour, int plies, int stop)
{
	if (plies >= 1 && any_five(colour, 0) != 0)
		return 1;
	if (stop != 0 && any_five(3 - colour, stop) != 0)
		return 0;
	for (int moves = 1; moves <= FOURS_MAX && 2 * moves + 1 <= plies; moves++) {
		int won = fours(colour, moves, stop);

		if (won > 0)
			return won;
	}
	return 0;
}

static int wins(int colour, int plies);

/* Would a stone of colour on an empty point complete a five or make a four? */
static bool matters(int colour, int at)
{
	int points[40];
	bool found;

	cell[at] = (unsigned char)colour;
	found = makes_five(colour, at) || fives_through(colour, at, points) > 0;
	cell[at] = EMPTY;
	return found;
}

/* The plies in which colour wins after one answer; 0: it does not. five: completes one, or 0. */
static int answer_loses(int colour, int at, int five, int plies)
{
	int won;

	cell[at] = (unsigned char)(3 - colour);
	if (makes_five(3 - colour, at))
		won = 0;
	else
		won = five != 0 && five != at ? 1 : wins(colour, plies - 1);
	cell[at] = EMPTY;
	return won > 0 ? won + 1 : 0;
}

/* After a threat of colour: the plies of the longest defence; 0: one of them holds. Every empty
 * point is an answer; those that look like one come first. */
static int every_answer_loses(int colour, int plies)
{
	int longest = 0, five = any_five(colour, 0);
	bool first[CELLS];

	for (int at = AT(0, 0); at <= AT(SIDE - 1, SIDE - 1); at++)
		first[at] =
			cell[at] == EMPTY &&
			(five != 0 ? at == five : matters(colour, at) || matters(3 - colour, at));
	for (int pass = 0; pass < 2; pass++)
		for (int y = 0; y < SIDE; y++)
			for (int at = AT(0, y), end = at + SIDE; at < end; at++) {
				int won;

				if (cell[at] != EMPTY || first[at] != (pass == 0))
					continue;
				won = answer_loses(colour, at, five, plies);
				if (won == 0)
					return 0;
				longest = won > longest ? won : longest;
			}
	return longest;
}

static bool threatens(int colour, int at)
{
	int points[40];

	if (fives_through(colour, at, points) > 0)
		return true;
	for (int d = 0; d < 4; d++)
		if (three_along(colour, at, d))
			return true;
	return false;
}

/* The plies in which colour, to move, makes five against every answer; 0: not within plies. */
static int wins(int colour, int plies)
{
	int stop = any_five(3 - colour, 0), won = fours_shortest(colour, plies, stop);

	if (won > 0 || plies < 5)
		return won;
	if (--nodes < 0)
		return 0;
	if (stop != 0 && any_five(3 - colour, stop) != 0)
		return 0;
	for (int y = 0; y < SIDE; y++)
		for (int at = AT(0, y), end = at + SIDE; at < end; at++) {
			if (cell[at] != EMPTY || (stop != 0 && at != stop))
				continue;
			cell[at] = (unsigned char)colour;
			if (threatens(colour, at) && !(exact(colour) && doubtful(at)))
				won = every_answer_loses(colour, plies - 1);
			cell[at] = EMPTY;
			if (won > 0)
				return won + 1;
		}
	return 0;
}

static bool read_points(const char *text, int colour)
{
	if (strcmp(text, "-") == 0)
		return true;
	for (; text[0] != '\0'; text += 2) {
		int x = text[0] - 'a', y = text[1] - 'a';

		if (text[1] == '\0' || x < 0 || y < 0 || x >= SIDE || y >= SIDE ||
			cell[AT(x, y)] != EMPTY)
			return false;
		cell[AT(x, y)] = (unsigned char)colour;
	}
	return true;
}

static bool read_position(const char *line, int *colour, int *plies)
{
	char rule[16], side[16], black[512], white[512];

	if (sscanf(line, "%15s %15s %d %511s %511s", rule, side, plies, black, white) != 5)
		return false;
	memset(cell, WALL, sizeof(cell));
	for (int y = 0; y < SIDE; y++)
		memset(cell + AT(0, y), EMPTY, SIDE);
	renju = strcmp(rule, "renju") == 0;
	*colour = strcmp(side, "white") == 0 ? WHITE : BLACK;
	return read_points(black, BLACK) && read_points(white, WHITE);
}

/* The plies of the shortest win, of at most plies; 0: none. */
static int shortest(int colour, int plies)
{
	int won = 0;

	nodes = NODES;
	for (int p = 1; p <= plies && won == 0 && nodes > 0; p += 2)
		won = wins(colour, p);
	return won;
}

int main(int argc, char **argv)
{
	FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
	bool check = argc > 1, right = true;
	long every = argc > 2 ? strtol(argv[2], NULL, 10) : 1, count = 0;
	char line[2048];

	if (in == NULL) {
		perror(argv[1]);
		return 1;
	}
	while (fgets(line, sizeof(line), in) != NULL) {
		int colour, plies, won;

		if (line[0] == '#' || (every > 1 && count++ % every != 0))
			continue;
		if (!read_position(line, &colour, &plies)) {
			fprintf(stderr, "gobang_prove: not a position: %s", line);
			return 1;
		}
		won = shortest(colour, check && plies == 0 ? NONE_PLIES : plies);
		if (check && won == plies && nodes > 0)
			continue;
		right = !check;
		if (won > 0)
			printf("win %d %s", won, line);
		else
			printf("%s %s", nodes > 0 ? "none" : "unknown", line);
		fflush(stdout);
	}
	return right ? 0 : 1;
}
