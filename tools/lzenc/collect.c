/* SPDX-License-Identifier: MIT */
#include "collect.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/tree.h"
#include "biosbelt/utf.h"

void sources_free(struct sources *s)
{
	size_t i;

	for (i = 0; i < s->count; i++) {
		free(s->list[i].path);
		free(s->list[i].name);
		blob_free(&s->list[i].data);
		file_in_close(s->list[i].more);
	}
	free(s->list);
	*s = (struct sources){0};
}

/* A new source, zeroed except for its name, which is as in the archive. */
static enum err_code new_source(
	struct sources *s, struct span name, struct source **out, struct err *err)
{
	struct source *one;
	struct blob text;
	struct buf b;
	enum err_code rc;

	if (!ALLOC_ROOM(s->list, s->count, &s->cap))
		return err_set(err, ERR_NOMEM, "out of memory");
	buf_init(&b, 0);
	rc = name_for_archive(&s->names, name, &b, err);
	buf_add_u8(&b, 0);
	if (rc == ERR_OK)
		rc = buf_finish(&b, &text, err);
	buf_free(&b);
	if (rc != ERR_OK)
		return rc;
	one = &s->list[s->count++];
	*one = (struct source){.name = (char *)text.ptr};
	one->entry.name = one->name;
	s->odd_names += utf8_valid_len(name) != name.len;
	*out = one;
	return ERR_OK;
}

static bool is_parent(const char *name, size_t len)
{
	return len == 2 && name[0] == '.' && name[1] == '.';
}

static bool has_parent(const char *path)
{
	while (*path != 0) {
		size_t len = 0;

		while (path[len] != 0 && !path_is_sep(path[len]))
			len++;
		if (is_parent(path, len))
			return true;
		path += len + (path[len] != 0);
	}
	return false;
}

/* The name of an operand in the archive: relative paths stay, others keep their last part. */
static const char *inner_name(const char *path, size_t *len)
{
	const char *name = path, *p;

	*len = strlen(path);
	while (*len > 1 && path_is_sep(path[*len - 1]))
		(*len)--;
	while (*len > 2 && name[0] == '.' && path_is_sep(name[1])) {
		name += 2;
		*len -= 2;
		while (*len > 1 && path_is_sep(name[0])) {
			name++;
			(*len)--;
		}
	}
	if (!path_is_absolute(path) && !has_parent(path))
		return name;
	for (p = name + *len; p > name && !path_is_sep(p[-1]); p--)
		;
	*len -= (size_t)(p - name);
	return p;
}

static void use_slashes(char *name)
{
	for (; *name != 0; name++)
		if (path_is_sep(*name))
			*name = '/';
}

/* Decodes a link's target as the names are decoded, so that it still leads to one. */
static enum err_code decode_target(
	const struct name_rule *names, struct blob *target, struct err *err)
{
	struct blob text;
	struct buf b;
	enum err_code rc;

	buf_init(&b, 0);
	rc = name_decode(names, blob_span(*target), &b, err);
	if (rc == ERR_OK)
		rc = buf_finish(&b, &text, err);
	buf_free(&b);
	if (rc != ERR_OK)
		return err_prefix(err, "the link's target");
	blob_free(target);
	*target = text;
	return ERR_OK;
}

static enum err_code add_link(
	const struct sources *s, struct source *one, const char *path, struct err *err)
{
	enum err_code rc = file_read_link(path, &one->data, err);

	if (rc == ERR_OK && s->names.enc != TEXT_NONE)
		rc = decode_target(&s->names, &one->data, err);

	one->entry.type = SZ_LINK;
	one->entry.size = one->data.len;
	return rc;
}

/* The output of an earlier run, which this one is about to replace: packing it would make every
 * further archive larger. */
static bool is_output(const struct sources *s, const char *path, const struct file_info *info)
{
	return s->output.type == FILE_REGULAR && info->type == FILE_REGULAR &&
	       s->output.size == info->size && file_same(path, s->output_name);
}

