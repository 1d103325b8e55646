/* SPDX-License-Identifier: MIT */
/* Parts of the detector. Scores are prices in quarter nats (see model.h): less is better. */
#ifndef BIOSBELT_TEXT_DETECT_H
#define BIOSBELT_TEXT_DETECT_H

#include "text_private.h"

#define PRICE_BAD 100              /* a byte sequence that is no character */
#define PRICE_ANY (UINT64_MAX / 4) /* more than any text costs */

struct score {
	enum text_enc enc;
	const char *language;
	uint64_t price;
	uint64_t bad;
};

#define SCORE_MAX 64

struct byte_pair {
	uint32_t count; /* at most UINT32_MAX */
	uint8_t a;
	uint8_t b;
	uint8_t kind; /* enum pair_kind */
};

/* Pairs of bytes with at least one over 7F, counted; by their kinds, those that tell most first. */
enum pair_kind { PAIR_HIGH, PAIR_EXIT, PAIR_ENTRY, PAIR_DOUBLE, PAIR_KINDS };

/* Bytes over 7F that a text has. */
struct byte_list {
	uint8_t bytes[128];
	unsigned count;
};

struct byte_pairs {
	struct byte_pair *pairs;
	size_t count;
	uint64_t total;          /* of their counts */
	size_t ends[PAIR_KINDS]; /* of two over 7F; with ASCII behind; before; of one byte twice */
	struct byte_pair *slots; /* hash table; one with count 0 is free */
	uint32_t *used;          /* slots in the order they were taken */
	size_t mask;
	struct byte_list high;
	uint64_t seen[2]; /* the same as bits, from 80 and from C0 on */
};

/* What of a text is priced: all of it, its lines that are UTF-8 and not ASCII, or those that are
 * neither. */
enum lines { LINES_ALL, LINES_UTF8, LINES_OTHER };

struct part {
	struct span in;
	enum lines lines;
};

/* The next piece of it from *pos on, cut where lines end; false when there is none. */
bool part_next(const struct part *part, size_t *pos, struct span *piece);

/* Room for the pairs of any input with so many bytes over 7F. */
enum err_code byte_pairs_open(struct byte_pairs *pairs, uint64_t high, struct err *err);
void byte_pairs_close(struct byte_pairs *pairs);
void byte_pairs_collect(struct byte_pairs *pairs, const struct part *part);

/* A lead of less than LIKELY is no answer; one of CERTAIN, and a share of the price, is sure. All
 * in quarter nats. */
#define LEAD_LIKELY  6
#define LEAD_CERTAIN 120
#define LEAD_SHARE   6

#define LEAD_SHOWN 56 /* candidates further behind would be shown with 0 permille */

/* Scores found so far; only those are added that are of interest. */
struct scores {
	struct score list[SCORE_MAX];
	size_t count;
	size_t first; /* the cheapest in list */
	uint64_t best;
	uint64_t second;       /* price of the next that reads the bytes in another way */
	uint64_t margin;       /* what hints may bring */
	uint64_t most;         /* a candidate of this price is of no use; PRICE_ANY: all are */
	bool hasty;            /* one may be given up that falls far behind in a long text */
	bool gave_up;          /* that happened */
	struct byte_list high; /* of the text */
};

/* From this price on a candidate changes nothing: the lead over it is sure, or another is nearer
 * and it would not be shown. */
static inline uint64_t give_up_at(const struct scores *s)
{
	uint64_t share = s->best / LEAD_SHARE;
	uint64_t sure = s->best + (share > LEAD_CERTAIN ? share : LEAD_CERTAIN);
	uint64_t shown = s->best + LEAD_SHOWN;
	uint64_t near = s->second > shown ? s->second : shown;

	near = (near < sure ? near : sure) + s->margin;
	return near < s->most + s->margin ? near : s->most + s->margin;
}

void scores_add(struct scores *s, const struct score *one);

void score_multis(const struct part *part, struct scores *out);

/*
 * What the bytes are in each single-byte encoding and language, from the statistics; made once
 * in a process, never changed afterwards and never freed. NULL: no memory.
 */
struct single_tables;
const struct single_tables *single_tables_get(void);

/* The price of bytes as UTF-8 with damages, or of their start that already costs limit. */
struct utf8_score {
	uint64_t price;
	uint64_t bad;
	uint64_t chars;
};
struct utf8_score score_utf8(struct span in, uint64_t limit);

/* UTF-16 or UTF-32 without a mark. */
struct wide {
	enum text_enc enc; /* TEXT_NONE when it is none, or as UTF-16 not below limit */
	uint64_t lead;     /* what as many random units cost more */
	bool odd;          /* has units that are no character of a text, such as controls */
};
struct wide find_wide(struct span in, uint64_t limit);

/*
 * Blanks and line ends at even places and at odd ones, as 8-bit text has them. In UTF-16 without
 * NUL such a byte stands in the one half by chance, and is the block of quotes in the other.
 */
bool has_blanks(struct span in);

/* ISO-2022-JP, ISO-2022-KR or HZ by their escapes, all of it valid. */
enum text_enc find_escapes(struct span in);

/* True when both encodings give the same text for these bytes. */
bool same_single(enum text_enc a, enum text_enc b, const struct byte_list *high);

/* Bad places of all of in. */
uint64_t count_bad(enum text_enc enc, struct span in);

/*
 * The bytes over 7F with what ASCII stands beside them: of each ASCII run the first two bytes
 * (one may be the second half of a character), a line end if it has one, and the last. All prices
 * of it are those of in. False, with *out empty, when that does not pay or memory is short.
 */
bool compact_take(struct span in, uint64_t high, struct blob *out);

/* Has an input with so many bytes over 7F enough for a sample? */
bool sample_worth(uint64_t high);
/* Lines spread over in; false when it has none of usual length or memory is short. */
bool sample_take(struct span in, struct buf *out);
/* Is what won on the sample valid all over, but for a few damages? */
bool sample_holds(struct span in, enum text_enc enc, uint64_t *bad);

#endif
