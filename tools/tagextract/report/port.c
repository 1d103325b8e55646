/* SPDX-License-Identifier: MIT */
#include "report/port.h"

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "report/csv.h"
#include "report/report.h"

static size_t count_of(const struct port_result *r, enum port_state state)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < r->count; i++)
		n += r->items[i].state == state;
	return n;
}

int report_port_status(const struct port_result *r)
{
	if (r->error_count > 0 || count_of(r, PORT_CONFLICT) + count_of(r, PORT_NO_FILE) > 0)
		return EXIT_FAILED;
	return r->count > 0 ? EXIT_DONE : EXIT_NOTHING;
}

static void print_text(const struct port_result *r, const struct port_opts *opts)
{
	size_t i;

	for (i = 0; i < r->count; i++) {
		const struct port_item *it = &r->items[i];

		if (it->state == PORT_CARRIED)
			continue;
		out_escaped_str(it->path);
		out_printf(":%u-%u: ", (unsigned)it->first, (unsigned)it->last);
		out_escaped_str(it->tag);
		out_printf(": %s", tr(port_state_name(it->state)));
		if (it->to != 0)
			out_printf(tr(" (line %u there)"), (unsigned)it->to);
		if (it->moved != NULL) {
			out_str(it->percents != 0 ? tr("; similar: ") : tr(", now "));
			out_escaped_str(it->moved);
		}
		if (it->percents != 0)
			out_printf(tr(" (%u %% the same)"), it->percents);
		out_str("\n");
	}
	for (i = 0; i < r->left_count; i++) {
		out_escaped_str(r->left[i].path);
		out_printf(tr(":%u: untagged change left behind\n"), (unsigned)r->left[i].line);
	}
	if (diag_quiet())
		return;
	out_printf(tr("%zu block%s in %llu file%s: %zu carried, %zu there already, %zu conflict%s, "
		      "%zu without a file"),
		r->count, tr_s(r->count), (unsigned long long)r->files, tr_s(r->files),
		count_of(r, PORT_CARRIED), count_of(r, PORT_PRESENT), count_of(r, PORT_CONFLICT),
		tr_s(count_of(r, PORT_CONFLICT)), count_of(r, PORT_NO_FILE));
	if (opts->dry_run) {
		out_str(tr("; nothing written (--dry-run)\n"));
	} else {
		out_printf(tr("; %llu file%s written to "), (unsigned long long)r->written,
			tr_s(r->written));
		out_escaped_str(opts->dest);
		out_str("\n");
	}
	if (r->untagged > 0)
		out_printf(tr("%llu file%s changed or added without a tag, not carried; --audit "
			      "lists all\n"),
			(unsigned long long)r->untagged, tr_s(r->untagged));
	report_names(&r->names);
}

static void print_csv(const struct port_result *r)
{
	size_t i;

	csv_head("path,first,last,tag,state,line,moved");
	for (i = 0; i < r->count; i++) {
		const struct port_item *it = &r->items[i];

		csv_str(it->path);
		out_printf(",%u,%u,", (unsigned)it->first, (unsigned)it->last);
		csv_str(it->tag);
		out_printf(",%s,%u,", port_state_name(it->state), (unsigned)it->to);
		csv_str(it->moved != NULL && it->percents == 0 ? it->moved : "");
		out_str("\r\n");
	}
	for (i = 0; i < r->left_count; i++) {
		csv_str(r->left[i].path);
		out_printf(",%u,,,left behind,,\r\n", (unsigned)r->left[i].line);
	}
}

static void json_items(struct json *j, const struct port_result *r)
{
	size_t i;

	json_key(j, "blocks");
	json_array(j);
	for (i = 0; i < r->count; i++) {
		const struct port_item *it = &r->items[i];

		json_object(j);
		json_kv_str(j, "path", it->path);
		json_kv_u64(j, "first", it->first);
		json_kv_u64(j, "last", it->last);
		json_kv_str(j, "tag", it->tag);
		json_kv_str(j, "state", port_state_name(it->state));
		if (it->to != 0)
			json_kv_u64(j, "line", it->to);
		if (it->moved != NULL)
			json_kv_str(j, it->percents != 0 ? "similar" : "moved", it->moved);
		if (it->percents != 0)
			json_kv_u64(j, "similarity", it->percents);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "left_behind");
	json_array(j);
	for (i = 0; i < r->left_count; i++) {
		json_object(j);
		json_kv_str(j, "path", r->left[i].path);
		json_kv_u64(j, "line", r->left[i].line);
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "errors");
	json_array(j);
	for (i = 0; i < r->error_count; i++) {
		json_object(j);
		json_kv_str(j, "path", r->errors[i].path);
		json_kv_str(j, "error", r->errors[i].err.text);
		json_object_end(j);
	}
	json_array_end(j);
}

static enum err_code print_json(
	const struct port_result *r, const struct port_opts *opts, struct err *err)
{
	struct buf b;
	struct json j;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "source", opts->mine);
	json_kv_str(&j, "old_base", opts->old_base);
	json_kv_str(&j, "new_base", opts->new_base);
	json_kv_str(&j, "target", opts->dest);
	json_kv_u64(&j, "files", r->files);
	json_kv_u64(&j, "written", r->written);
	json_kv_u64(&j, "carried", count_of(r, PORT_CARRIED));
	json_kv_u64(&j, "present", count_of(r, PORT_PRESENT));
	json_kv_u64(&j, "conflicts", count_of(r, PORT_CONFLICT));
	json_kv_u64(&j, "without_file", count_of(r, PORT_NO_FILE));
	json_kv_u64(&j, "untagged_files", r->untagged);
	json_kv_u64(&j, "other_names", r->names.skipped_name);
	report_json_kinds(&j, &r->names);
	json_items(&j, r);
	json_object_end(&j);
	if (b.failed == ERR_OK)
		out_text(span_of(b.ptr, b.len));
	buf_free(&b);
	return b.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

enum err_code report_port(const struct port_result *r, const struct port_opts *opts,
	enum report_form form, struct err *err)
{
	size_t i;

	for (i = 0; i < r->error_count; i++)
		diag_err(r->errors[i].path, &r->errors[i].err);
	if (form == REPORT_JSON)
		return print_json(r, opts, err);
	if (form == REPORT_CSV)
		print_csv(r);
	else
		print_text(r, opts);
	return ERR_OK;
}
