/* SPDX-License-Identifier: MIT */
/* The folder that a browser of ours gets for its settings. */
#ifndef BIOSBELT_2048AI_PROFILE_H
#define BIOSBELT_2048AI_PROFILE_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

/* Makes a new folder that only this user may read. */
enum err_code profile_make(struct blob *path, struct err *err);
/* Removes it with all that is in it. */
void profile_remove(const char *path);

/* Whether we run as root, under which Chromium's sandbox does not start. */
bool profile_of_root(void);

#endif
