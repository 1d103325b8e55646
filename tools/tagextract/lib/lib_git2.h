/* SPDX-License-Identifier: MIT */
/* What --patch uses of libgit2. */
#ifndef TAGEXTRACT_LIB_GIT2_H
#define TAGEXTRACT_LIB_GIT2_H

#include <git2.h>

#include "lib/lib_use.h"

/* clang-format off */
#define LIB_GIT2(F) \
	F(git_libgit2_init) F(git_libgit2_shutdown) F(git_error_last) F(git_diff_options_init) \
	F(git_patch_from_buffers) F(git_patch_to_buf) F(git_patch_free) F(git_buf_dispose)
/* clang-format on */

struct lib_git2 {
	LIB_GIT2(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_git2(const struct lib_git2 **out, struct err *err);

#endif
