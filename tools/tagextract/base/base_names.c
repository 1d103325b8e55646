/* SPDX-License-Identifier: MIT */
/*
 * Names of an archive in the code page of the system that made it: a .zip of a Chinese Windows says
 * nowhere that they are in GBK (APPNOTE.TXT, 4.4.4, bit 11), nor does a .tar. The tree beside which
 * the archive is read shows which encoding is right: the one in which the names are there.
 */
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
	*out = (struct blob){NULL, 0};
	if (rc == ERR_OK && bad == 0) {
		buf_add_u8(&b, 0);
		return buf_finish(&b, out, err);
	}
	buf_free(&b);
	return rc;
}

/* *there: whether the tree has the path, or what of it is below the archive's top folder. */
static enum err_code look_for(
	const char *beside, const char *path, size_t top, bool *there, struct err *err)
{
	size_t skip = 0;

	*there = false;
	for (;;) {
		struct file_info info;
		struct err ignored;
		struct blob full;

		if (path_join(beside, path + skip, &full, err) != ERR_OK)
			return err->code;
		*there = file_info((const char *)full.ptr, true, &info, &ignored) == ERR_OK &&
			 info.type != FILE_NONE;
		blob_free(&full);
		if (*there || top == 0 || skip != 0)
			return ERR_OK;
		skip = strcspn(path, "/") + 1; /* top > 0: each path has one */
	}
}

/* *found: how many of the first names the tree has, read in enc; TEXT_NONE: as they are. */
static enum err_code count_found(const struct base *b, const char *beside, size_t top,
	enum text_enc enc, size_t *found, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t tried = 0;
	size_t i;

	*found = 0;
	for (i = 0; i < b->count && tried < TRIED_MAX && rc == ERR_OK; i++) {
		struct span name = span_of(b->entries[i].path, strlen(b->entries[i].path));
		struct blob path = {NULL, 0};
		bool there = false;

		if (is_utf8(name))
			continue;
		tried++;
		rc = enc != TEXT_NONE ? decode(enc, name, &path, err)
				      : blob_copy(span_of(name.ptr, name.len + 1), &path, err);
		if (rc == ERR_OK && path.ptr != NULL)
			rc = look_for(beside, (const char *)path.ptr, top, &there, err);
		*found += there;
		blob_free(&path);
	}
	return rc;
}

/* Decodes a text that is not in UTF-8; one that is in no such encoding stays. */
static enum err_code recode(enum text_enc enc, struct blob *text, bool name, struct err *err)
{
	struct blob decoded;
	enum err_code rc;

	if (is_utf8(blob_span(*text)))
		return ERR_OK;
	rc = decode(enc, blob_span(*text), &decoded, err);
	if (rc != ERR_OK || decoded.ptr == NULL)
		return rc;
	if (name && !base_is_safe((const char *)decoded.ptr)) {
		blob_free(&decoded);
		return ERR_OK;
	}
	decoded.len--; /* without the NUL */
	blob_free(text);
	*text = decoded;
	return ERR_OK;
}

enum err_code base_decode_names(struct base *b, const char *beside, size_t top, struct err *err)
{
	enum text_enc best = TEXT_NONE;
	enum text_enc enc;
	size_t most = 0;
	size_t found = 0;
	size_t i;
	enum err_code rc = ERR_OK;

	for (i = 0;
		i < b->count && is_utf8(span_of(b->entries[i].path, strlen(b->entries[i].path)));
		i++)
		;
	if (i == b->count || beside == NULL)
		return ERR_OK;
	rc = count_found(b, beside, top, TEXT_NONE, &most, err);
	for (enc = TEXT_ASCII; enc < TEXT_ENC_COUNT && rc == ERR_OK; enc++) {
		if (!text_enc_ascii(enc))
			continue;
		rc = count_found(b, beside, top, enc, &found, err);
		if (found > most) {
			best = enc;
			most = found;
		}
	}
	for (i = 0; i < b->count && rc == ERR_OK && best != TEXT_NONE; i++) {
		struct base_entry *e = &b->entries[i];
		struct blob path = {(uint8_t *)e->path, strlen(e->path)};

		rc = recode(best, &path, true, err);
		e->path = (char *)path.ptr;
		if (rc == ERR_OK && e->link)
			rc = recode(best, &e->data, false, err);
	}
	return rc;
}
