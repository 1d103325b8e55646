/* SPDX-License-Identifier: MIT */
/* Texts as tests of the detector build them. */
#ifndef TEST_DETECT_TEXT_H
#define TEST_DETECT_TEXT_H

#include "biosbelt/text.h"
#include "test.h"

static inline struct text_guess detect(const struct buf *text)
{
	struct text_guess guess;
	struct err err;

	assert_int_equal(text->failed, ERR_OK);
	assert_int_equal(text_detect(span_of(text->ptr, text->len), NULL, &guess, &err), ERR_OK);
	return guess;
}

static inline void repeat(struct buf *out, const char *text, size_t times)
{
	for (size_t i = 0; i < times; i++)
		buf_str(out, text);
}

static inline struct text_guess detect_repeated(const char *text, size_t times)
{
	struct text_guess guess;
	struct buf all;

	buf_init(&all, 0);
	repeat(&all, text, times);
	guess = detect(&all);
	buf_free(&all);
	return guess;
}

#endif
