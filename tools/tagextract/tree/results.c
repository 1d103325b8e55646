/* SPDX-License-Identifier: MIT */
#include "tree/results.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/utf.h"

bool found_file(
	struct job *job, const char *relative, struct scan_result *result, const struct err *why)
{
	struct job_file f = {.relative = alloc_text(relative)};
	bool fine = f.relative != NULL;

	if (result->hit_count == 0) {
		scan_result_free(result);
	} else {
		f.result = malloc(sizeof *f.result);
		if (f.result != NULL)
			*f.result = *result;
		else
			scan_result_free(result);
		fine = fine && f.result != NULL;
	}
	if (fine && why != NULL)
		fine = job_file_failed(&f, why);
	if (!fine || !ALLOC_ROOM(job->files, job->count, &job->cap)) {
		job_file_free(&f);
		return false;
	}
	job->files[job->count++] = f;
	return true;
}

/* ".bin" of "a/logo.bin"; a name without a dot, or with only a leading one, is its own kind. */
static void kind_of(const char *name, char out[JOB_KIND_BYTES])
{
	const char *end = strrchr(name, '.');
	size_t len;
	size_t i;

	if (end == NULL)
		end = name;
	len = strlen(end);
	if (len >= JOB_KIND_BYTES || utf8_valid_len(span_of(end, len)) != len)
		end = "...";
	for (i = 0; end[i] != '\0'; i++)
		out[i] = (char)(end[i] >= 'A' && end[i] <= 'Z' && *end == '.' ? end[i] | 0x20
									      : end[i]);
	out[i] = '\0';
}

static int by_end(const void *a, const void *b)
{
	return strcmp(((const struct job_kind *)a)->end, ((const struct job_kind *)b)->end);
}

/* One entry for each ending. */
static void merge_kinds(struct job *job)
{
	size_t n = 0;
	size_t i;

	num_sort(job->kinds, job->kind_count, sizeof job->kinds[0], by_end);
	for (i = 0; i < job->kind_count; i++) {
		if (n > 0 && by_end(&job->kinds[n - 1], &job->kinds[i]) == 0)
			job->kinds[n - 1].count += job->kinds[i].count;
		else
			job->kinds[n++] = job->kinds[i];
	}
	job->kind_count = n;
	job->kinds_merged = n;
}

/* Appends; that is merged whenever the entries have doubled. */
static bool add_kind(struct job *job, const char *end, uint64_t count)
{
	if (job->kind_count >= 1024 && job->kind_count / 2 >= job->kinds_merged)
		merge_kinds(job);
	if (!ALLOC_ROOM(job->kinds, job->kind_count, &job->kind_cap))
		return false;
	memcpy(job->kinds[job->kind_count].end, end, strlen(end) + 1);
	job->kinds[job->kind_count++].count = count;
	return true;
}

bool found_other_name(struct job *job, const char *name)
{
	char end[JOB_KIND_BYTES];

	job->skipped_name++;
	kind_of(name, end);
	return add_kind(job, end, 1);
}

bool found_trouble(struct job *job, const char *path, const struct err *why)
{
	char *copy = alloc_text(path);

	if (copy == NULL || !ALLOC_ROOM(job->troubles, job->trouble_count, &job->trouble_cap)) {
		free(copy);
		return false;
	}
	path_one_sep(copy); /* the user's words may contain backslashes */
	job->troubles[job->trouble_count++] = (struct job_trouble){copy, *why};
	return true;
}

bool found_skipped(struct job *job, const char *relative, const char *why)
{
	char *copy = alloc_text(relative);

	if (copy == NULL || !ALLOC_ROOM(job->skipped, job->skipped_count, &job->skipped_cap)) {
		free(copy);
		return false;
	}
	job->skipped[job->skipped_count++] = (struct job_skipped){copy, why};
	return true;
}

static void add_counters(struct job *job, const struct job *part)
{
	job->scanned += part->scanned;
	job->folders += part->folders;
	job->skipped_git += part->skipped_git;
	job->skipped_exclude += part->skipped_exclude;
	job->skipped_links += part->skipped_links;
	job->skipped_special += part->skipped_special;
	job->skipped_name += part->skipped_name;
	job->skipped_target = job->skipped_target || part->skipped_target;
}

bool found_add(struct job *job, struct job *part)
{
	bool fine = true;
	size_t i;

	add_counters(job, part);
	/* Moves the files to job; found_sort sorts them. */
	while (part->count > 0 && fine) {
		fine = ALLOC_ROOM(job->files, job->count, &job->cap);
		if (fine)
			job->files[job->count++] = part->files[--part->count];
	}
	while (part->trouble_count > 0 && fine) {
		fine = ALLOC_ROOM(job->troubles, job->trouble_count, &job->trouble_cap);
		if (fine)
			job->troubles[job->trouble_count++] = part->troubles[--part->trouble_count];
	}
	while (part->skipped_count > 0 && fine) {
		fine = ALLOC_ROOM(job->skipped, job->skipped_count, &job->skipped_cap);
		if (fine)
			job->skipped[job->skipped_count++] = part->skipped[--part->skipped_count];
	}
	for (i = 0; i < part->kind_count; i++)
		fine = add_kind(job, part->kinds[i].end, part->kinds[i].count) && fine;
	job_free(part);
	return fine;
}

/* As if '/' were the least of all characters: "a/x" before "a.c", as folder a comes first. */
static int walk_order(const char *a, const char *b)
{
	for (; *a == *b && *a != '\0'; a++, b++)
		;
	if (*a == '\0' || *b == '\0')
		return (*a != '\0') - (*b != '\0');
	if (*a == '/' || *b == '/')
		return (*a != '/') - (*b != '/');
	return (unsigned char)*a - (unsigned char)*b;
}

static int by_relative(const void *a, const void *b)
{
	return walk_order(
		((const struct job_file *)a)->relative, ((const struct job_file *)b)->relative);
}

static int by_path(const void *a, const void *b)
{
	return walk_order(
		((const struct job_trouble *)a)->path, ((const struct job_trouble *)b)->path);
}

static int by_skipped(const void *a, const void *b)
{
	return walk_order(
		((const struct job_skipped *)a)->path, ((const struct job_skipped *)b)->path);
}

static int by_count(const void *a, const void *b)
{
	const struct job_kind *x = a;
	const struct job_kind *y = b;

	if (x->count != y->count)
		return num_order(y->count, x->count);
	return strcmp(x->end, y->end);
}

static void sort_kinds(struct job *job)
{
	struct job_kind others = {"...", 0};
	size_t i;

	merge_kinds(job);
	for (i = 0; i < job->kind_count; i++) { /* the names that are too long */
		if (strcmp(job->kinds[i].end, others.end) == 0) {
			others.count = job->kinds[i].count;
			job->kinds[i] = job->kinds[--job->kind_count];
			break;
		}
	}
	num_sort(job->kinds, job->kind_count, sizeof job->kinds[0], by_count);
	while (job->kind_count >= JOB_KINDS_MAX)
		others.count += job->kinds[--job->kind_count].count;
	if (others.count > 0) /* there is room: one was removed, in one of the two ways */
		job->kinds[job->kind_count++] = others;
}

void found_sort(struct job *job)
{
	sort_kinds(job);
	num_sort(job->files, job->count, sizeof job->files[0], by_relative);
	num_sort(job->troubles, job->trouble_count, sizeof job->troubles[0], by_path);
	num_sort(job->skipped, job->skipped_count, sizeof job->skipped[0], by_skipped);
}
