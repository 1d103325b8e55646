/* SPDX-License-Identifier: MIT */
#include "report.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/utf.h"

static const char *const kind_names[] = {"mark", "begin", "end"};

const char *report_action(const struct report *r, const struct job_file *f)
{
	switch (f->action) {
	case ACTION_COPIED:
		return "copied";
	case ACTION_IDENTICAL:
		return "identical";
	case ACTION_PACKED:
		return "packed";
	case ACTION_DIFFERS:
		return "would not overwrite";
	case ACTION_FAILED:
		return "failed";
	default:
		return r->dry_run ? "would copy" : "listed";
	}
}

static const char *tag_text(const struct job *job, uint32_t tag)
{
	return job->scan.set->tags[tag].text;
}

/* "Tag_SC01 3, 7, 20-45": single places, and blocks as ranges */
static void tag_places(const struct job *job, const struct scan_result *s, uint32_t tag)
{
	const char *sep = " ";
	uint32_t last_line = 0;
	size_t i;

	for (i = 0; i < s->block_count; i++) {
		if (s->blocks[i].tag != tag)
			continue;
		out_printf(
			"%s%u-%u", sep, (unsigned)s->blocks[i].first, (unsigned)s->blocks[i].last);
		sep = ", ";
	}
	for (i = 0; i < s->hit_count; i++) {
		const struct hit *h = &s->hits[i];

		if (job->scan.set->tags[h->tag].pair != tag || h->line == last_line)
			continue;
		last_line = h->line;
		if (h->paired) /* told with its block */
			continue;
		out_printf("%s%u", sep, (unsigned)h->line);
		sep = ", ";
	}
}

static bool has_tag(const struct job *job, const struct scan_result *s, uint32_t tag)
{
	size_t i;

	for (i = 0; i < s->hit_count; i++)
		if (job->scan.set->tags[s->hits[i].tag].pair == tag)
			return true;
	return false;
}

static void file_line(const struct report *r, const struct job_file *f)
{
	const struct job *job = r->job;
	const char *sep = ": ";
	uint32_t tag;

	out_escaped_str(job_name(job, f));
	for (tag = 0; tag < job->scan.set->count; tag++) {
		if (!has_tag(job, f->result, tag))
			continue;
		out_str(sep);
		out_escaped_str(tag_text(job, tag));
		tag_places(job, f->result, tag);
		sep = "; ";
	}
	if (f->action == ACTION_FAILED || f->action == ACTION_IDENTICAL ||
		f->action == ACTION_DIFFERS)
		out_printf(" (%s)", report_action(r, f));
	out_str("\n");
}

static size_t count_action(const struct job *job, enum file_action action)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < job->count; i++)
		n += job->files[i].result != NULL && job->files[i].action == action;
	return n;
}

static void summary_skipped(const struct job *job)
{
	const struct {
		uint64_t count;
		const char *what;
	} skipped[] = {{job->skipped_git, ".git"}, {job->skipped_build, "Build"},
		{job->skipped_links, "links"}, {job->skipped_special, "FIFOs and devices"}};
	const char *sep = "; skipped ";
	size_t i;

	for (i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
		if (skipped[i].count == 0)
			continue;
		out_printf("%s%llu %s", sep, (unsigned long long)skipped[i].count, skipped[i].what);
		sep = ", ";
	}
	if (job->skipped_target)
		out_printf("%sthe target folder", sep);
}

static void summary(const struct report *r)
{
	const struct job *job = r->job;

	out_printf(
		"%zu of %llu files carry a tag", job_tagged(job), (unsigned long long)job->scanned);
	if (r->target != NULL && !r->dry_run) {
		out_printf("; %zu %s ",
			count_action(job, r->archive ? ACTION_PACKED : ACTION_COPIED),
			r->archive ? "packed into" : "copied to");
		out_escaped_str(r->target);
		if (count_action(job, ACTION_IDENTICAL) > 0)
			out_printf(", %zu were there", count_action(job, ACTION_IDENTICAL));
		if (count_action(job, ACTION_FAILED) > 0)
			out_printf(", %zu failed", count_action(job, ACTION_FAILED));
	} else if (r->dry_run) {
		out_str("; nothing copied (--dry-run)");
		if (count_action(job, ACTION_IDENTICAL) > 0)
			out_printf(", %zu are there", count_action(job, ACTION_IDENTICAL));
		if (count_action(job, ACTION_DIFFERS) > 0)
			out_printf(", %zu names are taken", count_action(job, ACTION_DIFFERS));
	}
	summary_skipped(job);
	out_str("\n");
}

