/* SPDX-License-Identifier: MIT */
/* Multi-byte symbols in the places where tables, data sheets and lists have them. */
#include "detect/bytes.h"
#include "detect/context.h"

/* The neighbours of a character; beyond the ends of a line they are LF. */
struct place {
	struct span line;
	size_t start;
	size_t end;
	uint8_t before;
	uint8_t after;
};

static bool is_gap(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Whether a number ends `back` bytes before it, or a blank earlier. */
static bool is_after_number(const struct place *p, size_t back)
{
	size_t at = p->start - back;

	if (p->start <= back)
		return false;
	if (p->line.ptr[at - 1] == ' ' && at > 1)
		at--;
	return is_digit(p->line.ptr[at - 1]);
}

/* Ohms: "10Ω", "4.7kΩ", "10 MΩ". */
static bool is_ohm(const struct place *p)
{
	bool scaled = is_one_of(p->before, "kKMmG") && is_after_number(p, 1);

	return (scaled || is_after_number(p, 0)) && !is_ascii_letter(p->after);
}

/* A tolerance: "±5%", "3.3V±5%", "± 2". */
static bool is_tolerance(const struct place *p)
{
	uint8_t next = p->after == ' ' ? byte_at(p->line, p->end + 1) : p->after;

	return is_digit(next) && (!is_ascii_letter(p->before) || is_after_number(p, 1));
}

static bool is_micro(const struct place *p)
{
	return (is_after_number(p, 0) || is_gap(p->before) || is_one_of(p->before, "[(")) &&
	       is_one_of(p->after, "smAVFHWgl") && !is_ascii_letter(byte_at(p->line, p->end + 1));
}

static bool is_times(const struct place *p)
{
	return (is_digit(p->before) && is_digit(p->after)) || (p->before == ' ' && p->after == ' ');
}

/* Between two operands: "a ≥ 3", "A → B". */
static bool is_between(const struct place *p)
{
	return p->before == ' ' && p->after == ' ';
}

/* Whether it is the first of its line; the start of a comment may precede it. */
static bool is_first(const struct place *p)
{
	for (size_t i = 0; i < p->start; i++) {
		if (!is_one_of(p->line.ptr[i], " \t/*#;"))
			return false;
	}
	return true;
}

static bool is_bullet(const struct place *p)
{
	return is_first(p) && is_gap(p->after);
}

/* The number of an item, in a circle. */
static bool is_item_number(const struct place *p)
{
	return is_first(p) && (p->after == ' ' || is_ascii_letter(p->after));
}

static bool is_celsius(const struct place *p)
{
	return is_after_number(p, 0) && !is_ascii_letter(p->after) && !is_digit(p->after);
}

static const struct {
	uint16_t first;
	uint16_t last;
	bool (*fits)(const struct place *p);
} symbols[] = {{0x00B1, 0x00B1, is_tolerance}, {0x00D7, 0x00D7, is_times}, {0x03A9, 0x03A9, is_ohm},
	{0x03BC, 0x03BC, is_micro}, {0x203B, 0x203B, is_bullet}, /* reference mark */
	{0x2103, 0x2103, is_celsius}, {0x2109, 0x2109, is_celsius}, {0x2126, 0x2126, is_ohm},
	{0x2190, 0x2193, is_between}, {0x21D2, 0x21D2, is_between}, /* arrows */
	{0x2248, 0x2248, is_between}, {0x2260, 0x2267, is_between}, /* unlike, at most, at least */
	{0x2460, 0x2473, is_item_number},
	{0x25A0, 0x25CF, is_bullet}, /* squares, triangles, circles and diamonds */
	{0x2605, 0x2606, is_bullet}, {0x30FB, 0x30FB, is_item_number}}; /* of Japanese lists */

#define SYMBOLS (sizeof(symbols) / sizeof(symbols[0]))

bool symbol_is_sure(uint32_t cp, struct span line, size_t start, size_t end)
{
	struct place p = {
		line, start, end, start > 0 ? line.ptr[start - 1] : '\n', byte_at(line, end)};

	if (cp > symbols[SYMBOLS - 1].last) /* most characters */
		return false;
	for (size_t i = 0; i < SYMBOLS; i++) {
		if (cp >= symbols[i].first && cp <= symbols[i].last)
			return symbols[i].fits(&p);
	}
	return false;
}
