/* SPDX-License-Identifier: MIT */
/* Reads inputs and writes outputs. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "parts.h"

/* A block stays in the second-level cache between reader, converter and writer. */
#define BLOCK ((size_t)131072)
#define KEPT  (32 * BLOCK) /* bytes of a mapped file before their pages are dropped */
#define PAGE  ((size_t)4096)

#define MODE_BITS 0777u /* of a text; set-user-ID and the like are for programs */

static enum err_code look_at(
	struct source *s, bool in_place, const struct file_info *known, struct err *err)
{
	enum err_code rc = known == NULL ? file_info(s->path, false, &s->info, err) : ERR_OK;

	if (rc != ERR_OK)
		return rc;
	if (known != NULL)
		s->info = *known;
	s->is_link = known == NULL;
	if (s->info.type == FILE_NONE)
		return err_set(err, ERR_NOTFOUND, "no such file");
	if (s->info.type == FILE_FOLDER)
		return err_set(err, ERR_USAGE, "is a folder: see --recursive");
	s->is_pipe = s->info.type != FILE_REGULAR; /* such as the shell's <(command) */
	if (s->is_pipe && in_place)
		return err_set(err, ERR_UNSUPPORTED, "is not a regular file: not changed");
	return ERR_OK;
}

enum err_code source_open(const char *path, bool in_place, const struct file_info *known,
	struct source *s, struct err *err)
{
	memset(s, 0, sizeof(*s));
	spool_init(&s->spool);
	s->path = path;
	if (strcmp(path, TXT_STDIO) == 0) {
		s->is_pipe = true;
		return file_in_stdin(&s->in, err);
	}
	return look_at(s, in_place, known, err); /* opened when it is read */
}

/* The kernel copies several times faster to the beginning of a page than to malloc's addresses. */
static enum err_code read_block(struct source *s, struct span *out, struct err *err)
{
	uint8_t *page;
	size_t got = 0;
	enum err_code rc = ERR_OK;

	if (s->in == NULL && s->is_pipe)
		rc = file_in_open(s->path, &s->in, err);
	else if (s->in == NULL)
		rc = file_in_open_regular(s->path, !s->is_link, &s->in, err);
	if (rc != ERR_OK)
		return rc;
	if (s->room == NULL)
		s->room = malloc(BLOCK + PAGE);
	if (s->room == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	page = s->room + (PAGE - (uintptr_t)s->room % PAGE);
	rc = file_in_read(s->in, page, BLOCK, &got, err);

	*out = span_of(page, got);
	return rc;
}

enum err_code source_next(struct source *s, bool keep, struct span *out, struct err *err)
{
	enum err_code rc = ERR_OK;

	*out = span_of(NULL, 0);
	if (!s->whole) {
		rc = read_block(s, out, err);
		if (rc == ERR_OK && keep && s->is_pipe)
			rc = spool_write(&s->spool, *out, err);
	} else {
		size_t left = s->data.len - s->pos;

		if (left != 0)
			*out = span_of(s->data.ptr + s->pos, left < BLOCK ? left : BLOCK);
		if (s->pos != 0 && s->pos % KEPT == 0)
			file_map_forget(&s->map, s->pos - KEPT, KEPT);
	}
	s->pos += out->len;
	return rc;
}

static enum err_code spool_rest(struct source *s, struct err *err)
{
	struct span block;
	enum err_code rc;

	do {
		rc = source_next(s, true, &block, err);
	} while (rc == ERR_OK && block.len != 0);
	return rc == ERR_OK ? spool_view(&s->spool, &s->data, err) : rc;
}

enum err_code source_whole(struct source *s, struct err *err)
{
	enum err_code rc;

