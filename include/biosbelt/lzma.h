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

/* What the decoder has to know. */
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
 * The matches of an input, as one search by our own encoder found them. nice: the longest match,
 * 5..273, that any of the encodings wants. They are kept of inputs up to 6 MiB while they take at
 * most 192 MiB; of others each encoding searches anew. NULL: no memory.
 */
struct lzma_matches;
struct lzma_matches *lzma_matches_new(uint32_t nice);
void lzma_matches_free(struct lzma_matches *m);
/* Whether they are there: then the next encodings may be made at the same time. NULL: false. */
bool lzma_matches_there(const struct lzma_matches *m);

/* How hard the encoder looks. */
enum lzma_finder { LZMA_BT4, LZMA_BT3, LZMA_BT2, LZMA_HC4, LZMA_HC3 };
struct lzma_effort {
	enum lzma_finder finder;
	bool fast;      /* quick instead of optimal parsing, with a finder of its own */
	uint32_t nice;  /* fast bytes: 5..273 */
	uint32_t depth; /* places that the match finder compares; 0: 16 + nice / 2 */
	/*
	 * For optimal parsing of noise with something regular in it, such as sound: what uses the
	 * last distances pays later, when they are used again. 1 and 2: other matches are taken
	 * for a bit dearer than they are; 2 and 3: a byte as at the last distance is no literal
	 * inside of longer steps. Which is the best is open.
	 */
	unsigned noise;
#define LZMA_NOISE_MOST 3
};

/* Who wants to hear of progress; may be NULL. Called from any thread. */
struct codec_watch {
	void (*on_bytes)(void *user, uint64_t more); /* input bytes encoded since the last call */
	void *user;
};

/*
 * A raw LZMA1 stream; with marker it ends in the end marker, else its reader must know the
 * length. A result that would be longer than max is ERR_LIMIT. The dictionary used is never
 * larger than the input; p->dict is what the header will say.
 */
struct lzma_encode {
	struct lzma_prop prop;
	struct lzma_effort effort;
	bool marker;  /* LZMA1 only */
	bool lzlib;   /* LZMA1 only: by lzlib, see lzlib_takes; ends in a marker always */
	bool liblzma; /* LZMA1 only: by liblzma, not by our own encoder */
	bool verify;  /* what is made is decoded and compared at the same time */
	/*
	 * Encodes up to so many times with prices learned from the pass before, and keeps the
	 * smallest; 0: once. Of the optimal parsing by our own encoder.
	 */
	unsigned passes;
	/*
	 * Encodings of the same input, one after the other or, after the first, at the same time,
	 * that search once; NULL: each for itself. All look for matches of the same length then.
	 */
	struct lzma_matches *kept;
	unsigned threads; /* one: nothing at the same time; 0: all processors */
	size_t max;       /* 0: any */
	const struct codec_watch *watch;
};
/* lzlib makes lc3 lp0 pb2 only; of effort, nice counts. Often smaller than liblzma's lc3 lp0 pb2.
 */
bool lzlib_takes(uint64_t len, const struct lzma_prop *p);
enum err_code lzma1_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);
/*
 * The same several times, at most LZMA_MANY; all or nothing. Neighbours that differ in lc, lp, pb
 * and nice only share the search for matches, which is more than half of the work.
 */
#define LZMA_MANY 8
enum err_code lzma1_encode_many(struct span in, const struct lzma_encode *hows, size_t count,
	struct blob *outs, struct err *err);

/*
 * One that does not fit into memory, by liblzma: the input, which may be a mapped file, is read
 * once from beginning to end, and of it only the dictionary is held. What is made goes to write as
 * it comes; with how->verify a thread decodes it at the same time, and its verdict comes last.
 * threads, passes, lzlib and max do not count.
 */
struct lzma_sink {
	enum err_code (*write)(void *user, struct span bytes, struct err *err);
	void *user;
};
enum err_code lzma1_encode_to(struct span in, const struct lzma_encode *how,
	const struct lzma_sink *sink, struct err *err);

/*
 * An LZMA2 stream. With effort.fast the input, when worth it, is cut and encoded side by
 * side; each part's encoder knows all the bytes before it (its dictionary is loaded, only the state
 * is reset), so little is lost. Not for inputs of 2 GiB and more.
 */
enum err_code lzma2_encode(
	struct span in, const struct lzma_encode *how, struct blob *out, struct err *err);
/*
 * A further piece of a stream: in[from...), when in[0...from) is the end of what was encoded before
 * it. Pieces put together, each but the last without the 0 that ends it, are one stream; all but
 * the last are LZMA2_PIECE bytes long or a multiple of it, and from is one. The quick parse refers
 * to what was before, the optimal one begins with an empty dictionary.
 */
#define LZMA2_PIECE ((size_t)4096)
enum err_code lzma2_encode_piece(struct span in, size_t from, const struct lzma_encode *how,
	struct blob *out, struct err *err);

/*
 * Decoding readers; they own (and close) from on success only. size: bytes to come, or
 * LZMA_SIZE_UNKNOWN when an end marker ends it; marker_ok: it may also follow a known size.
 * Decoders needing more than memlimit bytes are ERR_LIMIT.
 */
enum err_code lzma1_reader(struct reader *from, const struct lzma_prop *p, uint64_t size,
	bool marker_ok, uint64_t memlimit, struct reader **out, struct err *err);
enum err_code lzma2_reader(struct reader *from, uint32_t dict, uint64_t size, uint64_t memlimit,
	struct reader **out, struct err *err);
/* .xz (also several in a row and padded). */
enum err_code xz_reader(
	struct reader *from, uint64_t memlimit, struct reader **out, struct err *err);

/*
 * Whether a stream, which bytes gives, decodes to in: by a decoder of our own that only compares,
 * in less time than a reader takes. The stream must end where bytes do; dict must be a power of
 * two, or three halves of one. Of in, LZMA2 packs what comes after from, and may refer to what
 * comes before it: for a part of a stream that begins there. Closes bytes. A difference or damage
 * is ERR_IO or ERR_FORMAT with the place.
 */
enum err_code lzma1_verify(struct span in, const struct lzma_prop *prop, bool marker,
	struct reader *bytes, struct err *err);
enum err_code lzma2_verify(
	struct span in, size_t from, uint32_t dict, struct reader *bytes, struct err *err);

/* Compressed bytes that a reader of LZMA1 or LZMA2 has used so far. */
uint64_t lzma_reader_used(const struct reader *r);

#endif
