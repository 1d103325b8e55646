/* SPDX-License-Identifier: MIT */
/*
 * txtcopy's core: detects, checks, and copies or converts one file at a time. Prints nothing; the
 * results are in struct txt_result. An output appears only when the whole input is valid, or the
 * caller asked for a lossy conversion.
 */
#ifndef TXTCOPY_H
#define TXTCOPY_H

#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "neighbours.h"

#define TXT_STDIO "-" /* means stdin and stdout */

/* Bad places of a file kept for the report, by default and at most; more are only counted. */
#define TXT_BAD_SHOWN 100
#define TXT_BAD_ALL   ((size_t)1 << 24)

/* Certainty in permille below which conversion needs --guess. */
#define TXT_SURE       550
#define TXT_UNDECIDED  TXT_SILENT /* below it the neighbours are asked */
#define TXT_SURE_MIXED 750
/* Certainty in permille below which a warning names the chosen encoding. */
#define TXT_SILENT     997

enum txt_mode { TXT_COPY, TXT_DETECT, TXT_CHECK };

/* The treatment of a file that looks binary in a conversion. */
enum txt_binary { TXT_BINARY_COPY, TXT_BINARY_REFUSE, TXT_BINARY_SKIP, TXT_BINARY_UNSET };

#define TXT_ENCODINGS_MAX 32

struct txt_opts {
	enum txt_mode mode;
	enum text_enc from; /* TEXT_NONE: detect */
	enum text_enc to;   /* TEXT_NONE: unchanged */
	enum text_enc prefer;
	enum text_enc only[TXT_ENCODINGS_MAX]; /* considered besides UTF-8 */
	unsigned only_count;                   /* 0: all */
	enum txt_binary binary;                /* UNSET is REFUSE */
	struct neighbours *neighbours;         /* for undecided files; may be NULL */
	enum text_bom bom;
	enum text_eol eol;
	enum text_lossy lossy;
	bool strict;
	bool repair;
	bool guess; /* convert also from an uncertain encoding */
	bool force;
	bool in_place; /* the output is the input, which may be replaced; an old backup only with
			  force */
	bool preserve;
	const struct file_info *known;    /* of the input, which is not a link; NULL: not known */
	bool later;                       /* written files wait for file_out_commit_all */
	bool postpone;                    /* fail where neighbours are to be asked */
	bool all_places;                  /* keep TXT_BAD_ALL bad places */
	const char *backup;               /* suffix, or NULL */
	void (*progress)(uint64_t bytes); /* may be NULL; bytes: done since the last call */
};

struct txt_lines {
	uint64_t lf;
	uint64_t crlf;
	uint64_t cr;
};

struct txt_result {
	const char *path; /* of the input; NULL: standard input */
	struct text_guess guess;
	enum text_enc from; /* the encoding used: the caller's or the guess */
	enum text_enc to;
	enum text_bom bom; /* KEEP where what the caller asks for changes nothing */
	bool unmarked;     /* the caller asks for a mark, but the encoding has none */
	enum text_enc
		claim; /* of a converted file: the encoding that it still declares, or TEXT_NONE */
	struct txt_lines lines;
	uint64_t size;
	uint64_t bad_input;
	uint64_t bad_target;
	uint64_t alike;       /* characters written in the forms of Windows */
	struct text_bad *bad; /* the first bad places */
	size_t bad_count, bad_cap;
	size_t bad_max;
	struct text_range *ranges; /* mixed files only */
	size_t range_count;
	unsigned neighbours; /* number of files beside it that decided */
	bool postponed;      /* with opts.postpone: it has failed so, and guess is that alone */
	bool told;           /* progress has all bytes of it */
	bool asked;          /* a target was given, and the input's encoding is a guess */
	bool converted;      /* else the bytes were copied unchanged */
	bool written;
	struct file_out *waiting; /* with opts.later the written file; NULL: none */
	unsigned lost;            /* FILE_LOST_..., of the file that was replaced */
	uint64_t links; /* names of the replaced file; the others still have the old text */
	bool skipped;   /* looks binary; nothing was written */
};

/* With which the encoding of every input is found; points into *opts. */
struct text_hints txt_hints(const struct txt_opts *opts);

/* in and out may be TXT_STDIO; out is not used by TXT_DETECT and TXT_CHECK. *result is
 * filled as far as possible, also on failure; txt_result_free releases it. */
enum err_code txt_run(const char *in, const char *out, const struct txt_opts *opts,
	struct txt_result *result, struct err *err);
void txt_result_free(struct txt_result *r);

/* The certainty of the answer, in percent. */
unsigned txt_percent(const struct text_guess *g);

#define TXT_NAMES_SIZE 120 /* of four encodings */
/* "A, B or C": the first candidates; all: "A, B and C". */
void txt_name_candidates(
	const struct text_guess *g, unsigned count, bool all, char *to, size_t size);

/* "likely" and so on. */
const char *txt_verdict_name(enum text_verdict v);

#endif
