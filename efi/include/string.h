/* SPDX-License-Identifier: MIT */
/* What the game's sources use of the C library: memory.c has it. */
#ifndef BIOSBELT_EFI_STRING_H
#define BIOSBELT_EFI_STRING_H

#include <stddef.h>

void *memset(void *to, int value, size_t len);
void *memcpy(void *to, const void *from, size_t len);

#endif