void report_text(const struct report *r)
{
	size_t i;

	for (i = 0; i < r->job->count; i++)
		if (r->job->files[i].result != NULL)
			file_line(r, &r->job->files[i]);
	if (!diag_quiet())
		summary(r);
}

/*
 * RFC 4180: quoted when a comma, quote or line end is in it. Other control characters, and bytes
 * that are no UTF-8, have no place there: utf8_keep's characters stand for them.
 */
static void csv_text(struct span text)
{
	if (os_is_terminal(OS_STDOUT)) /* to be looked at */
		out_escaped(text);
	else
		out_kept(text, UTF_KEEP_CSV);
}

static void csv_field(const char *text)
{
	size_t len = strcspn(text, "\"");

	if (strpbrk(text, ",\"\r\n") == NULL) {
		csv_text(span_of(text, len));
		return;
	}
	out_str("\"");
	csv_text(span_of(text, len));
	while (text[len] == '"') {
		text += len + 1;
		len = strcspn(text, "\"");
		out_str("\"\"");
		csv_text(span_of(text, len));
	}
	out_str("\"");
}

static const struct block *block_of(const struct scan_result *s, const struct hit *h, size_t pair)
{
	size_t i;

	for (i = 0; i < s->block_count; i++)
		if (s->blocks[i].tag == pair &&
			(s->blocks[i].first == h->line || s->blocks[i].last == h->line))
			return &s->blocks[i];
	return NULL;
}

void report_csv(const struct report *r)
{
	const struct job *job = r->job;
	size_t i;
	size_t k;

	out_str("path,tag,line,column,kind,block_first,block_last,encoding,action,error\r\n");
	for (i = 0; i < job->count; i++) {
		const struct job_file *f = &job->files[i];

		for (k = 0; f->result != NULL && k < f->result->hit_count; k++) {
			const struct hit *h = &f->result->hits[k];
			const struct block *b =
				block_of(f->result, h, job->scan.set->tags[h->tag].pair);

			csv_field(job_name(job, f));
			out_str(",");
			csv_field(tag_text(job, h->tag));
			out_printf(",%u,%u,%s,", (unsigned)h->line, (unsigned)h->column,
				kind_names[h->kind]);
			if (b != NULL)
				out_printf("%u,%u", (unsigned)b->first, (unsigned)b->last);
			else
				out_str(",");
			out_printf(",%s,%s,", text_enc_name(f->result->enc), report_action(r, f));
			csv_field(f->err != NULL ? f->err->text : "");
			out_str("\r\n");
		}
	}
}

static const char *const fault_words[] = {
	"begin marker without an end", "end marker without a begin", "begin marker inside a block"};

void report_troubles(const struct report *r)
{
	const struct job *job = r->job;
	size_t i;
	size_t k;

	for (i = 0; i < job->count; i++) {
		const struct job_file *f = &job->files[i];

		for (k = 0; f->result != NULL && k < f->result->warning_count; k++) {
			const struct scan_warning *w = &f->result->warnings[k];

			diag_warn("%s:%u: %s: %s", job_name(job, f), (unsigned)w->line,
				tag_text(job, w->tag), fault_words[w->fault]);
		}
		if (f->result != NULL && f->result->hits_dropped > 0)
			diag_warn("%s: %llu more places not listed", job_name(job, f),
				(unsigned long long)f->result->hits_dropped);
		if (f->err != NULL)
			diag_err(job_name(job, f), f->err);
	}
	for (i = 0; i < job->trouble_count; i++)
		diag_err(job->troubles[i].path, &job->troubles[i].err);
	for (i = 0; i < job->skipped_count; i++)
		diag_note("%s: skipped (%s)", job->skipped[i].path, job->skipped[i].why);
}

