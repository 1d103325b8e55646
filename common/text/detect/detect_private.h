/* SPDX-License-Identifier: MIT */
/*
 * Parts of the detector. Everything is priced by lines: a price is -ln(probability) in quarter nats
 * (see model.h) of the bytes over 7F and of those beside them; less is better.
 */
#ifndef BIOSBELT_TEXT_DETECT_H
#define BIOSBELT_TEXT_DETECT_H

#include "text_private.h"

#define PRICE_BAD 124              /* a byte sequence that is not a character */
#define PRICE_ANY (UINT64_MAX / 4) /* more than any text costs */

#define SINGLE_INFOS 42
#define MULTI_INFOS  7
#define ENGINES      (1 + MULTI_INFOS + SINGLE_INFOS) /* UTF-8 first */
#define READINGS     224 /* engines in each of their languages, and room */

/* Bytes in one encoding and language. */
struct reading {
	enum text_enc enc;
	const char *language; /* NULL for UTF-8 */
	uint8_t engine;
	uint8_t prior; /* how rare it is among files */
	bool latin;    /* one of Latin letters, each a byte */
};

struct reading_list {
	struct reading list[READINGS];
	unsigned count;
	unsigned first[ENGINES + 1]; /* the readings of an engine are next to each other */
};

/* The reading of a line's only character over 7F in an encoding. */
enum usual {
	USUAL_NOT,
	USUAL_HALF,   /* a usual symbol, but another may be there */
	USUAL,        /* such a symbol, or a letter in a word */
	USUAL_QUOTED, /* such a symbol, but nothing around it says so */
	USUAL_SURE,   /* such a symbol, and all around it says so */
	USUAL_MONEY   /* a rarer symbol, but rather that than a fraction or a letter by itself */
};

#define ODD_LEAST 6 /* bytes */

/* Characters of a line next to each other that are not usual text; len 0: none. */
struct odd_run {
	uint32_t off;
	uint32_t len;
	uint32_t over; /* by how much their price is too high */
};

/* The price of a line. Engines whose text is the same have the same hash. */
struct line_prices {
	size_t off;
	size_t len;
	uint64_t number; /* from 1; only of a text that is split */
	unsigned high;   /* bytes over 7F that were priced */
	unsigned again;  /* of them repeat what is right before, until relate_lines */
	bool words;      /* of them some are beside ASCII letters, or many next to each other */
	unsigned run;    /* so many are next to each other */
	bool behind;     /* each run of them follows an ASCII letter */
	bool form;       /* of them are only fields such as "DD/MM/YYYY" */
	unsigned
		row; /* so many different ones that are words in no encoding; after apply_symbols */
	unsigned alone;     /* the engine in which alone, of the usual ones, these are letters of
			       another script */
	uint32_t high_hash; /* of these bytes, and of where they touch */
	bool weak;          /* says nothing new: its prices are a share */
	uint64_t engines;   /* bits: UTF-8, all of several bytes and those of one byte that were
			     * priced; all others have the same price, and nothing else */
	uint32_t price[READINGS];
	uint32_t lone[READINGS];          /* how much less in a text of its language, or script */
	bool runs[1 + MULTI_INFOS];       /* of a CJK engine: has characters beside each other */
	bool usual_lone[1 + MULTI_INFOS]; /* ... has only usual ones, each by itself */
	struct odd_run odd[1 + MULTI_INFOS]; /* ... its oddest run of characters */
	uint32_t bytes[1 + MULTI_INFOS];     /* ... bytes of its characters, some below 80 */
	uint32_t hash[ENGINES];
	bool letters[ENGINES]; /* of one byte: has letters next to ASCII letters, or to others */
	bool lone_letter[ENGINES]; /* ... has others, which are not Latin */
	uint8_t usual[ENGINES];    /* its only character; enum usual */
	uint32_t bad[ENGINES];
};

/* Bytes side by side, which every processor compares somehow. */
#define BLOCK 16
typedef uint8_t byte_block __attribute__((vector_size(BLOCK)));
typedef int8_t byte_mask __attribute__((vector_size(BLOCK)));
typedef uint64_t byte_halves __attribute__((vector_size(BLOCK)));
#define BYTE_ONES 0x0101010101010101u

/* In each byte how many of two of the mask are set, the one after eight bytes. */
static inline uint64_t block_ones(byte_mask mask)
{
	byte_halves ones = (byte_halves)mask & BYTE_ONES;

	return ones[0] + ones[1];
}

struct single_tables;

/* Engines: all, and UTF-8 with the multi-byte encodings. */
#define EVERY_ENGINE  ((1ull << ENGINES) - 1)
#define SEVERAL_BYTES ((2ull << MULTI_INFOS) - 1)

