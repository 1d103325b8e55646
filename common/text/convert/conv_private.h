/* SPDX-License-Identifier: MIT */
/* Substitutes for characters and bytes that do not convert. */
#ifndef BIOSBELT_TEXT_CONV_H
#define BIOSBELT_TEXT_CONV_H

#include "text_private.h"

/* UTF-8 for a character that the target lacks; returns its length, at most 32. */
size_t lossy_char(enum text_lossy lossy, uint32_t cp, uint8_t out[32]);

/* UTF-8 for bytes that are not a character (at most TEXT_BAD_MAX of them). */
size_t lossy_bytes(enum text_lossy lossy, struct span bytes, uint8_t out[64]);

#endif
