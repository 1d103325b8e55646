/* SPDX-License-Identifier: MIT */
/*
 * Names of an archive in the code page of the system that made it. Neither a .zip of a Chinese
 * Windows nor a .tar stores that they are in GBK (APPNOTE.TXT, 4.4.4, bit 11). The tree beside
 * which the archive is read shows which encoding is right: the one in which the names are there.
 */
#include <stdlib.h>
#include <string.h>

#include "base/base_private.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "biosbelt/utf.h"

#define TRIED_MAX 64 /* names for which the tree is searched */

static bool is_utf8(struct span text)
{
	return utf8_valid_len(text) == text.len;
}

/* text in UTF-8, ended by NUL; empty: it is not in this encoding. */
static enum err_code decode(enum text_enc enc, struct span text, struct blob *out, struct err *err)
{
	uint64_t bad = 0;
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	rc = text_to_utf8(enc, text, &b, &bad, err);
	*out = (struct blob){.ptr = NULL};
	if (rc == ERR_OK && bad == 0) {
		buf_add_u8(&b, 0);
		return buf_finish(&b, out, err);
	}
	buf_free(&b);
	return rc;
}

/* The tree and what is known about the names. */
struct search {
	const char *beside;
	size_t top; /* bytes of the top folder that all paths have, or 0 */
	bool mixed; /* some names are there as they are */
};

static bool is_ascii(const char *text)
{
	return text_ascii_len(span_of(text, strlen(text))) == strlen(text);
}

/* *there: whether the tree has the path, or what of it is below the archive's top folder. That one
 * in ASCII is there shows nothing. */
static enum err_code look_for(
	const struct search *s, const char *path, bool *there, struct err *err)
{
	size_t skip = 0;

	*there = false;
	while (!*there && !is_ascii(path + skip)) {
		struct file_info info;
		struct err ignored;
		struct blob full;

		if (path_join(s->beside, path + skip, &full, err) != ERR_OK)
			return err->code;
		*there = file_info((const char *)full.ptr, true, &info, &ignored) == ERR_OK &&
			 info.type != FILE_NONE;
		blob_free(&full);
		if (s->top == 0 || skip != 0)
			return ERR_OK;
		skip = strcspn(path, "/") + 1; /* top > 0: each path has one */
	}
	return ERR_OK;
}

/*
 * *out: the name in UTF-8, ended by NUL, if it is one in enc; empty: it stays as it is, since it is
 * there so, or in no such encoding. Hundreds of characters of GB 2312 are valid UTF-8 by
 * themselves: that a name is valid does not show that it is in UTF-8.
 */
static enum err_code read_name(const struct search *s, const char *name, enum text_enc enc,
	struct blob *out, bool *there, struct err *err)
{
	struct span raw = span_of(name, strlen(name));
	bool safe;
	enum err_code rc = look_for(s, name, there, err);

	*out = (struct blob){.ptr = NULL};
	if (rc != ERR_OK || *there || enc == TEXT_NONE)
		return rc;
	rc = decode(enc, raw, out, err);
	if (rc != ERR_OK || out->ptr == NULL)
		return rc;
	safe = base_is_safe((const char *)out->ptr);
	if (safe)
		rc = look_for(s, (const char *)out->ptr, there, err);
	if (rc != ERR_OK || !safe || (!*there && s->mixed && is_utf8(raw)))
		blob_free(out);
	return rc;
}

/* *found: how many of the first *tried names the tree has, read in enc; TEXT_NONE: as they are. */
static enum err_code count_found(const struct base *b, const struct search *s, enum text_enc enc,
	size_t *tried, size_t *found, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	*found = 0;
	*tried = 0;
	for (i = 0; i < b->count && *tried < TRIED_MAX && rc == ERR_OK; i++) {
		struct blob path;
		bool there;

		const char *path_below = b->entries[i].path;

		if (s->top != 0)
			path_below += strcspn(path_below, "/");
		if (is_ascii(path_below)) /* the tree has it in every encoding */
			continue;
		++*tried;
		rc = read_name(s, b->entries[i].path, enc, &path, &there, err);
		*found += there;
		blob_free(&path);
	}
	return rc;
}

static enum err_code recode(
	const struct search *s, enum text_enc enc, struct base_entry *e, struct err *err)
{
	struct blob text = {.ptr = NULL};
	bool there;
	enum err_code rc = ERR_OK;

	if (!is_ascii(e->path))
		rc = read_name(s, e->path, enc, &text, &there, err);
	if (text.ptr != NULL) {
		free(e->path);
		e->path = (char *)text.ptr;
	}
	if (rc != ERR_OK || !e->link || (s->mixed && is_utf8(blob_span(e->data))))
		return rc;
	rc = decode(enc, blob_span(e->data), &text, err);
	if (text.ptr != NULL) {
		text.len--; /* without the NUL */
		blob_free(&e->data);
		e->data = text;
	}
	return rc;
}

enum err_code base_decode_names(struct base *b, const char *beside, size_t top, struct err *err)
{
	struct search s = {beside, top, false};
	enum text_enc best = TEXT_NONE;
	enum text_enc enc;
	size_t tried;
	size_t most;
	size_t found;
	size_t i;
	enum err_code rc = ERR_OK;

	if (beside == NULL)
		return ERR_OK;
	rc = count_found(b, &s, TEXT_NONE, &tried, &most, err);
	s.mixed = most > 0;
	for (enc = TEXT_ASCII; enc < TEXT_ENC_COUNT && rc == ERR_OK && most < tried; enc++) {
		if (!text_enc_ascii(enc))
			continue;
		rc = count_found(b, &s, enc, &tried, &found, err);
		if (found > most) {
			best = enc;
			most = found;
		}
	}
	for (i = 0; i < b->count && rc == ERR_OK && best != TEXT_NONE; i++)
		rc = recode(&s, best, &b->entries[i], err);
	return rc;
}