/* All engines left out; never freed. */
const struct line_prices *line_far(const struct single_tables *t);
/* Made once in a process, never changed afterwards and never freed. NULL: no memory. */
const struct single_tables *single_tables_get(void);
const struct reading_list *readings_of(const struct single_tables *t);

#define LINE_PRICED ((size_t)8192) /* a longer line is priced in pieces of at most so much */

#define ALL_ENGINES UINT64_MAX
#define PRICE_FAR   (1u << 20) /* of an engine that is left out */

/* Prices a line in these engines, bits by their number; the others are left out. Place and number
 * are the caller's. */
void price_line(
	const struct single_tables *t, struct span line, uint64_t engines, struct line_prices *out);
/* Prices it in these engines too. */
void price_more(
	const struct single_tables *t, struct span line, uint64_t engines, struct line_prices *out);
/* The same in one multi-byte engine, which is left out if it costs more than most. */
void price_below(const struct single_tables *t, struct span line, unsigned engine, uint32_t most,
	struct line_prices *out);
/* Only in one reading, or, of one byte a character, in the cheapest of its engine; without by_words
 * up to LANGUAGE_MOST less. */
uint32_t price_line_in(const struct single_tables *t, struct span line, unsigned reading,
	bool by_words, uint32_t *bad, struct span *odd);

/* The parts of these: prices by language from *to on. */
#define SINGLE_ENGINES (((1ull << SINGLE_INFOS) - 1) << (1 + MULTI_INFOS))
void price_singles(const struct single_tables *t, struct span line, uint64_t engines, bool by_words,
	struct line_prices *out); /* those of one byte among these; by_words: with language_costs */
/* In all languages of the engine, which begin at first, or only in the one that is reading. Stops,
 * with *out as it was, if all are certain to cost more than most. */
void price_multi(struct span line, unsigned engine, unsigned first, int reading, uint32_t most,
	struct line_prices *out);
void price_utf8(struct span line, struct line_prices *out);

static inline uint32_t hash_step(uint32_t h, uint32_t cp, size_t pos)
{
	h = (h ^ cp) * 0x9E3779B1u;
	return (h ^ (uint32_t)pos ^ h >> 15) * 0x85EBCA6Bu;
}

/*
 * The sum of these is the hash of a text in which the characters begin at these bytes. Of a single
 * byte the place is 0: it is the same at every place, as the other bytes are.
 */
static inline uint32_t char_hash(uint32_t cp, uint8_t byte, size_t pos)
{
	return cp * (hash_step(0, byte, pos) | 1);
}

/*
 * Goes over a text by lines, with their ends; these are LF, CR LF or CR. A line over LINE_PRICED
 * comes in pieces that are cut where no encoding has a character across. Only in a run of that
 * many bytes over 7F there is no such place: then the rest of the run is in the same piece.
 */
struct line_walk {
	struct span in;
	size_t pos;
	struct span line;
	uint64_t number; /* of the line, from 1 */
	bool inside;     /* the next piece is of the same line */
	size_t after_lf; /* the place after the next LF, or the end; 0 at first */
	bool has_lf;     /* there is a LF before it */
	size_t after_cr; /* the place after the next CR before it, or SIZE_MAX; 0 at first */
};
bool line_next(struct line_walk *w);

/* From pos, which is over 0, on: where a piece may end; the end of in when there is none. */
size_t next_cut(struct span in, size_t pos);

#define OTHER_LANGUAGE 20 /* more for a line in another language of a Latin encoding */

/* ---- Choosing ---- */

#define STATES_MAX 4 /* encodings of one text */

/* Encodings that explain lines together. */
struct choice {
	unsigned states[STATES_MAX]; /* readings; the first has most lines */
	unsigned count;
	bool merged;        /* of the states some were only other languages of the main one */
	uint64_t gain;      /* by which lines in such languages cost less; of one encoding */
	bool doubt;         /* a line costs less as other letters; of one encoding ... */
	int denied;         /* ... as a reading of these that is as likely; -1: none */
	uint64_t total;     /* price of all lines */
	uint64_t lead;      /* extra price of the next best explanation that reads differently */
	int rival;          /* a reading of it; -1: none was near */
	uint64_t line_lead; /* of one encoding: what another for a single line costs more */
	uint64_t bad;
};

struct lines {
	struct line_prices *list;
	size_t count;
	unsigned engines; /* so many have prices: all, or only UTF-8 and the multi-byte ones */
	size_t all; /* that these stand for, of which the others say nothing else; 0: only these */
	const struct reading_list *readings;
	int32_t prior[READINGS]; /* with what hints say ... */
	int32_t hint[READINGS];  /* ... and that alone */
	uint64_t allowed;        /* bits by engine */
};

#define LINES_MOST 256 /* that are priced */

