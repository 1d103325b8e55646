/* SPDX-License-Identifier: MIT */
/*
 * Tags as regular expressions (PCRE2, UTF mode), as a struct scan_matcher. A pattern that passes
 * too many bytes in a line, by all attempts there, is given up in it.
 */
#ifndef TAGEXTRACT_REGEX_H
#define TAGEXTRACT_REGEX_H

#include "tags/scan.h"

struct regex_set;

/* Compiles the texts of set. ERR_USAGE names the pattern and the place of its fault. */
enum err_code regex_open(const struct tag_set *set, struct regex_set **out, struct err *err);
void regex_close(struct regex_set *r); /* NULL is fine */

/* Valid as long as r; may be used from several threads. */
struct scan_matcher regex_matcher(struct regex_set *r);

#endif
