/* SPDX-License-Identifier: MIT */
/*
 * Archives and streams that only libarchive reads here: .zip, .tar, and .gz, .bz2, .zst, .lz, .lz4,
 * .Z around a .tar or anything else. Runs no other program. Memory is limited by
 * libarchive only.
 */
#ifndef LZENC_LIBARC_H
#define LZENC_LIBARC_H

#include "extract.h"
#include "zip_names.h"

/* True when in begins like one of them. */
bool libarc_likely(struct span in);

struct libarc;
/*
 * secret: for encrypted entries of a .zip; may be NULL. names: for entries of a .zip that are not
 * marked as UTF-8. in must outlive *out.
 */
enum err_code libarc_open(struct span in, const struct name_rule *names, struct sz_secret *secret,
	struct libarc **out, struct err *err);
void libarc_close(struct libarc *l);

/* True for a compressed stream without an archive in it: libarc_data reads it. */
bool libarc_is_stream(const struct libarc *l);
/* "zip", "tar", or "gzip", "bzip2" ... of a stream */
const char *libarc_form(const struct libarc *l);
/* The encoding of a .zip's names, TEXT_NONE: not decoded; *guessed: by detection. */
enum text_enc libarc_names(const struct libarc *l, bool *guessed);

/*
 * The next entry, until *end. Its name is valid until the next call; *hard is NULL, or the name of
 * the earlier entry that this one is a hard link to.
 */
enum err_code libarc_next(
	struct libarc *l, struct sz_entry *e, const char **hard, bool *end, struct err *err);
/* At the end of a .gz: the number of foreign bytes after it. */
size_t libarc_trailing(const struct libarc *l);
/* The content of the entry, or of the stream; closing it has no effect. */
struct reader *libarc_data(struct libarc *l);

/* Passes every entry to x, which counts failures. Calls extract_finish. */
void libarc_extract(struct extract *x, struct libarc *l);

#endif
