/* SPDX-License-Identifier: MIT */
#include "output/pack.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/nameenc.h"
#include "biosbelt/sevenzip.h"
#include "biosbelt/tree.h"
#include "biosbelt/utf.h"
#include "lib/lib_archive.h"

/* Adds files to an archive of either kind. */
struct packer {
	enum err_code (*add)(struct packer *p, const char *name, struct span data,
		const struct file_info *info, struct err *err);
	bool keeps_bytes; /* names may be any bytes */
	size_t tag;
	struct file_out *file;
	struct sz_writer *sz;
	struct buf block;              /* contents of .7z entries since the last block */
	const struct lib_archive *lib; /* for a .zip */
	struct archive *zip;
	bool failed; /* libarchive writes again at the end, and crashes when that works */
};

static enum err_code read_one(const struct job *job, const struct job_file *f, struct blob *data,
	struct file_info *info, struct err *err)
{
	struct file_in *in = NULL;
	struct blob path;
	enum err_code rc = job_path(job->source, f->relative, &path, err);

	if (rc != ERR_OK)
		return rc;
	rc = job_file_info(f, (const char *)path.ptr, info, err);
	if (rc == ERR_OK)
		rc = file_in_open_regular((const char *)path.ptr, false, &in, err);
	if (rc == ERR_OK)
		rc = file_in_rest(in, (size_t)info->size, JOB_FILE_MAX, data, err);
	if (rc == ERR_OK) /* nor while it was read */
		rc = job_file_info(f, (const char *)path.ptr, info, err);
	file_in_close(in);
	blob_free(&path);
	return rc;
}

/* Names in an archive are Unicode; on Linux a name may be any bytes, which only a .7z preserves. */
static enum err_code check_name(const struct packer *p, const char *name, struct err *err)
{
	if (p->keeps_bytes || name_is_utf8(name))
		return ERR_OK;
	return err_set(err, ERR_UNSUPPORTED, "the name is not UTF-8, which only a .7z can hold");
}

/* Control characters in unpacked names could affect a terminal, so careful tools refuse them. */
static void warn_control(const char *name)
{
	const unsigned char *p = (const unsigned char *)name;

	while (*p >= 0x20 && *p != 0x7F)
		p++;
	if (*p != '\0')
		diag_warn("%s: a control character in the name: lzenc, among others, will not "
			  "extract it",
			name);
}

/* With *why, only this file cannot be packed; the run continues. */
static enum err_code add_one(
	struct job *job, struct job_file *f, struct packer *p, struct err *why, struct err *err)
{
	struct blob data = {.ptr = NULL};
	struct file_info info;
	const char *name = job_name(job, f);
	enum err_code rc = ERR_OK;

	why->code = ERR_OK;
	if (check_name(p, name, why) == ERR_OK && read_one(job, f, &data, &info, why) == ERR_OK) {
		warn_control(name);
		rc = p->add(p, name, blob_span(data), &info, err);
		f->action = ACTION_PACKED;
	}
	blob_free(&data);
	return rc;
}

static enum err_code add_all(struct job *job, struct packer *p, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < job->count && rc == ERR_OK; i++) {
		struct job_file *f = &job->files[i];
		struct err why;

		if (f->result == NULL || !job_has_tag(job, f, p->tag))
			continue;
		rc = add_one(job, f, p, &why, err);
		if (why.code == ERR_OK)
			continue;
		free(f->err);
		if (!job_file_failed(f, &why))
			return err_set(err, ERR_NOMEM, "out of memory");
	}
	return rc;
}

static enum err_code sink_write(void *user, const void *ptr, size_t len, struct err *err)
{
	return file_out_write(((struct packer *)user)->file, ptr, len, err);
}

static enum err_code sink_patch(void *user, const void *ptr, size_t len, struct err *err)
{
	return file_out_patch(((struct packer *)user)->file, 0, ptr, len, err);
}

static enum err_code end_block(struct packer *p, struct err *err)
{
	/* A quick parse: source text gains little from a slower one. */
	struct sz_method method = {.lzma2 = true,
		.how = {.prop = {3, 0, 2, lzma_dict_for(p->block.len)},
			.effort = {LZMA_HC4, true, 64, 0}}};
	enum err_code rc = ERR_OK;

	if (p->block.failed != ERR_OK)
		return err_set(err, p->block.failed, "out of memory");
	if (p->block.len > 0)
		rc = sz_writer_block(p->sz, span_of(p->block.ptr, p->block.len), &method, err);
	p->block.len = 0;
	return rc;
}

static enum err_code add_7z(struct packer *p, const char *name, struct span data,
	const struct file_info *info, struct err *err)
{
	struct sz_entry entry = {.name = name,
		.type = SZ_FILE,
		.size = data.len,
		.has_mtime = true,
		.mtime_ns = info->mtime_ns,
		.has_mode = true,
		.mode = info->mode};
	enum err_code rc = ERR_OK;

	if (p->block.len + data.len > PACK_BLOCK)
		rc = end_block(p, err);
	if (rc == ERR_OK)
		rc = sz_writer_entry(p->sz, &entry, crc32_update(0, data), err);
	buf_add(&p->block, data.ptr, data.len);
	return rc;
}

static enum err_code write_7z(struct job *job, struct packer *p, struct err *err)
{
	struct sz_sink sink = {sink_write, sink_patch, p};
	uint64_t total;
	enum err_code rc = sz_writer_open(&sink, &p->sz, err);

