/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/spool.h"

void spool_init(struct spool *s)
{
	memset(s, 0, sizeof(*s));
	buf_init(&s->held, 0);
	s->cleanup = -1;
}

static enum err_code join_temp_folder(const char *name, struct blob *out, struct err *err)
{
	static const char *const names[] = {"TMPDIR", "TEMP", "TMP"};
	struct blob folder;
	enum err_code rc;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const char *value = os_getenv(names[i]);

		if (value != NULL && value[0] != '\0')
			return path_join(value, name, out, err);
	}
	rc = os_temp_folder(&folder, err);
	if (rc != ERR_OK)
		return rc;
	rc = path_join((const char *)folder.ptr, name, out, err);
	blob_free(&folder);
	return rc;
}

static enum err_code named(const struct spool *s, enum err_code rc, struct err *err)
{
	return rc != ERR_OK ? err_prefix(err, "temporary file %s", s->path) : ERR_OK;
}

static enum err_code open_file(struct spool *s, struct err *err)
{
	struct file_out_opts opts = {.no_sync = true, .set_mode = true, .mode = 0600};
	struct blob path;
	char name[48];
	uint64_t number;
	enum err_code rc = os_random(&number, sizeof(number), err);

	if (rc != ERR_OK)
		return rc;
	snprintf(name, sizeof(name), "biosbelt-%016" PRIx64, number);
	rc = join_temp_folder(name, &path, err);
	if (rc != ERR_OK)
		return rc;
	s->path = (char *)path.ptr;
	rc = file_out_open(s->path, &opts, &s->file, err);
	if (rc == ERR_OK)
		rc = file_out_write(s->file, s->held.ptr, s->held.len, err);
	buf_free(&s->held);
	buf_init(&s->held, 0);
	return named(s, rc, err);
}

enum err_code spool_write(struct spool *s, struct span data, struct err *err)
{
	if (s->file == NULL && s->held.len + data.len > SPOOL_MEMORY) {
		enum err_code rc = open_file(s, err);

		if (rc != ERR_OK)
			return rc;
	}
	if (s->file != NULL)
		return named(s, file_out_write(s->file, data.ptr, data.len, err), err);
	buf_add(&s->held, data.ptr, data.len);
	return s->held.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code spool_patch(
	struct spool *s, uint64_t off, const void *ptr, size_t len, struct err *err)
{
	if (s->file != NULL)
		return named(s, file_out_patch(s->file, off, ptr, len, err), err);
	if (off > s->held.len || len > s->held.len - off)
		return err_set(err, ERR_USAGE, "patch outside of what was written");
	if (len != 0)
		memcpy(s->held.ptr + off, ptr, len);
	return ERR_OK;
}

/* Commits a temporary file. */
static enum err_code finish_file(struct spool *s, struct err *err)
{
	enum err_code rc;

	/* registered before the file exists, so that a signal between the two leaves nothing
	 * behind */
	s->cleanup = os_cleanup_add(s->path);
	rc = file_out_commit(s->file, err);
	s->file = NULL;
	return named(s, rc, err);
}

enum err_code spool_view(struct spool *s, struct span *out, struct err *err)
{
	struct err ignored;
	enum err_code rc;

	if (s->path == NULL) {
		*out = span_of(s->held.ptr, s->held.len);
		return ERR_OK;
	}
	rc = s->file != NULL ? finish_file(s, err) : ERR_OK;
	if (rc == ERR_OK && s->map.data.ptr == NULL)
		rc = file_map_open(s->path, SIZE_MAX, false, &s->map, err);
	if (rc != ERR_OK)
		return rc;
	if (!s->removed && file_remove(s->path, &ignored) == ERR_OK) {
		s->removed = true; /* mapped or copied, it needs no name: SIGKILL leaves nothing */
		os_cleanup_drop(s->cleanup);
	}
	*out = s->map.data;
	return ERR_OK;
}

/* In steps, so that what was written does not stay in memory. */
static enum err_code view_to_stdout(struct spool *s, struct err *err)
{
	struct span all;
	enum err_code rc = spool_view(s, &all, err);
	size_t at, step;

	for (at = 0; rc == ERR_OK && at < all.len; at += step) {
		step = all.len - at < SPOOL_MEMORY ? all.len - at : SPOOL_MEMORY;
		rc = os_write_bytes(OS_STDOUT, all.ptr + at, step, err);
		file_map_forget(&s->map, at, step);
	}
	return rc;
}

static enum err_code file_to_stdout(const char *path, struct err *err)
{
	static const size_t step = 65536;
	struct file_in *in;
	size_t got = 1;
	uint8_t *block;
	enum err_code rc = file_in_open(path, &in, err);

	if (rc != ERR_OK)
		return rc;
	block = malloc(step);
	if (block == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	while (rc == ERR_OK && got != 0) {
		rc = file_in_read(in, block, step, &got, err);
		if (rc == ERR_OK)
			rc = os_write_bytes(OS_STDOUT, block, got, err);
	}
	free(block);
	file_in_close(in);
	return rc;
}

enum err_code spool_to_stdout(struct spool *s, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (s->path == NULL)
		return os_write_bytes(OS_STDOUT, s->held.ptr, s->held.len, err);
	if (file_maps() || s->map.data.ptr != NULL)
		return view_to_stdout(s, err);
	if (s->file != NULL)
		rc = finish_file(s, err);
	return rc == ERR_OK ? file_to_stdout(s->path, err) : rc;
}

void spool_close(struct spool *s)
{
	struct err ignored;

	file_out_abort(s->file);
	file_map_close(&s->map);
	buf_free(&s->held);
	if (s->path != NULL && !s->removed) {
		(void)file_remove(s->path, &ignored);
		os_cleanup_drop(s->cleanup);
	}
	free(s->path);
	spool_init(s);
}
