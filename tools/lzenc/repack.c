/* SPDX-License-Identifier: MIT */
#include "repack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/fwedit.h"
#include "biosbelt/protect.h"
#include "biosbelt/tiano_encode.h"
#include "biosbelt/tr.h"
#include "repack_check.h"

#define TIANO_HEAD 8u
#define BAD_AROUND (FW_DAMAGED | FW_DELETED | FW_CLIPPED | FW_BROKEN | FW_SUM_WRONG)
#define BAD_FLAGS  (BAD_AROUND | FW_RECOVERED)

struct job {
	const struct repack_opts *opts;
	struct fw_tree *tree;
	struct buf *log;
};

/* A section, or the stream of a CBFS file of the image itself, whose hashes can be updated. */
static bool is_packed_part(const struct fw_tree *t, const struct fw_node *n)
{
	bool known = n->codec == FW_CODEC_LZMA || n->codec == FW_CODEC_LZMA_F86 ||
		     n->codec == FW_CODEC_TIANO || n->codec == FW_CODEC_EFI;
	bool cbfs = n->kind == FW_STREAM && n->space == 0 && n->parent != FW_NONE &&
		    t->nodes[n->parent].kind == FW_CBFS_FILE;

	return (n->kind == FW_SECTION || cbfs) && known && n->end == FW_END_WHOLE &&
	       (n->flags & BAD_FLAGS) == 0 && n->stream_off >= n->off &&
	       n->stream_off < n->off + n->len;
}

static bool is_inside(const struct fw_tree *t, uint32_t node, uint32_t outer)
{
	while (node != FW_NONE && node != outer)
		node = t->nodes[node].parent;
	return node == outer;
}

/* Parts found in damaged ones may overlap valid ones, and would change with them. */
static bool is_shared(const struct fw_tree *t, uint32_t node)
{
	const struct fw_node *n = &t->nodes[node];
	uint32_t i;

	for (i = 0; i < t->count; i++) {
		const struct fw_node *o = &t->nodes[i];

		if (o->space == n->space && o->off < n->off + n->len && n->off < o->off + o->len &&
			!is_inside(t, i, node) && !is_inside(t, node, i))
			return true;
	}
	return false;
}

/* Why a valid part is not repacked; NULL: it can be. */
static const char *repack_obstacle(const struct fw_tree *t, uint32_t node)
{
	if (is_shared(t, node))
		return N_("another part reaches into it");
	while (node != FW_NONE) {
		const struct fw_node *n = &t->nodes[node];

		if ((n->flags & BAD_AROUND) != 0)
			return N_("its container is damaged");
		node = n->parent != FW_NONE ? n->parent : t->spaces[n->space].owner;
	}
	return NULL;
}

static size_t room_of(const struct fw_node *n)
{
	return n->off + n->len - n->stream_off;
}

/* A few streams decode as Tiano and as EFI. What their readers see would be lost in one of them. */
static enum err_code check_other_form(
	const struct fw_node *n, struct span stream, struct span plain, struct err *err)
{
	enum fw_codec other = n->codec == FW_CODEC_EFI ? FW_CODEC_TIANO : FW_CODEC_EFI;
	struct fw_unpacked u;
	enum err_code rc = fw_unpack(other, stream, n->unpacked, &u, err);

	if (rc != ERR_OK)
		return rc;
	if (u.codec == other && u.end == FW_END_WHOLE && !span_equal(blob_span(u.bytes), plain))
		rc = err_set(err, ERR_FORMAT, "it decodes as Tiano and as EFI");
	blob_free(&u.bytes);
	return rc;
}

/* Unpacks the section, if its content is exactly its stream. */
static enum err_code unpack(
	const struct fw_node *n, struct span stream, struct blob *out, struct err *err)
{
	struct fw_unpacked u;
	enum err_code rc = fw_unpack(n->codec, stream, n->unpacked, &u, err);

	if (rc != ERR_OK)
		return rc;
	if (u.end != FW_END_WHOLE || u.repaired || u.codec != n->codec ||
		u.bytes.len != n->unpacked) {
		blob_free(&u.bytes);
		return err_set(err, ERR_FORMAT, "not decoded the same way twice");
	}
	if (n->codec == FW_CODEC_TIANO || n->codec == FW_CODEC_EFI)
		rc = check_other_form(n, stream, blob_span(u.bytes), err);
	if (rc == ERR_OK)
		*out = u.bytes;
	else
		blob_free(&u.bytes);
	return rc;
}