	if (s->whole)
		return ERR_OK;
	if (s->is_pipe) {
		rc = spool_rest(s, err);
	} else {
		rc = file_map_regular(s->path, !s->is_link, SIZE_MAX, &s->map, err);
		if (rc == ERR_OK)
			file_map_watch(&s->map);
		s->data = s->map.data;
	}
	s->whole = rc == ERR_OK;
	s->pos = 0;
	return rc;
}

/* That of the file instead, if bytes of it got lost. */
static enum err_code map_failed(const struct file_map *map, enum err_code rc, struct err *err)
{
	return file_map_check(map, err) == ERR_OK ? rc : err->code;
}

enum err_code source_failed(const struct source *s, enum err_code rc, struct err *err)
{
	return map_failed(&s->map, rc, err);
}

bool source_stays(const struct source *s)
{
	return s->whole || !s->is_pipe;
}

bool source_again(struct source *s)
{
	if (!source_stays(s))
		return false;
	if (!s->whole) {
		file_in_close(s->in);
		s->in = NULL;
	}
	s->pos = 0;
	return true;
}

void source_close(struct source *s)
{
	file_in_close(s->in);
	file_map_close(&s->map);
	spool_close(&s->spool);
	free(s->room);
	s->in = NULL;
	s->room = NULL;
	s->data = span_of(NULL, 0);
}

/* Resolves links, so that a link stays a link, and its target is replaced. */
static enum err_code final_path(const char *path, const struct source *src, char **out,
	struct file_info *info, struct err *err)
{
	bool known = !src->is_pipe && !src->is_link && strcmp(path, src->path) == 0;
	enum err_code rc = known ? ERR_OK : file_info(path, true, info, err);
	bool link = !known && rc == ERR_OK && info->type == FILE_LINK;
	struct blob real;
	struct err ignored;

	if (known)
		*info = src->info;
	if (link)
		rc = file_info(path, false, info, err);
	if (rc != ERR_OK)
		return rc;
	if (link && file_real_path(path, &real, &ignored) == ERR_OK) {
		*out = (char *)real.ptr;
		return ERR_OK;
	}
	*out = alloc_text(path);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* Adds the output's name to the error. */
static enum err_code output_failed(const struct sink *k, struct err *err)
{
	return k->name != NULL ? err_prefix(err, "%.120s", k->name) : err->code;
}

static bool is_source(const struct source *src, const char *path, const struct file_info *info)
{
	if (path_is_sep('\\')) /* numbers of files are not to be relied upon, see file_same */
		return file_same(path, src->path);
	return info->dev == src->info.dev && info->ino == src->info.ino;
}

static enum err_code open_file(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err)
{
	struct file_out_opts opts = {.force = o->force || o->in_place};
	struct file_info info;
	enum err_code rc = final_path(path, src, &k->path, &info, err);

	if (rc != ERR_OK)
		return rc;
	if (info.type == FILE_FOLDER) {
		free(k->path);
		k->path = NULL;
		return err_set(err, ERR_USAGE, "is a folder");
	}
	if (info.type == FILE_REGULAR) { /* replaced: keeps its mode */
		k->replaces = true;
		if (!src->is_pipe && is_source(src, k->path, &info))
			k->own = src;
		opts.unchanged = k->own != NULL;
		opts.was = src->info;
		opts.set_mode = true;
		opts.mode = info.mode & MODE_BITS;
		opts.keep = true;
		opts.lost = &k->lost;
		k->links = info.links;
	}
	if (!src->is_pipe && (o->preserve || info.type == FILE_NONE)) {
		opts.set_mode = true;
		opts.mode = src->info.mode & MODE_BITS;
		opts.less_umask = !o->preserve;
	}
	if (!src->is_pipe && o->preserve) {
		opts.set_times = true;
		opts.mtime_ns = src->info.mtime_ns;
	}
	rc = file_out_open(k->path, &opts, &k->file, err);
	if (rc != ERR_OK) {
		free(k->path);
		k->path = NULL;
	}
	return rc;
}

enum err_code sink_open(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err)
{
	memset(k, 0, sizeof(*k));
	spool_init(&k->held);
	k->from = src;
	if (strcmp(path, TXT_STDIO) == 0) {
		k->name = "standard output";
		return ERR_OK;
	}
	k->name = strcmp(path, src->path) == 0 ? NULL : path;
	return open_file(k, path, src, o, err) == ERR_OK ? ERR_OK : output_failed(k, err);
}

/* Whether these bytes equal the input at this position, as in a block that is only copied. */
static bool is_own(const struct sink *k, struct span data)
{
	struct span old;

	return span_slice(k->own->data, (size_t)k->size, data.len, &old) &&
	       (old.ptr == data.ptr || memcmp(old.ptr, data.ptr, data.len) == 0);
}

/* Output that equals the input so far is not written: most files of a tree stay unchanged. */
static bool waits(struct sink *k, struct span data)
{
	if (k->own == NULL || k->differs || !k->own->whole || data.len == 0)
		return false;
	k->differs = !is_own(k, data);
	if (k->differs || k->unwritten != k->size)
		return false;
	k->unwritten += data.len;
	return true;
}

enum err_code sink_settle(struct sink *k, struct err *err)
{
	size_t len = (size_t)k->unwritten;
	enum err_code rc = ERR_OK;

