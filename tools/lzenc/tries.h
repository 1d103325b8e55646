/* SPDX-License-Identifier: MIT */
/*
 * The ways in which an input is encoded, and what they made. tries.c encodes ways, those that share
 * a search together; rounds.c decides which ways are tried, one round after the other.
 */
#ifndef LZENC_TRIES_H
#define LZENC_TRIES_H

#include "choose.h"
#include "lzenc.h"

/* The result of a try: a blob (stream) or a packed block. */
struct made {
	struct blob stream;
	struct sz_packed *packed;
	uint64_t len;     /* 0: left out */
	uint32_t longest; /* match or repetition that was met; 0: not known */
	size_t once;      /* bytes of the stream that the first pass made; 0: not known */
};

/* Ways that are encoded again in several passes; the number for tiny inputs. */
#define LZ_AGAIN   2
/* Ways that are also tried with the parses for noise, at most. */
#define NOISY      16
/* Ways of a quick level. */
#define QUICK_WAYS 8
/* Those of tables are for two filters, and all may be made by liblzma, too. */
#define TRIES_MOST                                                                                 \
	(2 * (LZ_WAYS_MAX + 2 * CHOOSE_TABLE) + 64 * LZ_AGAIN + NOISY * LZMA_NOISE_MOST + 1 +      \
		QUICK_WAYS)

/* Searches of inputs up to CHOOSE_SMALL that are kept; of longer ones one is. */
#define TRIES_KEPT 3

struct kept {
	struct lzma_matches *matches;
	struct sz_method way; /* the data are as they are after its filter */
	size_t first;         /* the way that made the matches */
	uint32_t nice;        /* the longest match */
};

/* Which ways are tried with the parses for noise. */
struct noisy {
	size_t best, first; /* of all ways; the first with such a parse */
	bool again[TRIES_MOST];
};

struct tries {
	struct span in;
	const struct lz_settings *s;
	struct lz_settings usual; /* instead, of what is packed already */
	struct sz_method ways[TRIES_MOST];
	struct made made[TRIES_MOST];
	size_t count;
	bool block;
	bool beside;             /* the default's ways, for --best */
	bool table;              /* there are ways for tables */
	bool more;               /* lz_may_surprise */
	bool digits;             /* look_has_digits: by which steps little remains is chance */
	bool compares;           /* lc/lp/pb, by the steps of one parse */
	size_t near;             /* for passes of --best */
	size_t noise;            /* bytes in pages of it; of what is not long, 0 */
	size_t quick, quick_end; /* among the ways: those of a quick level */
	struct kept kept[TRIES_KEPT];
	size_t kept_count;
	struct noisy noisy;
	/* with --best: what the default has, and ways that are like one of these but for efforts */
	struct sz_method by_default[LZ_WAYS_MAX];
	size_t defaults;
	bool of_default[TRIES_MOST];
	/* beside --best: the least that its first passes with the filter have made, or 0 */
	size_t ahead[TRIES_MOST];
};

/* Of shorter inputs little is given up, of sound, which gains most by later efforts, nothing. */
#define ALL_WAYS ((size_t)16 << 10)
/* Of inputs up to this more is tried: it takes little time. */
#define LITTLE   ((size_t)64 << 10)

/* Where so little remains, which efforts are best is chance. */
#define TRIES_LITTLE_LEFT 6

/* Efforts gain much the same with every way: they seldom change which is best. */
#define TRIES_AGAIN_GAP(len) ((len) <= CHOOSE_TINY ? 1500u : 4000u)

bool tries_same_filter(const struct sz_method *a, const struct sz_method *b);
bool tries_same_contexts(const struct sz_method *a, const struct sz_method *b);
bool tries_same_stream(const struct sz_method *a, const struct sz_method *b);
bool tries_same_search(const struct sz_method *a, const struct sz_method *b);
/* Whether a length is more than one part in so many above the best. */
bool tries_lost(uint64_t len, uint64_t best, uint64_t part);
/* Not liblzma's, nor a quick level's: by these no further effort gains. Nor, of tables, passes:
 * what these gain is chance. */
bool tries_is_guide(const struct tries *t, size_t i);
/* With its filter the default cannot win, whatever passes it makes. */
bool tries_filter_lost(const struct tries *t, const struct sz_method *way);
/* The least that a first pass with a way's filter has made, where it tells which way wins; else 0.
 */
size_t tries_once(const struct tries *t, const struct sz_method *way);
/* The smallest of these. */
uint64_t tries_least(const struct tries *t);
/*
 * What a way is measured by: the smallest, or if it is one for a narrower reader the smallest of
 * these, unless they are lost. So a narrower reader never gets a smaller result.
 */
uint64_t tries_best_beside(const struct tries *t, const struct sz_method *way);
/* Adds the ways of the quick levels: of some tables their parse makes less. */
enum err_code tries_add_quick(struct tries *t, struct err *err);
/* Add a copy of a way with another parse, with several passes, or with one by the prices that all
 * begin with, but several ways to each position: what is short ends before much is learned. */
void tries_add_noise(struct tries *t, size_t i, unsigned noise);
void tries_add_passes(struct tries *t, size_t i, unsigned passes);
void tries_add_wide(struct tries *t, size_t i, unsigned noise);
bool tries_has_threads(const struct tries *t);
/* Encodes the first way with each of the first filters, at once: none depends on another. */
enum err_code tries_encode_firsts(struct tries *t, struct err *err);
/* Encodes the ways from first on that are not yet; one that is left out has the length 0. */
enum err_code tries_encode(struct tries *t, size_t first, struct err *err);
/* rounds.c: all of it; *best: the smallest result, of equal ones the earliest, so that the output
 * is deterministic. */
enum err_code tries_run(struct tries *t, struct lz_result *res, size_t *best, struct err *err);
void tries_free(struct tries *t);

#endif
