/* SPDX-License-Identifier: MIT */
/*
 * Files that 7-Zip packs with a filter by default (observed: level 9, 7zz 26.02). A .wav gets
 * Delta; x86 code in an ELF or PE file that is executable or has the suffix of a program or library
 * gets BCJ2.
 */
#ifndef LZENC_PROGRAM_H
#define LZENC_PROGRAM_H

#include "biosbelt/sevenzip.h"

/* True for a program by name or mode. */
bool program_named(const struct sz_entry *e);
/* The same, and its content (data is the beginning) is x86 code. */
bool program_is_x86(const struct sz_entry *e, struct span data);
/* sound_named: named .wav. sound_frame: bytes of a frame from its content, 1 to 256; 0: not a .wav.
 */
bool sound_named(const struct sz_entry *e);
unsigned sound_frame(const struct sz_entry *e, struct span data);

#endif
