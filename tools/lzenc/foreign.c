/* SPDX-License-Identifier: MIT */
#include "foreign.h"

#include <errno.h>
#include <string.h>

#include "la_error.h"
#include "lib_archive.h"

/* The content of libarchive's current entry. */
struct la_reader {
	struct reader base;
	const struct lib_archive *lib;
	struct archive *a;
	bool filtered_ppmd; /* the block has PPMd and a filter, which libarchive 3.6 reports as
			       damage */
};

static enum err_code la_read(struct reader *r, void *ptr, size_t cap, size_t *got, struct err *err)
{
	struct la_reader *l = (struct la_reader *)r;
	uint8_t *to = ptr;

	for (*got = 0; *got < cap;) {
		la_ssize_t n;

		errno = 0;
		n = l->lib->archive_read_data(l->a, to + *got, cap - *got);
		if (n < 0 && l->filtered_ppmd)
			return err_set(err, ERR_UNSUPPORTED,
				"PPMd with a filter is not decoded here, sound or not");
		if (n < 0)
			return la_error(l->lib, l->a, err);
		if (n == 0)
			break;
		*got += (size_t)n;
	}
	return ERR_OK;
}

static void la_close(struct reader *r)
{
	(void)r;
}

static bool is_filtered_ppmd(const struct sz_archive *a, size_t block)
{
	struct sz_block_info info;

	if (block == SZ_NO_BLOCK)
		return false;
	sz_block_info(a, block, &info);
	return strstr(info.method, "PPMd") != NULL && strchr(info.method, ' ') != NULL;
}

static enum err_code put_link(
	struct extract *x, struct sz_entry *e, const char *target, struct err *err)
{
	struct reader *r;
	enum err_code rc;

	if (target == NULL)
		return err_set(err, ERR_FORMAT, "link without a target");
	e->size = strlen(target);
	rc = reader_span(span_of(target, strlen(target)), &r, err);
	if (rc != ERR_OK)
		return rc;
	rc = extract_entry(x, e, r);
	reader_close(r);
	return rc;
}

/* known: the entry in our own reading of the header, which needs no locale for names. */
static enum err_code put_entry(struct extract *x, const struct lib_archive *lib, struct archive *a,
	struct archive_entry *ae, const struct sz_archive *from, const struct sz_entry *known,
	struct err *err)
{
	struct la_reader r = {{la_read, la_close}, lib, a, false};
	struct sz_entry e;

	err->code = ERR_OK;
	if (known == NULL)
		return err_set(err, ERR_FORMAT, "libarchive finds more entries than there are");
	e = *known;
	r.filtered_ppmd = is_filtered_ppmd(from, e.block);
	if (e.type == SZ_LINK)
		return put_link(x, &e, lib->archive_entry_symlink(ae), err);
	return extract_entry(x, &e, &r.base);
}

static void all_entries(struct extract *x, const struct lib_archive *lib, struct archive *a,
	struct archive_entry *ae, const struct sz_archive *known)
{
	size_t i = 0;
	struct err err;
	int ret = ARCHIVE_OK;

	for (;;) {
		errno = 0;
		ret = lib->archive_read_next_header2(a, ae);
		if (ret != ARCHIVE_OK && ret != ARCHIVE_WARN)
			break;
		if (put_entry(x, lib, a, ae, known, sz_entry_at(known, i++), &err) != ERR_OK) {
			if (err.code != ERR_OK) /* not reported yet */
				extract_failed(x, NULL, &err);
			return;
		}
	}
	if (ret != ARCHIVE_EOF) {
		la_error(lib, a, &err);
		extract_failed(x, NULL, &err);
	}
}

static void with_libarchive(struct extract *x, const struct lib_archive *lib, struct span file,
	const struct sz_archive *known)
{
	struct archive *a = lib->archive_read_new();
	struct archive_entry *ae = lib->archive_entry_new();
	struct err err;

	errno = 0;
	if (a == NULL || ae == NULL) {
		err_set(&err, ERR_NOMEM, "out of memory");
		extract_failed(x, NULL, &err);
	} else if (lib->archive_read_support_format_7zip(a) != ARCHIVE_OK ||
		   lib->archive_read_open_memory(a, file.ptr, file.len) != ARCHIVE_OK) {
		la_error(lib, a, &err);
		extract_failed(x, NULL, &err);
	} else {
		all_entries(x, lib, a, ae, known);
	}
	lib->archive_entry_free(ae);
	if (a != NULL)
		lib->archive_read_free(a);
}

void foreign_extract(struct extract *x, struct span file, const struct sz_archive *known)
{
	const struct lib_archive *lib;
	struct err err;

	if (lib_archive(&lib, &err) == ERR_OK)
		with_libarchive(x, lib, file, known);
	else
		extract_failed(x, NULL, &err);
	extract_finish(x);
}
