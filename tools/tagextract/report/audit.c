/* SPDX-License-Identifier: MIT */
#include "report/audit.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "report/csv.h"
#include "tags/word.h"

#define LINES_SHOWN 40 /* lines of a hunk in the text report */

bool report_audit_clean(const struct audit *a)
{
	return a->open == 0 && a->error_count == 0;
}

static uint64_t count_of(const struct audit *a, enum audit_kind kind, bool accounted)
{
	uint64_t n = 0;
	size_t i;

	for (i = 0; i < a->count; i++)
		n += a->items[i].kind == kind && a->items[i].accounted == accounted;
	return n;
}

static uint64_t count_changes(const struct audit *a)
{
	return a->count - count_of(a, AUDIT_SAME, true);
}

static const char *verdict(const struct audit *a)
{
	if (a->error_count > 0)
		return N_("not judged: not everything could be read");
	if (a->open > 0)
		return N_("not accounted for");
	if (count_changes(a) == 0)
		return N_("no changes");
	return N_("every change is accounted for by a tag");
}

/* ---- text ---- */

/* The line at the text, without its end. */
static struct span line_at(const char *text)
{
	size_t len = strcspn(text, "\n");

	return span_of(text, len > 0 && text[len - 1] == '\r' ? len - 1 : len);
}

static const char *next_line(const char *text)
{
	text += strcspn(text, "\n");
	return text + (*text == '\n');
}

static void print_lines(const char *text)
{
	size_t shown = 0;

	for (; *text != '\0' && shown < LINES_SHOWN; text = next_line(text)) {
		out_str("    ");
		out_escaped(line_at(text));
		out_str("\n");
		shown++;
	}
	if (*text != '\0')
		out_str("    ...\n");
}

static void print_item(const struct audit_item *it)
{
	out_escaped_str(it->path);
	if (it->kind == AUDIT_HUNK)
		out_printf(":%u", (unsigned)it->open);
	else if (it->kind == AUDIT_SAME)
		out_printf(":%u-%u", (unsigned)it->first, (unsigned)it->last);
	out_printf(": %s", it->kind == AUDIT_SAME ? tr("block equals the base")
						  : tr(audit_kind_name(it->kind)));
	if (it->kind == AUDIT_HUNK)
		out_printf(tr(" without a tag (lines %u-%u, +%u -%u)"), (unsigned)it->first,
			(unsigned)it->last, (unsigned)it->added, (unsigned)it->removed);
	if (it->other != NULL) {
		out_str(it->kind == AUDIT_RENAMED ? tr(" from ") : " ");
		out_escaped_str(it->other);
	}
	if (it->kind == AUDIT_SAME) {
		out_str(": ");
		out_escaped_str(it->tags);
	}
	out_str("\n");
	if (it->text != NULL)
		print_lines(it->text);
}

static void print_text(const struct audit *a)
{
	size_t i;

	for (i = 0; i < a->count; i++)
		if (!a->items[i].accounted || a->items[i].kind == AUDIT_SAME)
			print_item(&a->items[i]);
	if (diag_quiet())
		return;
	out_printf(tr("%llu file%s compared"), (unsigned long long)(a->files - a->excluded),
		tr_s(a->files - a->excluded));
	if (a->excluded > 0)
		out_printf(tr(", %llu excluded"), (unsigned long long)a->excluded);
	out_printf(tr("; %llu change%s, %llu of them with a tag, %llu not accounted for\n"),
		(unsigned long long)count_changes(a), tr_s(count_changes(a)),
		(unsigned long long)(count_changes(a) - a->open), (unsigned long long)a->open);
	out_printf("%s\n", tr(verdict(a)));
}

/* ---- JSON ---- */

