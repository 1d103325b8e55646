/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "biosbelt/tr.h"
#include "change/audit.h"
#include "change/port.h"
#include "copies.h"
#include "output/copy.h"
#include "output/pack.h"
#include "output/patch.h"
#include "report/audit.h"
#include "report/port.h"
#include "report/report.h"
#include "report/tags.h"
#include "settings.h"
#include "split.h"
#include "tags/discover.h"
#include "tags/regex.h"
#include "tree/results.h"

#define EXIT_OPEN 5 /* --audit: changes that no tag accounts for */

/* The folder "labz" beside the source, as in the original. */
static enum err_code sibling_target(const struct options *o, struct blob *out, struct err *err)
{
	struct blob real;
	enum err_code rc = file_real_path(o->source, &real, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", o->source);
	real.ptr[path_dir_len((const char *)real.ptr)] = '\0';
	rc = path_join((const char *)real.ptr, "labz", out, err);
	if (rc == ERR_OK)
		path_one_sep((char *)out->ptr);
	blob_free(&real);
	return rc;
}

static void count_progress(uint64_t files)
{
	progress_add(files);
}

static enum err_code find_tags(struct job *job, const struct options *o, struct err *err)
{
	enum err_code rc;

	progress_start(o->source, 0, PROGRESS_ITEMS);
	rc = job_run(job, count_progress, err);
	progress_end();
	return rc != ERR_OK ? err_prefix(err, "%s", o->source) : ERR_OK;
}

static enum err_code print_text(void *user, struct span text, struct err *err)
{
	(void)user;
	(void)err;
	out_bytes(text); /* source text in its own encoding */
	return ERR_OK;
}

/* Prints what was done, also after an early end. *found: whether there was a tag. */
static enum err_code show(
	const struct report *r, const struct options *o, bool *found, struct err *err)
{
	struct tag_table table;
	enum err_code rc;

	*found = job_tagged(r->job) > 0;
	report_troubles(r);
	if (o->mode == RUN_PATCH && !o->split)
		return ERR_OK; /* stdout is the diff */
	if (o->mode == RUN_LIST || o->split) {
		rc = tag_table_make(r->job, o->mode == RUN_LIST, &table, err);
		for (size_t i = 0; rc == ERR_OK && o->names && i < table.count; i++)
			out_printf("%s\n", table.rows[i].tag);
		if (rc == ERR_OK && !o->names)
			rc = report_tags(r->job, &table,
				o->json  ? REPORT_JSON
				: o->csv ? REPORT_CSV
					 : REPORT_TEXT,
				err);
		*found = table.count > 0;
		tag_table_free(&table);
		return rc;
	}
	if (o->json)
		return report_json(r, err);
	if (o->csv)
		return report_csv(r, err);
	report_text(r);
	return ERR_OK;
}

static int status_of(const struct job *job, bool found)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		if (job->files[i].err != NULL)
			return EXIT_FAILED;
	if (job->trouble_count > 0)
		return EXIT_FAILED;
	return found ? EXIT_DONE : EXIT_NOTHING;
}

/* Reports what would prevent copies, for --dry-run. */
static enum err_code try_it(struct job *job, const struct options *o, struct err *err)
{
	struct copy_opts copy = {.target = job->skip, .tag = SIZE_MAX, .force = o->force};
	struct file_info info;
	enum err_code rc;

	if (o->archive == NULL)
		return copy_try(job, &copy, err);
	rc = file_info(o->archive, false, &info, err);
	if (rc == ERR_OK && info.type != FILE_NONE && !o->force)
		diag_warn("%s: exists already; --force would replace it", o->archive);
	return rc != ERR_OK ? err_prefix(err, "%s", o->archive) : ERR_OK;
}

/* Processes the files found. */
static enum err_code act(struct job *job, const struct options *o, const struct base *base,
	struct record_stale *stale, struct err *err)
{
	struct patch_opts how = {base, SIZE_MAX, print_text, NULL};
	enum err_code rc = ERR_OK;

	if (o->mode == RUN_LIST)
		return ERR_OK;
	if (o->split && !o->dry_run)
		return split_all(job, o, base, err);
	if (o->mode == RUN_PATCH)
		rc = patch_write(job, &how, err);
	if (rc != ERR_OK || (o->mode == RUN_PATCH && o->target == NULL))
		return rc;
	if (o->dry_run)
		return o->split ? ERR_OK : try_it(job, o, err);
	rc = job_tagged(job) > 0 ? copies_check(job, o, err) : ERR_OK;
	if (rc != ERR_OK)
		return rc;
	if (o->archive != NULL)
		return job_tagged(job) > 0 ? pack_files(job, o->archive, SIZE_MAX, o->force, err)
					   : ERR_OK;
	return copies_make(job, o, job->skip, SIZE_MAX, stale, err);
}

