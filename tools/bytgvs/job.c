/* SPDX-License-Identifier: MIT */
#include "job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "vbt_input.h"

/* Extensions that only mean "firmware image" are removed from the names. */
static size_t stem_len(const char *base)
{
	const char *dot = strrchr(base, '.');
	size_t ext;

	if (dot == NULL || dot == base)
		return strlen(base);
	ext = strlen(dot + 1);
	return ext == 0 || ext > 4 ? strlen(base) : (size_t)(dot - base);
}

static char *file_name(const struct job *job, const struct find *f)
{
	const char *base = strcmp(job->path, "-") == 0 ? "stdin" : path_base(job->path);
	size_t stem = stem_len(base);
	size_t cap = strlen(job->folder) + stem + strlen(f->name) + 16;
	char *out = malloc(cap);

	if (out != NULL)
		(void)snprintf(out, cap, "%s%s%.*s_%s%s", job->folder,
			job->folder[0] != '\0' ? "/" : "", (int)stem, base, f->name,
			f->whole ? "" : ".partial");
	return out;
}

static void note_error(struct job *job, const char *place, const struct err *err)
{
	char text[sizeof job->error];

	job->status = EXIT_FAILED;
	(void)snprintf(text, sizeof text, "%s%s%s", place, place[0] != '\0' ? ": " : "", err->text);
	if (strcmp(job->error, text) == 0)
		return; /* a folder that cannot be made is reported once, not for each find */
	if (job->error[0] == '\0')
		(void)snprintf(job->error, sizeof job->error, "%s", text);
	diag_err(place[0] != '\0' ? place : job->shown, err);
}

/* An identical existing file counts as written, also if another run wrote it meanwhile. */
static bool put(const struct options *o, struct job *job, const char *path, struct span bytes)
{
	struct err err;

	if (file_holds(path, bytes))
		return true;
	if (job->folder[0] != '\0' && file_mkdirs(job->folder, &err) != ERR_OK) {
		note_error(job, job->folder, &err);
		return false;
	}
	if (file_write(path, bytes, o->force, &err) == ERR_OK ||
		(err.code == ERR_EXISTS && file_holds(path, bytes)))
		return true;
	note_error(job, path, &err);
	return false;
}

static void note_no_memory(struct job *job)
{
	struct err err;

	(void)err_set(&err, ERR_NOMEM, "out of memory");
	note_error(job, "", &err);
}

static void write_one(const struct options *o, struct job *job, uint32_t i)
{
	const struct find *f = &job->report.finds[i];
	struct span bytes = blob_span(f->bytes);
	char *path = file_name(job, f);

	if (path == NULL) {
		note_no_memory(job);
		return;
	}
	if (o->trim && f->len < bytes.len)
		bytes.len = f->len;
	if (put(o, job, path, bytes))
		job->files[i] = path;
	else
		free(path);
}

static void write_finds(const struct options *o, struct job *job)
{
	uint32_t i;

	job->files = calloc(job->report.count != 0 ? job->report.count : 1, sizeof *job->files);
	if (job->files == NULL)
		note_no_memory(job);
	for (i = 0; job->files != NULL && i < job->report.count; i++)
		if (job->report.finds[i].same_as == FIND_NONE &&
			(job->report.finds[i].whole || o->partial))
			write_one(o, job, i);
}

/* 0: found and whole; 1: only in part, or damage may hide it; 3: nothing, or not all of
 * --require. */
static int exit_status(const struct options *o, const struct report *r)
{
	bool any = false;
	bool partial = false;
	int kind;

	for (kind = 0; kind < FIND_KINDS; kind++) {
		uint32_t whole = report_count(r, (enum find_kind)kind, true);
		uint32_t all = report_count(r, (enum find_kind)kind, false);

		any |= whole != 0;
		partial |= all > whole;
	}
	if (partial || (!any && (report_damaged(r) || report_limited(r))))
		return EXIT_FAILED;
	if (!any)
		return EXIT_NOTHING;
	for (kind = 0; kind < FIND_KINDS; kind++)
		if (o->require[kind] && report_count(r, (enum find_kind)kind, true) == 0)
			return EXIT_NOTHING;
	return EXIT_DONE;
}

static enum err_code open_image(const struct job *job, struct file_map *map, struct err *err)
{
	struct file_info info;

	if (job->in_tree)
		return file_map_regular(job->path, true, IMAGE_MAX, map, err);
	if (strcmp(job->path, "-") != 0 && file_info(job->path, false, &info, err) == ERR_OK &&
		info.type == FILE_FOLDER)
		return err_set(err, ERR_UNSUPPORTED, "is a folder; --recursive takes folders");
	return image_open(job->path, map, err);
}

/* A finding may be of bytes that were never there. */
static enum err_code scan(struct job *job, struct file_map *map, struct err *err)
{
	enum err_code rc;

	file_map_watch(map);
	rc = bytgvs_scan(map->data, 0, &job->report, err);
	if (file_map_check(map, err) == ERR_OK)
		return rc;
	report_free(&job->report);
	return err->code;
}

void job_run(const struct options *o, struct job *job)
{
	struct file_map map = {.mapped = false};
	struct err err;

	if (open_image(job, &map, &err) != ERR_OK) {
		note_error(job, "", &err);
		return;
	}
	job->size = map.data.len;
	if (scan(job, &map, &err) != ERR_OK) {
		note_error(job, "", &err);
	} else {
		job->scanned = true;
		job->status = exit_status(o, &job->report);
		if (o->action == ACTION_EXTRACT)
			write_finds(o, job);
	}
	image_close(job->path, &map);
}

void job_drop(struct job *job)
{
	uint32_t i;

	for (i = 0; job->files != NULL && i < job->report.count; i++)
		free(job->files[i]);
	free(job->files);
	job->files = NULL;
	report_free(&job->report);
}
