/* SPDX-License-Identifier: MIT */
#include "tags/tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/text.h"
#include "biosbelt/utf.h"
#include "tags/bound.h"
#include "tags/bytefind.h"
#include "tags/marks.h"
#include "tags/pattern.h"
#include "tags/word.h"

static bool is_ascii(struct span s)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (s.ptr[i] >= 0x80)
			return false;
	return true;
}

static enum err_code add_tag(struct tag_set *set, const char *text, struct err *err)
{
	size_t len = strlen(text);
	struct tag *t = &set->tags[set->count];
	size_t i;

	if (len == 0)
		return err_set(err, ERR_USAGE, "an empty tag");
	if (len > TAG_LEN_MAX)
		return err_set(err, ERR_USAGE, "a tag of more than %d bytes", TAG_LEN_MAX);
	if (utf8_valid_len(span_of(text, len)) != len)
		return err_set(err, ERR_USAGE, "a tag that is not UTF-8");
	if (strpbrk(text, "\r\n") != NULL)
		return err_set(err, ERR_USAGE, "a tag with a line end in it");
	for (i = 0; i < set->count; i++)
		if (set->tags[i].len == len && memcmp(set->tags[i].text, text, len) == 0)
			return ERR_OK; /* given twice */
	t->text = alloc_text_len(text, len);
	if (t->text == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	t->len = len;
	t->word_start = tag_is_word_char((uint8_t)text[0]);
	t->word_end = tag_is_word_char((uint8_t)text[len - 1]);
	t->pair = set->count;
	set->count++;
	return ERR_OK;
}

/* "AMI_OVERRIDE_START" and "_Begin" have an end marker with the same stem and case. */
static bool end_marker(const struct tag *t, char out[TAG_LEN_MAX + 1])
{
	static const struct {
		const char *begin;
		const char *end;
	} forms[] = {{"_START", "_END"}, {"_Start", "_End"}, {"_start", "_end"}, {"_BEGIN", "_END"},
		{"_Begin", "_End"}, {"_begin", "_end"}};
	size_t i;

	for (i = 0; i < sizeof forms / sizeof forms[0]; i++) {
		size_t len = strlen(forms[i].begin);

		if (t->len <= len || strcmp(t->text + t->len - len, forms[i].begin) != 0)
			continue;
		snprintf(
			out, TAG_LEN_MAX + 1, "%.*s%s", (int)(t->len - len), t->text, forms[i].end);
		return true;
	}
	return false;
}

static enum err_code add_end_markers(struct tag_set *set, struct err *err)
{
	size_t asked = set->count;
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = 0; i < asked && rc == ERR_OK; i++) {
		char text[TAG_LEN_MAX + 1];

		if (!end_marker(&set->tags[i], text))
			continue;
		rc = add_tag(set, text, err);
		for (k = 0; rc == ERR_OK && k < set->count; k++)
			if (strcmp(set->tags[k].text, text) == 0)
				set->tags[k].pair = i;
	}
	return rc;
}

/* Takes over bytes; a duplicate needle is dropped. */
static enum err_code add_needle(struct tag_set *set, struct blob bytes, bool wide, struct err *err)
{
	struct needle *bigger;
	size_t i;

	for (i = 0; i < set->needle_count; i++) {
		if (span_equal(blob_span(set->needles[i].bytes), blob_span(bytes))) {
			blob_free(&bytes);
			return ERR_OK;
		}
	}
	bigger = realloc(set->needles, (set->needle_count + 1) * sizeof *bigger);
	if (bigger == NULL) {
		blob_free(&bytes);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	set->needles = bigger;
	if (bytes.len > set->longest)
		set->longest = bytes.len;
	set->needles[set->needle_count++] = (struct needle){bytes, wide};
	return ERR_OK;
}

/* Adds the tag's bytes in one encoding, unless that lacks a character. */
static enum err_code add_needle_in(
	struct tag_set *set, struct span text, enum text_enc enc, struct err *err)
{
	struct buf b;
	struct blob bytes;
	enum err_code rc;
	uint64_t replaced;

	buf_init(&b, 0);
	rc = text_from_utf8(enc, text, false, &b, &replaced, err);
	if (rc != ERR_OK) {
		buf_free(&b);
		return rc == ERR_NOMEM ? rc : ERR_OK;
	}
	rc = buf_finish(&b, &bytes, err);
	return rc == ERR_OK ? add_needle(set, bytes, text_enc_unit(enc) > 1, err) : rc;
}

static enum err_code add_needles(struct tag_set *set, struct span text, struct err *err)
{
	static const enum text_enc wide[] = {
		TEXT_UTF16LE, TEXT_UTF16BE, TEXT_UTF32LE, TEXT_UTF32BE};
	enum err_code rc = add_needle_in(set, text, TEXT_UTF8, err);
	size_t i;
	int e;