struct gather {
	struct span in;    /* without padding after the last line */
	struct span whole; /* with it; it may be the end of UTF-16 */
	const struct single_tables *tables;
	struct lines lines;
	size_t cap;
	bool utf8;        /* by more than chance, however few its characters ... */
	bool chance;      /* ... or perhaps only by chance */
	bool sampled;     /* these are not all lines that are not ASCII */
	uint64_t engines; /* in which the next line is priced ... */
	uint64_t near;    /* ... unless it is usual in these, which no other comes near to so far */
	bool narrow;      /* these were fewer than those for some line */
	unsigned usual;   /* price of a byte over 7F, when these are not all */
	bool foreign;     /* the first lines are in another alphabet, each letter a byte */
	bool exact;       /* no line is usual: what several encodings explain is looked at again */
	bool few;         /* the lines are few: all others are held against what they say ... */
	bool clear;       /* ... one of them is plainly of several bytes a character ... */
	unsigned likely;  /* ... in this engine, which the next line is priced in first ... */
	enum text_enc other; /* of some part of a line; TEXT_NONE: none was seen */
	bool unclear;        /* ... or one is not, or none of the first */
	bool plain;          /* gather_odd saw all lines, and no byte of windows-1252 in them ... */
	bool valid;          /* ... and no invalid place ... */
	unsigned reading;    /* ... in this reading */
	size_t done;         /* where the lines that were looked at end; of a short text */
};
/* All lines that are not ASCII, or so many spread evenly over them. */
enum err_code gather_spread(struct gather *g, struct err *err);
/* A few of them, unless unclear. */
enum err_code gather_few(struct gather *g, struct err *err);
/* Adds lines that the found reading explains badly, beyond what is usual in this text. */
enum err_code gather_odd(
	struct gather *g, unsigned reading, unsigned usual, size_t most, struct err *err);

#define SAME_SHARE 8 /* a line that says nothing new counts for one part of so many */

/* Lines from one on in the light of all others; before choose, once for each. */
void relate_lines(struct lines *lines, size_t from);
/* The half of it that needs no lines of before. */
void ease_lone(struct lines *lines, size_t from);
/* Before it: a text that repeats one line says what that line says. */
void drop_repeats(struct lines *lines);
/* A doubt that is repeated is no certainty: few lines again and again decide no more than once. */
enum err_code doubt_repeats(const struct lines *lines, struct choice *c, struct err *err);

/* lines has at least one. Without leads, those of one encoding for all lines are not computed. */
enum err_code choose(const struct lines *lines, bool leads, struct choice *out, struct err *err);
/* Fills gain, doubt and denied of a choice of one encoding. */
void compare_languages(const struct lines *lines, struct choice *c);
/* So many readings have prices. */
static inline unsigned readings_priced(const struct lines *lines)
{
	return lines->readings->first[lines->engines];
}
/* The first engine of these bits, which it then lacks; ENGINES: there is none. */
static inline unsigned next_engine(uint64_t *engines)
{
	unsigned e = *engines != 0 ? (unsigned)__builtin_ctzll(*engines) : ENGINES;

	*engines &= *engines - 1;
	return e;
}
/* The price of a line in the cheapest reading of these engines, of which there is one. */
uint32_t least_price(
	const struct reading_list *list, const struct line_prices *line, uint64_t engines);
/* Of one encoding for all lines: price by reading. */
uint64_t total_of(const struct lines *lines, unsigned reading);
/* By reading that has a price, of all lines or only of those with words. */
void sum_prices(const struct lines *lines, bool words, uint32_t sums[READINGS]);
void totals_of(const struct lines *lines, uint64_t totals[READINGS]);
/* The lowest of these of each engine. Returns the lowest of the engines that are allowed. */
uint64_t engine_totals(const struct lines *lines, uint64_t totals[ENGINES], unsigned best[ENGINES]);
bool reads_same(const struct lines *lines, unsigned a, unsigned b);
/* The state of each line, and what another one of these that reads differently costs more. */
enum err_code assign_lines(const struct lines *lines, const unsigned *states, unsigned count,
	uint8_t *state, uint32_t *lead, struct err *err);

/* text_detect_looked of a text whose last character is whole. */
enum err_code detect_whole(struct span in, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, struct err *err);

/* ---- How certain it is ---- */

/* A lead below LIKELY is ambiguous; one of CERTAIN, and a share of the price, is certain. */
#define LEAD_LIKELY  6
#define LEAD_CERTAIN 120
#define LEAD_SHARE   6
#define LEAD_LINE    48
#define LINE_PENALTY 12 /* subtracted from the lead of a single line, which is too high */

#define HINT_SIBLING 24 /* what the other files of a folder are worth */

/* The certainty with a lead. */
unsigned permille_of(uint64_t lead);
/* The verdict for a choice, with the candidates. */
void judge(
	struct text_guess *out, struct span in, const struct lines *lines, const struct choice *c);

/* ---- Few characters ---- */