static enum err_code note_trouble(
	void *user, const char *path, const struct err *why, struct err *err)
{
	return found_trouble(user, path, why) ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* *looked: whether the tree was searched, so that there is something to report. */
static enum err_code find_and_act(struct job *job, const struct options *o, bool *looked,
	struct record_stale *stale, struct err *err)
{
	struct base_opts how = {o->source, note_trouble, job};
	struct base base = {.entries = NULL};
	enum err_code rc = o->mode == RUN_PATCH ? base_open(o->patch, &how, &base, err) : ERR_OK;

	if (rc == ERR_OK)
		rc = find_tags(job, o, err);
	*looked = rc == ERR_OK;
	if (rc == ERR_OK)
		rc = act(job, o, &base, stale, err);
	base_close(&base);
	return rc;
}

/* Prints the report, also of what was done before err; returns the exit status. */
static int finish(const struct job *job, const struct options *o, bool looked,
	const struct record_stale *stale, struct err *err)
{
	struct report report = {.job = job,
		.target = o->mode == RUN_LIST  ? NULL
			  : o->archive != NULL ? o->archive
					       : job->skip,
		.dry_run = o->dry_run,
		.archive = o->archive != NULL,
		.counts_marks = o->mode == RUN_LIST,
		.stale = stale,
		.error = err->code != ERR_OK ? err->text : NULL};
	bool found = false;
	struct err why;

	if ((looked || (o->json && err->code != ERR_USAGE)) &&
		show(&report, o, &found, &why) != ERR_OK && err->code == ERR_OK)
		*err = why;
	if (err->code == ERR_OK)
		return status_of(job, found);
	diag_err(NULL, err);
	return diag_status(err);
}

/* The searched texts: tags, patterns, or any mark. */
struct search {
	struct tag_set set;
	struct regex_set *regex;
	struct scan_matcher matcher;
	struct scan_opts scan;
};

static enum err_code prepare(struct search *s, const struct options *o, struct err *err)
{
	static const char *const any_tag[] = {"*"};
	bool any = o->tag_count == 0;
	struct tag_opts how = {.fold = o->ignore_case,
		.kind = any        ? TAG_ANY
			: o->regex ? TAG_PATTERN
				   : TAG_PLAIN};
	enum err_code rc = tag_set_init(&s->set, any ? any_tag : (const char *const *)o->tags,
		any ? 1 : o->tag_count, &how, err);

	s->scan = (struct scan_opts){.set = &s->set,
		.comments_only = o->comments_only,
		.own = &o->pairs,
		.marks_only = any,
		.prefer = o->prefer};
	if (any)
		s->scan.matcher = &discover_matcher;
	if (rc != ERR_OK || !o->regex)
		return rc;
	rc = regex_open(&s->set, &s->regex, err);
	if (rc == ERR_OK) {
		s->matcher = regex_matcher(s->regex);
		s->scan.matcher = &s->matcher;
	}
	return rc;
}

/* Files copied onto themselves would be recorded as copies, which --sync removes later. */
static enum err_code check_target(const struct options *o, const char *target, struct err *err)
{
	bool copies = o->mode == RUN_COPY || (o->mode == RUN_PATCH && o->target != NULL);
	struct file_info info;
	struct blob folder;
	bool same;
	enum err_code rc = ERR_OK;

	if (!copies || (o->dry_run && o->target == NULL) ||
		file_info(o->source, false, &info, err) != ERR_OK || info.type == FILE_NONE)
		return ERR_OK; /* the walk gives a better message */
	rc = job_path(o->source, "", &folder, err);
	if (rc != ERR_OK)
		return rc;
	if (info.type != FILE_FOLDER)
		folder.ptr[path_dir_len(o->source)] = '\0';
	same = file_same(folder.ptr[0] != '\0' ? (const char *)folder.ptr : ".", target);
	blob_free(&folder);
	return same ? err_set(err, ERR_USAGE, "%s: is the source", target) : ERR_OK;
}

static int run_job(struct options *o, const struct search *search, struct err *err)
{
	struct job job = {.source = o->source,
		.threads = o->threads,
		.scan = search->scan,
		.want_skipped = diag_verbose() || o->json};
	struct record_stale stale = {0, 0, 0};
	struct blob target = {.ptr = NULL};
	bool looked = false;
	int status;
	enum err_code rc = ERR_OK;

	job.filter = o->filter;
	o->filter = (struct filter){0};
	if (o->target == NULL)
		rc = sibling_target(o, &target, err);
	job.skip = o->target != NULL ? o->target : (const char *)target.ptr;
	if (rc == ERR_OK)
		rc = check_target(o, job.skip, err);
	if (rc == ERR_OK)
		rc = find_and_act(&job, o, &looked, &stale, err);
	if (rc == ERR_OK)
		err->code = ERR_OK; /* errors reported meanwhile do not fail the run */
	status = finish(&job, o, looked, &stale, err);
	job_free(&job);
	blob_free(&target);
	return status;
}

/* "Tag_1, Tag_2" */
static enum err_code join_tags(const struct options *o, struct buf *out, struct err *err)
{
	size_t i;

	buf_init(out, 0);
	for (i = 0; i < o->tag_count; i++) {
		buf_str(out, i > 0 ? ", " : "");
		buf_str(out, o->tags[i]);
	}
	if (o->tag_count == 0)
		buf_str(out, "any mark");
	buf_add_u8(out, 0);
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static int run_audit(const struct options *o, const struct search *search, struct err *err)
{
	struct audit_opts how = {.scan = search->scan,
		.filter = &o->filter,
		.base = o->audit,
		.tree = o->source,
		/* of any mark most are words that need no counterpart */
		.scanned = search->scan.marks_only ? NULL : report_faults};
	struct audit_head head = {o->source, o->audit, NULL};
	enum audit_form form = o->json   ? AUDIT_AS_JSON
			       : o->csv  ? AUDIT_AS_CSV
			       : o->html ? AUDIT_AS_HTML
					 : AUDIT_AS_TEXT;
	struct audit audit;
	struct buf tags;
	int status;
	enum err_code rc = join_tags(o, &tags, err);

	if (rc == ERR_OK)
		rc = audit_run(&how, &audit, err);
	else
		audit = (struct audit){.items = NULL};
	head.tags = (const char *)tags.ptr;
	if (rc == ERR_OK)
		rc = report_audit(&audit, &head, form, err);
	status = audit.error_count > 0 ? EXIT_FAILED : audit.open > 0 ? EXIT_OPEN : EXIT_DONE;
	audit_free(&audit);
	buf_free(&tags);
	if (rc == ERR_OK)
		return out_verdict(status);
	diag_err(NULL, err);
	return diag_status(err);
}

static int run_port(const struct options *o, const struct search *search, struct err *err)
{
	struct port_opts how = {.scan = search->scan,
		.filter = &o->filter,
		.old_base = o->old_base,
		.mine = o->source,
		.new_base = o->new_base,
		.dest = o->target,
		.dry_run = o->dry_run,
		.force = o->force};
	struct port_result result;
	enum err_code rc = port_run(&how, &result, err);
	int status = EXIT_DONE;

	if (rc == ERR_OK)
		rc = report_port(&result, &how,
			o->json  ? REPORT_JSON
			: o->csv ? REPORT_CSV
				 : REPORT_TEXT,
			err);
	if (rc == ERR_OK)
		status = report_port_status(&result);
	port_free(&result);
	if (rc == ERR_OK)
		return status;
	diag_err(NULL, err);
	return diag_status(err);
}

int tagextract_run(struct options *o)
{
	struct search search = {.regex = NULL};
	struct err err = {.code = ERR_OK};
	bool settings = false;
	int status;

	if (settings_load(o->source, &o->pairs, &o->filter, &settings, &err) != ERR_OK ||
		prepare(&search, o, &err) != ERR_OK) {
		diag_err(NULL, &err);
		status = diag_status(&err);
	} else {
		if (settings)
			diag_note("%s/.tagextract is used", o->source);
		err.code = ERR_OK;
		status = o->mode == RUN_AUDIT  ? run_audit(o, &search, &err)
			 : o->mode == RUN_PORT ? run_port(o, &search, &err)
					       : run_job(o, &search, &err);
	}
	regex_close(search.regex);
	tag_set_free(&search.set);
	return status;
}