	for (i = 0; i < sizeof wide / sizeof wide[0] && rc == ERR_OK; i++)
		rc = add_needle_in(set, text, wide[i], err);
	if (rc != ERR_OK || is_ascii(text))
		return rc;
	set->all_ascii = false;
	for (e = TEXT_UTF32BE + 1; e < TEXT_ENC_COUNT && rc == ERR_OK; e++)
		if (text_enc_ascii((enum text_enc)e))
			rc = add_needle_in(set, text, (enum text_enc)e, err);
	return rc;
}

/* The common prefix of all texts: one search for it suffices. */
static size_t common_prefix(const struct span *texts, size_t count)
{
	size_t len = texts[0].len;
	size_t i;

	for (i = 1; i < count; i++) {
		size_t k = 0;

		while (k < len && k < texts[i].len && texts[i].ptr[k] == texts[0].ptr[k])
			k++;
		len = k;
	}
	while (len < texts[0].len && (texts[0].ptr[len] & 0xC0) == 0x80)
		len--;
	return len;
}

/* texts: one that each tag contains. */
static enum err_code make_needles(
	struct tag_set *set, const struct span *texts, size_t count, struct err *err)
{
	size_t prefix = common_prefix(texts, count);
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	set->all_ascii = true;
	if (prefix >= 3)
		rc = add_needles(set, span_of(texts[0].ptr, prefix), err);
	else
		for (i = 0; i < count && rc == ERR_OK; i++)
			rc = add_needles(set, texts[i], err);
	for (i = 0; set->fold && i < set->needle_count; i++)
		for (k = 0; k < set->needles[i].bytes.len; k++)
			set->needles[i].bytes.ptr[k] = tag_lower(set->needles[i].bytes.ptr[k]);
	return rc;
}

/* Makes needles of texts that every match contains; none when a tag has no such text. */
static enum err_code prepare_search(
	struct tag_set *set, const struct tag_opts *opts, struct err *err)
{
	struct span *texts = calloc(set->count, sizeof *texts);
	enum err_code rc = ERR_OK;
	bool all = opts->kind != TAG_ANY;
	size_t i;

	if (texts == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < set->count; i++) {
		texts[i] = span_of(set->tags[i].text, set->tags[i].len);
		if (opts->kind == TAG_PATTERN)
			texts[i] = pattern_literal(texts[i], opts->fold);
		all = all && texts[i].len > 0;
	}
	if (all)
		rc = make_needles(set, texts, set->count, err);
	free(texts);
	return rc;
}

enum err_code tag_set_init(struct tag_set *set, const char *const *tags, size_t count,
	const struct tag_opts *opts, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	*set = (struct tag_set){.fold = opts->fold};
	if (count == 0 || count > TAGS_MAX)
		return err_set(err, ERR_USAGE, "between 1 and %d tags, please", TAGS_MAX);
	set->tags = calloc(count * 2, sizeof *set->tags); /* room for end markers */
	if (set->tags == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < count && rc == ERR_OK; i++)
		rc = add_tag(set, tags[i], err);
	if (rc == ERR_OK && opts->kind == TAG_PLAIN)
		rc = add_end_markers(set, err);
	if (rc == ERR_OK)
		rc = prepare_search(set, opts, err);
	if (rc != ERR_OK)
		tag_set_free(set);
	return rc;
}

void tag_set_free(struct tag_set *set)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		free(set->tags[i].text);
	for (i = 0; i < set->needle_count; i++)
		blob_free(&set->needles[i].bytes);
	free(set->tags);
	free(set->needles);
	*set = (struct tag_set){0};
}

bool tag_set_possible(const struct tag_set *set, struct span in)
{
	/* ASCII in UTF-16 has zero bytes, other source files have none, which the search for the
	 * first needle finds out: saves four searches in most files. */
	bool skip_wide = false;
	bool zero;
	size_t i;

	if (set->needle_count == 0)
		return true;
	for (i = 0; i < set->needle_count; i++) {
		struct bytefind what = {blob_span(set->needles[i].bytes), set->fold};

		if (set->needles[i].wide && skip_wide)
			continue;
		if (bytefind(in, &what, &zero) != SIZE_MAX)
			return true;
		skip_wide = !zero && set->all_ascii;
	}
	return false;
}

/* The next place from on where the first byte matches; SIZE_MAX: none. */
static size_t first_fits(
	const struct tag_set *set, const struct tag *t, struct span line, size_t from)
{
	size_t last = line.len - t->len;
	const uint8_t *at;

	if (from > last)
		return SIZE_MAX;
	if (set->fold)
		return from;
	at = memchr(line.ptr + from, (uint8_t)t->text[0], last - from + 1);
	return at == NULL ? SIZE_MAX : (size_t)(at - line.ptr);
}

static bool text_fits(const struct tag_set *set, const struct tag *t, const uint8_t *at)
{
	size_t i;

	if (!set->fold)
		return memcmp(at, t->text, t->len) == 0;
	for (i = 0; i < t->len; i++)
		if (tag_lower(at[i]) != tag_lower((uint8_t)t->text[i]))
			return false;
	return true;
}

static bool begins_word(struct span line, size_t at)
{
	return at == 0 || !tag_is_word_char(line.ptr[at - 1]) || mark_glued_before(line, at) != 0 ||
	       bound_glued_before(line, at) != 0;
}

/* Whether a mark is glued to it, or to its beginning: "_Start_Tag_"; or a word of another script:
 * "Tag_开始". */
static bool ends_word(struct span line, size_t at, size_t end)
{
	size_t tail;

	if (end == line.len || !tag_is_word_char(line.ptr[end]) ||
		mark_glued_after(line, end) != 0 || bound_glued_after(line, end) != 0)
		return true;
	tail = mark_glued_tail(line, end);
	return tail > 0 && (mark_glued_before(line, at) != 0 ||
				   (end + tail < line.len && line.ptr[end + tail] >= 0x80));
}

size_t tag_match(const struct tag_set *set, size_t tag, struct span line, size_t from)
{
	const struct tag *t = &set->tags[tag];
	size_t i;

	if (line.len < t->len)
		return SIZE_MAX;
	for (i = first_fits(set, t, line, from); i != SIZE_MAX;
		i = first_fits(set, t, line, i + 1)) {
		size_t at = i;
		struct span near;

		if (!text_fits(set, t, line.ptr + i))
			continue;
		near = tag_near(line, &at, t->len);
		if ((!t->word_start || begins_word(near, at)) &&
			(!t->word_end || ends_word(near, at, at + t->len)))
			return i;
	}
	return SIZE_MAX;
}
