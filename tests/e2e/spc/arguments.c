/* SPDX-License-Identifier: MIT */
/*
 * spc_arguments FILE SPC [ARG...] --program ECHO: 1,000 random arguments, given to spc as
 * a template, arrive unharmed at the program it starts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

#include "../../run_until.h"

#define ROUNDS    40
#define ARGUMENTS 25
#define FIXED_MAX 16
#define ECHOED    37 /* argv_echo's status when it has written all */

static uint32_t seed = 4711;

static uint32_t next(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u; /* Numerical Recipes' generator */
	return (seed >> 8) % below;
}

/* One argument as it is, with a NUL after it, and as a word of a template. */
static void make_word(struct buf *plain, struct buf *tmpl)
{
	static const char *const pieces[] = {"\\", "\\", "\"", "\"", " ", "\t", "a", "b", "'",
		"%PATH%", "^", "&", "*", "\xE4\xB8\xAD", "\n", "$x", "`", "|", ">", "{", "}", "=",
		"\xF0\x9F\x98\x80", ";", "\x7F"};
	uint32_t count = next(16);

	buf_str(tmpl, " \"");
	while (count-- > 0) {
		const char *piece = pieces[next(sizeof pieces / sizeof pieces[0])];

		buf_str(plain, piece);
		if (piece[0] == '\\' || piece[0] == '"')
			buf_str(tmpl, "\\");
		if (piece[0] == '{' || piece[0] == '}')
			buf_str(tmpl, piece);
		buf_str(tmpl, piece);
	}
	buf_add_u8(plain, 0);
	buf_str(tmpl, "\"");
}

static int compare(const char *file, const struct buf *wanted)
{
	struct blob got;
	struct err err;
	int bad;

	if (file_read(file, 1u << 20, &got, &err) != ERR_OK) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	bad = !span_equal(blob_span(got), span_of(wanted->ptr, wanted->len));
	blob_free(&got);
	return bad;
}

static int round_trip(const char *file, char *const *fixed, int count)
{
	static char option[] = "--template";
	char *argv[FIXED_MAX + 3];
	struct buf wanted;
	struct buf tmpl;
	int bad;
	int i;

	memcpy(argv, fixed, (size_t)count * sizeof argv[0]);
	buf_init(&wanted, 0);
	buf_init(&tmpl, 0);
	buf_printf(&tmpl, "'%s'", file);
	for (i = 0; i < ARGUMENTS; i++)
		make_word(&wanted, &tmpl);
	buf_add_u8(&tmpl, 0);
	argv[count] = option;
	argv[count + 1] = (char *)tmpl.ptr;
	argv[count + 2] = NULL;
	bad = !run_until(argv, ECHOED) || compare(file, &wanted) != 0;
	buf_free(&wanted);
	buf_free(&tmpl);
	return bad;
}

int os_main(const struct os_args *args)
{
	int i;

	if (args->argc < 3 || args->argc > FIXED_MAX)
		return 2;
	for (i = 0; i < ROUNDS; i++) {
		if (round_trip(args->argv[1], args->argv + 2, args->argc - 2) != 0) {
			fprintf(stderr, "round %d: arguments arrived changed, or not at all\n", i);
			return 1;
		}
	}
	printf("%d arguments\n", ROUNDS * ARGUMENTS);
	return 0;
}
