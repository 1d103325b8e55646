/* SPDX-License-Identifier: MIT */
/* Guesses about some data: which filters and which lc/lp/pb are worth encoding with. */
#ifndef LZENC_CHOOSE_H
#define LZENC_CHOOSE_H

#include "biosbelt/lzma_guess.h"
#include "lzenc.h"

/* Inputs up to this length are encoded in every way that may be the best. */
#define CHOOSE_SMALL ((size_t)1 << 20)
#define CHOOSE_TINY  ((size_t)256 << 10)
/* Longer inputs get no further passes. */
#define CHOOSE_LONG  ((size_t)16 << 20)
/* So little of any table is tried with more. */
#define TABLES_MOST  ((size_t)64 << 10)

/* True for levels with a quick parse. */
bool choose_low_level(const struct lz_settings *s);

/* And for those between these and the default, but of so little that all is tried. */
bool choose_middle_level(const struct lz_settings *s, size_t len);

/* True where one parse is all the time there is, and a guess decides. */
bool choose_quickly(const struct lz_settings *s, size_t len);

/* And one that is not quick: levels 5 to 8 of small inputs and of sound. */
bool choose_once(const struct lz_settings *s, size_t len);

/* Filters to encode with, the likeliest first. */
#define CHOOSE_FILTERS 7
struct chosen_filters {
	enum branch_kind kind[CHOOSE_FILTERS];
	size_t count;
};
enum err_code choose_filters(
	struct span in, const struct lz_settings *s, struct chosen_filters *out, struct err *err);

/*
 * Guesses about one input that were made before: those of level 9 and --best are the same where
 * choose_alike. Zero at first.
 */
#define CHOOSE_GUESSES 80 /* all that are possible */
struct choose_memo {
	bool bcj2;        /* alone, instead of the x86 filter */
	unsigned filters; /* those that were compared */
	struct lzma_guess filter[LZMA_GUESS_FILTERS];
	size_t filter_count;
	struct memo_contexts {
		enum branch_kind filter;
		bool bcj2;
		struct lzma_guess guess[CHOOSE_GUESSES];
		size_t count;
	} contexts[CHOOSE_FILTERS];
	size_t count;
};
bool choose_alike(size_t len);
/* Guesses the contexts of so many ways at once, at most CHOOSE_FILTERS, into the memo if there is
 * one. */
enum err_code choose_ahead(struct span in, const struct lz_settings *s,
	const struct sz_method *ways, size_t count, struct err *err);

/* Small tables of numbers are tried with many lc/lp/pb. likely: the way that was guessed. */
bool choose_is_table(struct span in, const struct sz_method *likely);

/* The lc/lp/pb that one is tried with, whatever is guessed, in ways: copies of one. beside: those
 * near these, or NULL. Returns their number. */
#define CHOOSE_TABLE 125 /* lc, lp and pb up to 4 */
size_t choose_for_table(struct span in, const struct lz_settings *s, const struct sz_method *way,
	const struct lzma_prop *beside, struct sz_method ways[CHOOSE_TABLE]);

/* The filters by which a quick parse makes less of the data. */
enum err_code choose_by_trial(
	struct span in, const struct lz_settings *s, struct chosen_filters *out, struct err *err);

/* Whether a quick parse makes less of the data by BCJ2 than with another filter, by more than one
 * part in so many. */
enum err_code choose_bcj2(struct span in, const struct lz_settings *s, enum branch_kind other,
	uint64_t part, bool *pays, struct err *err);

/* The narrowest reader's limit of lc + lp: its parameters are tried for all others too. */
#define CHOOSE_NARROW 3

/* lc/lp/pb to encode with, the likeliest first, for the data after the filter. */
#define CHOOSE_CONTEXTS 12
struct chosen_contexts {
	struct lzma_guess guess[CHOOSE_CONTEXTS];
	size_t count;
	size_t narrow; /* the likeliest for the narrowest reader */
	bool sure;     /* the first is surely better than lc3 lp0 pb2 */
	bool close;    /* lc3 lp0 pb2 may be as good as the first */
	bool far;      /* it is not, of what neither repeats nor is records */
	bool repeats;  /* the data become much smaller */
	bool digits;   /* look_has_digits */
	bool records;  /* bytes depend much on their position, as in tables of numbers */
};
enum err_code choose_contexts(struct span in, const struct lz_settings *s,
	const struct sz_method *way, struct chosen_contexts *out, struct err *err);

#endif
