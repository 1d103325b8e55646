/* SPDX-License-Identifier: MIT */
/*
 * What 7-Zip packs with a filter without being told to (level 9, 7zz 26.02, tried): with BCJ2 x86
 * code in an ELF or PE file that may be executed or has the suffix of a program or a library, and
 * with Delta a .wav.
 */
#ifndef LZENC_PROGRAM_H
#define LZENC_PROGRAM_H

#include "biosbelt/sevenzip.h"

/* Whether name or mode say that it is one. */
bool program_named(const struct sz_entry *e);
/* The same, and data, its content from the beginning, are x86 code. */
bool program_is_x86(const struct sz_entry *e, struct span data);
/* A file named .wav; and bytes of a frame by its content, 1 to 256; 0: it is none. */
bool sound_named(const struct sz_entry *e);
unsigned sound_frame(const struct sz_entry *e, struct span data);

#endif
