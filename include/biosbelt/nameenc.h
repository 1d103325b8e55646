/* SPDX-License-Identifier: MIT */
/*
 * Names that are not UTF-8. An archive holds Unicode, and a name in an unknown encoding must not be
 * garbled. The user names the encoding (--names=ENC), or keeps the bytes as 7-Zip does: with
 * --names=keep each becomes a character U+EF80 to U+EFFF.
 */
#ifndef BIOSBELT_NAMEENC_H
#define BIOSBELT_NAMEENC_H

#include "biosbelt/text.h"

struct name_rule {
	enum text_enc enc; /* TEXT_NONE: not given */
	bool keep;         /* bytes stay bytes */
	bool cannot_keep; /* the archive cannot keep bytes: set by the caller, for the error text */
};

/* "keep", or an encoding in which ASCII bytes are ASCII characters; false: neither. */
bool name_rule_parse(const char *text, struct name_rule *out);

/*
 * Appends a path in UTF-8 to out: parts that are not UTF-8 are decoded, all others stay. Bytes that
 * are invalid in the encoding are ERR_FORMAT.
 */
enum err_code name_decode(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err);

/* The same as a NUL-terminated text in room, whose content it replaces and which owns it. NULL: err
 * has the reason. */
const char *name_decoded(
	const struct name_rule *rule, const char *name, struct buf *room, struct err *err);

/*
 * The same for a name that goes into an archive: with keep it is not changed. A path that is not
 * UTF-8, without a rule, is ERR_USAGE; the text shows the name as --names would decode it.
 */
enum err_code name_for_archive(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err);

/* Whether all of it is UTF-8. */
bool name_is_utf8(const char *path);

#endif
