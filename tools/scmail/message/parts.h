/* SPDX-License-Identifier: MIT */
/* The pieces of a message: text in memory, and files that are encoded while sending. */
#ifndef SCMAIL_SEGMENTS_H
#define SCMAIL_SEGMENTS_H

#include "message/message.h"

struct segments;

enum err_code segments_open(struct segments **out, struct err *err);
/* Marks the header as having addresses in UTF-8. */
void segments_need_utf8(struct segments *s);
/* Takes the bytes of text and empties it. */
enum err_code segments_add_text(struct segments *s, struct buf *text, struct err *err);
/* The file at a->path. */
enum err_code segments_add_file(struct segments *s, const struct mail_attach *a, struct err *err);
/* Adds a part of a file unchanged, which must be valid in a mail. eight_bit: it has bytes above
 * 127. */
enum err_code segments_add_raw(struct segments *s, const char *path, uint64_t skip, uint64_t size,
	bool eight_bit, struct err *err);
/* Makes the message that owns s; on failure the caller still owns s. */
enum err_code segments_message(
	struct segments *s, const char *id, struct message **out, struct err *err);
void segments_close(struct segments *s);

#endif
