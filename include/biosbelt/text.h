/* SPDX-License-Identifier: MIT */
/*
 * Text encodings: finds the encoding of bytes and converts them to UTF-8 and back. Tables are our
 * own (docs/formats/text.md names their sources), so results are the same on every system. Nothing
 * here reads files; every function may be used from several threads as long as each works on its
 * own structs. Only constant tables, made at first use, are kept between calls. A conversion
 * between two encodings goes through UTF-8.
 *
 * Three levels. struct text_decoder and struct text_encoder are the bare engines, without policy
 * and positions. struct text_conv joins two of them with positions, line ends, byte order marks and
 * a policy for bytes that do not convert. text_detect finds the encoding to convert from.
 */
#ifndef BIOSBELT_TEXT_H
#define BIOSBELT_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum text_enc {
	TEXT_NONE, /* no encoding known; binary */
	TEXT_ASCII,
	TEXT_UTF8,
	TEXT_UTF16LE,
	TEXT_UTF16BE,
	TEXT_UTF32LE,
	TEXT_UTF32BE,
	TEXT_GB18030, /* GB 18030-2022; decodes GBK and GB 2312 too */
	TEXT_GBK,     /* code page 936: reads as GB 18030, writes only what Windows has in it */
	TEXT_BIG5,    /* Big5 with HKSCS-2008 */
	TEXT_CP950,   /* Big5 as Windows has it: no HKSCS; found by F9FE, which is another there */
	TEXT_SHIFT_JIS, /* windows-31j (code page 932) */
	TEXT_EUC_JP,
	TEXT_ISO_2022_JP,
	TEXT_CP949, /* unified Hangul code; decodes EUC-KR too */
	TEXT_JOHAB, /* code page 1361 */
	TEXT_ISO_2022_KR,
	TEXT_HZ,
	TEXT_EUC_TW,
	/* Single-byte encodings from here on. */
	TEXT_WINDOWS_874,
	TEXT_WINDOWS_1250,
	TEXT_WINDOWS_1251,
	TEXT_WINDOWS_1252,
	TEXT_WINDOWS_1253,
	TEXT_WINDOWS_1254,
	TEXT_WINDOWS_1255,
	TEXT_WINDOWS_1256,
	TEXT_WINDOWS_1257,
	TEXT_WINDOWS_1258,
	TEXT_ISO_8859_1,
	TEXT_ISO_8859_2,
	TEXT_ISO_8859_3,
	TEXT_ISO_8859_4,
	TEXT_ISO_8859_5,
	TEXT_ISO_8859_6,
	TEXT_ISO_8859_7,
	TEXT_ISO_8859_8,
	TEXT_ISO_8859_9,
	TEXT_ISO_8859_10,
	TEXT_ISO_8859_11,
	TEXT_ISO_8859_13,
	TEXT_ISO_8859_14,
	TEXT_ISO_8859_15,
	TEXT_ISO_8859_16,
	TEXT_KOI8_R,
	TEXT_KOI8_U,
	TEXT_IBM437,
	TEXT_IBM737,
	TEXT_IBM775,
	TEXT_IBM850,
	TEXT_IBM852,
	TEXT_IBM855,
	TEXT_IBM857,
	TEXT_IBM858,
	TEXT_IBM860,
	TEXT_IBM861,
	TEXT_IBM862,
	TEXT_IBM863,
	TEXT_IBM865,
	TEXT_IBM866,
	TEXT_IBM869,
	TEXT_MACINTOSH,
	TEXT_MAC_CYRILLIC,
	TEXT_MAC_CENTRAL_EUROPE,
	TEXT_IBM1125, /* code page 866 with the letters of Ukrainian */
	TEXT_ENC_COUNT
};
#define TEXT_SINGLE_FIRST TEXT_WINDOWS_874

/* Our name of an encoding ("GB18030", "windows-1252"), also its IANA or WHATWG label; never NULL.
 * TEXT_NONE is "binary". */
const char *text_enc_name(enum text_enc enc);

