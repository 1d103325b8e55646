/* SPDX-License-Identifier: MIT */
/* argv_start ECHO FILE: 1,000 random arguments through process_run, and they arrive unharmed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"

#include "../../run_until.h"

#define ROUNDS    20
#define ARGUMENTS 50
#define ECHOED    37 /* argv_echo's status when it has written all */

static uint32_t seed = 12345;

static uint32_t next(uint32_t below)
{
	seed = seed * 1664525u + 1013904223u; /* Numerical Recipes' generator */
	return (seed >> 8) % below;
}

/* Bytes that quoting is about, with letters and some Chinese between. */
static char *make_word(void)
{
	static const char *const pieces[] = {"\\", "\\", "\"", "\"", " ", "\t", "a", "b", "'",
		"%PATH%", "^", "&", "*", "\xE4\xB8\xAD", "\n", "$x", "`", "|", ">", "{", "="};
	char *word = calloc(1, 128);
	uint32_t count = next(16);

	while (word != NULL && count-- > 0)
		strcat(word, pieces[next(sizeof pieces / sizeof pieces[0])]);
	return word;
}

static int round_trip(char *echo, char *file)
{
	char *argv[ARGUMENTS + 3] = {echo, file, NULL};
	struct buf wanted;
	struct blob got;
	struct err err;
	int bad;
	int i;

	buf_init(&wanted, 0);
	for (i = 0; i < ARGUMENTS; i++) {
		argv[i + 2] = make_word();
		if (argv[i + 2] == NULL)
			return 1;
		buf_add(&wanted, argv[i + 2], strlen(argv[i + 2]) + 1);
	}
	if (!run_until(argv, ECHOED))
		return 1;
	if (file_read(file, 1u << 20, &got, &err) != ERR_OK) {
		fprintf(stderr, "%s\n", err.text);
		return 1;
	}
	bad = !span_equal(blob_span(got), span_of(wanted.ptr, wanted.len));
	blob_free(&got);
	buf_free(&wanted);
	for (i = 0; i < ARGUMENTS; i++)
		free(argv[i + 2]);
	return bad;
}

int os_main(const struct os_args *args)
{
	int i;

	if (args->argc != 3)
		return 2;
	for (i = 0; i < ROUNDS; i++) {
		if (round_trip(args->argv[1], args->argv[2]) != 0) {
			fprintf(stderr, "round %d: arguments arrived changed\n", i);
			return 1;
		}
	}
	return 0;
}
