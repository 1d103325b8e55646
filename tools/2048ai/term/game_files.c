/* SPDX-License-Identifier: MIT */
#include "term/game_files.h"

#include "biosbelt/os.h"

#define LOCK_TRIES 200
#define LOCK_MS    10

enum err_code game_file_path(const char *name, bool make, struct blob *out, struct err *err)
{
	struct blob folder;
	enum err_code rc = os_settings_folder(&folder, err);

	if (rc != ERR_OK)
		return rc;
	if (make && file_mkdirs((const char *)folder.ptr, err) != ERR_OK)
		rc = err_prefix(err, "%s", (const char *)folder.ptr);
	if (rc == ERR_OK)
		rc = path_join((const char *)folder.ptr, name, out, err);
	blob_free(&folder);
	return rc;
}

/* The path of NAME with an extension. */
static enum err_code path_with(
	const char *name, const char *ending, struct blob *out, struct err *err)
{
	struct blob whole;
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	buf_printf(&b, "%s%s", name, ending);
	buf_add_u8(&b, 0);
	rc = buf_finish(&b, &whole, err);
	if (rc != ERR_OK)
		return rc;
	rc = game_file_path((const char *)whole.ptr, true, out, err);
	blob_free(&whole);
	return rc;
}

static enum err_code lock(const char *name, unsigned tries, struct file_lock **out, struct err *err)
{
	struct blob path = {0};
	bool busy = false;
	enum err_code rc = path_with(name, ".lock", &path, err);

	if (rc != ERR_OK)
		return rc;
	for (unsigned i = 0; i < tries; i++) {
		if (i > 0)
			os_sleep_ms(LOCK_MS);
		rc = file_lock_open((const char *)path.ptr, out, &busy, err);
		if (rc != ERR_OK || !busy)
			break;
	}
	if (rc != ERR_OK)
		(void)err_prefix(err, "%s", (const char *)path.ptr);
	blob_free(&path);
	return rc == ERR_OK && busy ? err_set(err, ERR_BUSY, "%s is in use", name) : rc;
}

enum err_code game_file_lock(const char *name, struct file_lock **out, struct err *err)
{
	return lock(name, LOCK_TRIES, out, err);
}

enum err_code game_file_try_lock(const char *name, struct file_lock **out, struct err *err)
{
	return lock(name, 1, out, err);
}

enum err_code game_file_read(const char *name, struct blob *out, struct err *err)
{
	struct blob path;
	enum err_code rc = game_file_path(name, false, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_read((const char *)path.ptr, GAME_FILE_MAX, out, err);
	if (rc != ERR_OK)
		err_prefix(err, "%s", (const char *)path.ptr);
	blob_free(&path);
	return rc;
}

enum err_code game_file_write(const char *name, struct span text, struct err *err)
{
	struct file_out_opts opts = {.force = true, .no_device = true, .no_sync = true};
	struct file_out *f;
	struct blob path;
	enum err_code rc = game_file_path(name, true, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_out_open((const char *)path.ptr, &opts, &f, err);
	if (rc == ERR_OK) {
		rc = file_out_write(f, text.ptr, text.len, err);
		if (rc == ERR_OK)
			rc = file_out_commit(f, err);
		else
			file_out_abort(f);
	}
	if (rc != ERR_OK)
		err_prefix(err, "%s", (const char *)path.ptr);
	blob_free(&path);
	return rc;
}

enum err_code game_file_set_aside(const char *name, struct err *err)
{
	struct blob from = {0};
	struct blob to = {0};
	enum err_code rc = game_file_path(name, true, &from, err);

	if (rc != ERR_OK)
		return rc;
	rc = path_with(name, ".damaged", &to, err);
	if (rc == ERR_OK) {
		rc = file_rename((const char *)from.ptr, (const char *)to.ptr, true, err);
		blob_free(&to);
	}
	blob_free(&from);
	return rc;
}

enum err_code game_file_create(
	const char *folder, const char *name, struct span text, struct err *err)
{
	struct blob place, path;
	enum err_code rc = game_file_path(folder, true, &place, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_mkdirs((const char *)place.ptr, err);
	if (rc == ERR_OK)
		rc = path_join((const char *)place.ptr, name, &path, err);
	blob_free(&place);
	if (rc != ERR_OK)
		return rc;
	rc = file_write((const char *)path.ptr, text, false, err);
	blob_free(&path);
	return rc;
}

enum err_code game_file_remove(const char *name, struct err *err)
{
	struct blob path;
	enum err_code rc = game_file_path(name, false, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_remove((const char *)path.ptr, err);
	blob_free(&path);
	return rc;
}
