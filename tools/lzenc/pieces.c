/* SPDX-License-Identifier: MIT */
#include "pieces.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"

/* Reverses the filter of what is written, for its checksum. */
#define UNDO_ROOM ((size_t)64 << 10)
struct undo {
	struct branch filter;
	size_t have; /* bytes at the front of room that wait for more */
	uint32_t crc;
	uint8_t room[UNDO_ROOM];
};

struct job {
	const struct lz_settings *set;
	struct lz_settings fixed; /* the same with the chosen filter */
	struct sz_writer *w;
	struct source *one;
	struct file_in *in;
	struct sz_method way; /* of the previous piece */
	struct branch filter;
	struct undo *undo; /* NULL: no filter, or no check */
	/* room has encoded bytes, then filtered ones, then bytes as read */
	uint8_t *room;
	size_t cap, before, filtered, have;
	bool chosen, over;
	uint64_t read, packed;
	uint32_t crc;
	unsigned tried;
};

static void undo_run(struct undo *u)
{
	size_t done = branch_run(&u->filter, u->room, u->have);

	u->crc = crc32_update(u->crc, span_of(u->room, done));
	u->have -= done;
	memmove(u->room, u->room + done, u->have);
}

static void undo_add(struct undo *u, struct span bytes)
{
	size_t at, n;

	for (at = 0; at < bytes.len; at += n) {
		n = bytes.len - at < UNDO_ROOM - u->have ? bytes.len - at : UNDO_ROOM - u->have;
		memcpy(u->room + u->have, bytes.ptr + at, n);
		u->have += n;
		undo_run(u);
	}
}

static enum err_code undo_check(const struct undo *u, uint32_t crc, struct err *err)
{
	if (crc32_update(u->crc, span_of(u->room, u->have)) == crc)
		return ERR_OK;
	return err_set(err, ERR_IO, "verification failed: the filter is not undone");
}

/* Fills the room: with the bytes read from a pipe already, then with new ones. */
static enum err_code fill(struct job *j, struct err *err)
{
	struct blob *first = &j->one->data;
	size_t from = j->have, got = 0;
	enum err_code rc;

	if (first->ptr != NULL && first->len <= j->cap - j->have) {
		memcpy(j->room + j->have, first->ptr, first->len);
		j->have += first->len;
		blob_free(first);
	}
	rc = file_in_read(j->in, j->room + j->have, j->cap - j->have, &got, err);
	if (rc != ERR_OK)
		return rc;
	j->over = got < j->cap - j->have;
	j->have += got;
	j->read += j->have - from;
	j->crc = crc32_update(j->crc, span_of(j->room + from, j->have - from));
	return ERR_OK;
}

static enum err_code choose_filter(struct job *j, const struct sz_method *likely, struct err *err)
{
	j->chosen = true;
	j->fixed.filter = (int)likely->filter;
	branch_init(&j->filter, likely->filter, true);
	if (likely->filter == BRANCH_NONE || !j->set->verify)
		return ERR_OK;
	j->undo = calloc(1, sizeof(*j->undo));
	if (j->undo == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	branch_init(&j->undo->filter, likely->filter, false);
	return ERR_OK;
}

/* Finds the ways for the next piece; those of the first one determine the filter of all. */
static enum err_code find_ways(
	struct job *j, struct sz_method ways[LZ_WAYS_MAX], size_t *count, struct err *err)
{
	struct span raw = span_of(j->room + j->before, j->have - j->before);
	enum err_code rc = lz_ways(raw, &j->fixed, ways, count, err);
	size_t i, kept = 0;

	if (rc == ERR_OK && !j->chosen)
		rc = choose_filter(j, &ways[0], err);
	for (i = 0; i < *count && rc == ERR_OK; i++) {
		if ((int)ways[i].filter != j->fixed.filter || (ways[i].bcj2 && i != 0))
			continue;
		ways[i].bcj2 = false;
		ways[i].lzma2 = true;
		ways[i].how.liblzma = false;
		ways[i].how.passes = 0;
		ways[i].how.verify = j->set->verify;
		ways[i].how.watch = kept == 0 ? j->set->watch : NULL;
		ways[kept++] = ways[i];
	}
	*count = kept;
	return rc;
}

/* Keeps the smallest result; each way must have the dictionary stored for the block. */
static enum err_code encode(struct job *j, struct span in, const struct sz_method *ways,
	size_t count, struct blob *out, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	*out = (struct blob){NULL, 0};
	for (i = 0; i < count && rc == ERR_OK; i++) {
		struct lzma_encode how = ways[i].how;
		struct blob made = {NULL, 0};

		if (j->tried != 0)
			how.prop.dict = j->way.how.prop.dict;
		rc = lzma2_encode_piece(in, j->before, &how, &made, err);
		if (rc == ERR_OK && (out->ptr == NULL || made.len < out->len)) {
			blob_free(out);
			*out = made;
			j->way = ways[i];
			j->way.how.prop.dict = how.prop.dict;
			made = (struct blob){NULL, 0};
		}
		blob_free(&made);
		j->tried++;
	}
	if (rc != ERR_OK)
		blob_free(out);
	return rc;
}

/* Decodes the beginning of the first piece as a reader of the archive will. */
static enum err_code check_head(
	const struct job *j, struct span want, const struct blob *made, struct err *err)
{
	struct reader *bytes, *r;
	enum err_code rc = reader_span(blob_span(*made), &bytes, err);

	if (rc != ERR_OK)
		return rc;
	rc = lzma2_reader(bytes, j->way.how.prop.dict, want.len, UINT64_MAX, &r, err);
	if (rc != ERR_OK) {
		reader_close(bytes);
		return rc;
	}
	rc = lz_compare(r, want, !j->set->best, err);
	reader_close(r);
	return rc;
}

static enum err_code put(struct job *j, const uint8_t *ptr, size_t len, struct err *err)
{
	j->packed += len;
	return sz_writer_piece(j->w, span_of(ptr, len), err);
}

/* Encodes len filtered bytes and writes them; the end marker, 0, only after the last. */
static enum err_code put_piece(
	struct job *j, size_t len, const struct sz_method *ways, size_t count, struct err *err)
{
	static const uint8_t end = 0;
	struct span in = span_of(j->room, j->before + len), piece;
	struct blob made;
	bool first = j->tried == 0;
	enum err_code rc;

