/* SPDX-License-Identifier: MIT */
/*
 * LZMA1 and LZMA2 streams without any container, by our own encoder or liblzma. Encoders take
 * memory and give memory; the same input and settings give the same bytes on every system and with
 * any number of threads. Decoders are readers (reader.h) and check the memory limit before they
 * allocate.
 */
#ifndef BIOSBELT_LZMA_H
#define BIOSBELT_LZMA_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/reader.h"

#define LZMA_SIZE_UNKNOWN UINT64_MAX
#define LZMA_DICT_LEAST   4096u               /* LZMA specification, "Dictionary Size" */
#define LZMA_DICT_MOST    ((uint32_t)1 << 30) /* for encoding; readers take up to 4 GiB - 1 */

/* The properties that a decoder needs. */
struct lzma_prop {
	uint8_t lc, lp, pb; /* lc 0..8, lp 0..4, pb 0..4; the encoder takes lc + lp <= 4 */
	uint32_t dict;      /* bytes */
};

/* The property byte (pb * 5 + lp) * 9 + lc and back; false when it is 225 or more. */
uint8_t lzma_prop_byte(const struct lzma_prop *p);
bool lzma_prop_parse(uint8_t byte, struct lzma_prop *p);
/* The property byte of LZMA2: the least 2^n or 3 * 2^n that holds dict, and back (false: > 40). */
uint8_t lzma2_dict_byte(uint32_t dict);
bool lzma2_dict_parse(uint8_t byte, uint32_t *dict);
/* The least power of two that is >= len and >= LZMA_DICT_LEAST, at most LZMA_DICT_MOST. */
uint32_t lzma_dict_for(uint64_t len);

/*
 * The matches of an input, found by one search of our own encoder and shared by several encodings.
 * depth as in lzma_effort. nice: the longest match that any of the encodings uses, 5..273. Matches
 * of inputs up to 16 MiB are kept while they take at most 192 MiB; for other inputs each encoding
 * searches by itself. NULL: out of memory. lzma_matches_free takes NULL.
 */
struct lzma_matches;
struct lzma_matches *lzma_matches_new(uint32_t nice, uint32_t depth);
void lzma_matches_free(struct lzma_matches *m);

/* Effort of the encoder. */
enum lzma_finder { LZMA_BT4, LZMA_BT3, LZMA_BT2, LZMA_HC4, LZMA_HC3 };
struct lzma_effort {
	enum lzma_finder finder;
	bool fast;      /* quick instead of optimal parsing, with a finder of its own */
	uint32_t nice;  /* fast bytes: 5..273 */
	uint32_t depth; /* places that the match finder compares; 0: 16 + nice / 2 */
	/*
	 * For optimal parsing of noisy regular data, such as sound, where using the last distances
	 * again pays later. 1 and 2: prices of other matches are raised a little. 2 and 3: inside
	 * of longer steps a byte equal to the one at the last distance is not coded as a literal.
	 * Only trying shows which is best. Quick parsing goes by rules with any, not by prices.
	 */
	unsigned noise;
#define LZMA_NOISE_MOST 3
	/*
	 * For optimal parsing: ways to each position that are kept while prices are compared, up to
	 * LZMA_WIDE_MOST; 0: one. Four take two to three times the parser's time and give 0.5 %
	 * less. The first of several passes keeps one.
	 */
	unsigned wide;
#define LZMA_WIDE_MOST 4
	/*
	 * For optimal parsing with shared matches: the steps of the first pass are kept with these,
	 * or the steps that are kept there are coded instead of it, which takes a quarter of the
	 * time: so lc, lp, pb may be compared.
	 */
	enum { LZMA_STEPS_OWN, LZMA_STEPS_KEEP, LZMA_STEPS_KEPT } steps;
};

/* Receives progress; the pointer to it may be NULL. Called from any thread. */
struct codec_watch {
	void (*on_bytes)(void *user, uint64_t more); /* input bytes encoded since the last call */
	void *user;
};

/*
 * A raw LZMA1 stream; with marker it ends in the end marker, else its reader must be given the
 * length. A result longer than max bytes is ERR_LIMIT. The dictionary used is never larger than the
 * input; prop.dict is the value for the header.
 */
