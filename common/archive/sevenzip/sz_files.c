/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/utf.h"
#include "sevenzip/sz_read.h"

/* The content of FilesInfo as in the header. */
struct files {
	size_t count;
	struct span empty_stream, empty_file, anti;
	bool has_empty_stream, has_empty_file, has_anti;
	struct span names;
	struct times {
		struct span defined, values;
	} created, accessed, modified;
	struct span attr_defined, attrs;
	bool has_names, has_attrs;
};

/* "External" data would be in another stream; no archiver writes that. */
static enum err_code get_values(
	struct cursor *c, size_t count, struct span *defined, struct span *values, struct err *err)
{
	if (defined != NULL)
		*defined = sz_get_defined(c, count);
	if (cursor_u8(c) != 0)
		return err_set(err, ERR_UNSUPPORTED, "properties described elsewhere");
	*values = cursor_take(c, cursor_left(c));
	if (c->bad)
		return err_set(err, ERR_FORMAT, "property cut short");
	return ERR_OK;
}

/* A bit vector; it may have fewer bits than there are items. */
static struct span bit_property(struct cursor *c, bool *has)
{
	*has = true;
	return cursor_take(c, cursor_left(c));
}

static enum err_code get_property(struct files *f, uint64_t id, struct span data, struct err *err)
{
	struct cursor c = {.in = data};

	switch (id) {
	case SZ_EMPTY_STREAM:
		f->empty_stream = bit_property(&c, &f->has_empty_stream);
		return ERR_OK;
	case SZ_EMPTY_FILE:
		f->empty_file = bit_property(&c, &f->has_empty_file);
		return ERR_OK;
	case SZ_ANTI:
		f->anti = bit_property(&c, &f->has_anti);
		return ERR_OK;
	case SZ_NAMES:
		f->has_names = true;
		return get_values(&c, f->count, NULL, &f->names, err);
	case SZ_CTIME:
		return get_values(&c, f->count, &f->created.defined, &f->created.values, err);
	case SZ_ATIME:
		return get_values(&c, f->count, &f->accessed.defined, &f->accessed.values, err);
	case SZ_MTIME:
		return get_values(&c, f->count, &f->modified.defined, &f->modified.values, err);
	case SZ_ATTRIBUTES:
		f->has_attrs = true;
		return get_values(&c, f->count, &f->attr_defined, &f->attrs, err);
	default:
		return ERR_OK; /* padding, and properties of later versions */
	}
}

static enum err_code get_properties(struct cursor *c, struct files *f, struct err *err)
{
	for (;;) {
		uint64_t id = sz_get_number(c), len;
		struct span data;
		enum err_code rc;

		if (c->bad)
			return err_set(err, ERR_FORMAT, "header cut short");
		if (id == SZ_END)
			return ERR_OK;
		len = sz_get_number(c);
		if (c->bad || len > cursor_left(c))
			return err_set(err, ERR_FORMAT, "property 0x%llX runs past the header",
				(unsigned long long)id);
		data = cursor_take(c, (size_t)len);
		rc = get_property(f, id, data, err);
		if (rc != ERR_OK)
			return rc;
	}
}

/* Appends one UTF-16LE name with its NUL to names; part is empty before and after. */
static enum err_code get_name(
	struct cursor *c, struct buf *part, struct buf *names, struct err *err)
{
	size_t from = c->pos;
	struct span name;

	while (cursor_u16le(c) != 0 && !c->bad)
		;
	if (c->bad || !span_slice(c->in, from, c->pos - from - 2, &name))
		return err_set(err, ERR_FORMAT, "a name is cut short");
	utf16le_to_bytes(name, part);
	if (part->failed != ERR_OK)
		return err_set(err, ERR_NOMEM, "out of memory");
	utf8_unkeep(span_of(part->ptr, part->len), UTF_KEEP_7Z, names);
	buf_add_u8(names, 0);
	part->len = 0;
	return ERR_OK;
}

static enum err_code get_names(const struct files *f, struct sz_archive *a, struct err *err)
{
	struct cursor c = {.in = f->names};
	struct buf names, part;
	enum err_code rc = ERR_OK;
	size_t i, at = 0;

	if (!f->has_names)
		return err_set(err, ERR_FORMAT, "the archive has no names");
	buf_init(&names, 0);
	buf_init(&part, 0);
	for (i = 0; i < a->count && rc == ERR_OK; i++)
		rc = get_name(&c, &part, &names, err);
	buf_free(&part);
	if (rc == ERR_OK && cursor_left(&c) != 0)
		rc = err_set(err, ERR_FORMAT, "more names than entries");
	if (rc != ERR_OK) {
		buf_free(&names);
		return rc;
	}
	rc = buf_finish(&names, &a->names, err);
	for (i = 0; i < a->count && rc == ERR_OK; i++) {
		a->entries[i].name = (const char *)a->names.ptr + at;
		at += strlen(a->entries[i].name) + 1;
	}
	return rc;
}

