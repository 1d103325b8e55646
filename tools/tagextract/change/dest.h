/* SPDX-License-Identifier: MIT */
/* The folder that a new tree is written to: checked before anything is read. */
#ifndef TAGEXTRACT_DEST_H
#define TAGEXTRACT_DEST_H

#include <stdbool.h>

#include "biosbelt/err.h"

#define DEST_INPUTS 3

/* It may not be in an input. Without force it may not hold files: it would become a mixture. */
enum err_code dest_check(
	const char *dest, const char *const inputs[DEST_INPUTS], bool force, struct err *err);

#endif
