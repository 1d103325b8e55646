/* SPDX-License-Identifier: MIT */
/* PKWARE APPNOTE 6.3.10, 4.4.2, 4.4.4, 4.6.9. */
#include "zip_names.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/utf.h"
#include "biosbelt/zip_dir.h"

#define FLAG_UTF8     0x800
#define EXTRA_UNICODE 0x7075 /* Info-ZIP's name in UTF-8, which libarchive uses */
#define SAMPLE_MAX    ((size_t)1 << 20)

struct zip_name {
	struct span bytes;
	bool decode; /* possibly not UTF-8 */
	bool dos;    /* made on a system with backslash as separator */
};

static bool has_unicode_name(struct span extra)
{
	struct cursor c = {.in = extra};

	while (cursor_left(&c) >= 4) {
		uint16_t id = cursor_u16le(&c), len = cursor_u16le(&c);

		if (id == EXTRA_UNICODE)
			return true;
		cursor_skip(&c, len);
	}
	return false;
}

static bool is_ascii(struct span s)
{
	return text_ascii_len(s) == s.len;
}

/* UTF-8 with a character of three or four bytes: text in a double-byte encoding hardly ever looks
 * like that. Two-byte characters alone could be two hanzi. */
static bool surely_utf8(struct span s)
{
	size_t i;

	if (utf8_valid_len(s) != s.len)
		return false;
	for (i = 0; i < s.len; i++)
		if (s.ptr[i] >= 0xE0)
			return true;
	return false;
}

static enum err_code add(
	struct zip_names *z, size_t *cap, const struct zip_name *one, struct err *err)
{
	if (!ALLOC_ROOM(z->list, z->count, cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	z->list[z->count++] = *one;
	return ERR_OK;
}

static bool is_dos(unsigned made_by)
{
	return made_by == 0 || made_by == 10 || made_by == 14; /* FAT, NTFS, VFAT */
}

static enum err_code read_entries(struct zip_names *z, struct span items, struct err *err)
{
	struct cursor c = {.in = items};
	struct zip_item item;
	size_t cap = 0;

	while (zip_item_next(&c, &item)) {
		struct zip_name one = {.bytes = item.name, .dos = is_dos(item.made_by >> 8)};

		z->entries++;
		if ((item.flags & FLAG_UTF8) != 0 || is_ascii(one.bytes) ||
			has_unicode_name(item.extra))
			continue;
		one.decode = !surely_utf8(one.bytes);
		if (add(z, &cap, &one, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

static unsigned folded(uint8_t c)
{
	return c == '\\' ? '/' : c;
}

/* libarchive converts backslashes to slashes in names that it reads as text. */
static int order(const void *a, const void *b)
{
	const struct zip_name *x = a, *y = b;
	size_t i;

	for (i = 0; i < x->bytes.len && i < y->bytes.len; i++)
		if (folded(x->bytes.ptr[i]) != folded(y->bytes.ptr[i]))
			return folded(x->bytes.ptr[i]) < folded(y->bytes.ptr[i]) ? -1 : 1;
	return (x->bytes.len > y->bytes.len) - (x->bytes.len < y->bytes.len);
}

/* Joins all names to decode, one per line; *odd: one is not UTF-8. */
static void make_sample(const struct zip_names *z, struct buf *sample, bool *odd)
{
	size_t i;

	*odd = false;
	for (i = 0; i < z->count && sample->len < SAMPLE_MAX; i++) {
		struct span s = z->list[i].bytes;

		if (!z->list[i].decode)
			continue;
		*odd = *odd || utf8_valid_len(s) != s.len;
		buf_add(sample, s.ptr, s.len);
		buf_add_u8(sample, '\n');
	}
}

static enum err_code detect(struct zip_names *z, struct err *err)
{
	struct text_guess guess;
	struct buf sample;
	enum err_code rc = ERR_OK;
	bool odd;

	buf_init(&sample, 0);
	make_sample(z, &sample, &odd);
	if (odd)
		rc = sample.failed != ERR_OK
			     ? err_set(err, ERR_NOMEM, "out of memory")
			     : text_detect(span_of(sample.ptr, sample.len), NULL, &guess, err);
	if (odd && rc == ERR_OK &&
		(guess.verdict == TEXT_CERTAIN || guess.verdict == TEXT_LIKELY) &&
		text_enc_ascii(guess.enc) && guess.enc != TEXT_UTF8 && guess.enc != TEXT_ASCII) {
		z->enc = guess.enc;
		z->guessed = true;
	}
	buf_free(&sample);
	return rc;
}

enum err_code zip_names_read(
	struct span in, const struct name_rule *rule, struct zip_names *out, struct err *err)
{
	struct zip_dir dir;
	enum err_code rc;

	*out = (struct zip_names){.enc = TEXT_NONE};
	if (!zip_dir_find(in, &dir))
		return ERR_OK;
	rc = read_entries(out, dir.items, err);
	if (rc != ERR_OK)
		return rc;
	if (out->count != 0)
		qsort(out->list, out->count, sizeof(*out->list), order);
	if (rule->keep)
		return ERR_OK;
	if (rule->enc == TEXT_NONE)
		return detect(out, err);
	out->enc = rule->enc;
	return ERR_OK;
}

void zip_names_free(struct zip_names *z)
{
	free(z->list);
	*z = (struct zip_names){.enc = TEXT_NONE};
}

static const struct zip_name *find(const struct zip_names *z, struct span name)
{
	struct zip_name key = {.bytes = name};

	return z->count != 0 ? bsearch(&key, z->list, z->count, sizeof(*z->list), order) : NULL;
}

struct span zip_names_bytes(const struct zip_names *z, struct span name)
{
	const struct zip_name *one = find(z, name);

	return one != NULL ? one->bytes : span_of(NULL, 0);
}

const char *zip_names_decoded(const struct zip_names *z, struct span name, struct buf *room)
{
	const struct zip_name *one = z->enc != TEXT_NONE ? find(z, name) : NULL;
	struct err ignored;
	uint64_t bad = 0;
	size_t i;

	if (one == NULL || !one->decode)
		return NULL;
	room->len = 0;
	if (text_to_utf8(z->enc, one->bytes, room, &bad, &ignored) != ERR_OK || bad != 0)
		return NULL;
	if (one->dos && room->len != 0 && memchr(room->ptr, '/', room->len) == NULL)
		for (i = 0; i < room->len; i++)
			if (room->ptr[i] == '\\')
				room->ptr[i] = '/';
	buf_add_u8(room, 0);
	return room->failed == ERR_OK ? (const char *)room->ptr : NULL;
}