	if (rc != ERR_OK)
		return rc;
	p->add = add_7z;
	buf_init(&p->block, 0);
	rc = add_all(job, p, err);
	if (rc == ERR_OK)
		rc = end_block(p, err);
	if (rc == ERR_OK)
		rc = sz_writer_finish(p->sz, &total, err);
	sz_writer_close(p->sz);
	buf_free(&p->block);
	return rc;
}

static enum err_code zip_failed(struct packer *p, struct err *err)
{
	const char *words = p->lib->archive_error_string(p->zip);

	return err_set(err, ERR_IO, "cannot pack: %s", words != NULL ? words : "unknown reason");
}

/*
 * UTF-8 names can be set directly; where wide characters are UTF-16 (Windows) only the wide
 * function preserves them, as all others convert by the system's code page.
 */
static enum err_code set_name(
	const struct lib_archive *lib, struct archive_entry *e, const char *name, struct err *err)
{
	struct span text;
	wchar_t *wide;
	size_t count = 0;
	size_t pos = 0;

	if (sizeof(wchar_t) > 2) {
		lib->archive_entry_set_pathname_utf8(e, name);
		if (lib->archive_entry_pathname(e) != NULL)
			return ERR_OK;
		return err_set(err, ERR_UNSUPPORTED, "%s: no name for a .zip; use .7z", name);
	}
	text = span_of(name, strlen(name));
	wide = malloc((text.len + 1) * sizeof *wide); /* never more units than bytes */
	if (wide == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (pos < text.len) {
		uint32_t cp = utf8_next(text, &pos);

		if (cp == UTF_BAD)
			cp = 0xFFFD;
		if (cp > 0xFFFF)
			wide[count++] = (wchar_t)(0xD7C0 + (cp >> 10));
		wide[count++] = (wchar_t)(cp > 0xFFFF ? 0xDC00 | (cp & 0x3FF) : cp);
	}
	wide[count] = 0;
	lib->archive_entry_copy_pathname_w(e, wide);
	free(wide);
	return ERR_OK;
}

static enum err_code add_zip(struct packer *p, const char *name, struct span data,
	const struct file_info *info, struct err *err)
{
	struct archive_entry *e = p->lib->archive_entry_new();
	int64_t sec = info->mtime_ns / 1000000000; /* stored in 32 bits */
	enum err_code rc;

	if (e == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = set_name(p->lib, e, name, err);
	p->lib->archive_entry_set_filetype(e, AE_IFREG);
	p->lib->archive_entry_set_perm(e, info->mode & 0777);
	p->lib->archive_entry_set_size(e, (la_int64_t)data.len);
	sec = sec < 0 ? 0 : sec > UINT32_MAX ? UINT32_MAX : sec;
	p->lib->archive_entry_set_mtime(e, (time_t)sec, 0);
	if (rc == ERR_OK && (p->lib->archive_write_header(p->zip, e) < ARCHIVE_WARN ||
				    p->lib->archive_write_data(p->zip, data.ptr, data.len) !=
					    (la_ssize_t)data.len))
		rc = zip_failed(p, err);
	p->lib->archive_entry_free(e);
	return rc;
}

static la_ssize_t zip_write(struct archive *a, void *user, const void *ptr, size_t len)
{
	struct packer *p = user;
	struct err err;

	if (p->failed)
		return -1;
	if (file_out_write(p->file, ptr, len, &err) == ERR_OK)
		return (la_ssize_t)len;
	p->failed = true;
	p->lib->archive_set_error(a, (int)err.os_error, "%s", err.text);
	return -1;
}

static enum err_code write_zip(struct job *job, struct packer *p, struct err *err)
{
	enum err_code rc = lib_archive(&p->lib, err);

	if (rc != ERR_OK)
		return rc;
	p->zip = p->lib->archive_write_new();
	if (p->zip == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	p->add = add_zip;
	/* hdrcharset: marks names as UTF-8 in every locale */
	if (p->lib->archive_write_set_format_zip(p->zip) != ARCHIVE_OK ||
		p->lib->archive_write_set_options(p->zip, "zip:hdrcharset=UTF-8") < ARCHIVE_WARN ||
		p->lib->archive_write_set_bytes_in_last_block(p->zip, 1) != ARCHIVE_OK ||
		p->lib->archive_write_open(p->zip, p, NULL, zip_write, NULL) != ARCHIVE_OK)
		rc = zip_failed(p, err);
	else
		rc = add_all(job, p, err);
	if (rc == ERR_OK && p->lib->archive_write_close(p->zip) != ARCHIVE_OK)
		rc = zip_failed(p, err);
	p->lib->archive_write_free(p->zip);
	return rc;
}

static bool ends_in(const char *path, const char *pattern)
{
	const char *base = path_base(path);

	return base[0] != '.' && tree_match(pattern, base, true);
}

bool pack_is_archive(const char *path)
{
	return ends_in(path, "*.7z") || ends_in(path, "*.zip");
}

/* The archive could not be completed. */
static void forget_packed(struct job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		if (job->files[i].action == ACTION_PACKED)
			job->files[i].action = ACTION_NONE;
}

enum err_code pack_files(struct job *job, const char *path, size_t tag, bool force, struct err *err)
{
	struct file_out_opts opts = {.force = force};
	bool is_7z = ends_in(path, "*.7z");
	struct packer p = {.keeps_bytes = is_7z, .tag = tag};
	enum err_code rc;

	rc = file_out_open(path, &opts, &p.file, err);
	if (rc == ERR_OK) {
		rc = is_7z ? write_7z(job, &p, err) : write_zip(job, &p, err);
		if (rc == ERR_OK)
			rc = file_out_commit(p.file, err);
		else
			file_out_abort(p.file);
	}
	if (rc != ERR_OK)
		forget_packed(job);
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}
