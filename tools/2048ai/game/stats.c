/* SPDX-License-Identifier: MIT */
#include "game/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z95  1.959963984540054 /* 97.5 % point of the normal distribution */
#define HEAD "2048ai games 1: "

static int compare_scores(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static double median_of(uint64_t *score, size_t n)
{
	size_t half = n / 2;

	qsort(score, n, sizeof(*score), compare_scores);
	return n % 2 != 0 ? (double)score[half]
			  : ((double)score[half - 1] + (double)score[half]) / 2;
}

enum err_code stats_sum(
	const struct game_record *records, size_t count, struct game_stats *out, struct err *err)
{
	uint64_t *score = malloc((count > 0 ? count : 1) * sizeof(*score));
	double squares = 0;
	size_t n = 0;

	if (score == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memset(out, 0, sizeof(*out));
	for (size_t i = 0; i < count; i++) {
		const struct game_record *r = &records[i];

		if (!r->done)
			continue;
		score[n++] = r->score;
		out->average += (double)r->score;
		out->moves += r->moves;
		out->nodes += r->nodes;
		out->cpu_us += r->cpu_us;
		for (unsigned k = 0; k <= r->max_rank && k <= STATS_RANK_MAX; k++)
			out->reached[k]++;
	}
	out->games = n;
	if (n > 0) {
		out->average /= (double)n;
		out->median = median_of(score, n);
		out->worst = score[0];
		out->best = score[n - 1];
	}
	for (size_t i = 0; i < n; i++)
		squares += ((double)score[i] - out->average) * ((double)score[i] - out->average);
	if (n > 1)
		out->half_width = Z95 * sqrt(squares / (double)(n - 1) / (double)n);
	free(score);
	return ERR_OK;
}

void stats_interval(size_t hits, size_t n, double *low, double *high)
{
	double p, z2 = Z95 * Z95, count = (double)n, centre, half;

	*low = 0;
	*high = 1;
	if (n == 0)
		return;
	p = (double)hits / count;
	centre = (p + z2 / (2 * count)) / (1 + z2 / count);
	half = Z95 * sqrt(p * (1 - p) / count + z2 / (4 * count * count)) / (1 + z2 / count);
	*low = centre - half > 0 ? centre - half : 0;
	*high = centre + half < 1 ? centre + half : 1;
}

void stats_write(
	struct buf *out, const char *settings, const struct game_record *records, size_t count)
{
	buf_printf(out, HEAD "%s\ngame,score,max_rank,moves,nodes,cpu_us\n", settings);
	for (size_t i = 0; i < count; i++) {
		const struct game_record *r = &records[i];

		if (r->done)
			buf_printf(out, "%zu,%llu,%u,%lu,%llu,%llu\n", i,
				(unsigned long long)r->score, r->max_rank, (unsigned long)r->moves,
				(unsigned long long)r->nodes, (unsigned long long)r->cpu_us);
	}
}

/* Next line without its end; false at the end of the text. */
static bool next_line(struct span text, size_t *pos, struct span *line)
{
	size_t end = *pos;

	if (*pos >= text.len)
		return false;
	while (end < text.len && text.ptr[end] != '\n')
		end++;
	(void)span_slice(text, *pos, end - *pos, line);
	*pos = end + 1;
	return true;
}

static bool parse_numbers(struct span line, uint64_t out[6])
{
	unsigned field = 0, digits = 0;

	memset(out, 0, 6 * sizeof(*out));
	for (size_t i = 0; i < line.len; i++) {
		uint8_t c = line.ptr[i];

		if (c == ',') {
			if (digits == 0 || ++field == 6)
				return false;
			digits = 0;
		} else if (c >= '0' && c <= '9' && ++digits < 19) {
			out[field] = out[field] * 10 + (uint64_t)(c - '0');
		} else {
			return false;
		}
	}
	return field == 5 && digits > 0;
}

enum err_code stats_read(struct span text, const char *settings, struct game_record *records,
	size_t count, struct err *err)
{
	size_t pos = 0, number = 0, head = strlen(HEAD), len = strlen(settings);
	struct span line;

	if (!next_line(text, &pos, &line) || !span_starts(line, HEAD, head))
		return err_set(err, ERR_FORMAT, "not a state file of 2048ai");
	if (text.ptr[text.len - 1] != '\n') /* truncated: digits may be missing */
		return err_set(err, ERR_FORMAT, "state file: its last line is cut off");
	if (line.len != head + len || memcmp(line.ptr + head, settings, len) != 0)
		return err_set(err, ERR_USAGE,
			"the state file belongs to other settings than \"%s\"", settings);
	while (next_line(text, &pos, &line)) {
		uint64_t v[6];

		if (number++ == 0) /* the names of the columns */
			continue;
		if (!parse_numbers(line, v) || v[2] > STATS_RANK_MAX || v[3] > UINT32_MAX)
			return err_set(
				err, ERR_FORMAT, "state file: line %zu is damaged", number + 1);
		if (v[0] < count)
			records[v[0]] = (struct game_record){
				true, (unsigned)v[2], (uint32_t)v[3], v[1], v[4], v[5]};
	}
	return ERR_OK;
}
