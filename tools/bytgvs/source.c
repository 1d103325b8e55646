/* SPDX-License-Identifier: MIT */
#include "source.h"

#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "options.h"

bool source_open(const char *path, struct source *out)
{
	struct source s = {.bytes = {NULL, 0}};
	struct err err;
	enum err_code rc;

	rc = strcmp(path, "-") == 0 ? file_read_stdin(IMAGE_MAX, &s.bytes, &err)
				    : file_read(path, IMAGE_MAX, &s.bytes, &err);
	if (rc == ERR_OK) {
		rc = bytgvs_scan(blob_span(s.bytes), 0, &s.report, &err);
		if (rc != ERR_OK)
			source_close(&s);
	}
	if (rc != ERR_OK) {
		diag_err(path, &err);
		return false;
	}
	*out = s;
	return true;
}

void source_close(struct source *s)
{
	report_free(&s->report);
	blob_free(&s->bytes);
}

bool source_next_vbt(const struct source *s, uint32_t *i, const struct find **out)
{
	while (*i < s->report.count) {
		const struct find *f = &s->report.finds[(*i)++];

		if (f->kind == FIND_VBT && f->same_as == FIND_NONE) {
			*out = f;
			return true;
		}
	}
	return false;
}
