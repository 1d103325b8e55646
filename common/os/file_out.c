/* SPDX-License-Identifier: MIT */
/* Output files that appear whole or not at all: the part common to all systems. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "file_out_private.h"

void file_out_free(struct file_out *f)
{
	struct err ignored;

	if (f == NULL)
		return;
	if (f->handle != FILE_OUT_CLOSED)
		(void)file_out_close(f, &ignored);
	f->handle = f->old;
	if (f->handle != FILE_OUT_CLOSED)
		(void)file_out_close(f, &ignored);
	if (f->temp != NULL && !f->unnamed) {
		(void)file_remove(f->temp, &ignored);
	}
	os_cleanup_drop(f->cleanup);
	free(f->temp);
	free(f->path);
	free(f);
}

enum err_code file_out_open(
	const char *path, const struct file_out_opts *opts, struct file_out **out, struct err *err)
{
	struct file_out *f = calloc(1, sizeof *f);
	enum err_code rc;

	if (f == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	f->handle = FILE_OUT_CLOSED;
	f->old = FILE_OUT_CLOSED;
	f->cleanup = -1;
	f->opts = *opts;
	rc = file_out_start(path, f, err);
	if (rc != ERR_OK) {
		file_out_free(f);
		return rc;
	}
	if (f->temp != NULL && !f->unnamed && f->cleanup < 0)
		f->cleanup = os_cleanup_add(f->temp);
	*out = f;
	return ERR_OK;
}

static enum err_code finish(struct file_out *f, bool flush, struct err *err)
{
	enum err_code rc = f->temp != NULL ? file_out_settle(f, flush, err) : ERR_OK;
	struct err ignored;
	enum err_code closed;

	f->finished = rc == ERR_OK;
	if (rc == ERR_OK && f->unnamed)
		return ERR_OK;
	closed = file_out_close(f, rc == ERR_OK ? err : &ignored);
	rc = rc == ERR_OK ? closed : rc;
	if (rc == ERR_OK && f->temp != NULL && f->opts.set_times)
		rc = file_set_mtime(f->temp, f->opts.mtime_ns, err);
	return rc;
}

enum err_code file_out_finish(struct file_out *f, struct err *err)
{
	return finish(f, false, err);
}

/* Whether each look at a file gives it another number, as in a folder that VirtualBox shares with
 * Windows. */
static bool is_renumbered(const char *path, uint64_t ino)
{
	struct file_info again;
	struct err ignored;
	int i;

	for (i = 0; i < 8 && path_is_sep('\\'); i++)
		if (file_info(path, false, &again, &ignored) == ERR_OK && again.ino != ino)
			return true;
	return false;
}

/* Is the file that is to be replaced still the one that was read? */
enum err_code file_out_check_unchanged(const struct file_out *f, struct err *err)
{
	const struct file_info *was = &f->opts.was;
	struct file_info now;
	struct err ignored;

	if (!f->opts.unchanged)
		return ERR_OK;
	if (file_info(f->path, false, &now, &ignored) == ERR_OK && now.dev == was->dev &&
		now.size == was->size && now.mtime_ns == was->mtime_ns && now.mode == was->mode &&
		now.uid == was->uid && now.gid == was->gid &&
		(now.ino == was->ino || is_renumbered(f->path, now.ino)))
		return ERR_OK;
	return err_set(err, ERR_IO, "was changed meanwhile: left as it is");
}

enum err_code file_out_put(struct file_out *f, struct err *err)
{
	enum err_code rc = f->finished ? ERR_OK : finish(f, true, err);

	if (rc == ERR_OK)
		rc = file_out_check_unchanged(f, err);
	if (rc == ERR_OK && f->temp != NULL) {
		rc = file_out_place(f, err);
		if (rc == ERR_OK || rc == ERR_BUSY) {
			if (rc == ERR_BUSY) /* keep the finished result */
				err_append(err, "; the finished result is beside it as %s",
					path_base(f->temp));
			os_cleanup_drop(f->cleanup);
			f->cleanup = -1;
			free(f->temp);
			f->temp = NULL;
		}
	}
	return rc;
}

enum err_code file_out_commit(struct file_out *f, struct err *err)
{
	enum err_code rc = file_out_put(f, err);

	file_out_free(f);
	return rc;
}

void file_out_abort(struct file_out *f)
{
	file_out_free(f);
}

bool file_is_temp(const char *path)
{
	const char *name = path_base(path);
	size_t len = strlen(FILE_OUT_TEMP);

	return strncmp(name, FILE_OUT_TEMP, len) == 0 &&
	       strspn(name + len, "0123456789abcdef") == FILE_OUT_DIGITS &&
	       name[len + FILE_OUT_DIGITS] == '\0';
}

enum err_code file_out_check(const char *path, bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force};
	struct file_info info;
	struct file_out *out;

	if (path == NULL)
		return ERR_OK;
	if (file_info(path, false, &info, err) == ERR_OK && info.type == FILE_OTHER)
		return ERR_OK; /* the reader of a pipe waits for one opening only */
	if (file_out_open(path, &opts, &out, err) != ERR_OK)
		return err_prefix(err, "%s", path);
	file_out_abort(out);
	return ERR_OK;
}

enum err_code file_write(const char *path, struct span data, bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force};
	struct file_out *f = NULL;
	enum err_code rc = file_out_open(path, &opts, &f, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_out_write(f, data.ptr, data.len, err);
	if (rc != ERR_OK) {
		file_out_abort(f);
		return rc;
	}
	return file_out_commit(f, err);
}
