/* SPDX-License-Identifier: MIT */
/* Parts of the detector. Scores are prices in quarter nats (see model.h): less is better. */
#ifndef BIOSBELT_TEXT_DETECT_H
#define BIOSBELT_TEXT_DETECT_H

#include "text_private.h"

#define PRICE_BAD 100 /* a byte sequence that is no character */

struct score {
	enum text_enc enc;
	const char *language;
	uint64_t price;
	uint64_t bad;
	bool possible;
};

#define SCORE_MAX 64

/* Pairs of bytes with at least one over 7F, counted. */
struct byte_pairs {
	uint32_t counts[65536];
	uint16_t used[65536];
	size_t used_count;
	bool high[128];    /* which bytes over 7F there are */
	uint8_t list[256]; /* all bytes there are, ASCII neighbours too */
	unsigned list_count;
};

void byte_pairs_collect(struct byte_pairs *pairs, struct span in);

/* Fills one score for each encoding worth trying; returns how many. in is not valid UTF-8. */
size_t score_all(struct span in, const struct byte_pairs *pairs, struct score out[SCORE_MAX]);

/* The price of bytes as UTF-8 with damages; possible is false when hardly any is UTF-8. */
struct score score_utf8(struct span in);

/* UTF-16 or UTF-32 without a mark, with the price as UTF-16; TEXT_NONE when it is none. */
enum text_enc find_wide(struct span in, uint64_t *units, uint64_t *price);

/* ISO-2022-JP, ISO-2022-KR or HZ by their escapes, all of it valid. */
enum text_enc find_escapes(struct span in);

/* True when both encodings give the same text for these bytes. */
bool same_single(enum text_enc a, enum text_enc b, const struct byte_pairs *pairs);

/* Bad places of all of in. */
uint64_t count_bad(enum text_enc enc, struct span in);

/* Has an input with so many bytes over 7F enough for a sample? */
bool sample_worth(uint64_t high);
/* Lines spread over in; false when it has none of usual length or memory is short. */
bool sample_take(struct span in, struct buf *out);
/* Is what won on the sample valid all over? */
bool sample_holds(struct span in, enum text_enc enc);

/* Splits a mixed file: bytes of the lines that are UTF-8 are counted, the other lines that are
 * not ASCII are appended to rest. */
enum err_code split_lines(struct span in, struct buf *rest, uint64_t *utf8_lines,
	uint64_t *other_lines, struct err *err);

#endif
