/* SPDX-License-Identifier: MIT */
#include "run.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/hash.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "output/copy.h"
#include "output/pack.h"
#include "output/patch.h"
#include "report.h"
#include "tags/regex.h"
#include "tree/cache.h"

/* "labz" beside the source, as the original did */
static enum err_code sibling_target(const struct options *o, struct blob *out, struct err *err)
{
	struct blob real;
	enum err_code rc = file_real_path(o->source, &real, err);

	if (rc != ERR_OK)
		return err_prefix(err, "%s", o->source);
	real.ptr[path_dir_len((const char *)real.ptr)] = '\0';
	rc = path_join((const char *)real.ptr, o->sibling, out, err);
	if (rc == ERR_OK)
		path_one_sep((char *)out->ptr);
	blob_free(&real);
	return rc;
}

/* A line as sha256sum writes and checks them: where the name has a line end or a backslash, it is
 * escaped and the line begins with a backslash. */
static enum err_code note_copied(void *user, const char *name, struct span data, struct err *err)
{
	struct buf *manifest = user;
	char hex[SHA256_HEX_LEN];
	const char *p;

	(void)err;
	sha256_hex(data, hex);
	buf_printf(manifest, "%s%s  ", strpbrk(name, "\\\r\n") != NULL ? "\\" : "", hex);
	for (p = name; *p != '\0'; p++) {
		const char *escape = *p == '\\' ? "\\\\" : *p == '\n' ? "\\n" : "\\r";

		if (*p == '\\' || *p == '\n' || *p == '\r')
			buf_printf(manifest, "%s", escape);
		else
			buf_add(manifest, p, 1);
	}
	buf_printf(manifest, "\n");
	return ERR_OK;
}

static enum err_code write_manifest(const struct options *o, struct buf *manifest, struct err *err)
{
	struct blob b;
	enum err_code rc = buf_finish(manifest, &b, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_write(o->manifest, blob_span(b), o->force, err);
	blob_free(&b);
	return rc != ERR_OK ? err_prefix(err, "%s", o->manifest) : ERR_OK;
}

static enum err_code copy_all(
	struct job *job, const struct options *o, const char *target, struct err *err)
{
	struct buf manifest;
	struct copy_opts copy = {.target = target, .force = o->force, .user = &manifest};
	enum err_code rc;

	buf_init(&manifest, 0);
	if (o->manifest != NULL)
		copy.on_copied = note_copied;
	rc = copy_files(job, &copy, err);
	if (rc == ERR_OK && o->manifest != NULL)
		rc = write_manifest(o, &manifest, err);
	buf_free(&manifest);
	return rc;
}

static void count_progress(uint64_t files)
{
	progress_add(files);
}

static enum err_code find_tags(struct job *job, const struct options *o, struct err *err)
{
	struct cache *cache = NULL;
	enum err_code rc;

	if (o->cache != NULL && cache_load(o->cache, job, &cache, err) != ERR_OK) {
		if (err->code == ERR_USAGE)
			return err_prefix(err, "%s", o->cache);
		diag_warn_err(o->cache, err);
	}
	job->cache = cache;
	progress_start(o->source, 0, PROGRESS_ITEMS);
	rc = job_run(job, count_progress, err);
	progress_end();
	job->cache = NULL;
	if (rc != ERR_OK)
		err_prefix(err, "%s", o->source);
	else if (o->cache != NULL && cache_save(o->cache, job, cache, err) != ERR_OK)
		diag_warn_err(o->cache, err); /* only slower next time */
	cache_free(cache);
	return rc;
}

static enum err_code print_text(void *user, struct span text, struct err *err)
{
	(void)user;
	(void)err;
	out_bytes(text); /* source text in whatever encoding it is */
	return ERR_OK;
}

struct untagged {
	struct buf text;
	struct json json;
	bool as_json;
	size_t count;
};

static void tell_untagged(void *user, const char *name, enum base_change change)
{
	struct untagged *u = user;
	const char *word = change == BASE_ADDED ? "added" : "modified";

	u->count++;
	if (!u->as_json) {
		out_printf("%-8s ", word);
		out_escaped_str(name);
		out_str("\n");
		return;
	}
	json_object(&u->json);
	json_kv_str(&u->json, "path", name);
	json_kv_str(&u->json, "change", word);
	json_object_end(&u->json);
}

static enum err_code list_untagged(
	struct job *job, const struct options *o, size_t *count, struct err *err)
{
	struct untagged u = {.as_json = o->json};
	enum err_code rc;

	buf_init(&u.text, 0);
	json_init(&u.json, &u.text, false);
	if (u.as_json) {
		json_object(&u.json);
		json_key(&u.json, "untagged");
		json_array(&u.json);
	}
	rc = base_untagged(job, o->untagged, tell_untagged, &u, err);
	if (u.as_json) {
		json_array_end(&u.json);
		report_json_errors(&u.json, job);
		json_object_end(&u.json);
		if (rc == ERR_OK && u.text.failed == ERR_OK)
			out_text(span_of(u.text.ptr, u.text.len));
	}
	buf_free(&u.text);
	*count = u.count;
	return rc;
}

/* What was done, also when it ended early. */
static enum err_code show(const struct report *r, const struct options *o, struct err *err)
{
	report_troubles(r);
	if (o->patch != NULL || (o->untagged != NULL && (r->error == NULL || !o->json)))
		return ERR_OK; /* stdout has the list or the diff */
	if (o->json)
		return report_json(r, err);
	if (o->csv)
		report_csv(r);
	else
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

/* What --dry-run can tell of the copies: what is in their way. */
static enum err_code try_it(struct job *job, const struct options *o, struct err *err)
{
	struct copy_opts copy = {.target = job->skip, .force = o->force};
	struct file_info info;
	enum err_code rc;

