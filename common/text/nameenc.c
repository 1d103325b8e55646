/* SPDX-License-Identifier: MIT */

#include "biosbelt/nameenc.h"
#include "biosbelt/tr.h"

#include <string.h>

#include "biosbelt/utf.h"

#define SHOWN 60 /* bytes of a suggestion; leaves room for the rest of the message */

bool name_rule_parse(const char *text, struct name_rule *out)
{
	*out = (struct name_rule){.keep = strcmp(text, "keep") == 0};
	if (out->keep)
		return true;
	out->enc = text_enc_find(text, strlen(text));
	return out->enc != TEXT_NONE && text_enc_ascii(out->enc);
}

bool name_is_utf8(const char *path)
{
	size_t len = strlen(path);

	return utf8_valid_len(span_of(path, len)) == len;
}

static enum err_code decode_part(
	enum text_enc enc, struct span part, struct buf *out, struct err *err)
{
	uint64_t bad = 0;
	enum err_code rc;

	if (utf8_valid_len(part) == part.len) {
		buf_add(out, part.ptr, part.len);
		return ERR_OK;
	}
	rc = text_to_utf8(enc, part, out, &bad, err);
	if (rc == ERR_OK && bad != 0)
		rc = err_set(err, ERR_FORMAT, "the name is not in %s", text_enc_name(enc));
	return rc;
}

enum err_code name_decode(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err)
{
	size_t at = 0;

	while (at <= path.len) {
		size_t end = span_find(path, at, "/", 1);
		struct span part;

		if (end == SIZE_MAX)
			end = path.len;
		if (at != 0)
			buf_str(out, "/");
		if (span_slice(path, at, end - at, &part) &&
			decode_part(rule->enc, part, out, err) != ERR_OK)
			return err->code;
		at = end + 1;
	}
	return out->failed != ERR_OK ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
}

const char *name_decoded(
	const struct name_rule *rule, const char *name, struct buf *room, struct err *err)
{
	room->len = 0;
	if (name_decode(rule, span_of(name, strlen(name)), room, err) != ERR_OK)
		return NULL;
	buf_add_u8(room, 0);
	if (room->failed == ERR_OK)
		return (const char *)room->ptr;
	err_set(err, ERR_NOMEM, "out of memory");
	return NULL;
}

/* Decodes the name in its most likely encoding; false: none is likely. */
static bool suggest(struct span path, struct text_guess *guess, struct buf *text)
{
	struct name_rule rule = {.enc = TEXT_NONE};
	struct err ignored;

	if (text_detect(path, NULL, guess, &ignored) != ERR_OK || !text_enc_ascii(guess->enc) ||
		guess->enc == TEXT_NONE || guess->enc == TEXT_UTF8)
		return false;
	rule.enc = guess->enc;
	return name_decode(&rule, path, text, &ignored) == ERR_OK;
}

static enum err_code undetected(const struct name_rule *rule, struct span path, struct err *err)
{
	const char *keep =
		rule->cannot_keep ? "" : tr(", --names=keep keeps its bytes as 7-Zip does");
	struct text_guess guess;
	struct buf text;

	buf_init(&text, 0);
	if (suggest(path, &guess, &text)) {
		size_t from = text.len > SHOWN ? text.len - SHOWN : 0;

		while (from < text.len && (text.ptr[from] & 0xC0) == 0x80)
			from++;
		err_set(err, ERR_USAGE, "the name is not UTF-8; --names=%s makes it '%s%.*s'%s",
			text_enc_name(guess.enc), from != 0 ? "..." : "", (int)(text.len - from),
			(const char *)text.ptr + from, keep);
	} else {
		err_set(err, ERR_USAGE, "the name is not UTF-8; --names=ENC gives its encoding%s",
			keep);
	}
	buf_free(&text);
	return err->code;
}

enum err_code name_for_archive(
	const struct name_rule *rule, struct span path, struct buf *out, struct err *err)
{
	if (rule->keep || utf8_valid_len(path) == path.len) {
		buf_add(out, path.ptr, path.len);
		return out->failed != ERR_OK ? err_set(err, ERR_NOMEM, "out of memory") : ERR_OK;
	}
	return rule->enc == TEXT_NONE ? undetected(rule, path, err)
				      : name_decode(rule, path, out, err);
}
