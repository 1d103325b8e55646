/* SPDX-License-Identifier: MIT */
#include "biosbelt/vbt_edit.h"

#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/tr.h"
#include "vbt/table.h"

#ifdef BIOSBELT_SMALL
#define NAMED_MOST 2048u
#else
#define NAMED_MOST 65536u /* values tried for a name; wider fields have none */
#endif

void vbt_field_path(const struct vbt_field *f, struct buf *out)
{
	buf_printf(out, "%u.", f->block);
	if (f->part != NULL)
		buf_printf(out, "%s[%u/%s/%u].", f->group, f->panel, f->part, f->index);
	else if (f->group != NULL)
		buf_printf(out, "%s[%u].", f->group, f->index);
	buf_str(out, f->name);
}

static char lower(uint8_t c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

/* Ignores case; as_name: a blank matches "_". */
static bool same_text(struct span a, const char *b, size_t b_len, bool as_name)
{
	size_t i;

	if (a.len != b_len)
		return false;
	for (i = 0; i < a.len; i++) {
		char x = lower(a.ptr[i]), y = lower((uint8_t)b[i]);

		if (as_name && x == ' ')
			x = '_';
		if (as_name && y == ' ')
			y = '_';
		if (x != y)
			return false;
	}
	return true;
}

/* Compares the end of the path first; only on a match the whole path is built. */
static bool is_field(const struct vbt_field *f, struct span name)
{
	size_t own = strlen(f->name);
	struct span end;
	struct buf path;
	bool same;

	if (own > name.len || !span_from(name, name.len - own, &end) ||
		!same_text(end, f->name, own, true))
		return false;
	buf_init(&path, 0);
	vbt_field_path(f, &path);
	same = path.failed == ERR_OK && same_text(name, (const char *)path.ptr, path.len, true);
	buf_free(&path);
	return same;
}

const struct vbt_field *vbt_field_find(
	const struct vbt_fields *fields, struct span name, size_t *from)
{
	size_t i;

	for (i = 0; i < fields->count; i++) {
		size_t at = (*from + i) % fields->count;

		if (is_field(&fields->list[at], name)) {
			*from = at;
			return &fields->list[at];
		}
	}
	return NULL;
}

static unsigned bits_of(const struct vbt_field *f)
{
	return f->piece[0].bits + f->piece[1].bits;
}

/* There may be a gap between the pieces: bits that are not part of the value. */
static uint64_t mask_of(const struct vbt_field *f)
{
	return (((uint64_t)1 << f->piece[0].bits) - 1) << f->piece[0].at |
	       (((uint64_t)1 << f->piece[1].bits) - 1) << f->piece[1].at;
}

/* Converts a number from the displayed unit to the stored value. */
static bool raw_number(const struct vbt_field *f, struct span text, uint64_t *raw)
{
	char copy[24] = "";
	uint64_t value;

	if (text.len >= sizeof copy)
		return false;
	memcpy(copy, text.ptr, text.len);
	if (!num_parse_u64(copy, &value) || value < f->add || (value - f->add) % f->scale != 0)
		return false;
	*raw = (value - f->add) / f->scale;
	return (*raw & ~mask_of(f)) == 0;
}

static bool raw_flag(struct span text, uint64_t *raw)
{
	static const char *const words[] = {"no", "yes", "false", "true"};
	size_t i;

	for (i = 0; i < VBT_COUNT(words); i++) {
		if (same_text(text, words[i], strlen(words[i]), false)) {
			*raw = i & 1;
			return true;
		}
	}
	return false;
}

/* How many values have that name; *raw: the least of them. */
static unsigned raw_named(
	const struct vbt_field *f, unsigned version, struct span text, uint64_t *raw)
{
	char name[VBT_TEXT_MAX];
	unsigned count = 0;
	uint64_t v;

	for (v = 0; f->row != NULL && v <= mask_of(f) && v < NAMED_MOST; v++) {
		vbt_row_text(f->row, v, version, name);
		if (strcmp(name, "unknown") == 0 || !same_text(text, name, strlen(name), false))
			continue;
		if (count++ == 0)
			*raw = v;
	}
	return count;
}

static void write_piece(struct blob *vbt, const struct vbt_piece *p, uint64_t value)
{
	unsigned i;

	for (i = 0; i < p->bits; i++) {
		size_t bit = (size_t)p->bit + i;
		uint8_t mask = (uint8_t)(1u << bit % 8);

		if ((value >> (p->at + i) & 1) != 0)
			vbt->ptr[bit / 8] |= mask;
		else
			vbt->ptr[bit / 8] &= (uint8_t)~mask;
	}
}

static enum err_code write_value(struct blob *vbt, const struct vbt_info *info,
	const struct vbt_field *f, struct span text, struct err *err)
{
	uint64_t raw = 0;
	unsigned found;

	if (bits_of(f) == 0)
		return err_set(err, ERR_DENIED, "it is computed from the table and cannot be set");
	found = raw_number(f, text, &raw)                          ? 1
		: f->kind == VBT_KIND_FLAG && raw_flag(text, &raw) ? 1
		: f->kind == VBT_KIND_NAMED ? raw_named(f, info->bdb_version, text, &raw)
					    : 0;
	if (found > 1)
		return err_set(err, ERR_USAGE,
			"%u values have that name: set it to the number of one", found);
	if (found == 0)
		return err_set(err, ERR_USAGE, "not a value of it: %s%llu to %llu%s",
			f->kind == VBT_KIND_NAMED ? tr("a name that --show prints, or ") : "",
			(unsigned long long)f->add,
			(unsigned long long)(mask_of(f) * f->scale + f->add),
			f->scale > 1 ? tr(" in its steps") : "");
	write_piece(vbt, &f->piece[0], raw);
	write_piece(vbt, &f->piece[1], raw);
	return ERR_OK;
}

/* VESA E-EDID 1.4, 3.4: five bits a letter, big-endian, 1 is 'A'. */
static enum err_code write_letters(uint8_t *at, struct span text, struct err *err)
{
	unsigned packed = 0;
	size_t i;

	for (i = 0; i < text.len; i++) {
		if (text.ptr[i] < '@' || text.ptr[i] > '_')
			break;
		packed = packed << 5 | (text.ptr[i] - '@');
	}
	if (text.len != 3 || i != 3)
		return err_set(err, ERR_USAGE, "expected three capital letters");
	at[0] = (uint8_t)((at[0] & 0x80) | packed >> 8);
	at[1] = (uint8_t)packed;
	return ERR_OK;
}

/* Pads the text as before, where that was padding: a line feed first, if there was one. */
static enum err_code write_text(
	uint8_t *at, const struct vbt_field *f, struct span text, struct err *err)
{
	size_t room = f->bytes.len, old = strlen(f->text), i;
	uint8_t first, rest;

	for (i = 0; i < text.len && text.ptr[i] >= 0x20 && text.ptr[i] <= 0x7E;)
		i++;
	if (i < text.len || text.len > room)
		return err_set(
			err, ERR_USAGE, "expected printable ASCII, at most %zu characters", room);
	if (text.len == old && memcmp(text.ptr, f->text, old) == 0)
		return ERR_OK;
	first = old < room ? at[old] : ' ';
	rest = old < room ? at[room - 1] : ' ';
	if (rest != '\0' && rest != '\n' && rest != '\r') /* or what is left of another text */
		rest = first == '\0' ? first : ' ';
	memcpy(at, text.ptr, text.len);
	if (text.len < room)
		memset(at + text.len, rest, room - text.len);
	if (text.len < room && first == '\n')
		at[text.len] = first;
	return ERR_OK;
}

static enum err_code write_bytes(
	uint8_t *at, const struct vbt_field *f, struct span text, struct err *err)
{
	size_t digits = 0, i;

	for (i = 0; i < text.len; i++) {
		unsigned digit = num_digit((char)text.ptr[i]);

		if (text.ptr[i] == ' ')
			continue;
		if (digit >= 16 || digits >= 2 * f->bytes.len)
			break;
		at[digits / 2] = (uint8_t)(digits % 2 == 0 ? digit << 4 : at[digits / 2] | digit);
		digits++;
	}
	if (i < text.len || digits != 2 * f->bytes.len)
		return err_set(err, ERR_USAGE, "expected %zu bytes in hex", f->bytes.len);
	return ERR_OK;
}

static enum err_code write_field(struct blob *vbt, const struct vbt_info *info,
	const struct vbt_field *f, size_t off, struct span text, struct err *err)
{
	if (f->kind == VBT_KIND_TEXT && f->letters)
		return write_letters(vbt->ptr + off, text, err);
	if (f->kind == VBT_KIND_TEXT)
		return write_text(vbt->ptr + off, f, text, err);
	if (f->kind == VBT_KIND_BYTES)
		return write_bytes(vbt->ptr + off, f, text, err);
	return write_value(vbt, info, f, text, err);
}

static bool is_uncovered(const struct vbt_field *f)
{
	return f->group != NULL && strcmp(f->group, "uncovered") == 0;
}

static size_t next_field(const struct vbt_fields *fields, size_t i)
{
	while (i < fields->count && is_uncovered(&fields->list[i]))
		i++;
	return i;
}

/* Whether all fields except that of index changed read as before. */
static enum err_code compare(const struct vbt_fields *before, const struct vbt_fields *now,
	size_t changed, struct err *err)
{
	size_t a = 0, b = 0;

	for (;; a++, b++) {
		a = next_field(before, a);
		b = next_field(now, b);
		if (a >= before->count || b >= now->count)
			break;
		if (!vbt_field_same_key(&before->list[a], &now->list[b]) ||
			(a != changed && !vbt_field_same_value(&before->list[a], &now->list[b])))
			return err_set(err, ERR_DENIED,
				"block %u, %s would be read differently then",
				before->list[a].block, before->list[a].name);
	}
	return a >= before->count && b >= now->count
		       ? ERR_OK
		       : err_set(err, ERR_DENIED, "fields would come or go");
}

/* Decodes the result and compares. */
static enum err_code check(struct blob vbt, const struct vbt_info *info,
	const struct vbt_fields *before, size_t changed, struct err *err)
{
	struct vbt_fields now;
	enum err_code rc = vbt_decode(blob_span(vbt), info, &now, err);

	if (rc != ERR_OK)
		return rc;
	rc = compare(before, &now, changed, err);
	vbt_fields_free(&now);
	return rc;
}

/* old: a copy of vbt, to which the fields' bytes refer. */
static enum err_code set_in(struct blob *vbt, struct span old, const struct vbt_info *info,
	struct span name, struct span value, struct err *err)
{
	struct vbt_fields fields;
	const struct vbt_field *f, *other;
	size_t from = 0, again;
	enum err_code rc = vbt_decode(old, info, &fields, err);

	if (rc != ERR_OK)
		return rc;
	f = vbt_field_find(&fields, name, &from);
	again = from + 1;
	other = f != NULL ? vbt_field_find(&fields, name, &again) : NULL;
	if (f == NULL) {
		rc = err_set(err, ERR_NOTFOUND, "this table, of BDB version %u, has no such field",
			info->bdb_version);
	} else if (other != f) {
		rc = err_set(err, ERR_DENIED, "several fields of this table have that name");
	} else {
		size_t off = f->bytes.ptr != NULL ? (size_t)(f->bytes.ptr - old.ptr) : 0;

		rc = write_field(vbt, info, f, off, value, err);
		if (rc == ERR_OK)
			rc = check(*vbt, info, &fields, (size_t)(f - fields.list), err);
	}
	vbt_fields_free(&fields);
	return rc;
}

enum err_code vbt_set(struct blob *vbt, const struct vbt_info *info, struct span name,
	struct span value, struct err *err)
{
	struct blob old;
	enum err_code rc = blob_copy(blob_span(*vbt), &old, err);

	if (rc != ERR_OK)
		return rc;
	rc = set_in(vbt, blob_span(old), info, name, value, err);
	if (rc != ERR_OK)
		memcpy(vbt->ptr, old.ptr, old.len);
	else if (info->sum == VBT_SUM_OK && !info->headerless && info->state == VBT_WHOLE)
		vbt_fix_sum(vbt->ptr, info);
	blob_free(&old);
	return rc;
}