static void json_item(struct json *j, const struct audit_item *it)
{
	json_object(j);
	json_kv_str(j, "path", it->path);
	json_kv_str(j, "change", audit_kind_name(it->kind));
	json_kv_bool(j, "accounted", it->accounted);
	if (it->other != NULL)
		json_kv_str(j, it->kind == AUDIT_RENAMED ? "from" : "what", it->other);
	if (it->first != 0) {
		json_kv_u64(j, "first", it->first);
		json_kv_u64(j, "last", it->last);
	}
	if (it->kind == AUDIT_HUNK) {
		json_kv_u64(j, "added", it->added);
		json_kv_u64(j, "removed", it->removed);
		if (it->open != 0)
			json_kv_u64(j, "line", it->open);
	}
	if (it->tags != NULL)
		json_kv_str(j, "tags", it->tags);
	if (it->text != NULL)
		json_kv_str(j, "text", it->text);
	json_object_end(j);
}

static enum err_code print_json(
	const struct audit *a, const struct audit_head *head, struct err *err)
{
	struct buf b;
	struct json j;
	size_t i;

	buf_init(&b, 0);
	json_init(&j, &b, false);
	json_object(&j);
	json_kv_str(&j, "source", head->tree);
	json_kv_str(&j, "base", head->base);
	json_kv_str(&j, "tags", head->tags);
	json_kv_bool(&j, "clean", report_audit_clean(a));
	json_kv_str(&j, "verdict", verdict(a));
	json_kv_u64(&j, "compared", a->files - a->excluded);
	json_kv_u64(&j, "excluded", a->excluded);
	json_kv_u64(&j, "changes", count_changes(a));
	json_kv_u64(&j, "open", a->open);
	json_key(&j, "items");
	json_array(&j);
	for (i = 0; i < a->count; i++)
		json_item(&j, &a->items[i]);
	json_array_end(&j);
	json_key(&j, "errors");
	json_array(&j);
	for (i = 0; i < a->error_count; i++) {
		json_object(&j);
		json_kv_str(&j, "path", a->errors[i].path);
		json_kv_str(&j, "error", a->errors[i].err.text);
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	if (b.failed == ERR_OK)
		out_text(span_of(b.ptr, b.len));
	buf_free(&b);
	return b.failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* ---- CSV ---- */

static void print_csv(const struct audit *a)
{
	size_t i;

	csv_head("path,line,last,change,accounted,tags,added,removed,other,text");
	for (i = 0; i < a->count; i++) {
		const struct audit_item *it = &a->items[i];

		csv_str(it->path);
		if (it->first != 0)
			out_printf(",%u,%u", (unsigned)(it->open != 0 ? it->open : it->first),
				(unsigned)it->last);
		else
			out_str(",,");
		out_printf(",%s,%s,", audit_kind_name(it->kind), it->accounted ? "yes" : "no");
		csv_str(it->tags != NULL ? it->tags : "");
		out_printf(",%u,%u,", (unsigned)it->added, (unsigned)it->removed);
		csv_str(it->other != NULL ? it->other : "");
		out_str(",");
		csv_str(it->text != NULL ? it->text : "");
		out_str("\r\n");
	}
}

/* ---- HTML ---- */

/* Escapes text from input, so that none of it is taken for HTML. */
static void html_text(struct span text)
{
	size_t pos = 0;
	size_t i;

	for (i = 0; i <= text.len; i++) {
		const char *as;

		if (i < text.len && !tag_is_one_of(text.ptr[i], "&<>\"'"))
			continue;
		out_kept(span_of(text.ptr + pos, i - pos), UTF_KEEP_CSV);
		pos = i + 1;
		if (i == text.len)
			break;
		as = text.ptr[i] == '&'   ? "&amp;"
		     : text.ptr[i] == '<' ? "&lt;"
		     : text.ptr[i] == '>' ? "&gt;"
		     : text.ptr[i] == '"' ? "&quot;"
					  : "&#39;";
		out_str(as);
	}
}

static void html_str(const char *text)
{
	html_text(span_of(text, strlen(text)));
}

static void html_hunk(const char *text)
{
	out_str("<pre>");
	for (; *text != '\0'; text = next_line(text)) {
		out_str(*text == '+' ? "<ins>" : "<del>");
		html_text(line_at(text));
		out_str(*text == '+' ? "</ins>\n" : "</del>\n");
	}
	out_str("</pre>");
}

static void html_item(const struct audit_item *it)
{
	out_str("<tr><td>");
	html_str(it->path);
	if (it->first != 0)
		out_printf("<br>%u&ndash;%u", (unsigned)it->first, (unsigned)it->last);
	out_printf("</td><td>%s", audit_kind_name(it->kind));
	if (it->other != NULL) {
		out_str("<br>");
		html_str(it->other);
	}
	out_str("</td><td>");
	html_str(it->tags != NULL ? it->tags : "");
	out_str("</td><td>");
	if (it->text != NULL)
		html_hunk(it->text);
	out_str("</td></tr>\n");
}

static void html_table(const struct audit *a, const char *title, bool accounted, bool same)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < a->count; i++)
		n += a->items[i].accounted == accounted && (a->items[i].kind == AUDIT_SAME) == same;
	out_printf("<h2>%s (%zu)</h2>\n", title, n);
	if (n == 0)
		return;
	out_str("<table><thead><tr><th>file, lines</th><th>change</th><th>tags</th><th>text</th>"
		"</tr></thead><tbody>\n");
	for (i = 0; i < a->count; i++)
		if (a->items[i].accounted == accounted && (a->items[i].kind == AUDIT_SAME) == same)
			html_item(&a->items[i]);
	out_str("</tbody></table>\n");
}

