/* SPDX-License-Identifier: MIT */
/* The functions of libgit2 for diffs, merges and git revisions. */
#ifndef TAGEXTRACT_LIB_GIT2_H
#define TAGEXTRACT_LIB_GIT2_H

#include <git2.h>

#include "biosbelt/library.h"

/* clang-format off */
#define LIB_GIT2(F) \
	F(git_libgit2_init) F(git_error_last) F(git_diff_options_init) \
	F(git_patch_from_buffers) F(git_patch_to_buf) F(git_patch_free) F(git_buf_dispose) \
	F(git_patch_num_hunks) F(git_patch_get_hunk) \
	F(git_merge_file) F(git_merge_file_result_free) F(git_merge_file_options_init) \
	F(git_merge_file_input_init) F(git_repository_open_ext) F(git_repository_free) \
	F(git_repository_workdir) F(git_revparse_single) F(git_object_lookup) F(git_object_peel) F(git_object_free) \
	F(git_tree_walk) F(git_tree_entry_name) F(git_tree_entry_id) \
	F(git_tree_entry_filemode) F(git_blob_lookup) F(git_blob_free) F(git_blob_rawcontent) \
	F(git_blob_rawsize) F(git_blob_filter)
/* clang-format on */

struct lib_git2 {
	LIB_GIT2(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_git2(const struct lib_git2 **out, struct err *err);

#endif
