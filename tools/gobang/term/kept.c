/* SPDX-License-Identifier: MIT */
#include "term/kept.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"

static enum err_code lock_own(struct kept *k, struct err *err)
{
	bool busy = false;
	struct buf b;
	struct blob name;
	enum err_code rc;

	buf_init(&b, 0);
	buf_printf(&b, "%s.lock", (const char *)k->path.ptr);
	buf_add_u8(&b, 0);
	if (buf_finish(&b, &name, err) != ERR_OK)
		return err->code;
	rc = file_lock_open((const char *)name.ptr, &k->lock, &busy, err);
	blob_free(&name);
	return rc == ERR_OK && busy ? err_set(err, ERR_BUSY, "another game is kept here now") : rc;
}

enum err_code kept_open(struct kept *k, const char *file, struct err *err)
{
	struct blob folder;
	enum err_code rc;

	*k = (struct kept){0};
	if (file != NULL)
		return blob_copy(span_of(file, strlen(file) + 1), &k->path, err);
	rc = os_settings_folder(&folder, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_mkdirs((const char *)folder.ptr, err);
	if (rc == ERR_OK)
		rc = path_join((const char *)folder.ptr, "gobang.sgf", &k->path, err);
	blob_free(&folder);
	if (rc == ERR_OK)
		rc = lock_own(k, err);
	return rc;
}

void kept_close(struct kept *k)
{
	file_lock_close(k->lock);
	blob_free(&k->path);
	*k = (struct kept){0};
}

/* Keeps a copy of the file as the previous game; there may be none. A copy, so that a full disk
 * leaves the file in place; a file that is not a game is moved. */
static enum err_code keep_before(const struct kept *k, struct err *err)
{
	const char *path = (const char *)k->path.ptr;
	struct file_info info;
	struct blob before, old;
	struct buf b;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc != ERR_OK || info.type == FILE_NONE)
		return rc;
	buf_init(&b, 0);
	buf_printf(&b, "%.*s-before.sgf", (int)(strlen(path) - 4), path);
	buf_add_u8(&b, 0);
	if (buf_finish(&b, &before, err) != ERR_OK)
		return err->code;
	if (info.type != FILE_REGULAR || file_read(path, SGF_FILE_MAX, &old, err) != ERR_OK) {
		rc = file_rename(path, (const char *)before.ptr, true, err);
	} else {
		rc = file_write((const char *)before.ptr, blob_span(old), true, err);
		blob_free(&old);
	}
	blob_free(&before);
	return rc;
}

enum err_code kept_save(
	struct kept *k, const struct game *g, const char *black, const char *white, struct err *err)
{
	struct buf text;
	enum err_code rc = ERR_OK;

	if (k->begins && k->lock != NULL)
		rc = keep_before(k, err);
	if (rc != ERR_OK)
		return rc;
	buf_init(&text, 0);
	sgf_write(g, black, white, &text);
	rc = text.failed;
	if (rc == ERR_OK)
		rc = file_write(
			(const char *)k->path.ptr, span_of(text.ptr, text.len), !k->is_new, err);
	else
		(void)err_set(err, rc, "out of memory");
	buf_free(&text);
	k->begins = k->begins && rc != ERR_OK;
	k->is_new = k->is_new && rc != ERR_OK;
	return rc;
}

enum err_code kept_load(const char *path, struct game *out, struct err *err)
{
	struct sgf_note note;
	struct blob text;
	enum err_code rc = strcmp(path, "-") == 0 ? file_read_stdin(SGF_FILE_MAX, &text, err)
						  : file_read(path, SGF_FILE_MAX, &text, err);

	if (rc != ERR_OK)
		return rc;
	rc = sgf_read(blob_span(text), out, &note, err);
	if (rc == ERR_OK && note.rule[0] != '\0')
		diag_warn("%s: byte %zu: no rule is called '%s' (RU): read as freestyle", path,
			note.byte, note.rule);
	blob_free(&text);
	return rc;
}