static enum err_code encode(const struct job *job, const struct fw_node *n, struct span plain,
	struct blob *out, struct err *err)
{
	struct lz_settings s = {.format = n->codec == FW_CODEC_LZMA_F86 ? LZ_F86 : LZ_LZMA,
		.target = n->kind == FW_SECTION ? LZ_EDK2 : LZ_COREBOOT,
		.level = 9,
		.best = true,
		.filter = LZ_UNSET,
		.lc = LZ_UNSET,
		.lp = LZ_UNSET,
		.pb = LZ_UNSET,
		.threads = job->opts->threads,
		.watch = job->opts->watch,
		.verify = true};
	struct lz_result res;

	if (n->codec == FW_CODEC_TIANO)
		return tiano_encode(plain, TIANO_KIND_TIANO, out, err);
	if (n->codec == FW_CODEC_EFI)
		return tiano_encode(plain, TIANO_KIND_EFI, out, err);
	return lz_encode(plain, &s, &res, out, err);
}

static enum err_code repack_space(
	struct job *job, uint32_t space, struct blob *bytes, struct err *err);

/*
 * Packs the section's stream again; empty when the result is not smaller, or, with the reason in
 * why (REPACK_WHY_MAX bytes), when it must stay. Where nothing names the compression, its content
 * stays: whether LZMA was x86-filtered is a guess then, and after a wrong one the filter would
 * change what was packed again in it.
 */
static enum err_code make_stream(struct job *job, uint32_t node, struct span space, char *why,
	struct blob *out, struct err *err)
{
	const struct fw_node *n = &job->tree->nodes[node];
	struct blob plain;
	struct span stream;
	enum err_code rc;

	*out = (struct blob){NULL, 0};
	if (!span_slice(space, n->stream_off, room_of(n), &stream))
		return err_set(err, ERR_FORMAT, "a section outside its space");
	rc = unpack(n, stream, &plain, err);
	if (rc == ERR_FORMAT) {
		(void)snprintf(why, REPACK_WHY_MAX, "%s", err->text);
		return ERR_OK;
	}
	if (rc != ERR_OK)
		return rc;
	if (n->inner != FW_NONE && (n->flags & FW_GUESSED) == 0)
		rc = repack_space(job, n->inner, &plain, err);
	if (rc == ERR_OK)
		rc = encode(job, n, blob_span(plain), out, err);
	blob_free(&plain);
	if (rc == ERR_OK && out->len >= room_of(n))
		blob_free(out);
	return rc;
}

/*
 * Puts a shorter stream into its section. Returns the number of bytes freed after the file. If it
 * is 0, the stream is padded, or with pad false nothing is changed.
 */
static size_t put_stream(
	const struct job *job, uint32_t node, struct span made, bool pad, struct blob *bytes)
{
	const struct fw_node *n = &job->tree->nodes[node];
	size_t room = room_of(n), less = room - made.len;
	size_t freed = fw_section_shrink(job->tree, node, less, bytes);

	if (freed == 0 && !pad)
		return 0;
	if (freed == 0) { /* zeros follow the stream, and Tiano's header includes them */
		memset(bytes->ptr + n->stream_off + made.len, 0, less);
		made.len = room - less;
	}
	memcpy(bytes->ptr + n->stream_off, made.ptr, made.len);
	if (freed == 0 && (n->codec == FW_CODEC_TIANO || n->codec == FW_CODEC_EFI))
		put_u32le(bytes->ptr + n->stream_off, (uint32_t)(room - TIANO_HEAD));
	fw_checksums_redo(job->tree, node, bytes, job->log);
	return freed;
}

static enum err_code repack_space(
	struct job *job, uint32_t space, struct blob *bytes, struct err *err)
{
	enum err_code rc = ERR_OK;
	uint32_t i;

