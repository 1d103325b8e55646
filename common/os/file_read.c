/* SPDX-License-Identifier: MIT */
/* Whole files into memory. */
#include <stdlib.h>

#include "biosbelt/file.h"

#define READ_STEP 65536 /* bytes asked for at once when the size is not known */

enum err_code file_in_rest(
	struct file_in *in, size_t hint, size_t max, struct blob *out, struct err *err)
{
	size_t cap = hint + 1; /* one more byte: the end is seen without another allocation */
	uint8_t *ptr = malloc(cap);
	size_t len = 0;
	enum err_code rc = ERR_OK;

	if (ptr == NULL)
		return err_set(err, ERR_NOMEM, "out of memory (%zu bytes)", cap);
	for (;;) {
		size_t got = 0;

		rc = file_in_read(in, ptr + len, cap - len, &got, err);
		if (rc != ERR_OK)
			break;
		len += got;
		if (len > max) {
			rc = err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
			break;
		}
		if (len < cap) {
			*out = (struct blob){ptr, len};
			return ERR_OK;
		}
		cap = cap > max / 2 ? max + 1 : cap * 2 + READ_STEP;
		uint8_t *bigger = realloc(ptr, cap);

		if (bigger == NULL) {
			rc = err_set(err, ERR_NOMEM, "out of memory (%zu bytes)", cap);
			break;
		}
		ptr = bigger;
	}
	free(ptr);
	return rc;
}

static enum err_code read_named(
	const char *path, size_t max, const unsigned *wait_ms, struct blob *out, struct err *err)
{
	struct file_info info;
	struct file_in *in;
	size_t hint = READ_STEP;
	enum err_code rc = file_info(path, false, &info, err);

	if (rc != ERR_OK)
		return rc;
	if (max == SIZE_MAX)
		max--;
	if (info.type == FILE_REGULAR) {
		if (info.size > max)
			return err_set(err, ERR_LIMIT, "longer than %zu bytes", max);
		hint = (size_t)info.size;
	}
	rc = wait_ms != NULL ? file_in_open_soon(path, *wait_ms, &in, err)
			     : file_in_open(path, &in, err);
	if (rc != ERR_OK)
		return rc;
	rc = file_in_rest(in, hint, max, out, err);
	file_in_close(in);
	return rc;
}

enum err_code file_read(const char *path, size_t max, struct blob *out, struct err *err)
{
	return read_named(path, max, NULL, out, err);
}

enum err_code file_read_soon(
	const char *path, size_t max, unsigned wait_ms, struct blob *out, struct err *err)
{
	return read_named(path, max, &wait_ms, out, err);
}

enum err_code file_read_stdin(size_t max, struct blob *out, struct err *err)
{
	struct file_in *in;
	enum err_code rc = file_in_stdin(&in, err);

	if (rc != ERR_OK)
		return rc;
	rc = file_in_rest(in, READ_STEP, max == SIZE_MAX ? max - 1 : max, out, err);
	file_in_close(in);
	return rc;
}
