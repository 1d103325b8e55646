/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target without libFuzzer: over every file named or found below a folder named, and
 * over a fixed number of mutations of each, the same on every run and every system.
 *
 *   fuzz_x [--mutate N] [--last FILE] FILE-OR-FOLDER...
 *
 * With --last each input is written to FILE before it runs, so FILE is the culprit after a crash.
 * No input at all is a failure: it would be a test that cannot fail.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/tree.h"

#define INPUT_MAX  ((size_t)64 << 20)
#define MUTATE_MAX ((size_t)64 << 10) /* larger inputs are replayed only as they are */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct replay {
	unsigned mutations;
	const char *last; /* may be NULL */
	unsigned long inputs;
	bool failed;
};

static uint32_t next(uint32_t *state) /* xorshift32, Marsaglia 2003 */
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* One to four small damages; returns the new length, never above len. */
static size_t mutate(uint8_t *data, size_t len, uint32_t seed)
{
	static const uint8_t telling[] = {0x00, 0x01, 0x7f, 0x80, 0xff, 0x20};
	uint32_t state = seed * 2654435761u + 1;
	unsigned rounds = 1 + next(&state) % 4;

	while (rounds-- != 0 && len != 0) {
		size_t at = next(&state) % len;
		size_t from = next(&state) % len;
		size_t n = 1 + next(&state) % 8;

		switch (next(&state) % 5) {
		case 0:
			data[at] ^= (uint8_t)(1u << (next(&state) % 8));
			break;
		case 1:
			data[at] = telling[next(&state) % sizeof(telling)];
			break;
		case 2:
			memset(data + at, telling[next(&state) % sizeof(telling)],
				n < len - at ? n : len - at);
			break;
		case 3:
			if (n > len - (at > from ? at : from))
				n = len - (at > from ? at : from);
			memmove(data + at, data + from, n);
			break;
		default:
			len = at;
		}
	}
	return len;
}

/* The target gets memory of exactly its size, so that a sanitizer sees the first byte too far. */
static void run(struct replay *r, const uint8_t *data, size_t len)
{
	uint8_t *copy = calloc(len != 0 ? len : 1, 1);
	struct err err;

	if (copy == NULL) {
		r->failed = true;
		return;
	}
	if (len != 0)
		memcpy(copy, data, len);
	if (r->last != NULL && file_write(r->last, span_of(copy, len), true, &err) != ERR_OK)
		r->failed = true;
	(void)LLVMFuzzerTestOneInput(copy, len);
	free(copy);
	r->inputs++;
}

static void run_file(struct replay *r, const char *path)
{
	struct blob whole;
	uint8_t *work;
	struct err err;
	unsigned i;

	printf("%s\n", path);
	(void)fflush(stdout);
	if (file_read(path, INPUT_MAX, &whole, &err) != ERR_OK) {
		fprintf(stderr, "replay: %s: %s\n", path, err.text);
		r->failed = true;
		return;
	}
	run(r, whole.ptr, whole.len);
	work = malloc(whole.len != 0 ? whole.len : 1);
	for (i = 0; work != NULL && whole.len != 0 && whole.len <= MUTATE_MAX && i < r->mutations;
		i++) {
		memcpy(work, whole.ptr, whole.len);
		run(r, work, mutate(work, whole.len, i));
	}
	free(work);
	blob_free(&whole);
}

static enum tree_action on_entry(void *user, const struct tree_entry *entry)
{
	if (entry->type == FILE_REGULAR)
		run_file(user, entry->path);
	return TREE_GO_ON;
}

static enum tree_action on_error(void *user, const char *path, const struct err *err)
{
	struct replay *r = user;

	fprintf(stderr, "replay: %s: %s\n", path, err->text);
	r->failed = true;
	return TREE_GO_ON;
}

int os_main(const struct os_args *args)
{
	struct replay r = {0};
	struct tree_opts walk = {.on_entry = on_entry, .on_error = on_error, .user = &r};
	struct err err;
	int i;

	run(&r, NULL, 0);
	for (i = 1; i < args->argc; i++) {
		if (strcmp(args->argv[i], "--mutate") == 0 && i + 1 < args->argc) {
			r.mutations = (unsigned)strtoul(args->argv[++i], NULL, 10);
		} else if (strcmp(args->argv[i], "--last") == 0 && i + 1 < args->argc) {
			r.last = args->argv[++i];
		} else if (tree_walk(args->argv[i], &walk, &err) != ERR_OK) {
			fprintf(stderr, "replay: %s: %s\n", args->argv[i], err.text);
			r.failed = true;
		}
	}
	printf("%lu inputs\n", r.inputs);
	return r.failed || r.inputs < 2;
}