bool sz_time(uint64_t ticks, int64_t *ns)
{
	/* nanoseconds in an int64_t reach from 1678 to 2262 */
	if (ticks / 10000000 > (uint64_t)(SZ_EPOCH / 10000000 + INT64_MAX / 1000000000) ||
		ticks / 10000000 < (uint64_t)(SZ_EPOCH / 10000000 - INT64_MAX / 1000000000))
		return false;
	*ns = ((int64_t)ticks - SZ_EPOCH) * 100;
	return true;
}

/* Reads the time of entry i, the next in the list; false: it has none. */
static bool next_time(const struct times *t, struct cursor *c, size_t i, int64_t *ns)
{
	uint64_t ticks;

	if (!sz_bit(t->defined, i))
		return false;
	ticks = cursor_u64le(c);
	return !c->bad && sz_time(ticks, ns);
}

static void set_times(const struct files *f, struct sz_archive *a)
{
	struct cursor created = {.in = f->created.values}, accessed = {.in = f->accessed.values};
	struct cursor modified = {.in = f->modified.values};
	size_t i;

	for (i = 0; i < a->count; i++) {
		struct sz_entry *e = &a->entries[i];

		e->has_created = next_time(&f->created, &created, i, &e->created_ns);
		e->has_atime = next_time(&f->accessed, &accessed, i, &e->atime_ns);
		e->has_mtime = next_time(&f->modified, &modified, i, &e->mtime_ns);
	}
}

static void set_attributes(const struct files *f, struct sz_archive *a)
{
	struct cursor c = {.in = f->attrs};
	size_t i;

	for (i = 0; i < a->count; i++) {
		struct sz_entry *e = &a->entries[i];
		uint32_t v, type;

		if (!sz_bit(f->attr_defined, i))
			continue;
		v = cursor_u32le(&c);
		type = v >> 16 & SZ_MODE_TYPE;
		if ((v & SZ_ATTR_UNIX) != 0 && type != 0) {
			e->has_mode = true;
			e->mode = v >> 16 & 07777;
			if (type == SZ_MODE_LINK && e->size != 0)
				e->type = SZ_LINK;
		} else if ((v & SZ_ATTR_READONLY) != 0 && (v & SZ_ATTR_FOLDER) == 0) {
			/* Windows has this on many folders, where it means nothing */
			e->has_mode = true;
			e->mode = 0444;
		}
		if ((v & SZ_ATTR_FOLDER) != 0 && e->size == 0)
			e->type = SZ_FOLDER;
	}
}

/* Assigns the streams to the entries that have one, in order. */
static enum err_code set_streams(const struct files *f, struct sz_archive *a, struct err *err)
{
	const struct sz_streams *s = &a->streams;
	size_t i, next = 0, block = 0, empty = 0;

	for (i = 0; i < a->count; i++) {
		struct sz_entry *e = &a->entries[i];

		e->block = SZ_NO_BLOCK;
		if (f->has_empty_stream && sz_bit(f->empty_stream, i)) {
			if (!f->has_empty_file || !sz_bit(f->empty_file, empty))
				e->type = SZ_FOLDER;
			e->anti = f->has_anti && sz_bit(f->anti, empty);
			empty++;
			continue;
		}
		if (next == s->size_count)
			return err_set(err, ERR_FORMAT, "more entries than streams");
		while (next >= s->blocks[block].first + s->blocks[block].entries)
			block++;
		e->block = block;
		e->size = s->sizes[next];
		e->has_crc = s->has_crc[next] != 0;
		e->crc = s->crcs[next];
		next++;
	}
	if (next != s->size_count)
		return err_set(err, ERR_FORMAT, "more streams than entries");
	return ERR_OK;
}

enum err_code sz_get_files(struct cursor *c, struct sz_archive *a, struct err *err)
{
	uint64_t count = sz_get_number(c);
	struct files f = {0};
	enum err_code rc;

	/* each entry has at least an empty name of two bytes */
	if (c->bad || count > cursor_left(c) / 2)
		return err_set(err, ERR_FORMAT, "header cannot hold its entries");
	a->count = f.count = (size_t)count;
	rc = get_properties(c, &f, err);
	if (rc == ERR_OK)
		rc = sz_array(a->count, sizeof(*a->entries), a->streams.memlimit,
			(void **)&a->entries, err);
	if (rc == ERR_OK && a->count != 0)
		rc = get_names(&f, a, err);
	if (rc == ERR_OK)
		rc = set_streams(&f, a, err);
	if (rc != ERR_OK)
		return rc;
	if (f.has_attrs)
		set_attributes(&f, a);
	set_times(&f, a);
	return ERR_OK;
}
