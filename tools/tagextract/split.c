/* SPDX-License-Identifier: MIT */
#include "split.h"

#include <string.h>

#include "biosbelt/file.h"
#include "copies.h"
#include "output/pack.h"
#include "output/patch.h"
#include "tags/word.h"

/* Makes a tag part of a file name: characters that some system refuses become '_', as do dots and
 * blanks at its ends, so no tag becomes "..". */
static char name_char(const char *tag, size_t i, size_t len)
{
	bool end = i == 0 || i + 1 == len;

	return (char)((uint8_t)tag[i] < 0x20 || strchr("\\/:*?\"<>|", tag[i]) != NULL ||
				      (end && (tag[i] == '.' || tag[i] == ' '))
			      ? '_'
			      : tag[i]);
}

static char folded(const struct tag *t, size_t i)
{
	return (char)tag_lower((uint8_t)name_char(t->text, i, t->len));
}

/* Whether their file names would be equal, also ignoring case. */
static bool share_name(const struct tag *a, const struct tag *b)
{
	size_t i;

	for (i = 0; i < a->len && i < b->len && folded(a, i) == folded(b, i); i++)
		;
	return i == a->len && i == b->len;
}

static enum err_code add_to_buf(void *user, struct span text, struct err *err)
{
	struct buf *b = user;

	buf_add(b, text.ptr, text.len);
	return b->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

/* TARGET/TAG.patch */
static enum err_code split_patch(struct job *job, const struct options *o, const struct base *base,
	size_t tag, const char *path, struct err *err)
{
	struct buf text;
	struct patch_opts how = {base, tag, add_to_buf, &text};
	enum err_code rc;

	buf_init(&text, 0);
	rc = patch_write(job, &how, err);
	if (rc == ERR_OK)
		rc = file_mkdirs(o->target, err);
	if (rc == ERR_OK)
		rc = file_write(path, span_of(text.ptr, text.len), o->force, err);
	buf_free(&text);
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

static bool is_found(const struct job *job, size_t tag)
{
	size_t i;

	for (i = 0; i < job->count; i++)
		if (job->files[i].result != NULL && job_has_tag(job, &job->files[i], tag))
			return true;
	return false;
}

/* "x.7z" becomes "x-Tag_1.7z"; in a folder the tag gets a subfolder. */
static enum err_code split_one(struct job *job, const struct options *o, const struct base *base,
	size_t tag, struct err *err)
{
	const char *whole = o->archive != NULL ? o->archive : job->skip;
	size_t stem = o->archive != NULL ? (size_t)(strrchr(whole, '.') - whole) : strlen(whole);
	const struct tag *t = &job->scan.set->tags[tag];
	struct record_stale unused;
	enum err_code rc = ERR_OK;
	struct buf path;
	size_t i;

	buf_init(&path, 0);
	buf_add(&path, whole, stem);
	buf_str(&path, o->archive != NULL ? "-" : "/");
	for (i = 0; i < t->len; i++)
		buf_add_u8(&path, (uint8_t)name_char(t->text, i, t->len));
	buf_str(&path, o->archive != NULL ? whole + stem : o->mode == RUN_PATCH ? ".patch" : "");
	buf_add_u8(&path, 0);
	if (path.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK && o->mode == RUN_PATCH)
		rc = split_patch(job, o, base, tag, (const char *)path.ptr, err);
	else if (rc == ERR_OK && o->archive != NULL)
		rc = pack_files(job, (const char *)path.ptr, tag, o->force, err);
	else if (rc == ERR_OK)
		rc = copies_make(job, o, (const char *)path.ptr, tag, &unused, err);
	buf_free(&path);
	return rc;
}

enum err_code split_all(
	struct job *job, const struct options *o, const struct base *base, struct err *err)
{
	const struct tag_set *set = job->scan.set;
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = 0; i < set->count; i++)
		for (k = 0; k < i; k++)
			if (share_name(&set->tags[i], &set->tags[k]))
				return err_set(err, ERR_USAGE,
					"--split: %s and %s would have the same name",
					set->tags[k].text, set->tags[i].text);
	for (i = 0; i < set->count && rc == ERR_OK; i++)
		if (set->tags[i].pair == i && (o->sync || is_found(job, i)))
			rc = split_one(job, o, base, i, err);
	return rc;
}
