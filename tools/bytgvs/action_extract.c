/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/thread.h"
#include "biosbelt/tr.h"
#include "job.h"

struct batch {
	const struct options *o;
	struct jobs jobs;
	struct buf *output; /* the output of each image */
};

static void print_image(const struct batch *b, size_t i)
{
	const struct job *job = &b->jobs.list[i];

	buf_init(&b->output[i], 0);
	if (b->o->json) {
		struct json j;

		json_init(&j, &b->output[i], false);
		print_json(job, &j);
	} else if (!job->scanned) {
		if (b->jobs.many)
			print_line(job, &b->output[i]);
	} else if (b->jobs.many && !diag_verbose()) {
		print_line(job, &b->output[i]);
	} else {
		print_text(job, &b->output[i]);
	}
}

static void work(void *user, size_t i)
{
	struct batch *b = user;

	job_run(b->o, &b->jobs.list[i]);
	print_image(b, i);
	job_drop(&b->jobs.list[i]); /* frees the image, as there may be a thousand */
	progress_add(1);
}

/* The worst status: 1, 3, 0. */
static int worst(const struct jobs *jobs)
{
	int status = jobs->failed ? EXIT_FAILED : EXIT_DONE;
	size_t i;

	if (jobs->count == 0 && status == EXIT_DONE) {
		diag_error("there are no images");
		return EXIT_NOTHING;
	}
	for (i = 0; i < jobs->count; i++) {
		int s = jobs->list[i].status;

		if (s == EXIT_FAILED || (s == EXIT_NOTHING && status == EXIT_DONE))
			status = s;
	}
	return status;
}

/* Prints a single image as the document itself, several in "images". */
static bool print_all(const struct batch *b)
{
	size_t i;
	bool list = b->o->json && b->jobs.many;
	bool failed = false;

	if (list)
		out_str("{\"images\": [\n");
	for (i = 0; i < b->jobs.count; i++) {
		struct buf *t = &b->output[i];

		failed |= t->failed != ERR_OK;
		if (!diag_quiet() || b->o->json || b->o->action == ACTION_LIST)
			out_text(span_of(t->ptr, t->len));
		if (list && i + 1 < b->jobs.count)
			out_str(",");
		if (b->o->json)
			out_str("\n");
		buf_free(t);
	}
	if (list)
		out_str("]}\n");
	if (failed)
		diag_error("out of memory");
	return !failed;
}

int action_extract(const struct options *o)
{
	struct batch b = {.o = o};
	int status = EXIT_FAILED;

	if (o->json)
		progress_disable();
	if (jobs_collect(o, &b.jobs)) {
		b.output = calloc(b.jobs.count != 0 ? b.jobs.count : 1, sizeof *b.output);
		if (b.output == NULL)
			diag_error("out of memory");
	}
	if (b.output != NULL) {
		if (b.jobs.many)
			progress_start(tr("images"), b.jobs.count, PROGRESS_ITEMS);
		thread_for(b.jobs.count, b.jobs.count > 1 ? o->threads : 1, work, &b);
		if (b.jobs.many)
			progress_end();
		status = print_all(&b) ? worst(&b.jobs) : EXIT_FAILED;
	}
	free(b.output);
	jobs_free(&b.jobs);
	return status;
}
