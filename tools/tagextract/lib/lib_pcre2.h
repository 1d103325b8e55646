/* SPDX-License-Identifier: MIT */
/* The functions of PCRE2 for --regex. */
#ifndef TAGEXTRACT_LIB_PCRE2_H
#define TAGEXTRACT_LIB_PCRE2_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "biosbelt/library.h"

/* clang-format off */
#define LIB_PCRE2(F) \
	F(pcre2_compile) F(pcre2_code_free) F(pcre2_get_error_message) F(pcre2_match) \
	F(pcre2_match_context_create) F(pcre2_match_context_free) F(pcre2_set_match_limit) \
	F(pcre2_set_heap_limit) F(pcre2_set_callout) F(pcre2_match_data_create) \
	F(pcre2_match_data_free) F(pcre2_get_ovector_pointer) F(pcre2_callout_enumerate)
/* clang-format on */

struct lib_pcre2 {
	LIB_PCRE2(LIB_MEMBER)
};

/* *out: valid until the program ends. Not to be called by two threads at once. */
enum err_code lib_pcre2(const struct lib_pcre2 **out, struct err *err);

#endif
