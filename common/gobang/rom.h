/* SPDX-License-Identifier: MIT */
/* Constant tables: on AVR they are placed in the program memory and read from it explicitly. */
#ifndef BIOSBELT_GOBANG_ROM_H
#define BIOSBELT_GOBANG_ROM_H

#include "biosbelt/gobang_tiny.h"

#ifdef __AVR__
#include <avr/pgmspace.h>
#define GOBANG_ROM        PROGMEM
#define GOBANG_READ(p)    pgm_read_byte(p)
#define GOBANG_READ_16(p) pgm_read_word(p)
#else
#define GOBANG_ROM
#define GOBANG_READ(p)    (*(p))
#define GOBANG_READ_16(p) (*(p))
#endif

#endif
