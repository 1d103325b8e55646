/* SPDX-License-Identifier: MIT */
#include "biosbelt/gop.h"

#include <string.h>

/*
 * The driver builds "Intel(R) GOP Driver [7.2.1011]" by a chain of string-append calls, each
 * preceded by loading the address of one short UTF-16 literal. Linkers pool literals, so they are
 * scattered; only the order of the references is evidence. True for every driver tested, 2.0 (Sandy
 * Bridge) to 22.0 (Meteor Lake).
 */
#define LITERAL_MAX  8 /* characters of a version part; longer ones are other texts */
#define PART_MAX     4 /* all-digit literals between the brackets: 3, or 4 to see too many */
/* References from " [" to "]": usually 7; with more the search is given up. */
#define GATHER_MAX   48
#define REGISTER_MAX 16

static const char gop_name[] = "Intel(R) GOP Driver";
static const char maker[] = "Intel(R) ";
static const char controller[] = "Graphics Controller";

/* State of the search for " [", parts, "]". */
struct gather {
	const struct pe_info *pe;
	bool open;
	bool done;
	unsigned refs;
	unsigned parts;
	char part[PART_MAX][LITERAL_MAX + 1];
	bool track;                               /* follow register copies too */
	char held[REGISTER_MAX][LITERAL_MAX + 1]; /* literal a register holds, or "" */
};

/* ASCII text as UTF-16LE. */
static size_t widen(const char *text, uint8_t *out, size_t cap)
{
	size_t n = 0;

	while (text[n] != '\0' && 2 * n + 1 < cap) {
		out[2 * n] = (uint8_t)text[n];
		out[2 * n + 1] = 0;
		n++;
	}
	return 2 * n;
}

static size_t find_wide(struct span in, size_t from, const char *text)
{
	uint8_t wide[64];
	size_t len = widen(text, wide, sizeof wide);

	return span_find(in, from, wide, len);
}

/* A NUL-terminated UTF-16 literal of 1 to LITERAL_MAX printable ASCII characters. */
static bool read_literal(const struct pe_info *pe, uint32_t rva, char out[LITERAL_MAX + 1])
{
	struct span at;
	size_t i;

	if (!pe_at_rva(pe, rva, &at))
		return false;
	for (i = 0; i <= LITERAL_MAX; i++) {
		uint16_t unit = 0;

		if (!span_u16le(at, 2 * i, &unit))
			return false;
		if (unit == 0)
			break;
		if (i == LITERAL_MAX || unit < 0x20 || unit > 0x7E)
			return false;
		out[i] = (char)unit;
	}
	out[i] = '\0'; /* cppcheck-suppress arrayIndexOutOfBounds; the loop ends before the limit */
	return i > 0;
}

static bool all_digits(const char *text)
{
	return text[0] != '\0' && strspn(text, "0123456789") == strlen(text);
}

static void restart(struct gather *g)
{
	g->open = true;
	g->refs = 0;
	g->parts = 0;
}

/* Called for each use of a literal, in the order of the code. */
static void use_literal(struct gather *g, const char *text)
{
	if (g->done)
		return;
	if (strcmp(text, " [") == 0) {
		restart(g);
		return;
	}
	if (!g->open)
		return;
	if (++g->refs > GATHER_MAX) {
		g->open = false;
	} else if (text[0] == ']') {
		g->done = g->parts == 3;
		g->open = false;
	} else if (all_digits(text) && g->parts < PART_MAX) {
		strcpy(g->part[g->parts++], text);
	}
}

/* Registers that calls preserve (UEFI 2.10, 2.3.4.2): a literal in one may be used by a later
 * copy. */
static bool preserved_register(unsigned reg)
{
	return reg == 3 || (reg >= 5 && reg <= 7) || reg >= 12;
}

static void on_lea(struct gather *g, unsigned reg, uint32_t target)
{
	char text[LITERAL_MAX + 1];

	if (!read_literal(g->pe, target, text)) {
		g->held[reg][0] = '\0';
		return;
	}
	if (g->track && preserved_register(reg) && all_digits(text))
		strcpy(g->held[reg], text);
	else
		use_literal(g, text);
}

/* x64 "lea r64, [rip + disp32]": REX.W 8D /r with mod 0, rm 5 (Intel SDM volume 2, 2.2.1.6). */
static bool is_lea(const uint8_t *p)
{
	return (p[0] & 0xF8) == 0x48 && p[1] == 0x8D && (p[2] & 0xC7) == 0x05;
}

/* x64 "mov r64, r64": REX.W 8B /r with mod 3; the source register, or -1. */
static int copied_register(const uint8_t *p)
{
	if ((p[0] & 0xF8) != 0x48 || (p[2] & 0xC0) != 0xC0)
		return -1;
	if (p[1] == 0x8B)
		return (p[2] & 7) | (p[0] & 1) << 3;
	if (p[1] == 0x89)
		return (p[2] >> 3 & 7) | (p[0] & 4) << 1;
	return -1;
}

static void walk_x64(struct gather *g, const struct pe_section *s, struct span code)
{
	size_t i;

	for (i = 0; i + 7 <= code.len && !g->done; i++) {
		const uint8_t *p = code.ptr + i;
		int source;
		uint32_t disp = 0;

		if ((p[0] & 0xF8) != 0x48)
			continue;
		if (is_lea(p)) {
			unsigned reg = (p[2] >> 3 & 7u) | (p[0] & 4u) << 1;

			span_u32le(code, i + 3, &disp);
			on_lea(g, reg, s->rva + (uint32_t)i + 7 + disp); /* wraps as the CPU does */
			continue;
		}
		source = g->track && g->open ? copied_register(p) : -1;
		if (source >= 0 && g->held[source][0] != '\0')
			use_literal(g, g->held[source]);
	}
}