/* Encoding of a label: names, IANA and WHATWG labels and code page numbers ("cp936", "936",
 * "utf8"), without regard to case, blanks, '-' and '_'. TEXT_NONE when unknown. "utf-16" and
 * "utf-32" are little-endian. */
enum text_enc text_enc_find(const char *label, size_t len);

/* Its other labels, separated by blanks; never NULL. */
const char *text_enc_labels(enum text_enc enc);

/* Whether ASCII bytes (0 to 7F) are ASCII characters where a character begins. False for UTF-16,
 * UTF-32, ISO-2022-x and HZ. */
bool text_enc_ascii(enum text_enc enc);

/* Code units in bytes: 1, 2 (UTF-16) or 4 (UTF-32). */
unsigned text_enc_unit(enum text_enc enc);

/* The byte order mark of a Unicode encoding; empty for the others. */
struct span text_enc_bom(enum text_enc enc);

/* Encoding of the mark that in starts with, and its length; TEXT_NONE without one. */
enum text_enc text_find_bom(struct span in, size_t *len);

/* ---- The engines ---- */

#define TEXT_BAD_MAX 8 /* bytes of one bad place at most */

enum text_stop {
	TEXT_STOP_INPUT,  /* all complete characters are used; the rest (< 8 bytes) needs more input
			   */
	TEXT_STOP_OUTPUT, /* no room for the next character */
	TEXT_STOP_BAD     /* in[*used ...] does not convert; see bad_len */
};

struct text_decoder {
	enum text_enc enc;
	unsigned bad_len;      /* after TEXT_STOP_BAD: bytes to skip, 1 to TEXT_BAD_MAX */
	uint32_t state;        /* shift state of ISO-2022-x and HZ */
	const uint32_t *pairs; /* private; NULL, or a table for long texts */
};

/* Input starts at the beginning of the text; a byte order mark is decoded as U+FEFF. */
void text_decoder_init(struct text_decoder *d, enum text_enc enc);

/*
 * Decodes to well-formed UTF-8. With last, an unfinished sequence at the end is a bad place. To go
 * on after a bad place, call again from *used + bad_len. A cap of 8 or more always makes progress.
 */
enum text_stop text_decode(struct text_decoder *d, struct span in, bool last, uint8_t *out,
	size_t cap, size_t *used, size_t *made);

struct text_encoder {
	enum text_enc enc;
	unsigned bad_len; /* after TEXT_STOP_BAD: bytes of UTF-8 to skip */
	uint32_t bad_cp;  /* the character that the encoding lacks; UTF_BAD: not UTF-8 */
	uint32_t state;
	const uint16_t *map; /* private; code point to bytes */
};

/* The first call for an encoding builds its reverse table (at most 256 KB), which is kept until the
 * process ends. */
enum err_code text_encoder_open(struct text_encoder *e, enum text_enc enc, struct err *err);
void text_encoder_close(struct text_encoder *e);
enum text_stop text_encode(struct text_encoder *e, struct span in, bool last, uint8_t *out,
	size_t cap, size_t *used, size_t *made);

/* Length of the valid UTF-8 start of in, with SIMD where the processor has it. */
size_t text_utf8_valid_len(struct span in);

/* Length of the start of in whose bytes are all below 80. */
size_t text_ascii_len(struct span in);

/*
 * One pass over the bytes of a text, piece by piece, at a few bytes a cycle. It recognises ASCII
 * and UTF-8; only other texts need text_detect and memory for the whole text.
 */
#define TEXT_LOOK_SEEN 8
struct text_look {
	uint64_t len;
	uint64_t high;    /* bytes over 7F */
	uint64_t control; /* control characters that do not occur in texts */
	unsigned kinds;   /* private, as all that follows */
	bool utf8;
	bool ff; /* there are bytes FF */
	unsigned carry_len;
	uint8_t carry[4];
	uint8_t head[4];
	uint32_t seen[TEXT_LOOK_SEEN]; /* characters of several bytes, each once */
	unsigned seen_count;
	uint64_t alone; /* bytes of characters that are no word of another encoding */
};
void text_look_init(struct text_look *l);
void text_look_feed(struct text_look *l, struct span in);
/* True, with *out filled, when this pass decides: empty, ASCII, UTF-8, or ASCII with many control
 * characters (binary). */