static void print_html(const struct audit *a, const struct audit_head *head)
{
	size_t i;

	out_str("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
		"<title>Change audit</title>\n<style>\n"
		"body{font:14px/1.4 sans-serif;margin:2em}\n"
		"table{border-collapse:collapse;width:100%;table-layout:fixed}\n"
		"th,td{border:1px solid #999;padding:.3em;text-align:left;vertical-align:top;"
		"overflow-wrap:anywhere}\n"
		"th:nth-child(1){width:24%}th:nth-child(2){width:9%}th:nth-child(3){width:12%}\n"
		"pre{margin:0;white-space:pre-wrap;overflow-wrap:anywhere;font-size:12px}\n"
		"ins{background:#dfd;text-decoration:none}del{background:#fdd;text-decoration:none}"
		"\n"
		".bad{color:#a00}.good{color:#070}\n"
		"@media print{body{margin:0;font-size:10pt}tr{break-inside:avoid-page}"
		"thead{display:table-header-group}}\n"
		"</style></head><body>\n<h1>Change audit</h1>\n<p>Tree: ");
	html_str(head->tree);
	out_str("<br>Base: ");
	html_str(head->base);
	out_str("<br>Tags: ");
	html_str(head->tags);
	out_printf("</p>\n<p class=\"%s\"><b>%s</b></p>\n", report_audit_clean(a) ? "good" : "bad",
		verdict(a));
	out_printf("<p>%llu file%s compared, %llu excluded; %llu change%s, %llu not accounted "
		   "for.</p>\n",
		(unsigned long long)(a->files - a->excluded), tr_s(a->files - a->excluded),
		(unsigned long long)a->excluded, (unsigned long long)count_changes(a),
		tr_s(count_changes(a)), (unsigned long long)a->open);
	if (a->error_count > 0) {
		out_str("<h2>Could not be read</h2><ul>\n");
		for (i = 0; i < a->error_count; i++) {
			out_str("<li>");
			html_str(a->errors[i].path);
			out_str(": ");
			html_str(a->errors[i].err.text);
			out_str("</li>\n");
		}
		out_str("</ul>\n");
	}
	html_table(a, "Not accounted for", false, false);
	html_table(a, "In tagged blocks", true, false);
	html_table(a, "Tagged blocks that equal the base", true, true);
	out_str("</body></html>\n");
}

enum err_code report_audit(
	const struct audit *a, const struct audit_head *head, enum audit_form form, struct err *err)
{
	size_t i;

	for (i = 0; i < a->error_count; i++)
		diag_err(a->errors[i].path, &a->errors[i].err);
	switch (form) {
	case AUDIT_AS_JSON:
		return print_json(a, head, err);
	case AUDIT_AS_CSV:
		print_csv(a);
		return ERR_OK;
	case AUDIT_AS_HTML:
		print_html(a, head);
		return ERR_OK;
	default:
		print_text(a);
		return ERR_OK;
	}
}
