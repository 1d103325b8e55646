/* SPDX-License-Identifier: MIT */
#include "vbt_input.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "options.h"

enum err_code input_read(const char *path, size_t max, struct blob *out, struct err *err)
{
	return strcmp(path, "-") == 0 ? file_read_stdin(max, out, err)
				      : file_read(path, max, out, err);
}

enum err_code image_open(const char *path, struct file_map *out, struct err *err)
{
	struct blob blob;

	if (strcmp(path, "-") != 0)
		return file_map_open(path, IMAGE_MAX, false, out, err);
	if (file_read_stdin(IMAGE_MAX, &blob, err) != ERR_OK)
		return err->code;
	*out = (struct file_map){.data = blob_span(blob), .handle = blob.ptr};
	return ERR_OK;
}

void image_close(const char *path, struct file_map *map)
{
	if (strcmp(path, "-") != 0)
		file_map_close(map);
	else
		free(map->handle);
}

bool source_read(const char *path, struct blob *out)
{
	struct err err;

	if (input_read(path, IMAGE_MAX, out, &err) == ERR_OK)
		return true;
	diag_err(path, &err);
	return false;
}

bool source_open(const char *path, struct source *out)
{
	struct source s = {.bytes = {NULL, 0}};
	struct err err;

	if (!source_read(path, &s.bytes))
		return false;
	if (bytgvs_scan(blob_span(s.bytes), 0, &s.report, &err) != ERR_OK) {
		diag_err(path, &err);
		blob_free(&s.bytes);
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