static void use_address(struct gather *g, uint32_t address)
{
	char text[LITERAL_MAX + 1];

	if (read_literal(g->pe, address - (uint32_t)g->pe->image_base, text))
		use_literal(g, text);
}

/*
 * IA32: operands that the base relocations name (PE/COFF, "The .reloc Section": blocks of page RVA,
 * size, then u16 entries of type << 12 | offset; linkers write them in address order).
 */
#define RELOC_HIGHLOW 3u

static void walk_relocations(struct gather *g)
{
	struct cursor c = {.pos = 0};

	if (!pe_at_rva(g->pe, g->pe->reloc_rva, &c.in))
		return;
	if (c.in.len > g->pe->reloc_size)
		c.in.len = g->pe->reloc_size;
	while (cursor_left(&c) >= 8 && !g->done) {
		uint32_t page = cursor_u32le(&c);
		uint32_t size = cursor_u32le(&c);
		uint32_t i;

		if (size < 8 || size - 8 > cursor_left(&c))
			return;
		for (i = 0; i < (size - 8) / 2; i++) {
			uint16_t entry = cursor_u16le(&c);
			struct span at;
			uint32_t address = 0;

			if (entry >> 12 == RELOC_HIGHLOW &&
				pe_at_rva(g->pe, page + (entry & 0xFFFu), &at) &&
				span_u32le(at, 0, &address))
				use_address(g, address);
		}
		cursor_skip(&c, (size - 8) % 2);
	}
}

/* Relocations stripped: checks every 32-bit word of the code that is an address inside the
 * image. */
static void walk_ia32(struct gather *g, struct span code)
{
	size_t i;

	for (i = 0; i + 4 <= code.len && !g->done; i++) {
		uint32_t address = 0;

		span_u32le(code, i, &address);
		if (address - (uint32_t)g->pe->image_base <
			g->pe->extent + g->pe->te_bias + 0x10000)
			use_address(g, address);
	}
}

static void walk_code(struct gather *g)
{
	size_t left = g->pe->in.len; /* bounds the work when sections overlap */
	unsigned i;

	for (i = 0; i < g->pe->section_count && !g->done; i++) {
		const struct pe_section *s = &g->pe->sections[i];
		struct span code;

		g->open = false;
		if (!s->code || !span_from(g->pe->in, s->off, &code))
			continue;
		if (code.len > s->len)
			code.len = s->len;
		if (code.len > left)
			code.len = left;
		left -= code.len;
		if (g->pe->machine == PE_MACHINE_X64)
			walk_x64(g, s, code);
		else
			walk_ia32(g, code);
	}
}

static void find_version(const struct pe_info *pe, char out[GOP_VERSION_MAX])
{
	struct gather g = {.pe = pe};
	unsigned i;

	out[0] = '\0';
	if (pe->machine == PE_MACHINE_X64) {
		walk_code(&g);
		g.track = true; /* a part used twice may be in a register, as "." often is */
		if (!g.done)
			walk_code(&g);
	} else if (pe->machine == PE_MACHINE_IA32) {
		walk_relocations(&g);
		if (!g.done && pe->reloc_size == 0)
			walk_code(&g);
	}
	for (i = 0; g.done && i < g.parts; i++) {
		if (i > 0)
			strcat(out, ".");
		strcat(out, g.part[i]); /* 3 * LITERAL_MAX + 3 <= GOP_VERSION_MAX */
	}
}

/* "Valley View" of L"Intel(R) Valley View Graphics Controller". */
static void find_product(struct span image, char *out, size_t cap)
{
	size_t end = find_wide(image, 0, controller);
	size_t at = 0, found = SIZE_MAX;
	size_t n = 0;

	out[0] = '\0';
	if (end == SIZE_MAX)
		return;
	/* The last maker's name that ends less than cap characters before. */
	at = end > 2 * (cap + sizeof maker) ? end - 2 * (cap + sizeof maker) : 0;
	while ((at = find_wide(image, at, maker)) < end)
		found = at++;
	if (found == SIZE_MAX)
		return;
	for (at = found + 2 * (sizeof maker - 1); at + 2 < end && n + 1 < cap; at += 2) {
		uint16_t unit = 0;

		span_u16le(image, at, &unit);
		if (unit < 0x20 || unit > 0x7E) {
			out[0] = '\0';
			return;
		}
		out[n++] = (char)unit;
	}
	out[n] = '\0'; /* the blank before "Graphics" is excluded by at + 2 < end */
}

bool gop_probe(struct span image, struct gop_info *out)
{
	struct pe_info pe;
	struct gop_info gop;

	if (!pe_parse(image, &pe))
		return false;
	if (pe.in.len > pe.extent)
		pe.in.len = pe.extent;
	if (find_wide(pe.in, pe.header_size < pe.in.len ? pe.header_size : 0, gop_name) == SIZE_MAX)
		return false;
	memset(&gop, 0, sizeof gop);
	gop.format = pe.format;
	gop.machine = pe.machine;
	gop.size = pe.extent;
	gop.whole = pe.whole;
	find_version(&pe, gop.version);
	find_product(pe.in, gop.product, sizeof gop.product);
	*out = gop;
	return true;
}
