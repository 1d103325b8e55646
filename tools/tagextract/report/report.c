/* SPDX-License-Identifier: MIT */
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "report/csv.h"

static const char *const kind_names[] = {"mark", "begin", "end"};

const char *report_action(const struct report *r, const struct job_file *f)
{
	switch (f->action) {
	case ACTION_COPIED:
		return N_("copied");
	case ACTION_IDENTICAL:
		return N_("identical");
	case ACTION_PACKED:
		return N_("packed");
	case ACTION_DIFFERS:
		return N_("would not overwrite");
	case ACTION_FAILED:
		return N_("failed");
	default:
		return r->dry_run ? N_("would copy") : N_("listed");
	}
}

static const char *tag_text(const struct job *job, uint32_t tag)
{
	return job->scan.set->tags[tag].text;
}

/* Prints the matched text of a pattern, after its place. */
static void matched_text(const char *text)
{
	if (text == NULL)
		return;
	out_str(" '");
	out_escaped_str(text);
	out_str("'");
}

/* Prints "Tag_SC01 3, 7, 20-45": single places, and blocks as ranges. */
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
		matched_text(s->blocks[i].text);
		sep = ", ";
	}
	for (i = 0; i < s->hit_count; i++) {
		const struct hit *h = &s->hits[i];

		if (job->scan.set->tags[h->tag].pair != tag ||
			(h->line == last_line && h->text == NULL))
			continue;
		last_line = h->line;
		if (h->paired) /* reported with its block */
			continue;
		out_printf("%s%u", sep, (unsigned)h->line);
		matched_text(h->text);
		sep = ", ";
	}
}

static void file_line(const struct report *r, const struct job_file *f)
{
	const struct job *job = r->job;
	const char *sep = ": ";
	uint32_t tag;

	out_escaped_str(job_name(job, f));
	for (tag = 0; tag < job->scan.set->count; tag++) {
		if (job->scan.set->tags[tag].pair != tag || !job_has_tag(job, f, tag))
			continue;
		out_str(sep);
		out_escaped_str(tag_text(job, tag));
		tag_places(job, f->result, tag);
		sep = "; ";
	}
	if (f->action == ACTION_FAILED || f->action == ACTION_IDENTICAL ||
		f->action == ACTION_DIFFERS)
		out_printf(tr(" (%s)"), tr(report_action(r, f)));
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
	} skipped[] = {{job->skipped_git, ".git"}, {job->skipped_exclude, tr("excluded")},
		{job->skipped_links, tr("links")}, {job->skipped_special, tr("FIFOs and devices")}};
	const char *sep = tr("; skipped ");
	size_t i;

	for (i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
		if (skipped[i].count == 0)
			continue;
		out_printf("%s%llu %s", sep, (unsigned long long)skipped[i].count, skipped[i].what);
		sep = tr(", ");
	}
	if (job->skipped_target)
		out_printf(tr("%sthe target folder"), sep);
}

#define KINDS_SHOWN 8

/* Reports files that were not read, with their most frequent kinds, so that users do not assume
 * that all were. */
void report_names(const struct job *job)
{
	size_t i;

	if (job->skipped_name == 0)
		return;
	out_printf(tr("%llu file%s not looked at (other names; --all does):"),
		(unsigned long long)job->skipped_name, tr_s(job->skipped_name));
	for (i = 0; i < job->kind_count && i < KINDS_SHOWN; i++) {
		out_printf(
			"%s%llu ", i > 0 ? tr(", ") : " ", (unsigned long long)job->kinds[i].count);
		out_escaped_str(job->kinds[i].end);
	}
	out_str(job->kind_count > KINDS_SHOWN ? ", ...\n" : "\n");
}

static void summary_stale(const struct report *r)
{
	const struct record_stale *s = r->stale;

	if (s == NULL)
		return;
	if (s->removed > 0)
		out_printf(tr("%zu file%s of earlier runs removed (--sync)\n"), s->removed,
			tr_s(s->removed));
	if (s->count > s->removed)
		out_printf(tr("of earlier runs: %zu file%s; --sync removes what has no tag now\n"),
			s->count - s->removed, tr_s(s->count - s->removed));
	if (s->kept > 0)
		out_printf(tr("%zu file%s of earlier runs, changed since, left\n"), s->kept,
			tr_s(s->kept));
}

