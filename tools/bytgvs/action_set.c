/* SPDX-License-Identifier: MIT */
/* --set and --edit */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "biosbelt/vbt_edit.h"
#include "options.h"
#include "vbt_edit_json.h"
#include "vbt_input.h"
#include "vbt_show.h"

#define JSON_MAX ((size_t)64 << 20)

/* The end of the assignment at text: a comma before "BLOCK.field"; other commas belong to the
 * value. */
static size_t assignment_len(const char *text)
{
	size_t i;

	for (i = 0; text[i] != '\0'; i++) {
		size_t k = i + 1;

		if (text[i] != ',')
			continue;
		k += strspn(text + k, "0123456789");
		if (k > i + 1 && text[k] == '.' && text[k + 1] >= 'a' && text[k + 1] <= 'z')
			break;
	}
	return i;
}

static bool set_one(struct blob *vbt, const struct vbt_info *info, struct span text)
{
	const uint8_t *equals = text.len != 0 ? memchr(text.ptr, '=', text.len) : NULL;
	struct span name, value;
	struct err err;

	if (equals == NULL) {
		diag_error(
			"--set: expected FIELD=VALUE: %.*s", (int)text.len, (const char *)text.ptr);
		return false;
	}
	name = span_of(text.ptr, (size_t)(equals - text.ptr));
	value = span_of(equals + 1, text.len - name.len - 1);
	if (vbt_set(vbt, info, name, value, &err) == ERR_OK)
		return true;
	(void)err_prefix(&err, "%.*s", (int)name.len, (const char *)name.ptr);
	diag_err(NULL, &err);
	return false;
}

/* PowerShell's ">" writes UTF-16. */
static enum err_code read_json(const char *path, struct blob *out, struct err *err)
{
	struct span rest;
	struct buf text;
	size_t replaced;
	struct blob raw;
	enum err_code rc = input_read(path, JSON_MAX, &raw, err);

	if (rc != ERR_OK)
		return rc;
	if (!span_starts(blob_span(raw), "\xFF\xFE", 2)) {
		*out = raw;
		return ERR_OK;
	}
	buf_init(&text, 0);
	(void)span_from(blob_span(raw), 2, &rest);
	rc = utf16le_to_utf8(rest, &text, &replaced, err);
	if (rc == ERR_OK)
		rc = buf_finish(&text, out, err);
	else
		buf_free(&text);
	blob_free(&raw);
	return rc;
}

static bool edit(const struct options *o, struct blob *vbt, const struct vbt_info *info)
{
	struct blob json;
	struct buf left;
	struct err err;
	enum err_code rc;

	if (o->edit == NULL)
		return true;
	buf_init(&left, 0);
	rc = read_json(o->edit, &json, &err);
	if (rc == ERR_OK) {
		rc = vbt_edit_json(vbt, info, blob_span(json), &left, &err);
		blob_free(&json);
	}
	if (rc == ERR_OK && left.len != 0)
		diag_warn("%s: blocks that are not in it stay as they are: %.*s", o->edit,
			(int)left.len, (const char *)left.ptr);
	buf_free(&left);
	if (rc != ERR_OK)
		diag_err(o->edit, &err);
	return rc == ERR_OK;
}

static bool set_all(const struct options *o, struct blob *vbt, const struct vbt_info *info)
{
	size_t i;

	for (i = 0; i < o->sets.count; i++) {
		const char *p = o->sets.items[i];
		size_t len;

		for (;; p += len + 1) {
			len = assignment_len(p);
			if (!set_one(vbt, info, span_of(p, len)))
				return false;
			if (p[len] == '\0')
				break;
		}
	}
	return true;
}

static int write_result(const struct options *o, const struct vbt_view *old, struct blob vbt)
{
	struct vbt_view now;
	struct buf text;
	struct err err;
	size_t count = 0;
	enum err_code rc = vbt_view_open(blob_span(vbt), 0, &now, &err);

	if (rc == ERR_OK) {
		buf_init(&text, 0);
		rc = vbt_view_diff(old, &now, &text, &count, &err);
		if (rc == ERR_OK && text.failed != ERR_OK)
			rc = err_set(&err, text.failed, "out of memory");
		if (rc == ERR_OK)
			rc = file_write(o->output, blob_span(vbt), o->force, &err);
		if (rc == ERR_OK && !diag_quiet()) {
			out_text(span_of(text.ptr, text.len));
			if (now.info.sum != VBT_SUM_OK && !now.info.headerless)
				out_str(tr("the checksum was not right and is left so\n"));
		}
		buf_free(&text);
		vbt_view_close(&now);
	}
	if (rc != ERR_OK)
		diag_err(o->output, &err);
	return rc == ERR_OK ? EXIT_DONE : EXIT_FAILED;
}

/* For a bare table the whole file, with padding; else the stored bytes. */
static struct span stored(const struct source *s, const struct find *f)
{
	return f->space == 0 && f->off == 0 && f->node == FW_NONE ? blob_span(s->bytes)
								  : blob_span(f->bytes);
}

static int change(const struct options *o, const struct find *f, struct span bytes)
{
	struct vbt_view old;
	struct blob vbt;
	struct err err;
	int status = EXIT_FAILED;

	if (!f->whole) {
		diag_error("%s: the VBT is not whole: %s", o->operands.items[0], f->problem);
		return EXIT_FAILED;
	}
	if (vbt_view_open(bytes, 0, &old, &err) != ERR_OK) {
		diag_err(o->operands.items[0], &err);
		return EXIT_FAILED;
	}
	if (blob_copy(bytes, &vbt, &err) != ERR_OK) {
		diag_err(o->operands.items[0], &err);
	} else {
		if (edit(o, &vbt, &old.info) && set_all(o, &vbt, &old.info))
			status = write_result(o, &old, vbt);
		blob_free(&vbt);
	}
	vbt_view_close(&old);
	return status;
}

int action_set(const struct options *o)
{
	const char *path = o->operands.items[0];
	const struct find *f, *other;
	struct source s;
	uint32_t i = 0;
	int status;

	if (file_same(path, o->output)) {
		diag_error(
			"%s: the table is never changed in place: name another file with -o", path);
		return EXIT_USAGE;
	}
	if (!source_open(path, &s))
		return EXIT_FAILED;
	if (!source_next_vbt(&s, &i, &f)) {
		diag_error("%s: no VBT in it", path);
		status = report_damaged(&s.report) || report_limited(&s.report) ? EXIT_FAILED
										: EXIT_NOTHING;
	} else if (source_next_vbt(&s, &i, &other)) {
		diag_error("%s: several VBTs in it: extract them and change one", path);
		status = EXIT_FAILED;
	} else {
		status = change(o, f, stored(&s, f));
	}
	source_close(&s);
	return status;
}
