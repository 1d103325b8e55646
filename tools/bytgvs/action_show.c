/* SPDX-License-Identifier: MIT */
/* --show and --diff: the contents of VBTs. */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "biosbelt/utf.h"
#include "options.h"
#include "vbt_input.h"
#include "vbt_show.h"

#define EXIT_DIFFERENT 5

static bool print_buf(struct buf *b)
{
	bool ok = b->failed == ERR_OK;

	if (ok)
		out_text(span_of(b->ptr, b->len));
	else
		diag_error("out of memory");
	buf_free(b);
	return ok;
}

static void place_json(struct json *j, const char *path, const struct find *f)
{
	json_kv_str(j, "file", path);
	json_kv_u64(j, "offset", f->image_off);
	json_kv_str(j, "path", f->path);
	json_kv_bool(j, "in_vbios", f->in_vbios);
}

/* false: reported. */
static bool show_one(const struct options *o, const char *path, const struct find *f, bool first,
	struct buf *out, struct json *j)
{
	struct vbt_view v;
	struct err err;

	if (vbt_view_open(blob_span(f->bytes), 0, &v, &err) != ERR_OK) {
		diag_err(path, &err);
		return false;
	}
	if (o->json) {
		json_object(j);
		place_json(j, path, f);
		vbt_view_json(&v, j);
		json_object_end(j);
	} else {
		if (!first)
			buf_str(out, "\n");
		utf8_escape(span_of(path, strlen(path)), out);
		buf_printf(
			out, ": 0x%zx%s%s\n", f->image_off, f->path[0] != '\0' ? " " : "", f->path);
		vbt_view_text(&v, diag_verbose(), out);
	}
	vbt_view_close(&v);
	return true;
}

static bool damaged(const struct report *r)
{
	return report_damaged(r) || report_limited(r);
}

/* Prints the VBTs of one file; returns its status. */
static int show_file(
	const struct options *o, const char *path, bool *first, struct buf *out, struct json *j)
{
	struct source s;
	const struct find *f;
	uint32_t i = 0;
	int status = EXIT_NOTHING;

	if (!source_open(path, &s))
		return EXIT_FAILED;
	while (source_next_vbt(&s, &i, &f)) {
		bool shown = show_one(o, path, f, *first, out, j);

		*first = false;
		if (!shown || !f->whole)
			status = EXIT_FAILED;
		else if (status == EXIT_NOTHING)
			status = EXIT_DONE;
	}
	if (status == EXIT_NOTHING && damaged(&s.report)) {
		diag_error("%s: no VBT found in a damaged image; --list reports the damage", path);
		status = EXIT_FAILED;
	} else if (status == EXIT_NOTHING) {
		diag_warn("%s: no VBT in it", path);
	}
	source_close(&s);
	return status;
}

int action_show(const struct options *o)
{
	int status = EXIT_DONE;
	bool first = true;
	struct buf out;
	struct json j;
	size_t i;

	buf_init(&out, 0);
	json_init(&j, &out, false);
	if (o->json) {
		json_object(&j);
		json_key(&j, "vbts");
		json_array(&j);
	}
	for (i = 0; i < o->operands.count; i++) {
		int one = show_file(o, o->operands.items[i], &first, &out, &j);

		if (one == EXIT_FAILED || status == EXIT_DONE)
			status = one == EXIT_DONE ? status : one;
	}
	if (o->json) {
		json_array_end(&j);
		json_object_end(&j);
	}
	return print_buf(&out) ? status : EXIT_FAILED;
}

/* Finds the only VBT of a file; several are an error. */
static bool only_vbt(const char *path, struct source *s, struct vbt_view *v, int *status)
{
	const struct find *f, *other;
	struct err err;
	uint32_t i = 0;
	bool any;

	*status = EXIT_FAILED;
	if (!source_open(path, s))
		return false;
	any = source_next_vbt(s, &i, &f);
	if (!any && damaged(&s->report)) {
		diag_error("%s: no VBT found in a damaged image; --list reports the damage", path);
	} else if (!any) {
		diag_error("%s: no VBT in it", path);
		*status = EXIT_NOTHING;
	} else if (source_next_vbt(s, &i, &other)) {
		diag_error("%s: several VBTs in it: extract them and compare two of them", path);
	} else if (vbt_view_open(blob_span(f->bytes), 0, v, &err) != ERR_OK) {
		diag_err(path, &err);
	} else {
		return true;
	}
	source_close(s);
	return false;
}

static int diff_views(const struct options *o, const struct vbt_view *a, const struct vbt_view *b)
{
	enum err_code rc;
	struct buf out;
	struct err err;
	struct json j;
	size_t count = 0;

	buf_init(&out, 0);
	if (o->json) {
		json_init(&j, &out, false);
		json_object(&j);
		json_kv_str(&j, "a", o->operands.items[0]);
		json_kv_str(&j, "b", o->operands.items[1]);
		rc = vbt_view_diff_json(a, b, &j, &count, &err);
		json_kv_u64(&j, "differences", count);
		json_object_end(&j);
	} else {
		rc = vbt_view_diff(a, b, &out, &count, &err);
	}
	if (rc != ERR_OK) {
		buf_free(&out);
		diag_err(NULL, &err);
		return EXIT_FAILED;
	}
	if (!print_buf(&out))
		return EXIT_FAILED;
	return out_verdict(count != 0 ? EXIT_DIFFERENT : EXIT_DONE);
}

int action_diff(const struct options *o)
{
	struct source a, b;
	struct vbt_view va, vb;
	int status;

	if (!only_vbt(o->operands.items[0], &a, &va, &status))
		return status;
	if (only_vbt(o->operands.items[1], &b, &vb, &status)) {
		status = diff_views(o, &va, &vb);
		vbt_view_close(&vb);
		source_close(&b);
	}
	vbt_view_close(&va);
	source_close(&a);
	return status;
}
