/* SPDX-License-Identifier: MIT */
/* The pieces of a message: text in memory and files that are encoded on the way out. */
#ifndef SCMAIL_SEGMENTS_H
#define SCMAIL_SEGMENTS_H

#include "message/message.h"

struct segments;

enum err_code segments_open(struct segments **out, struct err *err);
/* The header holds addresses in UTF-8. */
void segments_need_utf8(struct segments *s);
/* Takes the bytes out of text and leaves it empty. */
enum err_code segments_add_text(struct segments *s, struct buf *text, struct err *err);
enum err_code segments_add_file(
	struct segments *s, const char *path, uint64_t size, struct err *err);
/* A part of a file as it is, which must be right for a mail already. eight_bit: it holds such
 * bytes. */
enum err_code segments_add_raw(struct segments *s, const char *path, uint64_t skip, uint64_t size,
	bool eight_bit, struct err *err);
/* Makes the message that owns s; on failure s stays the caller's. */
enum err_code segments_message(
	struct segments *s, const char *id, struct message **out, struct err *err);
void segments_close(struct segments *s);

#endif