struct text_guess;
bool text_look_settles(const struct text_look *l, struct text_guess *out);
/* Whether it is UTF-8 that is no word of another encoding by chance, again and again. */
bool text_look_is_utf8(const struct text_look *l);

/* ---- Conversion with positions and policy ---- */

enum text_bad_kind {
	TEXT_BAD_INPUT, /* bytes that are invalid in the source encoding */
	TEXT_BAD_TARGET /* a character that the target encoding lacks */
};

struct text_bad {
	enum text_bad_kind kind;
	uint64_t off;    /* byte offset in the input */
	uint64_t line;   /* from 1; lines end with LF, CR LF or CR */
	uint64_t column; /* in characters, from 1 */
	uint32_t cp;     /* TEXT_BAD_TARGET */
	uint8_t bytes[TEXT_BAD_MAX];
	unsigned len;
};

enum text_bom { TEXT_BOM_KEEP, TEXT_BOM_ADD, TEXT_BOM_REMOVE };
enum text_eol { TEXT_EOL_KEEP, TEXT_EOL_LF, TEXT_EOL_CRLF };
enum text_lossy {
	TEXT_LOSSY_REFUSE,   /* bad places are reported and counted; nothing is written after one */
	TEXT_LOSSY_TRANSLIT, /* the nearest ASCII or '?' */
	TEXT_LOSSY_REPLACE,  /* U+FFFD, or '?' */
	TEXT_LOSSY_ESCAPE    /* \u{XXXX} for characters, \xNN for bytes */
};

struct text_conv_opts {
	enum text_enc from;
	enum text_enc to;
	enum text_bom bom; /* ADD does nothing for a target without marks */
	enum text_eol eol;
	enum text_lossy lossy;
	bool exact; /* what text_alike would replace is a bad place */
	/* Every bad place. NULL: they are only counted, which is quicker. */
	void (*on_bad)(void *user, const struct text_bad *bad);
	enum err_code (*write)(void *user, struct span out, struct err *err); /* the result */
	void *user;
};

struct text_conv_stats {
	uint64_t bytes_in;
	uint64_t bytes_out;
	uint64_t bad_input;
	uint64_t bad_target;
	uint64_t alike; /* characters that text_alike gives; they are not bad ones */
	bool had_bom;
};

/*
 * The character of the same look that Windows writes for one that the encoding lacks
 * (bestfit932.txt of the Unicode consortium); 0: none. It decodes to another character than cp.
 */
uint32_t text_alike(enum text_enc enc, uint32_t cp);

/* Converts a stream with about 1 MB of memory. Errors: ERR_NOMEM and those of write. */
struct text_conv;
enum err_code text_conv_open(
	const struct text_conv_opts *opts, struct text_conv **out, struct err *err);
enum err_code text_conv_feed(struct text_conv *c, struct span in, struct err *err);
enum err_code text_conv_finish(struct text_conv *c, struct text_conv_stats *stats, struct err *err);
void text_conv_close(struct text_conv *c); /* NULL is fine */

/* A whole text to UTF-8 without its mark; bad places become U+FFFD and are counted. */
enum err_code text_to_utf8(
	enum text_enc enc, struct span in, struct buf *out, uint64_t *bad, struct err *err);

/* UTF-8 to enc. A character that enc lacks is ERR_FORMAT, and the text names it; with lossy it
 * becomes '?' and is counted. */
enum err_code text_from_utf8(enum text_enc enc, struct span in, bool lossy, struct buf *out,
	uint64_t *replaced, struct err *err);

/* ---- Detection ---- */

