/* SPDX-License-Identifier: MIT */
#include "layer.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/gunzip.h"
#include "la_error.h"
#include "lib_archive.h"

#define FRAME_HEAD  8u
#define SKIP_MAGIC  0x184D2A50u /* and the 15 after it */
#define SKIP_VARIES 0xFu

struct layer {
	const struct lib_archive *lib;
	struct archive *a; /* or NULL: a .gz */
	struct gunzip *gz;
	struct span in;
	bool end; /* of a */
	struct err failed;
};

struct span layer_begin(struct span in)
{
	uint32_t magic, len;

	while (span_u32le(in, 0, &magic) && (magic & ~SKIP_VARIES) == SKIP_MAGIC &&
		span_u32le(in, 4, &len) && len <= in.len - FRAME_HEAD)
		(void)span_from(in, (size_t)len + FRAME_HEAD, &in);
	return in;
}

/* Only built-in filters: for others libarchive would run programs. */
static void add_filters(const struct lib_archive *lib, struct archive *a)
{
	lib->archive_read_support_filter_compress(a);
	if (lib->archive_bzlib_version() != NULL)
		lib->archive_read_support_filter_bzip2(a);
	if (lib->archive_liblzma_version() != NULL) {
		lib->archive_read_support_filter_xz(a);
		lib->archive_read_support_filter_lzip(a);
	}
	if (lib->archive_libzstd_version() != NULL)
		lib->archive_read_support_filter_zstd(a);
	if (lib->archive_liblz4_version() != NULL)
		lib->archive_read_support_filter_lz4(a);
}

static enum err_code start_libarchive(struct layer *l, struct span in, struct err *err)
{
	struct archive_entry *ae = l->lib->archive_entry_new();
	int ret;

	l->a = l->lib->archive_read_new();
	if (l->a == NULL || ae == NULL) {
		l->lib->archive_entry_free(ae);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	add_filters(l->lib, l->a);
	errno = 0;
	l->lib->archive_read_support_format_raw(l->a);
	l->lib->archive_read_support_format_empty(l->a);
	ret = l->lib->archive_read_open_memory(l->a, in.ptr, in.len);
	if (ret == ARCHIVE_OK)
		ret = l->lib->archive_read_next_header2(l->a, ae);
	l->lib->archive_entry_free(ae);
	l->end = ret == ARCHIVE_EOF;
	return l->end || ret == ARCHIVE_OK || ret == ARCHIVE_WARN ? ERR_OK
								  : la_error(l->lib, l->a, err);
}

enum err_code layer_open(
	const struct lib_archive *lib, struct span in, struct layer **out, struct err *err)
{
	struct layer *l = calloc(1, sizeof(*l));
	enum err_code rc;

	if (l == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	l->lib = lib;
	l->in = in = layer_begin(in);
	rc = gunzip_begins(in) ? gunzip_open(in, &l->gz, err) : start_libarchive(l, in, err);
	if (rc != ERR_OK || (l->a != NULL && l->lib->archive_filter_count(l->a) < 2)) {
		layer_close(l);
		l = NULL;
	}
	if (rc == ERR_OK)
		*out = l;
	return rc;
}

void layer_close(struct layer *l)
{
	if (l == NULL)
		return;
	if (l->a != NULL)
		l->lib->archive_read_free(l->a);
	gunzip_close(l->gz);
	free(l);
}

const char *layer_form(const struct layer *l)
{
	return l->a != NULL ? l->lib->archive_filter_name(l->a, 0) : "gzip";
}

static enum err_code libarchive_next(struct layer *l, struct span *got, struct err *err)
{
	const void *ptr = NULL;
	size_t len = 0;
	la_int64_t off;

	while (!l->end && len == 0) {
		int ret;

		errno = 0;
		ret = l->lib->archive_read_data_block(l->a, &ptr, &len, &off);
		if (ret != ARCHIVE_OK && ret != ARCHIVE_EOF && ret != ARCHIVE_WARN)
			return la_error(l->lib, l->a, err);
		l->end = ret == ARCHIVE_EOF;
	}
	*got = span_of(ptr, l->end ? 0 : len);
	return ERR_OK;
}

enum err_code layer_next(struct layer *l, struct span *got, struct err *err)
{
	enum err_code rc;

	if (l->failed.code != ERR_OK) {
		*err = l->failed;
		return err->code;
	}
	rc = l->a != NULL ? libarchive_next(l, got, err) : gunzip_next(l->gz, got, err);
	if (rc != ERR_OK)
		l->failed = *err;
	return rc;
}

/* libarchive takes as many bytes after an LZ4 frame, if there are, to see if another one begins. */
#define LZ4_AHEAD 4

/* 0, too, for filters within one another, since the outer one is not always read to its end, and
 * for less than twice LZ4_AHEAD bytes after an LZ4 frame: how many they are is not known. */
size_t layer_trailing(const struct layer *l)
{
	la_int64_t used;
	size_t at;
	struct span rest;

	if (l->gz != NULL)
		return gunzip_trailing(l->gz);
	used = l->lib->archive_filter_bytes(l->a, -1);
	if (!l->end || l->lib->archive_filter_count(l->a) != 2 || used < LZ4_AHEAD)
		return 0;
	at = (size_t)used;
	if (strcmp(layer_form(l), "lz4") == 0) {
		if (l->in.len - at < LZ4_AHEAD)
			return 0;
		at -= LZ4_AHEAD;
	}
	return !span_from(l->in, at, &rest) || span_is_filled(rest, 0) ? 0 : rest.len;
}
