/* SPDX-License-Identifier: MIT */
/*
 * Names that are not UTF-8. An archive holds Unicode, and a name in an unknown encoding must not
 * be garbled: the user says --names=ENC, or --names=keep for 7-Zip's way of keeping the bytes.
 */
#ifndef BIOSBELT_NAMEENC_H
#define BIOSBELT_NAMEENC_H

#include "biosbelt/text.h"

struct name_rule {
	enum text_enc enc; /* TEXT_NONE: not given */
	bool keep;         /* bytes stay bytes */
	bool cannot_keep;  /* the archive has no way to: set by the caller, for the advice */
};

/* "keep", or an encoding in which ASCII bytes are ASCII characters; false: neither. */
bool name_rule_parse(const char *text, struct name_rule *out);

/*
 * A path in UTF-8, appended to out: parts that are not UTF-8 are decoded, all others stay. Bytes
 * that the encoding does not know are ERR_FORMAT.
 */
enum err_code name_decode(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err);

/* The same with an end; in room, whose content it replaces. NULL: err says why. */
const char *name_decoded(
	const struct name_rule *rule, const char *name, struct buf *room, struct err *err);

/*
 * The same for what goes into an archive: with keep nothing is changed, and a path that is no
 * UTF-8 and has no rule is ERR_USAGE with a text that says what --names would make of it.
 */
enum err_code name_for_archive(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err);

/* Whether all of it is UTF-8. */
bool name_is_utf8(const char *path);

#endif
