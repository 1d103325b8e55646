/* SPDX-License-Identifier: MIT */
/* What U-Boot's LZMA decoder needs from U-Boot, for an ordinary program. */
#ifndef UBOOT_SHIM_H
#define UBOOT_SHIM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CONFIG_LZMA 1
#define debug(...)  ((void)0)
#define schedule()  ((void)0)
#define min(a, b)   ((a) < (b) ? (a) : (b))

#endif
