/* SPDX-License-Identifier: MIT */
#include "tree/results.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

/* Room for one more element in *array of count ones; the capacity is the next power of two. */
static bool grow(void **array, size_t count, size_t size)
{
	void *bigger;

	if (*array != NULL && (count & (count - 1)) != 0)
		return true;
	if (*array != NULL && count < 16)
		return true;
	bigger = realloc(*array, (count < 16 ? 16 : count * 2) * size);
	if (bigger == NULL)
		return false;
	*array = bigger;
	return true;
}

bool found_file(
	struct job *job, const char *relative, struct scan_result *result, const struct err *why)
{
	struct job_file f = {.relative = job_copy_text(relative)};
	void *files = job->files;
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
	if (fine)
		fine = grow(&files, job->count, sizeof f);
	if (!fine) {
		job_file_free(&f);
		return false;
	}
	job->files = files;
	job->files[job->count++] = f;
	return true;
}

bool found_clean(struct job *job, const struct cache_mark *mark)
{
	void *marks = job->marks;

	if (!grow(&marks, job->mark_count, sizeof *mark))
		return false;
	job->marks = marks;
	job->marks[job->mark_count++] = *mark;
	return true;
}

bool found_trouble(struct job *job, const char *path, const struct err *why)
{
	void *troubles = job->troubles;
	char *copy = job_copy_text(path);

	if (copy == NULL || !grow(&troubles, job->trouble_count, sizeof *job->troubles)) {
		free(copy);
		return false;
	}
	path_one_sep(copy); /* the user's words before it may have backslashes */
	job->troubles = troubles;
	job->troubles[job->trouble_count++] = (struct job_trouble){copy, *why};
	return true;
}

bool found_skipped(struct job *job, const char *relative, const char *why)
{
	void *skipped = job->skipped;
	char *copy = job_copy_text(relative);

	if (copy == NULL || !grow(&skipped, job->skipped_count, sizeof *job->skipped)) {
		free(copy);
		return false;
	}
	job->skipped = skipped;
	job->skipped[job->skipped_count++] = (struct job_skipped){copy, why};
	return true;
}

/* Appends n elements of from to *to, which has *count; the first thread's are taken as they are. */
static bool append(void **to, size_t *count, void **from, size_t n, size_t size)
{
	size_t cap = 16;
	void *bigger;

	if (n == 0)
		return true;
	if (*count == 0) {
		free(*to);
		*to = *from;
		*from = NULL;
		*count = n;
		return true;
	}
	while (cap < *count + n)
		cap *= 2;
	bigger = realloc(*to, cap * size);
	if (bigger == NULL)
		return false;
	*to = bigger;
	memcpy((char *)*to + *count * size, *from, n * size);
	*count += n;
	return true;
}

static void add_counters(struct job *job, const struct job *part)
{
	job->scanned += part->scanned;
	job->cache_hits += part->cache_hits;
	job->folders += part->folders;
	job->skipped_git += part->skipped_git;
	job->skipped_build += part->skipped_build;
	job->skipped_links += part->skipped_links;
	job->skipped_special += part->skipped_special;
	job->skipped_name += part->skipped_name;
	job->skipped_target = job->skipped_target || part->skipped_target;
}

bool found_add(struct job *job, struct job *part)
{
	void *files = job->files;
	void *marks = job->marks;
	void *troubles = job->troubles;
	void *part_files = part->files;
	void *part_marks = part->marks;
	void *part_troubles = part->troubles;
	void *skipped = job->skipped;
	void *part_skipped = part->skipped;
	bool fine = true;

	add_counters(job, part);
	if (append(&files, &job->count, &part_files, part->count, sizeof *job->files))
		part->count = 0;
	else
		fine = false;
	if (append(&troubles, &job->trouble_count, &part_troubles, part->trouble_count,
		    sizeof *job->troubles))
		part->trouble_count = 0;
	else
		fine = false;
	if (append(&skipped, &job->skipped_count, &part_skipped, part->skipped_count,
		    sizeof *job->skipped))
		part->skipped_count = 0;
	else
		fine = false;
	if (!append(&marks, &job->mark_count, &part_marks, part->mark_count, sizeof *job->marks))
		fine = false;
	job->files = files;
	job->troubles = troubles;
	job->marks = marks;
	job->skipped = skipped;
	part->skipped = part_skipped;
	part->files = part_files;
	part->troubles = part_troubles;
	part->marks = part_marks;
	job_free(part);
	return fine;
}

/* As if '/' were the least of all characters: "a/x" stands before "a.c", as folder a does. */
static int walk_order(const char *a, const char *b)
{
	for (; *a == *b && *a != '\0'; a++, b++)
		;
	if (*a == '\0' || *b == '\0')
		return (*a != '\0') - (*b != '\0');
	if (*a == '/' || *b == '/')
		return (*a != '/') - (*b != '/');
	return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
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

void found_sort(struct job *job)
{
	if (job->count > 1)
		qsort(job->files, job->count, sizeof job->files[0], by_relative);
	if (job->trouble_count > 1)
		qsort(job->troubles, job->trouble_count, sizeof job->troubles[0], by_path);
	if (job->skipped_count > 1)
		qsort(job->skipped, job->skipped_count, sizeof job->skipped[0], by_skipped);
}