static void json_hits(struct json *j, const struct job *job, const struct scan_result *s)
{
	size_t i;

	json_key(j, "hits");
	json_array(j);
	for (i = 0; i < s->hit_count; i++) {
		json_object(j);
		json_kv_str(j, "tag", tag_text(job, s->hits[i].tag));
		json_kv_u64(j, "line", s->hits[i].line);
		json_kv_u64(j, "column", s->hits[i].column);
		json_kv_str(j, "kind", kind_names[s->hits[i].kind]);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "blocks");
	json_array(j);
	for (i = 0; i < s->block_count; i++) {
		json_object(j);
		json_kv_str(j, "tag", tag_text(job, s->blocks[i].tag));
		json_kv_u64(j, "first", s->blocks[i].first);
		json_kv_u64(j, "last", s->blocks[i].last);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "warnings");
	json_array(j);
	for (i = 0; i < s->warning_count; i++) {
		json_object(j);
		json_kv_str(j, "tag", tag_text(job, s->warnings[i].tag));
		json_kv_u64(j, "line", s->warnings[i].line);
		json_kv_str(j, "fault", fault_words[s->warnings[i].fault]);
		json_object_end(j);
	}
	json_array_end(j);
}

static void json_files(struct json *j, const struct report *r)
{
	const struct job *job = r->job;
	size_t i;

	json_key(j, "files");
	json_array(j);
	for (i = 0; i < job->count; i++) {
		const struct job_file *f = &job->files[i];

		if (f->result == NULL)
			continue;
		json_object(j);
		json_kv_str(j, "path", job_name(job, f));
		json_kv_str(j, "encoding", text_enc_name(f->result->enc));
		json_kv_str(j, "action", report_action(r, f));
		if (f->err != NULL)
			json_kv_str(j, "error", f->err->text);
		json_hits(j, job, f->result);
		json_object_end(j);
	}
	json_array_end(j);
}

void report_json_errors(struct json *j, const struct job *job)
{
	size_t i;

	json_key(j, "errors");
	json_array(j);
	for (i = 0; i < job->count; i++) {
		if (job->files[i].err == NULL)
			continue;
		json_object(j);
		json_kv_str(j, "path", job_name(job, &job->files[i]));
		json_kv_str(j, "error", job->files[i].err->text);
		json_object_end(j);
	}
	for (i = 0; i < job->trouble_count; i++) {
		json_object(j);
		json_kv_str(j, "path", job->troubles[i].path);
		json_kv_str(j, "error", job->troubles[i].err.text);
		json_object_end(j);
	}
	json_array_end(j);
}

static void json_counts(struct json *j, const struct job *job)
{
	size_t i;

	json_kv_u64(j, "scanned", job->scanned);
	json_kv_u64(j, "tagged", job_tagged(job));
	json_kv_u64(j, "folders", job->folders);
	json_key(j, "skipped");
	json_object(j);
	json_kv_u64(j, "git", job->skipped_git);
	json_kv_u64(j, "build", job->skipped_build);
	json_kv_u64(j, "links", job->skipped_links);
	json_kv_u64(j, "special", job->skipped_special);
	json_kv_u64(j, "other_names", job->skipped_name);
	json_kv_bool(j, "target", job->skipped_target);
	json_key(j, "paths");
	json_array(j);
	for (i = 0; i < job->skipped_count; i++) {
		json_object(j);
		json_kv_str(j, "path", job->skipped[i].path);
		json_kv_str(j, "why", job->skipped[i].why);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}

enum err_code report_json(const struct report *r, struct err *err)
{
	struct buf b;
	struct json j;
	size_t i;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "source", r->job->source);
	if (r->target != NULL)
		json_kv_str(&j, "target", r->target);
	json_key(&j, "tags");
	json_array(&j);
	for (i = 0; i < r->job->scan.set->count; i++)
		json_str(&j, r->job->scan.set->tags[i].text);
	json_array_end(&j);
	json_counts(&j, r->job);
	json_files(&j, r);
	report_json_errors(&j, r->job);
	if (r->error != NULL)
		json_kv_str(&j, "error", r->error);
	json_object_end(&j);
	if (b.failed != ERR_OK) {
		buf_free(&b);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	out_text(span_of(b.ptr, b.len));
	buf_free(&b);
	return ERR_OK;
}
