/* SPDX-License-Identifier: MIT */
/*
 * flips IMAGE...: changes bytes of images one at a time, and prints those after which protect_scan
 * lists less than before with nothing said about it, or does not notice a byte under a digest:
 * "IMAGE OFFSET", hexadecimal. Of long runs of one byte and of what a digest covers it takes a
 * sample, of all else each byte.
 */
#include <stdio.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/protect.h"

#define IMAGE_MAX ((size_t)1 << 24)
#define RUN_LEAST 48u /* of equal bytes */
#define RUN_EDGE  4u
#define SAMPLE    61u /* of covered bytes, one in so many */

static bool same_check(const struct protect_list *l, const struct protect_check *a,
	const struct protect_list *m, const struct protect_check *b)
{
	return a->kind == b->kind && a->act == b->act && a->state == b->state && a->alg == b->alg &&
	       a->placed == b->placed && a->count == b->count && strcmp(a->note, b->note) == 0 &&
	       strcmp(a->source, b->source) == 0 &&
	       (a->count == 0 || memcmp(l->ranges + a->first, m->ranges + b->first,
					 a->count * sizeof *l->ranges) == 0);
}

static bool has(const struct protect_list *l, const struct protect_list *m,
	const struct protect_check *check)
{
	uint32_t i;

	for (i = 0; i < l->count; i++)
		if (same_check(l, &l->checks[i], m, check))
			return true;
	return false;
}

/* Whether a digest that holds covers the byte. */
static bool covered(const struct protect_list *l, size_t off)
{
	uint32_t i, k;

	for (i = 0; i < l->count; i++)
		for (k = 0; l->checks[i].state == PROTECT_HOLDS && k < l->checks[i].count; k++) {
			const struct protect_range *r = &l->ranges[l->checks[i].first + k];

			if (off >= r->off && off - r->off < r->len)
				return true;
		}
	return false;
}

static bool is_quiet(const struct protect_list *sound, const struct protect_list *now, size_t off)
{
	uint32_t i, lost = 0, told = 0;

	if (protect_any_fails(now) || now->limited || now->damaged != 0)
		return false;
	for (i = 0; i < sound->count; i++)
		lost += !has(now, sound, &sound->checks[i]);
	for (i = 0; i < now->count; i++)
		told += now->checks[i].note[0] != '\0' && !has(sound, now, &now->checks[i]);
	return told == 0 && (lost != 0 || covered(sound, off));
}

/* Length of the run of equal bytes at off. */
static size_t run_length(struct span in, size_t off)
{
	size_t end = off;

	while (end < in.len && in.ptr[end] == in.ptr[off])
		end++;
	return end - off;
}

static bool flip(const char *name, struct blob image, const struct protect_list *sound, size_t off)
{
	static const uint8_t masks[] = {0x01, 0xFF};
	bool quiet = false, done = true;
	size_t i;

	for (i = 0; i < sizeof masks && !quiet && done; i++) {
		struct protect_list now;
		struct err err;

		image.ptr[off] ^= masks[i];
		done = protect_scan(blob_span(image), &now, &err) == ERR_OK;
		quiet = done && is_quiet(sound, &now, off);
		image.ptr[off] ^= masks[i];
		protect_free(&now);
	}
	if (quiet)
		(void)printf("%s %zx\n", name, off);
	return done;
}

static bool flip_all(const char *name, struct blob image)
{
	struct protect_list sound;
	struct err err;
	size_t off = 0;
	bool done = protect_scan(blob_span(image), &sound, &err) == ERR_OK;

	while (done && off < image.len) {
		size_t run = run_length(blob_span(image), off), i;

		for (i = 0; i < run && done; i++)
			if ((run < RUN_LEAST || i < RUN_EDGE || run - i <= RUN_EDGE) &&
				(!covered(&sound, off + i) || (off + i) % SAMPLE == 0))
				done = flip(name, image, &sound, off + i);
		off += run;
	}
	protect_free(&sound);
	return done;
}

int os_main(const struct os_args *args)
{
	int i;

	for (i = 1; i < args->argc; i++) {
		struct blob image;
		struct err err;
		bool done;

		if (file_read(args->argv[i], IMAGE_MAX, &image, &err) != ERR_OK)
			return 1;
		done = flip_all(args->argv[i], image);
		blob_free(&image);
		if (!done)
			return 1;
	}
	return fflush(stdout) != 0;
}
