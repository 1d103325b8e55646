/* SPDX-License-Identifier: MIT */
/*
 * Reads whole inputs. Archives that 7-Zip split into volumes, x.7z.001, x.7z.002 and so on, are one
 * input.
 */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/hash.h"
#include "biosbelt/zip_dir.h"

#include "cmd.h"

#define DIGITS       3
#define VOLUMES_MOST 999u

#define STEP        ((size_t)1 << 20)
/* Smaller files are copied: a copy does not change when the file is truncated. */
#define COPY_MOST   ((uint64_t)64 << 20)
#define FORGET_EACH ((uint64_t)64 << 20)

static enum err_code add_all(struct input *in, struct file_in *from, uint8_t *step, struct err *err)
{
	size_t got = STEP;
	enum err_code rc = ERR_OK;

	while (rc == ERR_OK && got == STEP) {
		rc = file_in_read(from, step, STEP, &got, err);
		if (rc == ERR_OK)
			rc = spool_write(&in->spool, span_of(step, got), err);
	}
	return rc;
}

/* Adds a file to the spool, or standard input (NULL). */
static enum err_code add(struct input *in, const char *name, struct err *err)
{
	struct file_in *from;
	uint8_t *step;
	enum err_code rc =
		name != NULL ? file_in_open(name, &from, err) : file_in_stdin(&from, err);

	if (rc != ERR_OK)
		return rc;
	step = malloc(STEP);
	rc = step != NULL ? add_all(in, from, step, err) : err_set(err, ERR_NOMEM, "out of memory");
	free(step);
	file_in_close(from);
	return rc;
}

static enum err_code add_volume(struct input *in, const char *name, bool *there, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(name, false, &info, err);

	*there = rc == ERR_OK && info.type != FILE_NONE;
	if (*there && add(in, name, err) != ERR_OK)
		rc = err_prefix(err, "%s", name);
	return rc;
}

static void set_number(char *digits, unsigned i)
{
	digits[0] = (char)('0' + i / 100);
	digits[1] = (char)('0' + i / 10 % 10);
	digits[2] = (char)('0' + i % 10);
}

/*
 * Whether the data may end before the archive does. A .7z has the place of its header, which comes
 * last, in its first bytes (7zFormat.txt, "SignatureHeader"), a .zip its directory at the end.
 * Other forms may be cut where one of their parts ends, and look whole.
 */
static bool is_cut(struct span in)
{
	uint32_t crc;
	uint64_t off, len;
	struct span start;

	if (span_starts(in, "PK\3\4", 4)) /* PKWARE APPNOTE 4.3.7 */
		return !zip_is_whole(in);
	if (!span_starts(in, "7z\xBC\xAF\x27\x1C", 6))
		return true;
	if (!span_slice(in, 12, 20, &start) || !span_u32le(in, 8, &crc) ||
		crc32_update(0, start) != crc || !span_u64le(start, 0, &off) ||
		!span_u64le(start, 8, &len))
		return false;
	in.len -= 32;
	return off > in.len || len > in.len - off;
}

/* The volume that is not there may be the one after the last, or missing: then later ones are
 * there. Of an archive that is whole they are left from another one. */
static enum err_code check_missing(char *name, unsigned missing, struct err *err)
{
	char *digits = name + strlen(name) - DIGITS;
	struct file_info info = {.type = FILE_NONE};
	enum err_code rc = ERR_OK;
	unsigned i;

	for (i = missing + 1; rc == ERR_OK && info.type == FILE_NONE && i <= VOLUMES_MOST; i++) {
		set_number(digits, i);
		rc = file_info(name, false, &info, err);
	}
	set_number(digits, missing);
	return rc != ERR_OK || info.type == FILE_NONE
		       ? rc
		       : err_set(err, ERR_FORMAT, "%s is missing", name);
}

/* name ends in digits, which are incremented. */
static enum err_code add_volumes(struct input *in, char *name, struct err *err)
{
	char *digits = name + strlen(name) - DIGITS;
	enum err_code rc = add(in, name, err);
	bool there = true;
	unsigned i;

	for (i = 2; rc == ERR_OK && there && i <= VOLUMES_MOST; i++) {
		set_number(digits, i);
		rc = add_volume(in, name, &there, err);
	}
	if (rc == ERR_OK)
		rc = spool_view(&in->spool, &in->data, err);
	return rc == ERR_OK && !there && is_cut(in->data) ? check_missing(name, i - 1, err) : rc;
}

static enum err_code open_volumes(struct input *in, const char *name, struct err *err)
{
	char *copy = alloc_text(name);
	enum err_code rc;

	if (copy == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = add_volumes(in, copy, err);
	free(copy);
	return rc;
}

static enum err_code open_stdin(struct input *in, struct err *err)
{
	enum err_code rc = add(in, NULL, err);

	return rc == ERR_OK ? spool_view(&in->spool, &in->data, err) : rc;
}

static enum err_code open_file(struct input *in, const char *name, struct err *err)
{
	struct file_info info;
	enum err_code rc = file_info(name, false, &info, err);

	if (rc == ERR_OK)
		rc = file_map_open(name, SIZE_MAX / 4, info.size <= COPY_MOST, &in->map, err);
	in->data = in->map.data;
	return rc;
}

static enum err_code open_any(const char *name, bool volumes, struct input *in, struct err *err)
{
	bool is_stdin = strcmp(name, "-") == 0;
	enum err_code rc;

	*in = (struct input){.data = {NULL, 0}};
	spool_init(&in->spool);
	if (!is_stdin && !volumes)
		return open_file(in, name, err);
	rc = is_stdin ? open_stdin(in, err) : open_volumes(in, name, err);
	if (rc != ERR_OK)
		input_close(in);
	return rc;
}

enum err_code input_open(const char *name, struct input *in, struct err *err)
{
	return open_any(name, false, in, err);
}

enum err_code input_open_archive(const char *name, struct input *in, struct err *err)
{
	return open_any(name, cmd_has_suffix(name, "001"), in, err);
}

enum err_code input_check(const struct input *in, struct err *err)
{
	return file_map_check(&in->map, err);
}

void input_close(struct input *in)
{
	file_map_close(&in->map);
	spool_close(&in->spool);
}

void input_used(struct input *in, uint64_t more)
{
	in->used += more;
	if (in->used < FORGET_EACH)
		return;
	in->used = 0;
	file_map_forget(&in->map, 0, in->map.data.len);
	file_map_forget(&in->spool.map, 0, in->spool.map.data.len);
}
