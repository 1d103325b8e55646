/* SPDX-License-Identifier: MIT */
#include "tree/job.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/folder.h"

/* Size of the buffer of each thread: nearly every file fits, and it fits the processor's cache. */
#define PEEK_LEN       ((size_t)1 << 18)
#define PAGE_LEN       ((size_t)4096)
#define LOOK_FIRST_MAX ((size_t)32 << 20)

enum err_code job_path(const char *folder, const char *relative, struct blob *out, struct err *err)
{
	if (relative[0] != '\0')
		return path_join(folder, relative, out, err);
	out->ptr = (uint8_t *)alloc_text(folder);
	out->len = strlen(folder);
	return out->ptr != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

const char *job_name(const struct job *job, const struct job_file *f)
{
	return f->relative[0] != '\0' ? f->relative : path_base(job->source);
}

bool job_file_failed(struct job_file *f, const struct err *why)
{
	f->err = malloc(sizeof *f->err);
	f->action = ACTION_FAILED;
	if (f->err == NULL)
		return false;
	*f->err = *why;
	return true;
}

enum err_code job_file_info(
	const struct job_file *f, const char *path, struct file_info *info, struct err *err)
{
	enum err_code rc = file_info(path, false, info, err);

	if (rc != ERR_OK || (info->type == FILE_REGULAR && info->size == f->size &&
				    info->mtime_ns == f->mtime_ns))
		return rc;
	return err_set(err, ERR_IO, "was changed after its tags were found");
}

static enum err_code scan_whole(const struct job *job, struct file_in *in, const char *name,
	struct scan_result *result, struct err *err)
{
	struct blob b;
	enum err_code rc = file_in_rewind(in, err);

	if (rc == ERR_OK)
		rc = file_in_rest(in, 2 * PEEK_LEN, JOB_FILE_MAX, &b, err);
	if (rc != ERR_OK)
		return rc;
	rc = scan_bytes(&job->scan, name, blob_span(b), result, err);
	blob_free(&b);
	return rc;
}

/* Whether the file may have a tag. Read piece by piece; the end of each is repeated before the
 * next, so that no tag is split. */
static enum err_code look_through(
	const struct job *job, struct file_in *in, uint8_t *buffer, bool *possible, struct err *err)
{
	size_t keep = job->scan.set->longest - 1;
	size_t have = 0;
	size_t got = 1;
	enum err_code rc = file_in_rewind(in, err);

	*possible = false;
	while (rc == ERR_OK && got > 0 && !*possible) {
		if (have > keep) {
			memmove(buffer, buffer + have - keep, keep);
			have = keep;
		}
		rc = file_in_read(in, buffer + have, PEEK_LEN - have, &got, err);
		have += got;
		*possible = rc == ERR_OK && tag_set_possible(job->scan.set, span_of(buffer, have));
	}
	return rc;
}

/* Scans text in UTF-8, as most large files are, which is read once and not kept. *done: it was such
 * a text. */
static enum err_code scan_in_pieces(const struct job *job, struct file_in *in, const char *name,
	uint8_t *buffer, struct scan_result *result, bool *done, struct err *err)
{
	struct scan_pieces *pieces = NULL;
	size_t got = 1;
	enum err_code rc = file_in_rewind(in, err);

	if (rc == ERR_OK)
		rc = scan_pieces_open(&job->scan, name, &pieces, err);
	while (rc == ERR_OK && got > 0) {
		rc = file_in_read(in, buffer, PEEK_LEN, &got, err);
		if (rc == ERR_OK)
			rc = scan_pieces_add(pieces, span_of(buffer, got), err);
	}
	if (rc == ERR_OK)
		rc = scan_pieces_end(pieces, result, err);
	scan_pieces_close(pieces);
	*done = rc != ERR_UNSUPPORTED;
	return *done ? rc : ERR_OK;
}

/* Whether the file is so large that reading it twice would cost more than parsing its comments
 * once. */
static bool is_huge(const char *path)
{
	struct file_info info;
	struct err ignored;

	return file_info(path, false, &info, &ignored) != ERR_OK || info.type != FILE_REGULAR ||
	       info.size > LOOK_FIRST_MAX;
}

/* Most files have no tag, which is found out in a tenth of the time. */
static enum err_code scan_open(const struct job *job, struct file_in *in, bool huge,
	const char *name, uint8_t *buffer, struct scan_result *result, struct err *err)
{
	bool known = job->scan.set->needle_count > 0;
	bool first = known && !huge;
	bool possible = true;
	bool done = false;
	enum err_code rc = ERR_OK;

	if (first)
		rc = look_through(job, in, buffer, &possible, err);
	if (rc == ERR_OK && possible)
		rc = scan_in_pieces(job, in, name, buffer, result, &done, err);
	if (rc != ERR_OK || done)
		return rc;
	if (known && !first)
		rc = look_through(job, in, buffer, &possible, err);
	return rc == ERR_OK && possible ? scan_whole(job, in, name, result, err) : rc;
}

/* Opened once: another file may take the place of the first one meanwhile. */
static enum err_code scan_large(const struct job *job, const char *path, uint8_t *buffer,
	struct scan_result *result, struct err *err)
{
	struct file_in *in;
	enum err_code rc = file_in_open_regular(path, false, &in, err);

