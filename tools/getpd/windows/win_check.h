/* SPDX-License-Identifier: MIT */
/* --check on Windows: the rules, over the table of calls. Pure. */
#ifndef BIOSBELT_GETPD_WIN_CHECK_H
#define BIOSBELT_GETPD_WIN_CHECK_H

#include "core/check.h"
#include "windows/win_volume.h"

/* all: lists the volumes; called with user, see struct check_asks. */
enum err_code win_check(const struct win_api *api, const void *user,
	enum err_code (*all)(const void *user,
		bool (*each)(void *each_user, const char *volume, const struct graph *g),
		void *each_user, struct err *err),
	const struct check_opts *opts, const char *what, struct check *out, struct err *err);

#endif