enum text_verdict {
	TEXT_EMPTY,   /* no bytes */
	TEXT_CERTAIN, /* structure proves it: ASCII, mark, valid UTF-8, escapes, or clear statistics
		       */
	TEXT_LIKELY,  /* the best candidate is clearly ahead */
	TEXT_AMBIGUOUS, /* bytes cannot decide between cand[0] and cand[1] (and more) */
	TEXT_MIXED,     /* its lines are in several encodings: see mixed and text_split */
	TEXT_BINARY     /* not text: enc is TEXT_NONE, see reason */
};

/* Why bytes are not text. */
enum text_reason {
	TEXT_REASON_NONE,
	TEXT_REASON_NUL,     /* NUL bytes elsewhere than after the last line */
	TEXT_REASON_CONTROL, /* control bytes that do not occur in texts */
	TEXT_REASON_FF,      /* runs of FF */
	TEXT_REASON_TABLE,   /* numbers of 16 or 32 bits that rise by equal steps */
	TEXT_REASON_WIDE,    /* units of UTF-16 or UTF-32 that are not text */
	TEXT_REASON_NOISE,   /* no encoding explains the bytes better than chance */
	TEXT_REASON_SHORT    /* the same, of a few bytes that may be text */
};
const char *text_reason_text(enum text_reason reason); /* "has NUL bytes"; never NULL */

#define TEXT_CAND_MAX 6

struct text_cand {
	enum text_enc enc;
	unsigned permille;    /* 0 to 1000; all candidates together at most 1000 */
	const char *language; /* "zh-Hans", "ru" ...; NULL when unknown */
	uint64_t bad;         /* byte sequences that are not valid in it */
};

struct text_guess {
	enum text_verdict verdict;
	enum text_enc enc;       /* the answer: cand[0].enc; TEXT_NONE for binary */
	enum text_reason reason; /* TEXT_BINARY */
	unsigned certainty;      /* permille: of the answer as a whole, mixtures included */
	unsigned mixed;          /* TEXT_MIXED: the lines are in the first so many candidates */
	bool bom;
	unsigned count; /* of candidates, the best first; another name for the same text is left out
			 */
	struct text_cand cand[TEXT_CAND_MAX];
	uint64_t non_ascii; /* bytes over 7F; for UTF-16 and UTF-32: code units */
};

/* All fields may be 0. Hints move a close decision, they never overrule what the bytes prove. */
struct text_hints {
	enum text_enc prefer;      /* --prefer of the user */
	enum text_enc declared;    /* the file's own declaration; text_find_declared */
	enum text_enc sibling;     /* the encoding of other files of the tree */
	enum text_enc system;      /* the system's code page: last tie-break */
	const enum text_enc *only; /* the legacy encodings to consider; NULL: all */
	unsigned only_count;
	bool uncut; /* it does not end within a character */
};

/*
 * Reads the whole input: every byte for validity, and every line that is not ASCII, up to 8 MB of
 * them, for a contradiction. hints may be NULL. Uses 1 MB while it runs; fails only with ERR_NOMEM.
 */
enum err_code text_detect(
	struct span in, const struct text_hints *hints, struct text_guess *out, struct err *err);

/* The same for bytes that were already passed to text_look_feed. */
enum err_code text_detect_looked(struct span in, const struct text_look *look,
	const struct text_hints *hints, struct text_guess *out, struct err *err);

/* Lines of one encoding, both ends counted from 1; ASCII lines belong to those around them. */
struct text_range {
	enum text_enc enc;
	uint64_t first;
	uint64_t last;
	size_t off; /* bytes of in */
	size_t len;
	unsigned certainty; /* permille, of its least certain line */
};

/* The ranges of a text that a guess calls mixed; free(*out) releases them. */
enum err_code text_split(struct span in, const struct text_guess *guess, struct text_range **out,
	size_t *count, struct err *err);

/* A declaration in the first and last lines: coding:, charset=, encoding=, scriptencoding,
 * code_page(). */
enum text_enc text_find_declared(struct span in);

#endif