static void summary(const struct report *r)
{
	const struct job *job = r->job;

	out_printf(tr("%zu of %llu file%s with a tag"), job_tagged(job),
		(unsigned long long)job->scanned, tr_s(job->scanned));
	if (r->target != NULL && !r->dry_run) {
		out_printf(r->archive ? tr("; %zu packed into ") : tr("; %zu copied to "),
			count_action(job, r->archive ? ACTION_PACKED : ACTION_COPIED));
		out_escaped_str(r->target);
		if (count_action(job, ACTION_IDENTICAL) > 0)
			out_printf(tr(", %zu were there"), count_action(job, ACTION_IDENTICAL));
		if (count_action(job, ACTION_FAILED) > 0)
			out_printf(tr(", %zu failed"), count_action(job, ACTION_FAILED));
	} else if (r->dry_run) {
		out_str(tr("; nothing copied (--dry-run)"));
		if (count_action(job, ACTION_IDENTICAL) > 0)
			out_printf(tr(", %zu are there"), count_action(job, ACTION_IDENTICAL));
		if (count_action(job, ACTION_DIFFERS) > 0)
			out_printf(tr(", names taken: %zu"), count_action(job, ACTION_DIFFERS));
	}
	summary_skipped(job);
	out_str("\n");
	report_names(job);
	summary_stale(r);
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

/* Notes the block for its tag's hits of the line that have none yet. */
static void note_block(const struct job *job, const struct scan_result *s, const struct block *b,
	uint32_t line, const struct block **of)
{
	size_t i;

	for (i = scan_first_hit(s, line); i < s->hit_count && s->hits[i].line == line; i++)
		if (of[i] == NULL && job->scan.set->tags[s->hits[i].tag].pair == b->tag)
			of[i] = b;
}

static void csv_hit(const struct report *r, const struct job_file *f, const struct hit *h,
	const struct block *b)
{
	csv_str(job_name(r->job, f));
	out_str(",");
	csv_str(tag_text(r->job, h->tag));
	out_printf(",%u,%u,%s,", (unsigned)h->line, (unsigned)h->column, kind_names[h->kind]);
	if (b != NULL)
		out_printf("%u,%u", (unsigned)b->first, (unsigned)b->last);
	else
		out_str(",");
	out_printf(",%s,%s,", text_enc_name(f->result->enc), report_action(r, f));
	csv_str(f->err != NULL ? f->err->text : "");
	out_str(",");
	csv_str(h->text != NULL ? h->text : "");
	out_str("\r\n");
}

enum err_code report_csv(const struct report *r, struct err *err)
{
	size_t i;
	size_t k;

	csv_head("path,tag,line,column,kind,block_first,block_last,encoding,action,error,text");
	for (i = 0; i < r->job->count; i++) {
		const struct job_file *f = &r->job->files[i];
		const struct scan_result *s = f->result;
		const struct block **of; /* by hit: the first block that begins or ends there */

		if (s == NULL)
			continue;
		/* NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers */
		of = calloc(s->hit_count, sizeof *of);
		if (of == NULL)
			return err_set(err, ERR_NOMEM, "out of memory");
		for (k = 0; k < s->block_count; k++) {
			note_block(r->job, s, &s->blocks[k], s->blocks[k].first, of);
			note_block(r->job, s, &s->blocks[k], s->blocks[k].last, of);
		}
		for (k = 0; k < s->hit_count; k++)
			csv_hit(r, f, &s->hits[k], of[k]);
		free(of);
	}
	return ERR_OK;
}

static const char *const fault_words[] = {
	"begin marker without an end", "end marker without a begin", "begin marker inside a block"};

void report_faults(const char *name, const struct scan_result *r, const struct tag_set *set)
{
	size_t i;

	for (i = 0; i < r->warning_count; i++) {
		const struct scan_warning *w = &r->warnings[i];

		diag_warn("%s:%u: %s: %s", name, (unsigned)w->line,
			w->text != NULL ? w->text : set->tags[w->tag].text, fault_words[w->fault]);
	}
}

void report_troubles(const struct report *r)
{
	const struct job *job = r->job;
	size_t i;

	for (i = 0; i < job->count; i++) {
		const struct job_file *f = &job->files[i];

		if (f->result != NULL && !r->counts_marks)
			report_faults(job_name(job, f), f->result, job->scan.set);
		if (f->result != NULL && f->result->hits_dropped > 0)
			diag_warn("%s: %llu more place%s not listed", job_name(job, f),
				(unsigned long long)f->result->hits_dropped,
				tr_s(f->result->hits_dropped));
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
		if (s->hits[i].text != NULL)
			json_kv_str(j, "text", s->hits[i].text);
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
		json_kv_str(j, "style", mark_family_name(s->blocks[i].family));
		if (s->blocks[i].text != NULL)
			json_kv_str(j, "text", s->blocks[i].text);
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

void report_json_kinds(struct json *j, const struct job *job)
{
	size_t i;

	json_key(j, "other_kinds");
	json_array(j);
	for (i = 0; i < job->kind_count; i++) {
		json_object(j);
		json_kv_str(j, "end", job->kinds[i].end);
		json_kv_u64(j, "files", job->kinds[i].count);
		json_object_end(j);
	}
	json_array_end(j);
}

void report_json_counts(struct json *j, const struct job *job)
{
	size_t i;

	json_kv_u64(j, "scanned", job->scanned);
	json_kv_u64(j, "tagged", job_tagged(job));
	json_kv_u64(j, "folders", job->folders);
	json_key(j, "skipped");
	json_object(j);
	json_kv_u64(j, "git", job->skipped_git);
	json_kv_u64(j, "excluded", job->skipped_exclude);
	json_kv_u64(j, "links", job->skipped_links);
	json_kv_u64(j, "special", job->skipped_special);
	json_kv_u64(j, "other_names", job->skipped_name);
	json_kv_bool(j, "target", job->skipped_target);
	report_json_kinds(j, job);
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
	report_json_counts(&j, r->job);
	if (r->stale != NULL) {
		json_key(&j, "earlier_runs");
		json_object(&j);
		json_kv_u64(&j, "stale", r->stale->count);
		json_kv_u64(&j, "removed", r->stale->removed);
		json_kv_u64(&j, "changed", r->stale->kept);
		json_object_end(&j);
	}
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