	if (rc != ERR_OK)
		return rc;
	rc = scan_open(job, in, is_huge(path), path_base(path), buffer, result, err);
	file_in_close(in);
	return rc;
}

enum err_code job_look(const struct job *job, struct folder *folder, const char *path,
	const char *name, struct job_room *room, struct scan_result *result, struct err *err)
{
	size_t got = 0;
	enum err_code rc;

	*result = (struct scan_result){0};
	if (folder != NULL)
		rc = folder_peek(folder, name, path, room->buffer, PEEK_LEN, &got, err);
	else
		rc = file_peek(path, room->buffer, PEEK_LEN, &got, err);
	if (rc == ERR_OK && got < PEEK_LEN)
		rc = scan_bytes(&job->scan, name, span_of(room->buffer, got), result, err);
	else if (rc == ERR_OK)
		rc = scan_large(job, path, room->buffer, result, err);
	return rc;
}

enum err_code job_room_open(struct job_room *room, struct err *err)
{
	room->whole = malloc(PEEK_LEN + PAGE_LEN);
	room->buffer = NULL;
	if (room->whole == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	/* At malloc's address, 16 bytes after a page, the kernel's "rep movsb" copies at a third of
	 * its speed on AMD Zen 3 and 4. */
	room->buffer = room->whole + (PAGE_LEN - (uintptr_t)room->whole % PAGE_LEN);
	return ERR_OK;
}

void job_room_close(struct job_room *room)
{
	free(room->whole);
}

enum err_code job_read(struct job_room *room, const char *path, struct span *data, struct blob *own,
	struct err *err)
{
	struct file_in *in;
	size_t got = 0;
	enum err_code rc = file_in_open_regular(path, false, &in, err);

	*own = (struct blob){.ptr = NULL};
	if (rc != ERR_OK)
		return rc;
	rc = file_in_read(in, room->buffer, PEEK_LEN, &got, err);
	*data = span_of(room->buffer, got);
	if (rc == ERR_OK && got == PEEK_LEN) {
		rc = file_in_rewind(in, err);
		if (rc == ERR_OK)
			rc = file_in_rest(in, 2 * PEEK_LEN, JOB_FILE_MAX, own, err);
		*data = blob_span(*own);
	}
	file_in_close(in);
	return rc;
}

bool job_has_tag(const struct job *job, const struct job_file *f, size_t tag)
{
	size_t i;

	for (i = 0; tag != SIZE_MAX && i < f->result->hit_count; i++)
		if (job->scan.set->tags[f->result->hits[i].tag].pair == tag)
			return true;
	return tag == SIZE_MAX;
}

size_t job_tagged(const struct job *job)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < job->count; i++)
		n += job->files[i].result != NULL;
	return n;
}

void job_file_free(struct job_file *f)
{
	if (f->result != NULL)
		scan_result_free(f->result);
	free(f->result);
	free(f->err);
	free(f->relative);
}

void job_free(struct job *job)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		job_file_free(&job->files[i]);
	for (i = 0; i < job->trouble_count; i++)
		free(job->troubles[i].path);
	for (i = 0; i < job->skipped_count; i++)
		free(job->skipped[i].path);
	free(job->files);
	free(job->kinds);
	free(job->troubles);
	free(job->skipped);
	filter_free(&job->filter);
}
