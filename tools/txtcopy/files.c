/* SPDX-License-Identifier: MIT */
/* Where the bytes come from and go to. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "biosbelt/os.h"
#include "parts.h"

#define STDIN_MAX (SIZE_MAX / 4)

enum err_code source_open(const char *path, struct source *s, struct err *err)
{
	enum err_code rc;

	memset(s, 0, sizeof(*s));
	s->path = path;
	s->is_stdin = strcmp(path, TXT_STDIO) == 0;
	if (s->is_stdin) {
		rc = file_read_stdin(STDIN_MAX, &s->held, err);
		s->data = blob_span(s->held);
		return rc;
	}
	rc = file_info(path, false, &s->info, err);
	if (rc != ERR_OK)
		return rc;
	if (s->info.type == FILE_NONE)
		return err_set(err, ERR_NOTFOUND, "no such file");
	if (s->info.type == FILE_FOLDER)
		return err_set(err, ERR_USAGE, "is a folder: see --recursive");
	if (s->info.type != FILE_REGULAR)
		return err_set(err, ERR_UNSUPPORTED, "is no regular file; skipped");
	rc = file_map_open(path, SIZE_MAX, false, &s->map, err);
	s->data = s->map.data;
	return rc;
}

void source_close(struct source *s)
{
	if (s->is_stdin)
		blob_free(&s->held);
	else
		file_map_close(&s->map);
	s->data = span_of(NULL, 0);
}

/* The path with its links followed, so that a link stays a link. */
static char *final_path(const char *path)
{
	struct file_info info;
	struct blob real;
	struct err ignored;
	char *copy = NULL;

	if (file_info(path, true, &info, &ignored) == ERR_OK && info.type == FILE_LINK &&
		file_real_path(path, &real, &ignored) == ERR_OK)
		return (char *)real.ptr;
	copy = malloc(strlen(path) + 1);
	if (copy != NULL)
		memcpy(copy, path, strlen(path) + 1);
	return copy;
}

enum err_code sink_open(struct sink *k, const char *path, const struct source *src,
	const struct txt_opts *o, struct err *err)
{
	struct file_out_opts opts = {.force = o->force};
	struct file_info info;
	enum err_code rc;

	memset(k, 0, sizeof(*k));
	buf_init(&k->held, 0);
	if (strcmp(path, TXT_STDIO) == 0)
		return ERR_OK;
	rc = file_info(path, false, &info, err);
	if (rc != ERR_OK)
		return rc;
	if (info.type == FILE_FOLDER)
		return err_set(err, ERR_USAGE, "%s is a folder", path);
	k->path = final_path(path);
	if (k->path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (info.type == FILE_REGULAR) { /* replaced: keeps its permissions */
		k->replaces = true;
		opts.set_mode = true;
		opts.mode = info.mode;
	}
	if (!src->is_stdin && (o->preserve || info.type == FILE_NONE)) {
		opts.set_mode = true;
		opts.mode = src->info.mode;
	}
	if (!src->is_stdin && o->preserve) {
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

enum err_code sink_write(struct sink *k, struct span data, struct err *err)
{
	k->size += data.len;
	if (k->file != NULL)
		return file_out_write(k->file, data.ptr, data.len, err);
	buf_add(&k->held, data.ptr, data.len);
	return k->held.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code hash_text(void *user, struct span out, struct err *err)
{
	(void)err;
	sha256_update(user, out);
	return ERR_OK;
}

/* One side of the comparison: text in UTF-8, without mark, line ends as wished. */
static enum err_code open_side(struct sha256 *sum, enum text_enc enc, const struct txt_opts *o,
	struct text_conv **out, struct err *err)
{
	struct text_conv_opts opts = {.from = enc,
		.to = TEXT_UTF8,
		.bom = TEXT_BOM_REMOVE,
		.eol = o->eol,
		.lossy = TEXT_LOSSY_REPLACE,
		.write = hash_text,
		.user = sum};

	sha256_init(sum);
	return text_conv_open(&opts, out, err);
}

static enum err_code feed_output(struct sink *k, struct text_conv *c, struct err *err)
{
	static const size_t step = 65536;
	uint8_t *chunk;
	uint64_t off = 0;
	enum err_code rc = ERR_OK;

	if (k->file == NULL)
		return text_conv_feed(c, span_of(k->held.ptr, k->held.len), err);
	chunk = malloc(step);
	if (chunk == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (rc == ERR_OK && off < k->size) {
		size_t got = 0;

		rc = file_out_read(k->file, off, chunk, step, &got, err);
		if (rc == ERR_OK && got == 0)
			rc = err_set(err, ERR_IO, "output became shorter");
		if (rc == ERR_OK)
			rc = text_conv_feed(c, span_of(chunk, got), err);
		off += got;
	}
	free(chunk);
	return rc;
}

enum err_code sink_verify(struct sink *k, struct span in, const struct txt_opts *o,
	const struct txt_result *r, struct err *err)
{
	struct sha256 sums[2];
	uint8_t digests[2][32];
	struct text_conv *c = NULL;
	struct text_conv_stats stats;
	enum err_code rc = ERR_OK;

	if (r->guess.verdict == TEXT_MIXED)
		return ERR_OK; /* was put together from two encodings */
	for (int side = 0; side < 2 && rc == ERR_OK; side++) {
		rc = open_side(&sums[side], side == 0 ? r->from : r->to, o, &c, err);
		if (rc == ERR_OK)
			rc = side == 0 ? text_conv_feed(c, in, err) : feed_output(k, c, err);
		if (rc == ERR_OK)
			rc = text_conv_finish(c, &stats, err);
		text_conv_close(c);
		c = NULL;
		sha256_final(&sums[side], digests[side]);
	}
	if (rc == ERR_OK && memcmp(digests[0], digests[1], 32) != 0)
		rc = err_set(err, ERR_FORMAT, "output does not read back as the same text");
	return rc;
}

enum err_code sink_backup(struct sink *k, struct span in, const char *suffix, struct err *err)
{
	struct file_info info;
	size_t len;
	char *name;
	enum err_code rc;

	if (k->path == NULL)
		return ERR_OK;
	rc = file_info(k->path, false, &info, err);
	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	len = strlen(k->path) + strlen(suffix) + 1;
	name = malloc(len);
	if (name == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(name, k->path, strlen(k->path));
	memcpy(name + strlen(k->path), suffix, strlen(suffix) + 1);
	rc = file_write(name, in, true, err);
	if (rc == ERR_OK)
		rc = file_set_mtime(name, info.mtime_ns, err);
	free(name);
	return rc;
}

enum err_code sink_commit(struct sink *k, struct err *err)
{
	enum err_code rc;

	if (k->file != NULL)
		rc = file_out_commit(k->file, err);
	else
		rc = os_write_bytes(OS_STDOUT, k->held.ptr, k->held.len, err);
	buf_free(&k->held);
	free(k->path);
	return rc;
}

void sink_abort(struct sink *k)
{
	file_out_abort(k->file);
	buf_free(&k->held);
	free(k->path);
}
