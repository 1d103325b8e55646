/* SPDX-License-Identifier: MIT */
/* --replace-vbt */
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
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

static int write_result(const struct options *o, const struct replaced *r)
{
	struct err err;

	if (file_write(o->output, blob_span(r->image), o->force, &err) != ERR_OK) {
		diag_err(o->output, &err);
		return EXIT_FAILED;
	}
	if (!diag_quiet()) {
		out_text(span_of(r->told.ptr, r->told.len));
		out_str("read again and found as it should be: ");
		out_escaped_str(o->output);
		out_str("\n");
	}
	return EXIT_DONE;
}

static int replace(const struct options *o, struct span image, struct span vbt)
{
	struct replace_opts opts = {o->ignore_signature, o->which};
	struct replaced r;
	struct err err;
	int status;

	if (bytgvs_replace(image, vbt, &opts, &r, &err) != ERR_OK) {
		diag_err(o->operands[0], &err);
		return status_of(&err);
	}
	status = write_result(o, &r);
	replaced_free(&r);
	return status;
}

int action_replace(const struct options *o)
{
	const char *path = o->operands[0];
	struct blob image, vbt;
	struct err err;
	int status;

	/* never in place, not by another name of the same file either */
	if (file_same(path, o->output)) {
		diag_error(
			"%s: the image is never changed in place: name another file with -o", path);
		return EXIT_USAGE;
	}
	if (file_read(o->new_vbt, VBT_FILE_MAX, &vbt, &err) != ERR_OK) {
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