	if (len == 0)
		return j->over ? put(j, &end, 1, err) : ERR_OK;
	rc = encode(j, in, ways, count, &made, err);
	if (rc != ERR_OK)
		return rc;
	if (span_from(in, j->before, &piece)) {
		if (first && j->set->verify)
			rc = check_head(j, piece, &made, err);
		if (j->undo != NULL)
			undo_add(j->undo, piece);
	}
	if (rc == ERR_OK)
		rc = put(j, made.ptr, j->over ? made.len : made.len - 1, err);
	blob_free(&made);
	return rc;
}

/* Drops encoded bytes, except those that the next piece may refer to. */
static void slide(struct job *j, size_t done)
{
	size_t dict = j->way.how.effort.fast ? j->way.how.prop.dict : 0;
	size_t keep = (done < dict ? done : dict) / LZMA2_PIECE * LZMA2_PIECE;

	memmove(j->room, j->room + done - keep, j->have - done + keep);
	j->have -= done - keep;
	j->filtered -= done - keep;
	j->before = keep;
}

static enum err_code next_piece(struct job *j, struct err *err)
{
	struct sz_method ways[LZ_WAYS_MAX];
	size_t count = 0, len;
	enum err_code rc = fill(j, err);

	if (rc == ERR_OK)
		rc = find_ways(j, ways, &count, err);
	if (rc != ERR_OK)
		return rc;
	j->filtered += branch_run(&j->filter, j->room + j->filtered, j->have - j->filtered);
	len = j->over ? j->have - j->before : (j->filtered - j->before) / LZMA2_PIECE * LZMA2_PIECE;
	rc = put_piece(j, len, ways, count, err);
	slide(j, j->before + len);
	return rc;
}

static enum err_code add_entry(struct job *j, struct lz_result *res, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (j->one->more != NULL)
		j->one->entry.size = j->read;
	else if (j->read != j->one->entry.size)
		rc = err_set(err, ERR_IO, "changed while it was read");
	if (rc == ERR_OK && j->undo != NULL)
		rc = undo_check(j->undo, j->crc, err);
	if (rc == ERR_OK)
		rc = sz_writer_entry(j->w, &j->one->entry, j->crc, err);
	if (rc == ERR_OK)
		rc = sz_writer_pieces_end(j->w, &j->way, err);
	*res = (struct lz_result){j->way, j->read, j->packed, j->tried, false};
	return rc;
}

static enum err_code run(struct job *j, struct err *err)
{
	struct lzma_effort effort = lz_effort(j->set);
	size_t dict = effort.fast ? lz_dict_most(j->set, UINT64_MAX) : 0;
	enum err_code rc = ERR_OK;

	j->cap = lz_hold(j->set) + dict;
	j->room = malloc(j->cap);
	if (j->room == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (rc == ERR_OK && !j->over)
		rc = next_piece(j, err);
	return rc;
}

enum err_code pieces_write(struct source *one, const struct lz_settings *set, struct sz_writer *w,
	struct lz_result *res, struct err *err)
{
	struct job j = {.set = set, .fixed = *set, .w = w, .one = one, .in = one->more};
	enum err_code rc = ERR_OK;

	j.fixed.bcj2 = false;
	if (one->more == NULL)
		rc = file_in_open_regular(one->path, true, &j.in, err);
	if (rc == ERR_OK)
		rc = run(&j, err);
	if (rc == ERR_OK)
		rc = add_entry(&j, res, err);
	if (one->more == NULL)
		file_in_close(j.in);
	free(j.undo);
	free(j.room);
	if (rc != ERR_OK)
		err_prefix(err, "%s", one->path != NULL ? one->path : one->name);
	return rc;
}
