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

struct byte_pair {
	uint8_t a;
	uint8_t b;
	uint32_t count;
};

/* Pairs of bytes with at least one over 7F, counted, in the order they were met. */
struct byte_pairs {
	struct byte_pair *pairs;
	size_t count;
	uint32_t *slots; /* hash table of places in pairs, from 1 */
	size_t mask;
	bool high[128];    /* which bytes over 7F there are */
	uint8_t list[256]; /* all bytes there are, ASCII neighbours too */
	unsigned list_count;
};

/* Room for the pairs of any input with so many bytes over 7F. */
enum err_code byte_pairs_open(struct byte_pairs *pairs, uint64_t high, struct err *err);
void byte_pairs_close(struct byte_pairs *pairs);
void byte_pairs_collect(struct byte_pairs *pairs, struct span in);

/* A lead of less than LIKELY is no answer; one of CERTAIN, and a share of the price, is sure. All
 * in quarter nats. */
#define LEAD_LIKELY  6
#define LEAD_CERTAIN 120
#define LEAD_SHARE   6

/* From this price on a candidate is of no interest: the lead over it is sure, and more than its
 * margin (hints may bring that much). */
static inline uint64_t give_up_at(uint64_t best, uint64_t margin)
{
	uint64_t share = best / LEAD_SHARE;

	return best + margin + (share > LEAD_CERTAIN ? share : LEAD_CERTAIN);
}

/* Adds the scores of all multi-byte or single-byte encodings; of those further from the best than
 * margin the price is only known to be higher. The new count; *best becomes lower. */
struct single_room;
struct single_room *single_room_open(void);
size_t score_multis(
	struct span in, uint64_t *best, uint64_t margin, struct score out[SCORE_MAX], size_t count);
size_t score_singles(struct single_room *room, const struct byte_pairs *pairs, uint64_t *best,
	uint64_t margin, struct score out[SCORE_MAX], size_t count);

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
