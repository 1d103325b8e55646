/* SPDX-License-Identifier: MIT */
#include "extract.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/tr.h"
#include "names.h"

#define PIECE    ((size_t)64 << 10)
#define LINK_MAX 4096 /* bytes of a link's target */

/* A link to make, or a folder whose time and mode are set at the end. */
struct extract_late {
	char *name;
	char *target; /* NULL: a folder */
	struct file_times times;
	bool has_mode;
	uint32_t mode;
	bool after_file; /* an earlier entry of its name is a file */
};

void extract_failed(struct extract *x, const char *name, const struct err *err)
{
	if (x->failed++ == 0)
		x->first = *err;
	x->on_error(x->user, name, err);
}

/* With the rules of Windows a backslash is a separator. */
static bool on_windows(void)
{
	return path_is_sep('\\');
}

static enum err_code check_name(const struct extract *x, const char *name, struct err *err)
{
	if (x->refused.code != ERR_OK) {
		*err = x->refused;
		return err->code;
	}
	return name_check(name, on_windows(), err);
}

/* Opens the path of the first len bytes of the name, below the root; its folder must exist. */
static enum err_code reach(const struct extract *x, const char *name, size_t len,
	struct file_reach *out, struct err *err)
{
	size_t root = strlen(x->root);
	char *path = malloc(root + len + 2);
	enum err_code rc;

	*out = (struct file_reach){.path = NULL};
	if (path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(path, x->root, root);
	path[root] = '/';
	memcpy(path + root + 1, name, len);
	path[root + 1 + len] = 0;
	rc = file_reach_open(path, out, err);
	free(path);
	return rc;
}

/* x->made: the end of the first folder in the name that had to be made; NULL: none. */
static enum err_code make_root(struct extract *x, const char *name, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(x->root, false, &info, err);

	x->made = rc == ERR_OK && info.type == FILE_NONE ? name : NULL;
	return rc == ERR_OK ? file_mkdirs(x->root, err) : rc;
}

/* Checks that the first len bytes of the name are a real folder; makes it when it is missing. */
static enum err_code make_folder(struct extract *x, const char *name, size_t len, struct err *err)
{
	struct file_info info;
	struct file_reach at;
	enum err_code rc = reach(x, name, len, &at, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_info(at.path, true, &info, err);
	if (rc == ERR_OK && info.type == FILE_NONE) {
		x->made = x->made != NULL ? x->made : name + len;
		rc = file_mkdirs(at.path, err);
	} else if (rc == ERR_OK && info.type != FILE_FOLDER) {
		rc = err_set(err, ERR_DENIED, "a part of the way is not a folder");
	}
	file_reach_close(&at);
	return rc;
}

/* Length of the name's folders that are known to exist from the last entry. */
static size_t known_way(const struct extract *x, const char *name)
{
	size_t i, known = 0;

	for (i = 0; x->way != NULL; i++) {
		bool end = x->way[i] == 0 || x->way[i] == '/';

		if (end && (name[i] == 0 || name[i] == '/'))
			known = i;
		if (x->way[i] == 0 || x->way[i] != name[i])
			break;
	}
	return known;
}

static void forget_way(struct extract *x)
{
	free(x->way);
	x->way = NULL;
}

/* Only saves time, so it may fail. Links are made last: until then folders stay folders. */
static void note_way(struct extract *x, const char *name, size_t len)
{
	forget_way(x);
	x->way = alloc_text_len(name, len);
}

/* Checks that every folder of the path is a real one; makes missing ones. */
static enum err_code make_folders(
	struct extract *x, const char *name, bool last_too, struct err *err)
{
	size_t known = known_way(x, name), len = known, end;
	const char *p = known != 0 ? strchr(name + known, '/') : name;
	enum err_code rc = known == 0 ? make_root(x, name, err) : ERR_OK;

