/* SPDX-License-Identifier: MIT */
/*
 * Checked arithmetic and number parsing. Except num_digit, each function returns false on overflow
 * or when the text is not such a number, and then leaves *out alone.
 */
#ifndef BIOSBELT_NUM_H
#define BIOSBELT_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool num_add(size_t a, size_t b, size_t *out);
bool num_mul(size_t a, size_t b, size_t *out);

/* For num_sort: -1, 0 or 1 as a is less than b, equal, or greater. */
static inline int num_order(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* qsort and bsearch, which must not be called without a list, as which of no items often is. */
void num_sort(void *list, size_t count, size_t size, int (*order)(const void *, const void *));
void *num_find(const void *key, void *list, size_t count, size_t size,
	int (*order)(const void *, const void *));

/* Rounds up to a multiple of align, a power of two. */
bool num_align(size_t value, size_t align, size_t *out);

/* Value of a decimal or hexadecimal digit, else NUM_NO_DIGIT. */
#define NUM_NO_DIGIT 99u
unsigned num_digit(char c);

/* The whole text must be a number: decimal, or hexadecimal after 0x. No sign, no blanks. */
bool num_parse_u64(const char *text, uint64_t *out);

/* As num_parse_u64, with an optional unit K, M, G or T of either case, in powers of 1024; "KB" and
 * "KiB" are the same. */
bool num_parse_size(const char *text, uint64_t *out);

/* Decimal integer with optional minus sign. */
bool num_parse_i64(const char *text, int64_t *out);

#endif