/* Are there bytes over 7F beside ASCII letters, or many next to each other? */
bool has_words(const struct lines *lines);
/* Adds to the priors what an encoding is rarer in a text of a few characters by themselves. */
void apply_symbols(struct lines *lines, struct span in);
/* Letters of the line that are in lists of those a language adds to A to Z, in an encoding of one
 * byte. */
unsigned listed_letters(struct span line, enum text_enc enc);
/* Whether the line has the number or the name of a character, as lists of characters do. */
bool has_code(struct span line, unsigned cp);
/* Bits of the engines of one byte in which a word of the line is there in ASCII, too. */
uint64_t find_twins(const struct reading_list *list, struct span line);
/* Lowers the prices of a line where its bytes over 7F are letters of one alphabet, some of them in
 * a row and in any order, as on a keyboard; marks it as a row if none of them comes twice. */
void price_rows(const struct reading_list *list, struct span text, struct line_prices *line);
/*
 * For a text of one character, or two next to each other, whose reading is unusual. Returns another
 * reading that the bytes favour, or that is usual and only rare among files; -1: none.
 */
int find_alternative(const struct lines *lines, struct span in, unsigned reading);
/* A reading in which the symbols of some line are letters of its ASCII words, "Ex\x82cuter" of a
 * DOS code page in windows-1251 or 1252; -1: none. */
int find_contradiction(const struct lines *lines, struct span in, unsigned reading);
/* How many characters of a line are not usual in an engine of one byte. */
unsigned count_unusual(struct span line, unsigned engine);
/* Whether the only character over 7F of all can hardly be another. */
bool is_sure_lone(const struct lines *lines, struct span in, unsigned reading);

/* ---- Forms ---- */

/* UTF-16 or UTF-32 without a mark. */
struct wide {
	enum text_enc enc; /* TEXT_NONE when it is none, or as UTF-16 not below limit */
	uint64_t lead;     /* extra price of as many random units */
	bool odd;          /* has units that are not a character of a text, such as controls */
};
struct wide find_wide(struct span in, uint64_t limit);

/* A few units after a mark that make no text: a table may begin like a mark. */
bool is_marked_noise(struct span in, enum text_enc enc);

/* Price of a character in a Unicode text after another. */
unsigned unit_price(uint32_t before, uint32_t unit);

/*
 * Blanks and line ends at even places and at odd ones, as 8-bit text has them. In UTF-16 without
 * NUL such a byte stands in the one half by chance, and is the block of quotes in the other.
 */
bool has_blanks(struct span in);

/* The encoding for which the first font that is named has its characters; such a file is hardly in
 * another one. */
enum text_enc find_font(struct span in);

/* ISO-2022-JP, ISO-2022-KR or HZ by their escapes, all of it valid. */
enum text_enc find_escapes(struct span in);

/* A stretch of UTF-8 in the middle of a line that is taken for another encoding. */
bool has_stretch(struct span in);
/* True when a character of this multi-byte engine is rather a windows-1252 byte and an ASCII
 * letter. */
bool has_western(unsigned engine, struct span in);
/* Whether the one at pos is. */
bool is_western(unsigned engine, struct span in, size_t pos);
/* False only when it is not: of two letters of windows-1252 each is one of the last. */
static inline bool may_be_western(uint8_t first, uint8_t second)
{
	return second < 0x80 || (first >= 0xDF && second >= 0xDF);
}
/* The encoding, of these and UTF-8, in which a run that is odd in this engine is plain text. */
enum text_enc other_text(
	const struct single_tables *t, struct span run, unsigned engine, uint64_t allowed);
/* Bad places of all of in. */
uint64_t count_bad(enum text_enc enc, struct span in);
/*
 * Of a text of Big5: F9FE is a shade in code page 950 and drawn pictures, and a square in HKSCS,
 * whose other characters make a text one of Hong Kong.
 */
bool is_cp950(struct span in);

/* NUL bytes at the end. */
size_t count_padding(struct span in);

/* Why these bytes are not text; TEXT_REASON_NONE when nothing speaks against it. */
enum text_reason find_binary(struct span in, const struct text_look *look);

/* Few characters and a line end, of which some are ASCII, all of these printable. */
bool is_short(struct span in);

/* Is every second or fourth byte the same one over 7F, without a blank? Letters do not stand so;
 * of pairs kana and drawn lines do. */
bool has_stripe(struct span in, bool pairs, enum text_enc enc);

/* Are many bytes of a dozen values, without a blank? So are the bits of pictures. */
bool has_few_values(struct span in);

/* Of an encoding of one byte: are more bytes over 7F next to each other than a word has letters? */
bool has_endless_word(struct span in, enum text_enc enc);

/* How much cheaper the ASCII of a text is than as many bytes at random, in the terms of prices. */
int64_t ascii_worth(struct span in);

#endif