	if (known != 0 && p != NULL)
		p++;
	while (rc == ERR_OK && p != NULL) {
		p = strchr(p, '/');
		if (p == NULL && !last_too)
			break;
		end = p != NULL ? (size_t)(p - name) : strlen(name);
		rc = make_folder(x, name, end, err);
		len = rc == ERR_OK ? end : len;
		p = p != NULL ? p + 1 : NULL;
	}
	if (len > known)
		note_way(x, name, len);
	return rc;
}

/* Removes folders made for a file that failed, the innermost first. */
static void drop_folders(struct extract *x, const char *name)
{
	size_t len = strlen(name);
	struct err ignored;

	if (x->made != NULL)
		forget_way(x);
	while (x->made != NULL && len > (size_t)(x->made - name)) {
		struct file_reach at = {.path = NULL};

		while (len > 0 && name[len - 1] != '/')
			len--;
		len -= len > 0;
		if (len < (size_t)(x->made - name))
			break;
		if (len == 0)
			(void)file_remove(x->root, &ignored);
		else if (reach(x, name, len, &at, &ignored) == ERR_OK)
			(void)file_remove(at.path, &ignored);
		file_reach_close(&at);
	}
	x->made = NULL;
}

static struct file_times times_of(const struct sz_entry *e)
{
	return (struct file_times){.has_mtime = e->has_mtime,
		.has_atime = e->has_atime,
		.has_created = e->has_created,
		.mtime_ns = e->mtime_ns,
		.atime_ns = e->atime_ns,
		.created_ns = e->created_ns};
}

static bool has_time(const struct file_times *t)
{
	return t->has_mtime || t->has_atime || t->has_created;
}

static enum err_code add_late(
	struct extract *x, const struct sz_entry *e, const char *target, struct err *err)
{
	struct extract_late *one;

