/* SPDX-License-Identifier: MIT */
#include "biosbelt/term.h"

/* Steps of xterm's 6x6x6 cube (256colres.pl in xterm's source). */
static const int cube[6] = {0, 95, 135, 175, 215, 255};

/* The 16 colours of the Windows console and the VGA text mode, ANSI order. */
static const unsigned char palette[16][3] = {{0, 0, 0}, {128, 0, 0}, {0, 128, 0}, {128, 128, 0},
	{0, 0, 128}, {128, 0, 128}, {0, 128, 128}, {192, 192, 192}, {128, 128, 128}, {255, 0, 0},
	{0, 255, 0}, {255, 255, 0}, {0, 0, 255}, {255, 0, 255}, {0, 255, 255}, {255, 255, 255}};

struct rgb {
	int c[3];
};

static struct rgb split(uint32_t colour)
{
	return (struct rgb){
		{(int)(colour >> 16 & 255), (int)(colour >> 8 & 255), (int)(colour & 255)}};
}

static int distance(struct rgb a, int r, int g, int b)
{
	int dr = a.c[0] - r;
	int dg = a.c[1] - g;
	int db = a.c[2] - b;

	return 3 * dr * dr + 6 * dg * dg + db * db; /* the eye is keenest on green */
}

static int nearest_step(int value)
{
	int best = 0;
	int i;

	for (i = 1; i < 6; i++) {
		int now = value > cube[i] ? value - cube[i] : cube[i] - value;
		int then = value > cube[best] ? value - cube[best] : cube[best] - value;

		if (now < then)
			best = i;
	}
	return best;
}

unsigned term_to_256(uint32_t colour)
{
	struct rgb v = split(colour);
	int r = nearest_step(v.c[0]);
	int g = nearest_step(v.c[1]);
	int b = nearest_step(v.c[2]);
	int grey = ((v.c[0] + v.c[1] + v.c[2]) / 3 - 3) / 10; /* ramp 8, 18 .. 238 */
	int level;

	if (colour & 0x02000000u)
		return colour & 15u;
	if (grey < 0)
		grey = 0;
	if (grey > 23)
		grey = 23;
	level = 8 + 10 * grey;
	if (distance(v, level, level, level) < distance(v, cube[r], cube[g], cube[b]))
		return (unsigned)(232 + grey);
	return (unsigned)(16 + 36 * r + 6 * g + b);
}

unsigned term_to_16(uint32_t colour)
{
	struct rgb v = split(colour);
	unsigned best = 0;
	int least = -1;
	unsigned i;

	if (colour & 0x02000000u)
		return colour & 15u;
	for (i = 0; i < 16; i++) {
		int d = distance(v, palette[i][0], palette[i][1], palette[i][2]);

		if (least < 0 || d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}