	if (o->archive == NULL)
		return copy_try(job, &copy, err);
	rc = file_info(o->archive, false, &info, err);
	if (rc == ERR_OK && info.type != FILE_NONE && !o->force)
		diag_warn("%s: exists already; --force would replace it", o->archive);
	return rc != ERR_OK ? err_prefix(err, "%s", o->archive) : ERR_OK;
}

/* What is done with the files found. *found: whether there was anything. */
static enum err_code act(struct job *job, const struct options *o, bool *found, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t count;

	*found = job_tagged(job) > 0;
	if (o->untagged != NULL) {
		rc = list_untagged(job, o, &count, err);
		*found = count > 0;
		return rc;
	}
	if (o->patch != NULL)
		rc = base_patch(job, o->patch, print_text, NULL, err);
	if (rc != ERR_OK || (o->patch != NULL && o->target == NULL))
		return rc;
	if (o->dry_run)
		return try_it(job, o, err);
	if (o->archive != NULL)
		return *found ? pack_files(job, o->archive, &o->names, o->force, err) : ERR_OK;
	return copy_all(job, o, job->skip, err);
}

static enum err_code check_folder(const char *path, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc == ERR_OK && info.type != FILE_FOLDER)
		rc = err_set(err, ERR_NOTFOUND, "no such folder");
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

/* *looked: whether the tree was looked through, so that there is something to report. */
static enum err_code find_and_act(
	struct job *job, const struct options *o, bool *looked, bool *found, struct err *err)
{
	const char *base = o->patch != NULL ? o->patch : o->untagged;
	enum err_code rc = base != NULL ? check_folder(base, err) : ERR_OK;

	if (rc == ERR_OK)
		rc = find_tags(job, o, err);
	*looked = rc == ERR_OK;
	return rc == ERR_OK ? act(job, o, found, err) : rc;
}

/* The report, also of what was done before err; returns the exit status. */
static int tell(
	const struct job *job, const struct options *o, bool looked, bool found, struct err *err)
{
	struct report report = {.job = job,
		.target = o->archive != NULL ? o->archive : job->skip,
		.dry_run = o->dry_run,
		.archive = o->archive != NULL,
		.error = err->code != ERR_OK ? err->text : NULL};
	struct err why;

	if ((looked || (o->json && err->code != ERR_USAGE)) && show(&report, o, &why) != ERR_OK &&
		err->code == ERR_OK)
		*err = why;
	if (err->code == ERR_OK)
		return status_of(job, found);
	diag_err(NULL, err);
	return diag_status(err);
}

static enum err_code prepare(struct job *job, const struct options *o, struct tag_set *set,
	struct regex_set **regex, struct scan_matcher *matcher, struct err *err)
{
	enum err_code rc =
		tag_set_init(set, (const char *const *)o->tags, o->tag_count, &o->tag, err);

	job->scan = (struct scan_opts){.set = set,
		.comments_only = o->comments_only,
		.begin = o->begin,
		.end = o->end,
		.prefer = o->prefer};
	if (rc != ERR_OK || !o->regex)
		return rc;
	rc = regex_open(set, regex, err);
	if (rc == ERR_OK) {
		*matcher = regex_matcher(*regex);
		job->scan.matcher = matcher;
	}
	return rc;
}

int tagextract_run(struct options *o)
{
	struct job job = {.source = o->source,
		.threads = o->threads,
		.keep_all = o->untagged != NULL,
		.want_info = o->cache != NULL,
		.want_skipped = diag_verbose() || o->json};
	struct regex_set *regex = NULL;
	struct scan_matcher matcher;
	struct tag_set set;
	struct blob target = {NULL, 0};
	struct err err = {.code = ERR_OK};
	bool looked = false, found = false;
	int status;
	enum err_code rc;

	job.filter = o->filter;
	o->filter = (struct filter){0};
	rc = prepare(&job, o, &set, &regex, &matcher, &err);
	if (rc == ERR_OK && o->target == NULL)
		rc = sibling_target(o, &target, &err);
	job.skip = o->target != NULL ? o->target : (const char *)target.ptr;
	if (rc == ERR_OK)
		rc = find_and_act(&job, o, &looked, &found, &err);
	if (rc == ERR_OK)
		err.code = ERR_OK; /* what was told meanwhile is no failure */
	status = tell(&job, o, looked, found, &err);
	if (regex != NULL && regex_given_up(regex) > 0)
		diag_warn("%llu lines were too costly for a pattern and do not count",
			(unsigned long long)regex_given_up(regex));
	regex_close(regex);
	job_free(&job);
	tag_set_free(&set);
	blob_free(&target);
	return status;
}