	k->unwritten = 0;
	if (len != 0)
		rc = file_out_write(k->file, k->own->data.ptr, len, err);
	return rc == ERR_OK ? ERR_OK : output_failed(k, err);
}

bool sink_is_unchanged(const struct sink *k)
{
	return k->own != NULL && !k->differs && k->size == k->own->info.size;
}

enum err_code sink_write(struct sink *k, struct span data, struct err *err)
{
	bool wait = waits(k, data);
	enum err_code rc = wait ? ERR_OK : sink_settle(k, err);

	k->size += data.len;
	if (wait || rc != ERR_OK)
		return rc;
	if (k->file != NULL)
		rc = file_out_write(k->file, data.ptr, data.len, err);
	else if (k->through && source_failed(k->from, ERR_OK, err) != ERR_OK)
		return err->code;
	else if (k->through)
		rc = os_write_bytes(OS_STDOUT, data.ptr, data.len, err);
	else
		return spool_write(&k->held, data, err);
	return rc == ERR_OK ? ERR_OK : output_failed(k, err);
}

/* Makes a backup, readable only by those who could read the file. One with the same content, as an
 * interrupted run leaves it, stays. */
static enum err_code copy_file(const struct sink *k, const struct file_info *info, const char *to,
	bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force,
		.set_mode = true,
		.mode = info->mode & MODE_BITS,
		.set_times = true,
		.mtime_ns = info->mtime_ns,
		.like = k->path};
	struct file_out *out;
	struct file_map map;
	enum err_code rc = file_map_regular(k->path, true, SIZE_MAX, &map, err);

	if (rc != ERR_OK)
		return rc;
	file_map_watch(&map);
	rc = file_out_open(to, &opts, &out, err);
	if (rc == ERR_EXISTS && file_holds(to, map.data)) {
		rc = map_failed(&map, ERR_OK, err);
	} else if (rc == ERR_OK) {
		rc = map_failed(&map, file_out_write(out, map.data.ptr, map.data.len, err), err);
		if (rc == ERR_OK)
			rc = file_out_check_unchanged(k->file, err);
		if (rc == ERR_OK)
			rc = file_out_commit(out, err);
		else
			file_out_abort(out);
	}
	file_map_close(&map);
	return rc;
}

enum err_code sink_backup(struct sink *k, const char *suffix, bool force, struct err *err)
{
	struct file_info info;
	size_t len;
	char *name;
	enum err_code rc;

	if (k->path == NULL)
		return ERR_OK;
	rc = file_info(k->path, false, &info, err);
	if (rc != ERR_OK || info.type != FILE_REGULAR) /* a device or FIFO is not replaced */
		return rc;
	len = strlen(k->path) + strlen(suffix) + 1;
	name = malloc(len);
	if (name == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(name, k->path, strlen(k->path));
	memcpy(name + strlen(k->path), suffix, strlen(suffix) + 1);
	rc = copy_file(k, &info, name, force, err);
	if (rc != ERR_OK)
		err_prefix(err, "%.120s", name);
	free(name);
	return rc;
}

enum err_code sink_commit(struct sink *k, struct err *err)
{
	enum err_code rc;

	if (k->file != NULL)
		rc = file_out_commit(k->file, err);
	else
		rc = spool_to_stdout(&k->held, err);
	spool_close(&k->held);
	free(k->path);
	return rc == ERR_OK ? ERR_OK : output_failed(k, err);
}

enum err_code sink_hand_over(struct sink *k, struct file_out **out, struct err *err)
{
	enum err_code rc = file_out_finish(k->file, err);

	if (rc == ERR_OK)
		*out = k->file;
	else
		file_out_abort(k->file);
	spool_close(&k->held);
	free(k->path);
	return rc == ERR_OK ? ERR_OK : output_failed(k, err);
}

void sink_abort(struct sink *k)
{
	file_out_abort(k->file);
	spool_close(&k->held);
	free(k->path);
}
