/* SPDX-License-Identifier: MIT */
/*
 * txtcopy's core: one file at a time is looked at, judged, and copied or converted. Nothing is
 * printed here; what was found stands in struct txt_result. An output appears only when all of the
 * input was found good, or the caller asked for a lossy conversion.
 */
#ifndef TXTCOPY_H
#define TXTCOPY_H

#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "neighbours.h"

#define TXT_STDIO "-" /* stands for stdin and stdout */

/* Bad places of one file kept for the report, usually and by wish; more are only counted. */
#define TXT_BAD_SHOWN 100
#define TXT_BAD_ALL   ((size_t)1 << 24)

/* Permille of certainty below which nothing is converted without being asked. */
#define TXT_SURE       550
#define TXT_UNDECIDED  900 /* below it the neighbours are asked */
#define TXT_SURE_MIXED 750
/* Below which a warning names the encoding that was taken. */
#define TXT_SILENT     997

enum txt_mode { TXT_COPY, TXT_DETECT, TXT_CHECK };

/* What becomes of a file that looks binary where a conversion is asked for. */
enum txt_binary { TXT_BINARY_COPY, TXT_BINARY_REFUSE, TXT_BINARY_SKIP, TXT_BINARY_UNSET };

#define TXT_ENCODINGS_MAX 32

struct txt_opts {
	enum txt_mode mode;
	enum text_enc from; /* TEXT_NONE: detect */
	enum text_enc to;   /* TEXT_NONE: as it is */
	enum text_enc prefer;
	enum text_enc only[TXT_ENCODINGS_MAX]; /* with UTF-8 all that is considered */
	unsigned only_count;                   /* 0: all */
	enum txt_binary binary;                /* UNSET is REFUSE */
	struct neighbours *neighbours;         /* asked where a file is undecided; may be NULL */
	enum text_bom bom;
	enum text_eol eol;
	enum text_lossy lossy;
	bool strict;
	bool repair;
	bool guess; /* convert also from what is not certain enough */
	bool force;
	bool in_place; /* the output is the input, which may be replaced; a backup only by force */
	bool preserve;
	bool later;                       /* a file that is written waits for file_out_commit_all */
	bool all_places;                  /* keep TXT_BAD_ALL bad places */
	const char *backup;               /* suffix, or NULL */
	void (*progress)(uint64_t bytes); /* may be NULL; bytes more are done */
};

struct txt_lines {
	uint64_t lf;
	uint64_t crlf;
	uint64_t cr;
};

struct txt_result {
	const char *path; /* of the input; NULL: standard input */
	struct text_guess guess;
	enum text_enc from; /* what was used: the caller's word or the guess */
	enum text_enc to;
	struct txt_lines lines;
	uint64_t size;
	uint64_t bad_input;
	uint64_t bad_target;
	uint64_t alike;       /* written as what Windows takes for them */
	struct text_bad *bad; /* the first of them */
	size_t bad_count, bad_cap;
	size_t bad_max;
	struct text_range *ranges; /* mixed files only */
	size_t range_count;
	unsigned neighbours; /* so many files beside it decided */
	bool asked;          /* an encoding was asked for, and that of the input is a guess */
	bool converted;      /* else the bytes were copied unchanged */
	bool written;
	struct file_out *waiting; /* with opts.later what is written; NULL: nothing */
	unsigned lost;            /* FILE_LOST_..., of the file that was replaced */
	uint64_t links;           /* names that it had; the others still have its old text */
	bool skipped;             /* looks binary; nothing was written */
};

/* in and out may be TXT_STDIO; out is not used by TXT_DETECT and TXT_CHECK. result is filled as
 * far as things went, also on failure; txt_result_free releases it. */
enum err_code txt_run(const char *in, const char *out, const struct txt_opts *opts,
	struct txt_result *result, struct err *err);
void txt_result_free(struct txt_result *r);

/* The share of belief in the answer, in percent. */
unsigned txt_percent(const struct text_guess *g);

#define TXT_NAMES_SIZE 120 /* of four encodings */
/* "A, B or C": the first candidates; all: "A, B and C". */
void txt_name_candidates(
	const struct text_guess *g, unsigned count, bool all, char *to, size_t size);

/* "likely" and so on. */
const char *txt_verdict_name(enum text_verdict v);

#endif
