/* SPDX-License-Identifier: MIT */
#include "make7z.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "pieces.h"
#include "program.h"

/* Smaller groups join the unfiltered files: a separate block would cost more than it saves. */
#define GROUP_MIN ((uint64_t)16 << 10)
/* Shorter files are too little evidence; of longer ones only so much is read. */
#define LOOK_MIN  512
#define LOOK_MAX  ((size_t)256 << 20)

/* Reads one more byte than it had, to see whether it has grown. */
static enum err_code load_file(struct file_in *in, uint64_t size, struct blob *out, struct err *err)
{
	size_t got = 0;
	enum err_code rc = ERR_OK;

	*out = (struct blob){malloc((size_t)size + 1), (size_t)size};
	if (out->ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = file_in_read(in, out->ptr, out->len + 1, &got, err);
	if (rc == ERR_OK && got != out->len)
		rc = err_set(err, ERR_IO, "changed while it was read");
	if (rc != ERR_OK)
		blob_free(out);
	return rc;
}

static enum err_code load(const struct source *one, struct blob *out, struct err *err)
{
	struct file_in *in;
	enum err_code rc;

	if (one->path == NULL || one->entry.type == SZ_LINK)
		return blob_copy(blob_span(one->data), out, err);
	rc = file_in_open_regular(one->path, true, &in, err);
	if (rc == ERR_OK) {
		rc = load_file(in, one->entry.size, out, err);
		file_in_close(in);
	}
	if (rc != ERR_OK)
		err_prefix(err, "%s", one->path);
	return rc;
}

/* Too long for memory: it is encoded in pieces, as a block of its own. */
static bool in_pieces(const struct source *one, const struct lz_settings *set)
{
	return one->more != NULL ||
	       (one->path != NULL && one->entry.type == SZ_FILE && one->entry.size > lz_hold(set));
}

/* Loads the part of a long file from which its filter is chosen. */
static enum err_code load_head(
	const struct source *one, const struct lz_settings *set, struct blob *out, struct err *err)
{
	size_t got = 0, most = lz_hold(set) < LOOK_MAX ? lz_hold(set) : LOOK_MAX;
	enum err_code rc;

	if (one->more != NULL)
		return blob_copy(blob_span(one->data), out, err);
	*out = (struct blob){malloc(most), 0};
	if (out->ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = file_peek(one->path, out->ptr, most, &got, err);
	out->len = got;
	if (rc == ERR_OK)
		return ERR_OK;
	blob_free(out);
	return err_prefix(err, "%s", one->path);
}

static bool worth_a_look(const struct source *one)
{
	return one->entry.type == SZ_FILE && one->entry.size >= LOOK_MIN;
}

static bool takes_programs(const struct lz_settings *set)
{
	return lz_as_7zip(set) && set->filter == LZ_UNSET;
}

/* 7-Zip has Delta for it at every level. */
static bool takes_sound(const struct lz_settings *set)
{
	return set->programs && set->filter == LZ_UNSET;
}

static bool may_be_either(const struct source *one, const struct lz_settings *set)
{
	return (takes_programs(set) && program_named(&one->entry)) ||
	       (takes_sound(set) && sound_named(&one->entry));
}

/* alone: its filter is chosen when its block is encoded. */
static enum err_code look(
	struct source *one, const struct lz_settings *set, bool alone, struct err *err)
{
	struct lz_settings own = *set;
	struct blob data;
	bool long_one = in_pieces(one, set);
	enum err_code rc = long_one ? load_head(one, set, &data, err) : load(one, &data, err);

	if (rc != ERR_OK)
		return rc;
	if (takes_sound(set))
		own.sound = sound_frame(&one->entry, blob_span(data));
	/* separating tables from sources costs more than it saves */
	own.programs = set->programs && set->best;
	if (!alone)
		rc = lz_best_filter(blob_span(data), &own, &one->filter, err);
	if (own.sound != 0 && (alone || lz_is_delta(one->filter))) {
		one->kind = SOURCE_SOUND;
		one->frame = own.sound;
	} else if (rc == ERR_OK && !long_one && takes_programs(set) &&
		   (alone || one->filter == BRANCH_X86) &&
		   program_is_x86(&one->entry, blob_span(data)))
		one->kind = SOURCE_PROGRAM;
	blob_free(&data);
	return rc;
}

enum err_code archive_group(struct sources *s, const struct lz_settings *set, struct err *err)
{
	uint64_t sizes[BRANCH_COUNT][SOURCE_KINDS] = {{0}};
	size_t i, files = 0;
	enum err_code rc = ERR_OK;

	for (i = 0; i < s->count; i++)
		files += worth_a_look(&s->list[i]);
	for (i = 0; rc == ERR_OK && i < s->count; i++) {
		struct source *one = &s->list[i];

		if (worth_a_look(one) && (files > 1 || may_be_either(one, set)))
			rc = look(one, set, files == 1, err);
		sizes[one->filter][one->kind] += one->entry.size;
	}
	for (i = 0; files > 1 && i < s->count; i++) {
		struct source *one = &s->list[i];

		if (sizes[one->filter][one->kind] < GROUP_MIN) {
			one->filter = BRANCH_NONE;
			one->kind = SOURCE_OTHER;
		}
	}
	return rc == ERR_OK ? sources_sort(s, err) : rc;
}

struct making {
	struct sources *s;
	const struct lz_settings *set;
	struct sz_writer *w;
	struct archive_result *res;
};

static enum err_code check_block(
	const struct sz_packed *p, struct span want, const struct lz_result *res, struct err *err)
{
	struct reader *r;
	enum err_code rc = sz_packed_reader(p, &r, err);

	if (rc != ERR_OK)
		return rc;
	rc = lz_compare(r, want, res->way.how.verify, err);
	reader_close(r);
	return rc;
}

static void keep_largest(struct archive_result *all, const struct lz_result *res)
{
	if (all->blocks++ == 0 || res->in_len > all->last.in_len)
		all->last = *res;
}

static enum err_code put_block(
	struct making *m, const struct buf *bytes, const struct source *first, struct err *err)
{
	struct span data = span_of(bytes->ptr, bytes->len);
	struct lz_settings set = *m->set;
	struct lz_result res;
	struct sz_packed *p;
	enum err_code rc;

	set.own = bytes->ptr;
	set.bcj2 = first->kind == SOURCE_PROGRAM;
	set.sound = first->kind == SOURCE_SOUND ? first->frame : 0;
	rc = lz_pack_block(data, &set, &res, &p, err);

	if (rc != ERR_OK)
		return rc;
	if (set.verify)
		rc = check_block(p, data, &res, err);
	if (rc == ERR_OK)
		rc = sz_writer_packed(m->w, p, err);
	sz_packed_free(p);
	if (rc == ERR_OK)
		keep_largest(m->res, &res);
	return rc;
}

static void count_entry(struct archive_result *res, const struct sz_entry *e)
{
	res->files += e->type == SZ_FILE;
	res->folders += e->type == SZ_FOLDER;
	res->links += e->type == SZ_LINK;
	res->in_len += e->size;
}

/* Appends bytes and takes them over; the first are not copied. */
static void add_bytes(struct buf *data, struct blob bytes)
{
	if (data->cap == 0 && data->failed == ERR_OK) {
		*data = (struct buf){.ptr = bytes.ptr, .len = bytes.len, .cap = bytes.len};
		return;
	}
	buf_add(data, bytes.ptr, bytes.len);
	blob_free(&bytes);
}

/* Loads sources from *i on into one block, as long as they suit and fit. */
static enum err_code fill_block(struct making *m, size_t *i, struct buf *data, struct err *err)
{
	const struct source *first = &m->s->list[*i];
	uint64_t most = lz_hold(m->set); /* a solid block */
	enum err_code rc = ERR_OK;

	for (; rc == ERR_OK && *i < m->s->count; (*i)++) {
		struct source *one = &m->s->list[*i];
		struct blob bytes;

		if (one->filter != first->filter || one->kind != first->kind ||
			in_pieces(one, m->set) ||
			(one != first && one->entry.size > most - data->len))
			break;
		rc = load(one, &bytes, err);
		if (rc != ERR_OK)
			break;
		rc = sz_writer_entry(m->w, &one->entry, crc32_update(0, blob_span(bytes)), err);
		count_entry(m->res, &one->entry);
		add_bytes(data, bytes);
		if (data->len >= most) {
			(*i)++;
			break;
		}
	}
	if (rc == ERR_OK && data->failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	return rc;
}

static enum err_code put_long(struct making *m, struct source *one, struct err *err)
{
	struct lz_settings set = *m->set;
	struct lz_result res;
	enum err_code rc;

	set.sound = one->kind == SOURCE_SOUND ? one->frame : 0;
	rc = pieces_write(one, &set, m->w, &res, err);

	if (rc == ERR_OK) {
		count_entry(m->res, &one->entry);
		keep_largest(m->res, &res);
	}
	return rc;
}

static enum err_code put_all(struct making *m, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i = 0;

	for (; rc == ERR_OK && i < m->s->count && m->s->list[i].entry.size == 0; i++) {
		rc = sz_writer_entry(m->w, &m->s->list[i].entry, 0, err);
		count_entry(m->res, &m->s->list[i].entry);
	}
	while (rc == ERR_OK && i < m->s->count) {
		const struct source *first = &m->s->list[i];
		struct buf data;

		if (in_pieces(&m->s->list[i], m->set)) {
			rc = put_long(m, &m->s->list[i++], err);
			continue;
		}
		buf_init(&data, 0);
		rc = fill_block(m, &i, &data, err);
		if (rc == ERR_OK)
			rc = put_block(m, &data, first, err);
		buf_free(&data);
	}
	return rc;
}

enum err_code archive_write(struct sources *s, const struct lz_settings *set,
	const struct sz_sink *sink, struct archive_result *res, struct err *err)
{
	struct making m = {s, set, NULL, res};
	enum err_code rc;

	*res = (struct archive_result){0};
	rc = sz_writer_open(sink, &m.w, err);
	if (rc == ERR_OK)
		rc = put_all(&m, err);
	if (rc == ERR_OK)
		rc = sz_writer_finish(m.w, &res->out_len, err);
	sz_writer_close(m.w);
	return rc;
}
