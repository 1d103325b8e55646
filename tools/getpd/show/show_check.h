/* SPDX-License-Identifier: MIT */
#ifndef BIOSBELT_GETPD_SHOW_CHECK_H
#define BIOSBELT_GETPD_SHOW_CHECK_H

#include "show/show.h"

/* Runs --check, prints the verdict with every reason, and sets show->status. */
enum err_code check_show(struct show *show, struct err *err);

#endif