	for (i = 0; rc == ERR_OK && i < job->tree->count; i++) {
		const struct fw_node *n = &job->tree->nodes[i];
		char why[REPACK_WHY_MAX]; /* of an inner stream: not reported */
		struct blob made;

		if (n->space != space || !is_packed_part(job->tree, n) ||
			repack_obstacle(job->tree, i) != NULL)
			continue;
		rc = make_stream(job, i, blob_span(*bytes), why, &made, err);
		if (rc != ERR_OK || made.ptr == NULL)
			continue;
		put_stream(job, i, blob_span(made), true, bytes);
		blob_free(&made);
	}
	return rc;
}

/* ---- the image itself: each stream is encoded once, and inserted unless a check forbids it
 * ---- */

struct plan {
	struct job *job;
	struct span image;
	struct blob *made; /* of each stream; empty: not smaller */
	struct repacked *out;
};

static enum err_code list_streams(struct repacked *r, struct err *err)
{
	uint32_t i;

	for (i = 0; i < r->tree.count; i++)
		r->count +=
			r->tree.nodes[i].space == 0 && is_packed_part(&r->tree, &r->tree.nodes[i]);
	if (r->count == 0)
		return err_set(err, ERR_NOTFOUND,
			"no sound LZMA or Tiano stream in a section or CBFS file");
	r->streams = calloc(r->count, sizeof(*r->streams));
	if (r->streams == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	r->count = 0;
	for (i = 0; i < r->tree.count; i++) {
		const struct fw_node *n = &r->tree.nodes[i];
		struct repack_stream *s = &r->streams[r->count];
		const char *why;

		if (n->space != 0 || !is_packed_part(&r->tree, n))
			continue;
		*s = (struct repack_stream){.node = i, .before = room_of(n), .after = room_of(n)};
		why = repack_obstacle(&r->tree, i);
		if (why != NULL)
			(void)snprintf(s->why, sizeof(s->why), "%s", why);
		r->count++;
	}
	return ERR_OK;
}

/* Inserts one stream, unless that frees nothing. */
static void apply_one(struct plan *p, size_t i, struct blob *bytes)
{
	struct repack_stream *s = &p->out->streams[i];

	s->freed = 0;
	s->after = s->before;
	if (p->made[i].ptr == NULL || s->why[0] != '\0')
		return;
	s->freed = put_stream(p->job, s->node, blob_span(p->made[i]), false, bytes);
	if (s->freed != 0)
		s->after = p->made[i].len;
	else
		(void)snprintf(s->why, sizeof(s->why),
			tr("%zu bytes would do, but it is not the last of its file, or too little "
			   "would become free"),
			p->made[i].len);
}

/* Puts the streams from one to another that nothing forbids into a copy of the image. */
static enum err_code apply(
	struct plan *p, size_t from, size_t to, struct blob *out, struct err *err)
{
	enum err_code rc = blob_copy(p->image, out, err);

	for (; rc == ERR_OK && from < to; from++)
		apply_one(p, from, out);
	return rc;
}

static enum err_code follow(struct plan *p, struct blob *after, struct buf *log, struct err *err)
{
	struct protect_opts opts = {p->job->opts->ignore_signature};

	return protect_follow(p->image, after, &opts, log, err);
}

/* Refusals that can be avoided by leaving a stream unchanged: something signed, or bytes of a
 * stream that are also part of a table, which would give another image (repack_check). */
static bool is_refusal(enum err_code rc)
{
	return rc == ERR_DENIED || rc == ERR_FORMAT || rc == ERR_IO;
}

/* Whether some streams may be changed together. Signatures come first, as they take less to see. */
static enum err_code try_some(struct plan *p, size_t from, size_t to, struct err *err)
{
	struct blob some = {NULL, 0}, followed = {NULL, 0};
	struct buf log;
	enum err_code rc = apply(p, from, to, &some, err);

