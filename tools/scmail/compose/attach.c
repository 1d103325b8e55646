/* SPDX-License-Identifier: MIT */
#include "compose/attach.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/glob.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "compose/textin.h"
#include "message/mimetype.h"

/* The file's own name in UTF-8. */
static enum err_code shown_name(const struct options *o, struct composed *c, const char *path,
	const char **out, struct err *err)
{
	struct span name = span_of(path_base(path), strlen(path_base(path)));
	struct textin t = {.charset = o->charset, .warn = true, .warning = c->warning};
	struct blob text;
	enum err_code rc;

	*out = path_base(path);
	if (utf8_valid_len(name) == name.len)
		return ERR_OK;
	rc = textin_guess(&t, name, tr("the name of an attachment"), &text, err);
	if (rc == ERR_FORMAT)
		return err_set(err, ERR_FORMAT,
			"the name is not UTF-8 and of no encoding known here; "
			"--atta=- with --stdin-name gives it another");
	if (rc != ERR_OK)
		return rc;
	*out = composed_own(c, (const char *)text.ptr, text.len);
	blob_free(&text);
	return *out != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code add(
	struct composed *c, struct mail_attach a, struct blob *bytes, struct err *err)
{
	struct mail_attach *bigger =
		realloc(c->attach, (c->mail.attach_count + 1) * sizeof *bigger);
	struct blob *blobs = realloc(c->bytes, (c->byte_count + 1) * sizeof *blobs);

	if (bigger != NULL)
		c->mail.attach = c->attach = bigger;
	if (blobs != NULL)
		c->bytes = blobs;
	if (bigger == NULL || blobs == NULL) {
		blob_free(bytes);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	if (bytes->ptr != NULL)
		c->bytes[c->byte_count++] = *bytes;
	c->attach[c->mail.attach_count++] = a;
	*bytes = (struct blob){NULL, 0};
	return ERR_OK;
}

enum err_code attach_bytes(
	struct composed *c, struct blob *bytes, const char *name, const char *type, struct err *err)
{
	struct mail_attach a = {.name = composed_own(c, name, strlen(name)),
		.type = type,
		.data = blob_span(*bytes),
		.size = bytes->len};

	if (a.name == NULL) {
		blob_free(bytes);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	return add(c, a, bytes, err);
}

/* Files of some file systems report the size 0 or a page, whatever their content. */
static bool size_is_true(const char *path, const struct file_info *info)
{
	struct blob real;
	struct err unused;
	bool pseudo = false;

	if (info->type != FILE_REGULAR || info->size <= ATTACH_SMALL)
		return false;
	if (file_real_path(path, &real, &unused) != ERR_OK)
		return true;
	pseudo = strncmp((const char *)real.ptr, "/proc/", 6) == 0 ||
		 strncmp((const char *)real.ptr, "/sys/", 5) == 0;
	blob_free(&real);
	return !pseudo;
}

static enum err_code look_at(const char *path, struct file_info *info, struct err *err)
{
	enum err_code rc = file_info(path, false, info, err);

	if (rc != ERR_OK)
		return rc;
	if (info->type == FILE_NONE)
		return err_set(err, ERR_NOTFOUND, "no such file");
	if (info->type == FILE_FOLDER)
		return err_set(err, ERR_UNSUPPORTED, "a folder cannot be attached");
	/* opening a FIFO could block forever; bash's <(...) is in /dev, zsh's in /proc */
	if (info->type != FILE_REGULAR && strncmp(path, "/dev/", 5) != 0 &&
		strncmp(path, "/proc/", 6) != 0)
		return err_set(err, ERR_UNSUPPORTED,
			"no ordinary file; - is standard input, which may be a pipe");
	return ERR_OK;
}

static enum err_code read_head(
	const char *path, uint8_t head[MIMETYPE_HEAD], size_t *got, struct err *err)
{
	struct file_in *in;
	enum err_code rc = file_in_open(path, &in,
		err); /* unreadable files are reported now, not in the middle of the mail */

	if (rc != ERR_OK)
		return rc;
	rc = file_in_read(in, head, MIMETYPE_HEAD, got, err);
	file_in_close(in);
	return rc;
}

/* name: the name in the mail; NULL: the file's own. */
static enum err_code take_file(const struct options *o, struct composed *c, const char *path,
	const char *name, const char *cid, struct err *err)
{
	static uint8_t begin[MIMETYPE_HEAD];
	struct span head;
	struct mail_attach a = {.path = path, .name = name, .cid = cid};
	struct blob bytes = {NULL, 0};
	struct file_info info;
	size_t got = 0;
	enum err_code rc = look_at(path, &info, err);

	if (rc == ERR_OK && o->save != NULL && file_same(path, o->save))
		rc = err_set(err, ERR_USAGE, "--save would overwrite it");
	if (rc != ERR_OK)
		return rc;
	if (size_is_true(path, &info)) {
		rc = read_head(path, begin, &got, err);
		head = span_of(begin, got);
		a.size = info.size;
		a.mtime_ns = info.mtime_ns;
	} else {
		rc = file_read(path, TEXTIN_MAX, &bytes, err);
		head = blob_span(bytes);
		a.path = NULL;
		a.data = blob_span(bytes);
		a.size = bytes.len;
	}
	if (rc == ERR_OK && name == NULL)
		rc = shown_name(o, c, path, &a.name, err);
	if (rc != ERR_OK) {
		blob_free(&bytes);
		return rc;
	}
	a.type = mimetype_of(a.name, head, head.len == a.size, &a.charset);
	return add(c, a, &bytes, err);
}

static enum err_code named_file(const struct options *o, struct composed *c, const char *path,
	const char *name, const char *cid, struct err *err)
{
	enum err_code rc = take_file(o, c, path, name, cid, err);

	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

static enum err_code take_matching(
	const struct options *o, struct composed *c, const char *pattern, struct err *err)
{
	static const struct glob_opts opts = {.max = 1000};
	struct glob_list list;
	size_t i;
	enum err_code rc = glob_find(pattern, &opts, &list, err);

	for (i = 0; i < list.count && rc == ERR_OK; i++) {
		const char *path = composed_own(c, list.paths[i], strlen(list.paths[i]));

		rc = path != NULL ? named_file(o, c, path, NULL, NULL, err)
				  : err_set(err, ERR_NOMEM, "out of memory");
	}
	glob_free(&list);
	return rc;
}

/* Attaches a file, all files that match a pattern, or standard input. */
static enum err_code take_attachment(
	const struct options *o, struct composed *c, const char *word, struct err *err)
{
	const char *path;
	enum err_code rc;

	if (strcmp(word, "-") == 0 && o->spool != NULL) {
		const char *name = "stdin";

		rc = o->stdin_name != NULL
			     ? composed_fill(o, c, o->stdin_name, "--stdin-name", &name, err)
			     : ERR_OK;
		return rc == ERR_OK ? named_file(o, c, o->spool, name, NULL, err) : rc;
	}
	rc = composed_fill(o, c, word, "--atta", &path, err);
	if (rc != ERR_OK)
		return rc;
	return glob_is_pattern(path) ? take_matching(o, c, path, err)
				     : named_file(o, c, path, NULL, NULL, err);
}

static bool cid_ok(const char *cid, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!((cid[i] >= 'a' && cid[i] <= 'z') || (cid[i] >= 'A' && cid[i] <= 'Z') ||
			    (cid[i] >= '0' && cid[i] <= '9') || strchr("._-@", cid[i]) != NULL))
			return false;
	return len > 0 && len < 128;
}

static enum err_code take_inline(
	const struct options *o, struct composed *c, const char *word, struct err *err)
{
	size_t len = strcspn(word, "=");
	const char *cid = cid_ok(word, len) ? composed_own(c, word, len) : NULL;
	const char *path;
	enum err_code rc;

	if (cid == NULL || word[len] != '=')
		return err_set(err, ERR_USAGE,
			"--inline: CID=FILE, please, with a CID of ASCII letters and digits");
	rc = composed_fill(o, c, word + len + 1, "--inline", &path, err);
	return rc == ERR_OK ? named_file(o, c, path, NULL, cid, err) : rc;
}

enum err_code attach_all(const struct options *o, struct composed *c, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < o->attach.count && rc == ERR_OK; i++)
		rc = take_attachment(o, c, o->attach.items[i], err);
	for (i = 0; i < o->inlined.count && rc == ERR_OK; i++)
		rc = take_inline(o, c, o->inlined.items[i], err);
	if (rc == ERR_OK && o->inlined.count > 0 && o->html == NULL)
		rc = err_set(err, ERR_USAGE, "--inline needs --html");
	return rc;
}
