/* SPDX-License-Identifier: MIT */
/*
 * Finds the comments of a source line, as marks count only there. Not a compiler's lexer: strings
 * and character constants matter only because of a "//" in them.
 */
#ifndef TAGEXTRACT_COMMENTS_H
#define TAGEXTRACT_COMMENTS_H

#include <stdbool.h>

#include "biosbelt/span.h"

enum comment_style {
	COMMENT_ALL,  /* unknown comment syntax: everything counts (.txt) */
	COMMENT_C,    /* // and block comments; also ASL, VFR, UNI */
	COMMENT_HASH, /* # to the end of the line, ; where it begins: INF, DSC, Python, sh, make */
	COMMENT_SEMI, /* ; to the end of the line: NASM, MASM, cfg */
	COMMENT_BAT,  /* rem or :: where a command begins */
	COMMENT_XML,  /* <!-- --> */
	COMMENT_GAS,  /* // # ; @ and block comments: GNU assembler sources */
	COMMENT_NONE  /* the format has no comments: JSON */
};

/* By the end of the file's name, without regard to case. */
enum comment_style comment_style_of(const char *name);

struct comment_state {
	enum comment_style style;
	bool in_block; /* inside a block comment that began on an earlier line */
	bool goes_on;  /* the line before was a // comment with a backslash at its end */
	size_t rest;   /* of comment_next: while more bytes are left, each line matters */
};

/* Sets mask[i] for each byte of line that is comment. mask has room for line.len. */
void comment_mask(struct comment_state *state, struct span line, bool *mask);

/* The beginning of the next line in text (whole lines) that may change the state: no earlier line
 * opens or ends a block comment. The length of text: no line does. Call it after comment_sync, with
 * successively shorter ends of the same text. */
size_t comment_next(struct comment_state *state, struct span text);

/* The first line in passed (whole lines after those of state) that matters for the lines after
 * passed: one after the last end of a block comment. state becomes that of this line. */
size_t comment_sync(struct comment_state *state, struct span passed);

/* Lines of conditional compilation: #if and the like in C, !if in DSC and FDF files, %if in NASM,
 * if in MASM, ifdef in make files. */
enum comment_cond { COND_NONE, COND_IF, COND_END };
enum comment_cond comment_cond(enum comment_style style, bool makefile, struct span line);
bool comment_is_makefile(const char *name);

#endif
