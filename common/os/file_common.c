/* SPDX-License-Identifier: MIT */
/* The parts of file.h that are the same on every system. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "os_private.h"

bool file_holds(const char *path, struct span data)
{
	struct file_info info;
	struct file_map map;
	struct err ignored;
	bool same;

	if (file_info(path, false, &info, &ignored) != ERR_OK || info.type != FILE_REGULAR ||
		info.size != data.len ||
		file_map_open(path, data.len, false, &map, &ignored) != ERR_OK)
		return false;
	file_map_watch(&map);
	same = span_equal(map.data, data) && file_map_check(&map, &ignored) == ERR_OK;
	file_map_close(&map);
	return same;
}

/* Shortens a path to the part that exists, of that type, and returns its length. */
static size_t cut_to_there(char *folder, enum file_type *type)
{
	size_t len = strlen(folder);
	struct file_info info = {.type = FILE_NONE};
	struct err ignored;

	*type = FILE_NONE;
	/* a dangling link exists too: it is not ours to remove */
	while (file_info(folder, true, &info, &ignored) == ERR_OK && info.type == FILE_NONE) {
		size_t shorter = path_dir_len(folder);

		if (shorter == 0 || shorter == len)
			return 0;
		len = shorter;
		folder[len] = '\0';
	}
	*type = info.type;
	return len;
}

/* Where the next part of path after its first len bytes ends. */
static size_t next_part(const char *path, size_t len)
{
	while (path_is_sep(path[len]))
		len++;
	while (path[len] != '\0' && !path_is_sep(path[len]))
		len++;
	return len;
}

enum err_code file_mkdirs_new(const char *path, size_t *there, struct err *err)
{
	struct blob copy;
	size_t full = strlen(path);
	size_t made;
	enum file_type type;
	enum err_code rc;

	*there = full;
	if (blob_copy(span_of(path, full + 1), &copy, err) != ERR_OK)
		return err->code;
	*there = made = cut_to_there((char *)copy.ptr, &type);
	if (made == full && type == FILE_FOLDER) {
		blob_free(&copy);
		return ERR_OK;
	}
	do {
		size_t end = next_part(path, made);

		memcpy(copy.ptr + made, path + made, end - made);
		copy.ptr[end] = '\0';
		rc = os_make_folder((const char *)copy.ptr, err);
		if (rc == ERR_OK)
			made = end;
	} while (rc == ERR_OK && made < full);
	if (rc != ERR_OK) {
		copy.ptr[made] = '\0';
		file_drop_folders((const char *)copy.ptr, *there);
		*there = full;
	}
	blob_free(&copy);
	return rc;
}

static void limit_mode(const char *path, const char *like)
{
	struct file_info is, old;
	struct err ignored;

	if (file_info(path, true, &is, &ignored) != ERR_OK ||
		file_info(like, false, &old, &ignored) != ERR_OK || old.type != FILE_FOLDER)
		return;
	old.mode = is.mode & (old.mode | 0700);
	if (is.type == FILE_FOLDER && old.mode != is.mode)
		(void)file_set_folder_mode(path, old.mode, &ignored);
}

void file_limit_folders(const char *path, size_t there, const char *like)
{
	struct blob copy;
	struct blob model;
	struct err ignored;
	size_t len = strlen(path);
	bool alike;

	if (len <= there || blob_copy(span_of(path, len + 1), &copy, &ignored) != ERR_OK)
		return;
	alike = blob_copy(span_of(like, strlen(like) + 1), &model, &ignored) == ERR_OK;
	if (!alike)
		model = (struct blob){NULL, 0};
	while (alike && len > there) {
		char *made = (char *)copy.ptr;
		char *old = (char *)model.ptr;

		limit_mode(made, old);
		alike = strcmp(path_base(made), path_base(old)) == 0;
		len = path_dir_len(made);
		made[len] = '\0';
		old[path_dir_len(old)] = '\0';
	}
	blob_free(&model);
	blob_free(&copy);
}

void file_drop_folders(const char *path, size_t there)
{
	struct blob copy;
	struct err ignored;
	size_t len = strlen(path);

	if (blob_copy(span_of(path, len + 1), &copy, &ignored) != ERR_OK)
		return;
	while (len > there && file_remove((char *)copy.ptr, &ignored) == ERR_OK) {
		len = path_dir_len((char *)copy.ptr);
		copy.ptr[len] = '\0';
	}
	blob_free(&copy);
}

enum err_code file_set_mtime(const char *path, int64_t mtime_ns, struct err *err)
{
	struct file_times times = {.has_mtime = true, .mtime_ns = mtime_ns};

	return file_set_times(path, &times, err);
}
