/* SPDX-License-Identifier: MIT */
/* Long lines, and texts searched by patterns. */
#ifndef TEST_PATTERNS_H
#define TEST_PATTERNS_H

#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "tags/regex.h"
#include "tags/scan.h"

static char *repeat(const char *word, size_t count, size_t *len)
{
	size_t n = strlen(word);
	char *text = malloc(n * count + 1);
	size_t i;

	assert_non_null(text);
	for (i = 0; i < n * count; i++)
		text[i] = word[i % n];
	*len = n * count;
	return text;
}

static struct scan_result scan_patterns(
	const char *const *patterns, size_t count, const char *text, size_t len)
{
	struct tag_opts tag_opts = {.kind = TAG_PATTERN};
	struct scan_opts opts = {0};
	struct scan_matcher matcher;
	struct regex_set *regex;
	struct scan_result r;
	struct tag_set set;
	struct err err;

	assert_int_equal(tag_set_init(&set, patterns, count, &tag_opts, &err), ERR_OK);
	assert_int_equal(regex_open(&set, &regex, &err), ERR_OK);
	matcher = regex_matcher(regex);
	opts.set = &set;
	opts.matcher = &matcher;
	assert_int_equal(scan_bytes(&opts, "x.c", span_of(text, len), &r, &err), ERR_OK);
	regex_close(regex);
	tag_set_free(&set);
	return r;
}

#endif
