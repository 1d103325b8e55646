/* SPDX-License-Identifier: MIT */
/* --replace-vbt */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/protect.h"
#include "biosbelt/tr.h"
#include "options.h"
#include "replace.h"
#include "vbt_input.h"

#define VBT_FILE_MAX ((size_t)1 << 20)

static int status_of(const struct err *err)
{
	if (err->code == ERR_NOTFOUND)
		return EXIT_NOTHING;
	return EXIT_FAILED;
}

static void warn(const struct buf *lines)
{
	size_t at = 0, i;

	for (i = 0; i < lines->len; i++) {
		if (lines->ptr[i] != '\n')
			continue;
		diag_warn("%.*s", (int)(i - at), (const char *)lines->ptr + at);
		at = i + 1;
	}
}

static int write_result(const struct options *o, const struct replaced *r)
{
	struct err err;

	if (file_write(o->output, blob_span(r->image), o->force, &err) != ERR_OK) {
		diag_err(o->output, &err);
		return EXIT_FAILED;
	}
	if (!diag_quiet()) {
		out_text(span_of(r->output.ptr, r->output.len));
		out_str(tr("looked for: "));
		out_str(tr(protect_looked_for()));
		out_str(tr(
			"\nread again, it has the new VBT, and the other finds are as before: "));
		out_escaped_str(o->output);
		out_str(tr("\nwhether it boots was not and cannot be checked here\n"));
	}
	return EXIT_DONE;
}

static int replace(const struct options *o, struct span image, struct span vbt)
{
	struct replace_opts opts = {o->ignore_signature, o->other_board, o->which};
	struct replaced r;
	struct err err;
	int status;

	if (bytgvs_replace(image, vbt, &opts, &r, &err) != ERR_OK) {
		diag_err(o->operands.items[0], &err);
		return status_of(&err);
	}
	warn(&r.warnings);
	status = write_result(o, &r);
	replaced_free(&r);
	return status;
}

int action_replace(const struct options *o)
{
	const char *path = o->operands.items[0];
	struct blob image, vbt;
	struct err err;
	int status;

	/* never in place, nor under another name of the same file */
	if (file_same(path, o->output)) {
		diag_error(
			"%s: the image is never changed in place: name another file with -o", path);
		return EXIT_USAGE;
	}
	if (input_read(o->new_vbt, VBT_FILE_MAX, &vbt, &err) != ERR_OK) {
		diag_err(o->new_vbt, &err);
		return EXIT_FAILED;
	}
	if (bytgvs_check_new(blob_span(vbt), &err) != ERR_OK) {
		diag_err(o->new_vbt, &err);
		blob_free(&vbt);
		return EXIT_FAILED;
	}
	if (!source_read(path, &image)) {
		blob_free(&vbt);
		return EXIT_FAILED;
	}
	status = replace(o, blob_span(image), blob_span(vbt));
	blob_free(&image);
	blob_free(&vbt);
	return status;
}
