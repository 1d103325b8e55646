/* SPDX-License-Identifier: MIT */
#include "train/curve.h"

#include <stdlib.h>
#include <string.h>

#define WIDTH   800
#define HEIGHT  440
#define LEFT    70
#define RIGHT   60
#define TOP     40
#define BOTTOM  50
#define COLUMNS 8 /* unix_time, moves, games, average, best, 4096, 8192, 16384, then 32768 */

struct point {
	double moves;
	double average;
	double rate[3]; /* 8192, 16384, 32768 */
};

struct curve {
	struct point *point;
	size_t count;
	double moves_max;
	double average_max;
};

/* Parses one line of numbers; false when it is something else. */
static bool parse_line(const char *text, struct point *out)
{
	double value[COLUMNS + 1];
	char *end;

	for (unsigned i = 0; i <= COLUMNS; i++) {
		value[i] = strtod(text, &end);
		if (end == text || *end != ',' || !(value[i] >= 0 && value[i] < 1e18))
			return false;
		text = end + 1;
	}
	*out = (struct point){value[1], value[3], {value[6], value[7], value[8]}};
	return out->rate[0] <= 1 && out->rate[1] <= 1 && out->rate[2] <= 1;
}

static enum err_code read_points(struct span csv, struct curve *c, struct err *err)
{
	size_t at = 0, line = 0;

	while (at < csv.len) {
		size_t end = span_find(csv, at, "\n", 1), len;
		char text[256];

		end = end == SIZE_MAX ? csv.len : end;
		len = end - at;
		if (line++ > 0 && len > 0) {
			struct point *p = &c->point[c->count];

			if (len >= sizeof(text) || c->count == CURVE_POINTS_MAX)
				return err_set(err, ERR_LIMIT,
					"line %zu: too long, or too many lines", line);
			memcpy(text, csv.ptr + at, len);
			text[len] = '\0';
			if (!parse_line(text, p))
				return err_set(err, ERR_FORMAT,
					"line %zu is not one of a learning curve", line);
			c->moves_max = p->moves > c->moves_max ? p->moves : c->moves_max;
			c->average_max = p->average > c->average_max ? p->average : c->average_max;
			c->count++;
		}
		at = end + 1;
	}
	if (c->count == 0 || c->moves_max <= 0 || c->average_max <= 0)
		return err_set(err, ERR_FORMAT, "no points of a learning curve");
	return ERR_OK;
}

/* The smallest of 1, 2, 5, 10, 20, ... that divides max into at most ten. */
static double tick(double max)
{
	double t = 1;

	for (unsigned i = 0; t * 10 < max; i++)
		t *= i % 3 == 1 ? 2.5 : 2;
	return t;
}

static double x_of(const struct curve *c, double moves)
{
	return LEFT + (WIDTH - LEFT - RIGHT) * moves / c->moves_max;
}

static double y_of(double share)
{
	return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share;
}

static void add_axes(struct buf *b, const struct curve *c, double top)
{
	double step = tick(c->moves_max), unit = step >= 1e8 ? 1e9 : 1e6;

	for (unsigned i = 0; i * step <= c->moves_max; i++)
		buf_printf(b,
			"<path d=\"M%.1f %d V%d\" class=\"g\"/>"
			"<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g</text>\n",
			x_of(c, i * step), TOP, HEIGHT - BOTTOM, x_of(c, i * step),
			HEIGHT - BOTTOM + 18, i * step / unit);
	buf_printf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">training moves (%s)</text>\n",
		(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10,
		unit > 1e8 ? "thousand millions" : "millions");
	step = tick(top);
	for (unsigned i = 0; i * step <= top; i++)
		buf_printf(b,
			"<path d=\"M%d %.1f H%d\" class=\"g\"/>"
			"<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n",
			LEFT, y_of(i * step / top), WIDTH - RIGHT, LEFT - 6,
			y_of(i * step / top) + 4, i * step);
	for (unsigned p = 0; p <= 100; p += 20)
		buf_printf(b, "<text x=\"%d\" y=\"%.1f\">%u %%</text>\n", WIDTH - RIGHT + 6,
			y_of(p / 100.0) + 4, p);
}

/* which: 0 the average, 1 to 3 a rate. */
static void add_line(struct buf *b, const struct curve *c, double top, unsigned which)
{
	static const char *const colour[] = {"#000", "#2a7", "#27c", "#c33"};
	static const char *const name[] = {"average score", "8192", "16384", "32768"};

	buf_printf(b, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" points=\"",
		colour[which], which == 0 ? "2.5" : "1.5");
	for (size_t i = 0; i < c->count; i++) {
		const struct point *p = &c->point[i];
		double share = which == 0 ? p->average / top : p->rate[which - 1];

		buf_printf(b, "%.1f,%.1f ", x_of(c, p->moves), y_of(share));
	}
	buf_printf(b, "\"/>\n<text x=\"%u\" y=\"24\" fill=\"%s\">%s</text>\n", LEFT + 160 * which,
		colour[which], name[which]);
}

enum err_code curve_draw(struct span csv, struct buf *svg, struct err *err)
{
	struct curve c = {.count = 0};
	enum err_code rc;

	c.point = malloc(CURVE_POINTS_MAX * sizeof(*c.point));
	if (c.point == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = read_points(csv, &c, err);
	if (rc == ERR_OK) {
		double top = c.average_max * 1.05;

		buf_printf(svg,
			"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
			"font-family=\"sans-serif\" font-size=\"12\">\n"
			"<style>.g{stroke:#ddd}</style>\n"
			"<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
			WIDTH, HEIGHT, WIDTH, HEIGHT);
		add_axes(svg, &c, top);
		for (unsigned i = 0; i < 4; i++)
			add_line(svg, &c, top, i);
		buf_str(svg, "</svg>\n");
		if (svg->failed != ERR_OK)
			rc = err_set(err, svg->failed, "out of memory");
	}
	free(c.point);
	return rc;
}