	if (rc == ERR_OK)
		rc = blob_copy(blob_span(some), &followed, err);
	buf_init(&log, 0);
	if (rc == ERR_OK)
		rc = follow(p, &followed, &log, err);
	if (rc == ERR_OK)
		rc = repack_check(p->image, blob_span(some), err);
	buf_free(&log);
	blob_free(&followed);
	blob_free(&some);
	return rc;
}

/* Whether there is anything to try. */
static bool has_stream(const struct plan *p, size_t from, size_t to)
{
	for (; from < to; from++)
		if (p->made[from].ptr != NULL && p->out->streams[from].why[0] == '\0')
			return true;
	return false;
}

/*
 * Finds the streams that a check forbids to change: by ever more at once, as each check reads the
 * whole image; after one that is forbidden singly again.
 */
static enum err_code find_forbidden(struct plan *p, struct err *err)
{
	size_t count = p->out->count, at = 0, step = 1;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && at < count) {
		struct repack_stream *s = &p->out->streams[at];
		size_t to = step < count - at ? at + step : count;

		rc = has_stream(p, at, to) ? try_some(p, at, to, err) : ERR_OK;
		step = is_refusal(rc) ? 1 : 2 * step;
		if (is_refusal(rc) && to - at == 1)
			(void)snprintf(s->why, sizeof(s->why), "%s", err->text);
		if (!is_refusal(rc) || to - at == 1)
			at = to;
		rc = is_refusal(rc) ? ERR_OK : rc;
	}
	return rc;
}

static size_t sum_freed(const struct repacked *r)
{
	size_t i, sum = 0;

	for (i = 0; i < r->count; i++)
		sum += r->streams[i].freed;
	return sum;
}

/* Inserts all streams at once, or else those that may be changed on their own. */
static enum err_code put_all(struct plan *p, struct err *err)
{
	struct blob after = {NULL, 0};
	enum err_code rc = apply(p, 0, p->out->count, &after, err);
	bool again = false;

	for (;;) {
		if (rc == ERR_OK)
			rc = repack_check(p->image, blob_span(after), err);
		else
			return rc;
		if (rc == ERR_OK)
			rc = follow(p, &after, &p->out->log, err);
		if (!is_refusal(rc) || again)
			break;
		again = true;
		blob_free(&after);
		p->out->log.len = 0;
		rc = find_forbidden(p, err);
		if (rc == ERR_OK)
			rc = apply(p, 0, p->out->count, &after, err);
	}
	if (rc != ERR_OK) {
		blob_free(&after);
		return rc;
	}
	p->out->image = after;
	p->out->freed = sum_freed(p->out);
	return ERR_OK;
}

static enum err_code make_all(struct plan *p, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	p->made = calloc(p->out->count + 1, sizeof(*p->made));
	if (p->made == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < p->out->count && rc == ERR_OK; i++) {
		struct repack_stream *s = &p->out->streams[i];

		if (s->why[0] == '\0')
			rc = make_stream(p->job, s->node, p->image, s->why, &p->made[i], err);
	}
	return rc;
}

enum err_code repack_image(
	struct span image, const struct repack_opts *opts, struct repacked *out, struct err *err)
{
	struct fw_opts how = {.max_output = 0};
	struct job job = {opts, &out->tree, &out->log};
	struct plan plan = {.job = &job, .image = image, .out = out};
	enum err_code rc;
	size_t i;

	memset(out, 0, sizeof(*out));
	buf_init(&out->log, 0);
	rc = fw_walk(image, &how, &out->tree, err);
	if (rc == ERR_OK && out->tree.limited)
		rc = err_set(err, ERR_LIMIT, "a limit stopped part of the search");
	if (rc == ERR_OK)
		rc = list_streams(out, err);
	if (rc == ERR_OK)
		rc = make_all(&plan, err);
	if (rc == ERR_OK)
		rc = put_all(&plan, err);
	if (rc == ERR_OK && out->log.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; plan.made != NULL && i < out->count; i++)
		blob_free(&plan.made[i]);
	free(plan.made);
	if (rc != ERR_OK)
		repack_free(out);
	return rc;
}

void repack_free(struct repacked *r)
{
	blob_free(&r->image);
	fw_tree_free(&r->tree);
	free(r->streams);
	buf_free(&r->log);
	*r = (struct repacked){.count = 0};
}

uint32_t repack_volume(const struct fw_tree *tree, uint32_t node)
{
	while (node != FW_NONE && tree->nodes[node].kind != FW_VOLUME)
		node = tree->nodes[node].parent;
	return node;
}
