/* SPDX-License-Identifier: MIT */
/*
 * The RISC-V filter of 7-Zip 23 and later and of xz 5.6 and later: distances of JAL, and of AUIPC
 * with the instruction that follows it, become absolute addresses.
 */
#ifndef BIOSBELT_RISCV_H
#define BIOSBELT_RISCV_H

#include "biosbelt/branch.h"

/* As branch_run: returns the number of bytes processed. */
size_t riscv_run(const struct branch *b, uint8_t *data, size_t len);

#endif