struct lzma_encode {
	struct lzma_prop prop;
	struct lzma_effort effort;
	bool marker;  /* LZMA1 only */
	bool liblzma; /* LZMA1 only: by liblzma, not by our own encoder */
	bool verify;  /* the result is decoded and compared at the same time */
	/*
	 * Encodes up to so many times with prices learned from the previous pass, and keeps the
	 * smallest; 0: once. Only for optimal parsing by our own encoder.
	 */
	unsigned passes;
	/*
	 * Shared by encodings of the same input, which run one after the other or, after the first,
	 * at the same time; NULL: this encoding searches by itself. All search for matches of the
	 * same length.
	 */
	struct lzma_matches *kept;
	unsigned threads; /* 1: no further thread; 0: all processors */
	size_t max;       /* bytes of the result; 0: any */
	const struct codec_watch *watch;
	/*
	 * Receives the longest match or repetition that the first pass met, but at least 1: other
	 * numbers of fast bytes above it give the same. NULL: unwanted. Only for optimal parsing.
	 */
	uint32_t *longest;
	/*
	 * Receives the length that the first pass made; NULL: unwanted. Only for optimal parsing.
	 */
	size_t *once;
	/*
	 * The first pass has no further ones where it made more than `enough` bytes, or, of
	 * encodings by LZMA1 at once, one part in `near` more than the least of them, or the same
	 * as a later one of these. 0: any does.
	 */
	size_t enough, near;
};
enum err_code lzma1_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);
/*
 * Several encodings of one input, at most LZMA_MANY; all succeed or none. Neighbours that differ
 * only in lc, lp, pb and nice share the search for matches, more than half of the work.
 */
#define LZMA_MANY 8
enum err_code lzma1_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *err);

/*
 * An encoding of an input larger than memory. The input, which may be a mapped file, is read once
 * from beginning to end (each 1 GiB the last dictionary again); only the search is held. The result
 * goes to write piece by piece; with how->verify a thread decodes it at the same time and reports
 * at the end. passes and max are ignored.
 */
struct lzma_sink {
	enum err_code (*write)(void *user, struct span bytes, struct err *err);
	void *user;
};
enum err_code lzma1_encode_to(struct span in, const struct lzma_encode *how,
	const struct lzma_sink *sink, struct err *err);

/*
 * An LZMA2 stream. With effort.fast a long input is cut into parts that are encoded in parallel.
 * Little is lost: each part's dictionary holds the bytes before it, and only its state is reset.
 * For inputs below 2 GiB.
 */
enum err_code lzma2_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);
/* Several encodings as by lzma1_encode_many; they share the matches that the first one keeps. */
enum err_code lzma2_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *err);
/*
 * A further piece of a stream: in[from...), where in[0...from) is the end of the input encoded
 * before it. The pieces, each but the last without its final 0, form one stream when they are
 * joined; all but the last, and from, are multiples of LZMA2_PIECE bytes. The quick parse refers to
 * the bytes before from; the optimal one begins with an empty dictionary.
 */
#define LZMA2_PIECE ((size_t)4096)
enum err_code lzma2_encode_piece(struct span in, size_t from, const struct lzma_encode *how,
	struct blob *out, struct err *err);

/*
 * Decoding readers; they own (and close) from on success only. size: bytes of the decoded data, or
 * LZMA_SIZE_UNKNOWN when an end marker ends it. marker_ok: a marker may also follow a known size. A
 * decoder that needs more than memlimit bytes is ERR_LIMIT.
 */
enum err_code lzma1_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err);
enum err_code lzma2_reader(struct reader *from, uint32_t dict, uint64_t size, uint64_t memlimit,
	struct reader **out, struct err *err);
/* .xz (also several in a row and padded). */
enum err_code xz_reader(
	struct reader *from, uint64_t memlimit, struct reader **out, struct err *err);

/*
 * Checks that the stream in bytes decodes to in, by a decoder of our own that only compares, which
 * is faster than a reader. The stream must end where bytes ends; dict must be a power of two or 1.5
 * times one. The LZMA2 stream holds in[from...) and may refer to in[0...from). Closes bytes. A
 * difference or damage is ERR_IO or ERR_FORMAT; the text names the place.
 */
enum err_code lzma1_verify(struct span in, const struct lzma_prop *prop, bool marker,
	struct reader *bytes, struct err *err);
enum err_code lzma2_verify(
	struct span in, size_t from, uint32_t dict, struct reader *bytes, struct err *err);

/* Compressed bytes that a reader of LZMA1 or LZMA2 has used so far. */
uint64_t lzma_reader_used(const struct reader *r);

#endif
