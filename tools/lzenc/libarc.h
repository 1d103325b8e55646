/* SPDX-License-Identifier: MIT */
/*
 * Archives and streams that only libarchive reads here: .zip, .tar, and .gz, .bz2, .zst, .lz, .lz4,
 * .Z around a .tar or anything else. No other program is run for any of them. Memory is what
 * libarchive takes.
 */
#ifndef LZENC_LIBARC_H
#define LZENC_LIBARC_H

#include "extract.h"
#include "zip_names.h"

/* Whether in begins like one of them. */
bool libarc_likely(struct span in);

struct libarc;
/*
 * secret: asked when an entry of a .zip is encrypted; may be NULL. names: of a .zip's entries that
 * are not marked as UTF-8. in must outlive *out.
 */
enum err_code libarc_open(struct span in, const struct name_rule *names, struct sz_secret *secret,
	struct libarc **out, struct err *err);
void libarc_close(struct libarc *l);

/* A compressed stream with no archive in it: its bytes are libarc_data's. */
bool libarc_is_stream(const struct libarc *l);
/* "zip", "tar", or "gzip", "bzip2" ... of a stream */
const char *libarc_form(const struct libarc *l);
/* What a .zip's names are decoded from, TEXT_NONE: nothing; *guessed: nobody said so. */
enum text_enc libarc_names(const struct libarc *l, bool *guessed);

/*
 * The next entry, until *end. Its name lives until the next call; hard is NULL, or the name of an
 * earlier entry that this one is another name of.
 */
enum err_code libarc_next(
	struct libarc *l, struct sz_entry *e, const char **hard, bool *end, struct err *err);
/* Bytes of something else after a .gz, at its end. */
size_t libarc_trailing(const struct libarc *l);
/* The content of the entry, or of the stream; closing it closes nothing. */
struct reader *libarc_data(struct libarc *l);

/* Hands every entry to x; failures are counted there. Calls extract_finish. */
void libarc_extract(struct extract *x, struct libarc *l);

#endif