static enum err_code add_one(struct sources *s, const char *path, const char *name, size_t len,
	const struct file_info *info, struct err *err)
{
	struct source *one;
	enum err_code rc;

	if (info->type == FILE_OTHER) {
		s->skipped++;
		return ERR_OK;
	}
	if (is_output(s, path, info)) {
		s->own++;
		return ERR_OK;
	}
	rc = new_source(s, span_of(name, len), &one, err);
	if (rc != ERR_OK)
		return rc;
	one->path = alloc_text(path);
	if (one->path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	use_slashes(one->name);
	one->entry.has_mtime = one->entry.has_mode = true;
	one->entry.mtime_ns = info->mtime_ns;
	one->entry.mode = info->mode;
	if (info->type == FILE_LINK)
		return add_link(s, one, path, err);
	one->entry.type = info->type == FILE_FOLDER ? SZ_FOLDER : SZ_FILE;
	one->entry.size = info->type == FILE_FOLDER ? 0 : info->size;
	return ERR_OK;
}

struct walk {
	struct sources *s;
	const char *prefix;
	size_t prefix_len;
};

/* prefix + '/' + relative; either may be empty. */
static enum err_code add_walked(struct walk *w, const struct tree_entry *e, struct err *err)
{
	struct buf name;
	enum err_code rc = ERR_OK;

	buf_init(&name, 0);
	buf_add(&name, w->prefix, w->prefix_len);
	if (name.len != 0 && e->relative[0] != 0)
		buf_str(&name, "/");
	buf_str(&name, e->relative);
	if (name.failed != ERR_OK)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	else if (name.len != 0)
		rc = add_one(w->s, e->path, (const char *)name.ptr, name.len, &e->info, err);
	buf_free(&name);
	return rc;
}

static enum tree_action on_entry(void *user, const struct tree_entry *e)
{
	struct walk *w = user;
	struct err err;

	if (add_walked(w, e, &err) == ERR_OK)
		return TREE_GO_ON;
	w->s->failed = err;
	err_prefix(&w->s->failed, "%s", e->path);
	return TREE_STOP;
}

static enum tree_action on_error(void *user, const char *path, const struct err *err)
{
	struct walk *w = user;

	w->s->failed = *err;
	err_prefix(&w->s->failed, "%s", path);
	return TREE_STOP;
}

static enum err_code add_folder(
	struct sources *s, const char *path, const char *name, size_t len, struct err *err)
{
	/* "." and ".." cannot be extracted: their contents are at the top of the archive */
	bool nameless = (len == 1 && name[0] == '.') || is_parent(name, len);
	struct walk w = {s, name, nameless ? 0 : len};
	struct tree_opts opts = {
		.want_info = true, .on_entry = on_entry, .on_error = on_error, .user = &w};
	enum err_code rc = tree_walk(path, &opts, err);

	if (rc == ERR_OK && s->failed.code != ERR_OK) {
		*err = s->failed;
		return err->code;
	}
	return rc;
}

#define STDIN_STEP ((size_t)1 << 20)

/* Reads up to hold bytes; *over: the input has ended. */
static enum err_code read_some(
	struct file_in *in, size_t hold, struct blob *out, bool *over, struct err *err)
{
	uint8_t *step = malloc(STDIN_STEP);
	enum err_code rc = step != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
	struct buf b;
	size_t got, want;

	buf_init(&b, 0);
	for (*over = false; rc == ERR_OK && !*over && b.len < hold;) {
		want = hold - b.len < STDIN_STEP ? hold - b.len : STDIN_STEP;
		rc = file_in_read(in, step, want, &got, err);
		if (rc != ERR_OK)
			break;
		*over = got < want;
		buf_add(&b, step, got);
		if (b.failed != ERR_OK)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	free(step);
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

static enum err_code add_stdin(struct sources *s, const char *name, struct err *err)
{
	struct source *one;
	enum err_code rc = new_source(s, span_of(name, strlen(name)), &one, err);
	bool over = false;

	if (rc == ERR_OK)
		rc = file_in_stdin(&one->more, err);
	if (rc == ERR_OK)
		rc = read_some(one->more, s->hold, &one->data, &over, err);
	if (rc != ERR_OK)
		return rc;
	if (over) {
		file_in_close(one->more);
		one->more = NULL;
	}
	one->entry.type = SZ_FILE;
	one->entry.size = one->data.len;
	return ERR_OK;
}

/*
 * A device or pipe cannot be archived. In a folder it is left out and counted; as an operand it
 * would give an empty archive, and a shell's <(program), a link to a pipe, a dangling link.
 */
static bool is_special(const char *path, const struct file_info *info)
{
	struct file_info target;
	struct err err;

	if (info->type != FILE_LINK)
		return info->type == FILE_OTHER;
	return file_info(path, false, &target, &err) == ERR_OK && target.type == FILE_OTHER;
}

enum err_code sources_add(
	struct sources *s, const char *operand, const char *stdin_name, struct err *err)
{
	struct file_info info;
	const char *name;
	size_t len;
	enum err_code rc;

	if (strcmp(operand, "-") == 0)
		return add_stdin(s, stdin_name, err);
	rc = file_info(operand, true, &info, err);
	if (rc != ERR_OK)
		return rc;
	if (info.type == FILE_NONE)
		return err_set(err, ERR_NOTFOUND, "no such file or folder");
	if (is_special(operand, &info))
		return err_set(err, ERR_USAGE,
			"neither file, folder nor link; '-' packs what standard input brings");
	name = inner_name(operand, &len);
	if (info.type == FILE_FOLDER)
		return add_folder(s, operand, name, len, err);
	return add_one(s, operand, name, len, &info, err);
}

static const char *suffix_of(const char *name)
{
	const char *base = strrchr(name, '/');
	const char *dot = strrchr(base != NULL ? base : name, '.');

	return dot != NULL ? dot : "";
}

/* 0: without content, before all blocks. */
static int rank_of(const struct source *s)
{
	if (s->entry.type == SZ_FOLDER || s->entry.size == 0)
		return 0;
	return 1 + SOURCE_KINDS * (int)s->filter + (int)s->kind;
}

static int by_group(const void *a, const void *b)
{
	const struct source *x = a, *y = b;
	int order = rank_of(x) - rank_of(y);

	if (order == 0 && rank_of(x) != 0)
		order = strcmp(suffix_of(x->name), suffix_of(y->name));
	return order != 0 ? order : strcmp(x->name, y->name);
}

static int by_name(const void *a, const void *b)
{
	const struct source *const *x = a, *const *y = b;

	return strcmp((*x)->name, (*y)->name);
}

static enum err_code check_names(struct sources *s, struct err *err)
{
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): pointers are what is sorted */
	struct source **sorted = malloc((s->count + 1) * sizeof(*sorted));
	size_t i;
	enum err_code rc = ERR_OK;

	if (sorted == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < s->count; i++)
		sorted[i] = &s->list[i];
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): as above */
	qsort(sorted, s->count, sizeof(*sorted), by_name);
	for (i = 1; i < s->count && rc == ERR_OK; i++)
		if (strcmp(sorted[i]->name, sorted[i - 1]->name) == 0)
			rc = err_set(err, ERR_USAGE, "two inputs have the name '%.200s'",
				sorted[i]->name);
	free(sorted);
	return rc;
}

enum err_code sources_sort(struct sources *s, struct err *err)
{
	qsort(s->list, s->count, sizeof(*s->list), by_group);
	return check_names(s, err);
}