	if (!ALLOC_ROOM(x->late, x->late_count, &x->late_cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	one = &x->late[x->late_count];
	one->name = alloc_text(e->name);
	one->target = target != NULL ? alloc_text(target) : NULL;
	one->times = times_of(e);
	one->has_mode = e->has_mode;
	one->mode = e->mode;
	one->after_file = written_is(&x->written, e->name);
	if (one->name == NULL || (target != NULL && one->target == NULL)) {
		free(one->name);
		free(one->target);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	strcpy(one->name, e->name);
	if (target != NULL)
		strcpy(one->target, target);
	x->late_count++;
	return ERR_OK;
}

/* Reads the content to its end, checking CRC and limits; out may be NULL. */
static enum err_code pump(struct extract *x, const struct sz_entry *e, struct reader *data,
	struct file_out *out, struct err *write_err, struct err *err)
{
	uint8_t piece[PIECE];
	uint64_t left = e->size;
	uint32_t crc = 0;

	while (left != 0) {
		size_t n = left < PIECE ? (size_t)left : PIECE;
		enum err_code rc;

		if (n > x->max_size - x->bytes)
			return err_set(err, ERR_LIMIT,
				"more than %llu bytes come out; --max-size allows more",
				(unsigned long long)x->max_size);
		rc = reader_exact(data, piece, n, err);
		if (rc != ERR_OK)
			return rc;
		crc = crc32_update(crc, span_of(piece, n));
		if (out != NULL && write_err->code == ERR_OK)
			file_out_write(out, piece, n, write_err);
		x->stopped = x->on_data != NULL && !x->on_data(x->user, span_of(piece, n));
		if (x->stopped)
			return err_set(err, ERR_IO, "output stopped");
		left -= n;
		x->bytes += n;
		if (x->on_bytes != NULL)
			x->on_bytes(x->user, n);
	}
	/* a wrong CRC does not end the stream */
	if (e->has_crc && crc != e->crc && write_err->code == ERR_OK)
		err_set(write_err, ERR_FORMAT, "CRC is 0x%08X, not 0x%08X", (unsigned)crc,
			(unsigned)e->crc);
	return ERR_OK;
}

/* at: must live as long as *out. */
static void open_output(struct extract *x, const struct sz_entry *e, struct file_reach *at,
	struct file_out **out, struct err *err)
{
	struct file_out_opts opts = {.force = x->force || written_is(&x->written, e->name),
		.no_device = true,
		.no_follow = true, /* an existing link may lead anywhere */
		.no_sync = true,   /* there may be thousands, and the archive still exists */
		.set_times = e->has_mtime,
		.mtime_ns = e->mtime_ns,
		.set_mode = e->has_mode,
		.mode = e->mode & 0777}; /* never set-user-ID from an archive */

	if (check_name(x, e->name, err) == ERR_OK &&
		make_folders(x, e->name, false, err) == ERR_OK &&
		reach(x, e->name, strlen(e->name), at, err) == ERR_OK)
		file_out_open(at->path, &opts, out, err);
}

/* Sets the times that file_out_commit does not. */
static void late_times(const struct file_reach *at, const struct sz_entry *e, struct err *err)
{
	struct file_times times = times_of(e);

	file_set_times(at->path, &times, err);
}

static enum err_code commit(
	struct extract *x, const struct sz_entry *e, struct file_out *out, struct err *err)
{
	enum err_code rc = x->force ? written_check(&x->written, x->root, e->name, err) : ERR_OK;

	if (rc != ERR_OK) {
		file_out_abort(out);
		return rc;
	}
	rc = file_out_commit(out, err);
	return rc == ERR_OK ? written_add(&x->written, e->name, err) : rc;
}

static enum err_code put_file(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	struct file_out *out = NULL;
	struct file_reach at = {.path = NULL};
	struct err mine = {.code = ERR_OK}, err;
	enum err_code rc;

	x->made = NULL;
	if (x->root != NULL)
		open_output(x, e, &at, &out, &mine);
	rc = pump(x, e, data, out, &mine, &err);
	if (rc == ERR_OK && mine.code == ERR_OK && out != NULL) {
		if (commit(x, e, out, &mine) == ERR_OK && (e->has_atime || e->has_created))
			late_times(&at, e, &mine);
		out = NULL;
	}
	file_out_abort(out);
	file_reach_close(&at);
	if (x->stopped)
		return rc;
	if (rc != ERR_OK || mine.code != ERR_OK)
		drop_folders(x, e->name);
	if (rc != ERR_OK)
		extract_failed(x, e->name, &err);
	else if (mine.code != ERR_OK)
		extract_failed(x, e->name, &mine);
	else
		x->files++;
	return rc;
}

/* The target has the same encoding as the names. */
static void add_link(
	struct extract *x, const struct sz_entry *e, const char *target, struct err *err)
{
	struct buf room;

	buf_init(&room, 0);
	if (x->names.enc != TEXT_NONE)
		target = name_decoded(&x->names, target, &room, err);
	if (target == NULL)
		err_prefix(err, "the link's target");
	else if (name_check_link(e->name, target, on_windows(), err) == ERR_OK)
		add_late(x, e, target, err);
	buf_free(&room);
}

static enum err_code put_link(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	char target[LINK_MAX + 1];
	struct err err = {.code = ERR_OK};
	enum err_code rc;

	if (e->size > LINK_MAX) {
		err_set(&err, ERR_LIMIT, "link with a target of %llu bytes",
			(unsigned long long)e->size);
		extract_failed(x, e->name, &err);
		return err.code;
	}
	rc = reader_exact(data, target, (size_t)e->size, &err);
	if (rc == ERR_OK) {
		target[e->size] = 0;
		if (e->has_crc && crc32_update(0, span_of(target, (size_t)e->size)) != e->crc)
			err_set(&err, ERR_FORMAT, "CRC of the link is wrong");
		else if (strlen(target) != e->size)
			err_set(&err, ERR_FORMAT, "link with a NUL in its target");
		else if (x->root != NULL && check_name(x, e->name, &err) == ERR_OK)
			add_link(x, e, target, &err);
	}
	if (err.code != ERR_OK)
		extract_failed(x, e->name, &err);
	else
		x->links++;
	return rc;
}

static void put_folder(struct extract *x, const struct sz_entry *e)
{
	struct err err = {.code = ERR_OK};

	if (x->root != NULL && check_name(x, e->name, &err) == ERR_OK &&
		make_folders(x, e->name, true, &err) == ERR_OK)
		add_late(x, e, NULL, &err);
	if (err.code != ERR_OK)
		extract_failed(x, e->name, &err);
	else
		x->folders++;
}

static enum err_code put_typed(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	if (data == NULL && e->size != 0) {
		x->lost++;
		return ERR_OK;
	}
	if (e->type == SZ_FOLDER) {
		put_folder(x, e);
		return ERR_OK;
	}
	return e->type == SZ_LINK ? put_link(x, e, data) : put_file(x, e, data);
}

/* Reads and discards an unwanted entry. */
static enum err_code skip(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	uint8_t piece[PIECE];
	uint64_t left = e->size;
	struct err err;

	while (data != NULL && left != 0) {
		size_t n = left < PIECE ? (size_t)left : PIECE;

		if (reader_exact(data, piece, n, &err) != ERR_OK) {
			extract_failed(x, e->name, &err);
			return err.code;
		}
		left -= n;
	}
	return ERR_OK;
}

/* Extracts under the tidied name. */
static enum err_code put_entry(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	struct sz_entry tidied = *e;
	struct buf name;
	struct err err;
	enum err_code rc = ERR_OK;

	if (e->anti) {
		x->anti++;
		return ERR_OK;
	}
	buf_init(&name, 0);
	name_tidy(e->name, &name);
	if (name.failed == ERR_OK) {
		tidied.name = (const char *)name.ptr;
		if (x->wants != NULL && !x->wants(x->user, tidied.name))
			rc = skip(x, &tidied, data);
		/* the destination folder itself exists, and keeps its time */
		else if (name.len == 1 && e->type == SZ_FOLDER)
			x->folders++;
		else
			rc = put_typed(x, &tidied, data);
	} else {
		rc = err_set(&err, ERR_NOMEM, "out of memory");
		extract_failed(x, e->name, &err);
	}
	buf_free(&name);
	return rc;
}

enum err_code extract_entry(struct extract *x, const struct sz_entry *e, struct reader *data)
{
	struct sz_entry named = *e;
	const char *name;
	struct buf room;
	enum err_code rc;

	if (name_is_utf8(e->name))
		return put_entry(x, e, data);
	x->odd_names++;
	if (x->names.enc == TEXT_NONE)
		return put_entry(x, e, data);
	buf_init(&room, 0);
	name = name_decoded(&x->names, e->name, &room, &x->refused);
	if (name != NULL)
		named.name = name;
	rc = put_entry(x, &named, data);
	buf_free(&room);
	x->refused.code = ERR_OK;
	return rc;
}

bool extract_wants(const struct extract *x, const char *name)
{
	struct buf room, tidied;
	struct err ignored;
	bool wanted = true;

	if (x->wants == NULL)
		return true;
	buf_init(&room, 0);
	buf_init(&tidied, 0);
	if (x->names.enc != TEXT_NONE) {
		const char *decoded = name_decoded(&x->names, name, &room, &ignored);

		name = decoded != NULL ? decoded : name;
	}
	name_tidy(name, &tidied);
	if (tidied.failed == ERR_OK)
		wanted = x->wants(x->user, (const char *)tidied.ptr);
	buf_free(&tidied);
	buf_free(&room);
	return wanted;
}

static void late_folder(const struct extract_late *one, const char *path, struct err *err)
{
	if (has_time(&one->times))
		file_set_times(path, &one->times, err);
	if (one->has_mode && err->code == ERR_OK)
		file_set_folder_mode(path, one->mode, err);
}

/* Of entries of one name the last one stays: files are written already. */
static void late_link(
	struct extract *x, const struct extract_late *one, const char *path, struct err *err)
{
	bool again = written_is(&x->written, one->name);
	struct file_info info = {.type = FILE_NONE};

	if ((x->force || again) && written_check(&x->written, x->root, one->name, err) == ERR_OK)
		file_info(path, true, &info, err);
	if (again && info.type == FILE_REGULAR) {
		if (one->after_file)
			err_set(err, ERR_EXISTS, "a file of the archive has this name, too");
		return;
	}
	if (info.type == FILE_LINK || info.type == FILE_REGULAR)
		file_remove(path, err);
	if (err->code == ERR_OK)
		file_make_link(one->target, path, err);
	if (err->code == ERR_OK)
		written_add(&x->written, one->name, err);
	if (err->code == ERR_OK && has_time(&one->times))
		file_set_times(path, &one->times, err); /* the link's own */
}

static void late_one(struct extract *x, const struct extract_late *one)
{
	struct err err = {.code = ERR_OK};
	struct file_reach at;

	/* the folder of a link may be missing */
	if ((one->target == NULL || make_folders(x, one->name, false, &err) == ERR_OK) &&
		reach(x, one->name, strlen(one->name), &at, &err) == ERR_OK) {
		if (one->target == NULL)
			late_folder(one, at.path, &err);
		else
			late_link(x, one, at.path, &err);
		file_reach_close(&at);
	}
	if (err.code != ERR_OK)
		extract_failed(x, one->name, &err);
}

void extract_finish(struct extract *x)
{
	size_t i;

	/* links first; folders in reverse, inner ones before outer ones */
	for (i = 0; i < x->late_count; i++)
		if (x->late[i].target != NULL)
			late_one(x, &x->late[i]);
	for (i = x->late_count; i-- != 0;)
		if (x->late[i].target == NULL)
			late_one(x, &x->late[i]);
	for (i = 0; i < x->late_count; i++) {
		free(x->late[i].name);
		free(x->late[i].target);
	}
	free(x->late);
	written_free(&x->written);
	forget_way(x);
	x->late = NULL;
	x->late_count = x->late_cap = 0;
}

/* After a fault the rest of a block is unreadable, and must not count as extracted. */
static void report_lost(struct extract *x, enum err_code code)
{
	struct err err;

	if (x->lost == 0)
		return;
	err_set(&err, code, "%zu more file%s of the same block cannot be read", x->lost,
		tr_s(x->lost));
	extract_failed(x, NULL, &err);
	x->lost = 0;
}

/* Handles the entries of one block; *next is the first entry that may belong to it. */
static void one_block(struct extract *x, const struct sz_archive *a, size_t block, size_t *next)
{
	struct err err = {.code = ERR_OK};
	struct reader *r = NULL;
	enum err_code rc = sz_block_reader(a, block, x->memlimit, &r, &err);
	uint8_t spare;
	size_t got = 0;

	if (rc != ERR_OK)
		extract_failed(x, NULL, &err);
	for (; *next < sz_count(a); (*next)++) {
		const struct sz_entry *e = sz_entry_at(a, *next);

		if (e->block == SZ_NO_BLOCK)
			continue;
		if (e->block != block)
			break;
		if (rc == ERR_OK)
			rc = extract_entry(x, e, r);
		else if (!x->stopped)
			extract_entry(x, e, NULL);
	}
	report_lost(x, rc);
	/* reading past the end makes the decoders check their ends */
	if (rc == ERR_OK && r->read(r, &spare, 1, &got, &err) != ERR_OK)
		extract_failed(x, NULL, &err);
	reader_close(r);
}

enum err_code extract_sevenzip(struct extract *x, const struct sz_archive *a)
{
	size_t i, next = 0;

	for (i = 0; i < sz_count(a); i++)
		if (sz_entry_at(a, i)->block == SZ_NO_BLOCK)
			extract_entry(x, sz_entry_at(a, i), NULL);
	for (i = 0; i < sz_block_count(a) && !x->stopped; i++)
		one_block(x, a, i, &next);
	extract_finish(x);
	return x->failed != 0 ? x->first.code : ERR_OK;
}
