/* SPDX-License-Identifier: MIT */
#include "change/audit.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/text.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "change/accounts.h"
#include "change/line_ends.h"
#include "change/lines.h"
#include "change/named.h"

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code add_item(struct audit *a, struct audit_item item, struct err *err)
{
	if (!ALLOC_ROOM(a->items, a->count, &a->cap)) {
		free(item.text);
		free(item.tags);
		return no_memory(err);
	}
	a->open += !item.accounted;
	a->items[a->count++] = item;
	return ERR_OK;
}

static enum err_code add_error(
	struct audit *a, const char *path, const struct err *why, struct err *err)
{
	struct audit_error *bigger = realloc(a->errors, (a->error_count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return no_memory(err);
	a->errors = bigger;
	a->errors[a->error_count] = (struct audit_error){alloc_text(path), *why};
	if (a->errors[a->error_count].path == NULL)
		return no_memory(err);
	a->error_count++;
	return ERR_OK;
}

/* A file of both trees, as bytes and as text. */
struct pair {
	const char *path;
	struct blob old, new;
	struct buf old_buf, new_buf;
	struct buf old_ends; /* old with the line ends of new */
	struct span old_text, new_text;
	struct lines old_lines, new_lines;
	bool guessed; /* enc is known */
	enum text_enc enc;
};

static enum err_code as_text(
	struct span bytes, struct buf *buf, struct span *text, bool *binary, struct err *err)
{
	enum err_code rc;

	buf_init(buf, 0);
	rc = hunks_text(bytes, buf, binary, err);
	*text = buf->len > 0 ? span_of(buf->ptr, buf->len) : bytes;
	return rc;
}

static void free_pair(struct pair *p)
{
	buf_free(&p->old_buf);
	buf_free(&p->new_buf);
	buf_free(&p->old_ends);
	lines_close(&p->old_lines);
	lines_close(&p->new_lines);
	blob_free(&p->old);
	blob_free(&p->new);
}

static void add_lines(struct buf *out, struct span lines, char sign)
{
	size_t pos = 0;

	while (pos < lines.len && out->len <= AUDIT_TEXT_MAX) {
		size_t end = span_find(lines, pos, "\n", 1);

		end = end == SIZE_MAX ? lines.len : end + 1;
		buf_add_u8(out, (uint8_t)sign);
		buf_add(out, lines.ptr + pos, end - pos);
		if (lines.ptr[end - 1] != '\n')
			buf_str(out, "\n");
		else if (out->len > 1 && out->ptr[out->len - 2] == HUNKS_CR[0])
			out->ptr[out->len - 2] = '\r';
		pos = end;
	}
}

/* Converts lines in GBK and the like to UTF-8 for readers. Bytes that are not text in any encoding
 * stay. */
static void make_readable(struct pair *p, enum text_enc prefer, struct buf *b)
{
	struct text_hints hints = {.prefer = prefer};
	struct text_guess guess;
	struct err ignored;
	struct buf readable;
	uint64_t bad;

	if (b->failed != ERR_OK || utf8_valid_len(span_of(b->ptr, b->len)) == b->len)
		return;
	if (!p->guessed && text_detect(blob_span(p->new), &hints, &guess, &ignored) == ERR_OK)
		p->enc = guess.verdict == TEXT_BINARY ? TEXT_NONE : guess.enc;
	p->guessed = true;
	if (p->enc == TEXT_NONE || text_enc_unit(p->enc) != 1)
		return;
	buf_init(&readable, 0);
	if (text_to_utf8(p->enc, span_of(b->ptr, b->len), &readable, &bad, &ignored) == ERR_OK &&
		bad == 0) {
		buf_free(b);
		*b = readable;
	} else {
		buf_free(&readable);
	}
}

static char *hunk_text(struct pair *p, enum text_enc prefer, const struct hunk *h)
{
	struct buf b;
	struct blob text;
	struct err ignored;

	buf_init(&b, 0);
	add_lines(&b, lines_part(&p->old_lines, h->old_first, h->old_count), '-');
	add_lines(&b, lines_part(&p->new_lines, h->new_first, h->new_count), '+');
	if (b.len > AUDIT_TEXT_MAX) {
		b.len = AUDIT_TEXT_MAX;
		buf_str(&b, "\n...\n");
	}
	make_readable(p, prefer, &b);
	buf_add_u8(&b, 0);
	return buf_finish(&b, &text, &ignored) == ERR_OK ? (char *)text.ptr : NULL;
}

/* The tags whose blocks, or own lines, overlap the lines [first, last]. *from: earlier blocks end
 * before first, and before all later hunks. */
static char *tags_of(const struct tag_set *set, const struct scan_result *r, size_t *from,
	uint32_t first, uint32_t last)
{
	struct buf b;
	struct blob text;
	struct err ignored;
	size_t i;

	buf_init(&b, 0);
	while (*from < r->block_count && r->blocks[*from].last < first)
		++*from;
	for (i = *from; i < r->block_count && r->blocks[i].first <= last && b.len < AUDIT_TEXT_MAX;
		i++) {
		const struct block *k = &r->blocks[i];
		const char *name = k->text != NULL ? k->text : set->tags[k->tag].text;

		if (k->last < first)
			continue;
		if (b.len > 0)
			buf_str(&b, ", ");
		buf_str(&b, name);
	}
	i = scan_first_hit(r, first);
	if (b.len == 0 && i < r->hit_count && r->hits[i].line <= last)
		buf_str(&b,
			r->hits[i].text != NULL ? r->hits[i].text : set->tags[r->hits[i].tag].text);
	buf_add_u8(&b, 0);
	return buf_finish(&b, &text, &ignored) == ERR_OK ? (char *)text.ptr : NULL;
}

struct auditor {
	const struct audit_opts *opts;
	struct audit *a;
	size_t unread; /* how many of a->errors are unreadable folders, in both trees */
};

static enum err_code scan(struct auditor *w, const char *path, struct blob bytes,
	struct scan_result *r, struct err *err)
{
	struct err why;
	enum err_code rc = scan_bytes(&w->opts->scan, path_base(path), blob_span(bytes), r, err);

	if (rc == ERR_OK && scan_gave_up(r, &why))
		rc = add_error(w->a, path, &why, err);
	return rc;
}

static enum err_code scan_change(struct auditor *w, const char *path, struct blob bytes,
	struct scan_result *r, struct err *err)
{
	enum err_code rc = scan(w, path, bytes, r, err);

	if (rc == ERR_OK && w->opts->scanned != NULL)
		w->opts->scanned(path, r, w->opts->scan.set);
	return rc;
}

/* lines: NULL when all changes of the file are accounted for. */
static enum err_code add_hunk(struct auditor *w, struct pair *p, const struct scan_result *r,
	const struct accounts *lines, const struct hunk *h, size_t *from, struct err *err)
{
	struct audit_item item = {.kind = AUDIT_HUNK, .path = p->path};

	item.first = h->new_count != 0 ? h->new_first : h->new_first + 1;
	item.last = h->new_count != 0 ? h->new_first + h->new_count - 1 : item.first;
	item.added = h->new_count;
	item.removed = h->old_count;
	item.open = lines != NULL ? accounts_open_line(lines, h) : 0;
	item.accounted = item.open == 0;
	item.text = hunk_text(p, w->opts->scan.prefer, h);
	item.tags =
		item.accounted ? tags_of(w->opts->scan.set, r, from, item.first, item.last) : NULL;
	if (item.text == NULL || (item.accounted && item.tags == NULL)) {
		free(item.text);
		free(item.tags);
		return no_memory(err);
	}
	return add_item(w->a, item, err);
}

/* For a deletion, the line before it. */
static uint32_t last_line(const struct hunk *h)
{
	return h->new_count != 0 ? h->new_first + h->new_count - 1 : h->new_first;
}

/* Blocks without a changed line. */
static enum err_code add_same(struct auditor *w, const char *path, const struct scan_result *r,
	const struct hunks *hunks, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k = 0; /* earlier hunks precede this block and all later ones */

	for (i = 0; i < r->block_count && rc == ERR_OK && !w->opts->scan.marks_only; i++) {
		const struct block *b = &r->blocks[i];
		const char *name = b->text != NULL ? b->text : w->opts->scan.set->tags[b->tag].text;
		struct audit_item item = {.kind = AUDIT_SAME,
			.accounted = true,
			.path = path,
			.first = b->first,
			.last = b->last};

		while (k < hunks->count && last_line(&hunks->list[k]) < b->first)
			k++;
		if (k < hunks->count && hunks->list[k].new_first <= b->last)
			continue;
		item.tags = alloc_text(name);
		rc = item.tags != NULL ? add_item(w->a, item, err) : no_memory(err);
	}
	return rc;
}

/* Changed line ends are reported as one change, not for each line. */
static enum err_code compare_ends(struct auditor *w, struct pair *p, struct err *err)
{
	static const char *const changes[3][3] = {{"", "LF -> CR LF", "LF -> CR"},
		{"CR LF -> LF", "", "CR LF -> CR"}, {"CR -> LF", "CR -> CR LF", ""}};
	enum line_end now = line_ends_kind(p->new_text);
	struct audit_item item = {.kind = AUDIT_ENDS,
		.path = p->path,
		.other = changes[line_ends_kind(p->old_text)][now]};
	enum err_code rc = line_ends_set(p->old_text, now, &p->old_ends, err);

	p->old_text = span_of(p->old_ends.ptr, p->old_ends.len);
	return rc == ERR_OK ? add_item(w->a, item, err) : rc;
}

static enum err_code compare_texts(struct auditor *w, struct pair *p, struct err *err)
{
	struct scan_result r = {.hits = NULL};
	struct hunks hunks = {.list = NULL};
	struct accounts lines = {.line = NULL};
	enum err_code rc = scan_change(w, p->path, p->new, &r, err);
	bool ends = line_ends_differ(p->old_text, p->new_text);
	bool clean = false;
	size_t from = 0;
	size_t i;

	if (rc == ERR_OK && ends)
		rc = compare_ends(w, p, err);
	if (rc != ERR_OK) {
		scan_result_free(&r);
		return rc;
	}
	rc = hunks_find(p->old_text, p->new_text, &hunks, err);
	accounts_narrow(&r, &hunks);
	if (rc == ERR_OK)
		rc = accounts_of(&r, p->new_text, !w->opts->scan.marks_only, &lines, err);
	if (rc == ERR_OK)
		rc = lines_open(p->old_text, &p->old_lines, err);
	if (rc == ERR_OK)
		rc = lines_open(p->new_text, &p->new_lines, err);
	if (rc == ERR_OK)
		rc = accounts_explain(
			&lines, &hunks, &p->old_lines, &p->new_lines, NULL, &clean, err);
	for (i = 0; i < hunks.count && rc == ERR_OK; i++)
		rc = add_hunk(w, p, &r, clean ? NULL : &lines, &hunks.list[i], &from, err);
	/* the same text in another encoding, or with another byte order mark */
	if (rc == ERR_OK && hunks.count == 0 && !ends)
		rc = add_item(
			w->a, (struct audit_item){.kind = AUDIT_BINARY, .path = p->path}, err);
	if (rc == ERR_OK)
		rc = add_same(w, p->path, &r, &hunks, err);
	hunks_free(&hunks);
	accounts_free(&lines);
	scan_result_free(&r);
	return rc;
}

static enum err_code same_bytes(struct auditor *w, const struct pair *p, struct err *err)
{
	struct hunks none = {.list = NULL};
	struct scan_result r = {.hits = NULL};
	enum err_code rc;

	if (w->opts->scan.marks_only)
		return ERR_OK;
	rc = scan(w, p->path, p->new, &r, err);
	accounts_narrow(&r, &none);
	if (rc == ERR_OK)
		rc = add_same(w, p->path, &r, &none, err);
	scan_result_free(&r);
	return rc;
}

static enum err_code compare_bytes(struct auditor *w, struct pair *p, struct err *err)
{
	bool old_binary = false;
	bool new_binary = false;
	enum err_code rc;

	if (span_equal(blob_span(p->old), blob_span(p->new)))
		return same_bytes(w, p, err);
	rc = as_text(blob_span(p->old), &p->old_buf, &p->old_text, &old_binary, err);
	if (rc == ERR_OK)
		rc = as_text(blob_span(p->new), &p->new_buf, &p->new_text, &new_binary, err);
	if (rc != ERR_OK)
		return rc;
	if (old_binary || new_binary)
		return add_item(
			w->a, (struct audit_item){.kind = AUDIT_BINARY, .path = p->path}, err);
	/* one that just one side has is a change of its first line */
	if (hunks_skip_mark(p->old_text).len != p->old_text.len &&
		hunks_skip_mark(p->new_text).len != p->new_text.len) {
		p->old_text = hunks_skip_mark(p->old_text);
		p->new_text = hunks_skip_mark(p->new_text);
	}
	return compare_texts(w, p, err);
}

static enum err_code both(struct auditor *w, size_t old, size_t new, struct err *err)
{
	const struct base_entry *o = &w->a->old.entries[old];
	const struct base_entry *n = &w->a->new.entries[new];
	struct pair p = {.path = n->path};
	struct err why;
	enum err_code rc = ERR_OK;

	if (o->link != n->link || o->odd != n->odd)
		return add_item(
			w->a, (struct audit_item){.kind = AUDIT_TYPE, .path = n->path}, err);
	if (o->odd)
		return ERR_OK;
	buf_init(&p.old_ends, 0);
	if (base_read(&w->a->old, old, &p.old, &why) != ERR_OK ||
		base_read(&w->a->new, new, &p.new, &why) != ERR_OK)
		rc = add_error(w->a, n->path, &why, err);
	else if (n->link)
		rc = span_equal(blob_span(p.old), blob_span(p.new))
			     ? ERR_OK
			     : add_item(w->a,
				       (struct audit_item){.kind = AUDIT_TYPE, .path = n->path},
				       err);
	else
		rc = compare_bytes(w, &p, err);
	if (rc == ERR_OK && !n->link && o->executable != n->executable && w->a->old.has_modes &&
		w->a->new.has_modes)
		rc = add_item(w->a,
			(struct audit_item){.kind = AUDIT_MODE,
				.path = n->path,
				.other = n->executable ? "100644 -> 100755" : "100755 -> 100644"},
			err);
	free_pair(&p);
	return rc;
}

static enum err_code added(struct auditor *w, size_t new, struct err *err)
{
	const struct base_entry *n = &w->a->new.entries[new];
	struct audit_item item = {.kind = AUDIT_ADDED, .path = n->path};
	struct blob bytes = {.ptr = NULL};
	struct scan_result r = {.hits = NULL};
	struct err why;
	size_t from = 0;
	enum err_code rc = ERR_OK;

	if (n->odd || n->link)
		return add_item(w->a, item, err);
	if (base_read(&w->a->new, new, &bytes, &why) != ERR_OK)
		return add_error(w->a, n->path, &why, err);
	rc = scan_change(w, n->path, bytes, &r, err);
	if (rc == ERR_OK) {
		item.accounted = (w->opts->scan.marks_only ? r.block_count : r.hit_count) > 0;
		item.tags = item.accounted ? tags_of(w->opts->scan.set, &r, &from, 0, UINT32_MAX)
					   : NULL;
		rc = item.accounted && item.tags == NULL ? no_memory(err)
							 : add_item(w->a, item, err);
	}
	scan_result_free(&r);
	blob_free(&bytes);
	return rc;
}

/* Whether the path is below an unreadable folder of root: then it counts neither as new nor as
 * deleted. */
static bool is_unread(const struct auditor *w, const char *root, const char *path)
{
	size_t len = strlen(root);
	size_t i;

	for (i = 0; i < w->unread; i++) {
		const char *folder = w->a->errors[i].path;
		size_t n;

		if (strncmp(folder, root, len) != 0)
			continue;
		folder += len;
		while (path_is_sep(*folder))
			folder++;
		n = strlen(folder);
		if (strncmp(path, folder, n) == 0 && path[n] == '/')
			return true;
	}
	return false;
}

static enum err_code merge_lists(struct auditor *w, struct err *err)
{
	const struct base *old = &w->a->old;
	const struct base *new = &w->a->new;
	enum err_code rc = ERR_OK;
	size_t i = 0;
	size_t k = 0;

	while (rc == ERR_OK && (i < old->count || k < new->count)) {
		int order = i == old->count   ? 1
			    : k == new->count ? -1
					      : strcmp(old->entries[i].path, new->entries[k].path);
		const char *path = order <= 0 ? old->entries[i].path : new->entries[k].path;
		bool excluded;

		w->a->files++;
		rc = filter_excludes_path(w->opts->filter, path, &excluded, err);
		if (rc != ERR_OK)
			return rc;
		if (excluded)
			w->a->excluded++;
		else if (order < 0 && !is_unread(w, w->opts->tree, path))
			rc = add_item(w->a,
				(struct audit_item){.kind = AUDIT_DELETED, .path = path}, err);
		else if (order > 0 && !is_unread(w, w->opts->base, path))
			rc = added(w, k, err);
		else if (order == 0)
			rc = both(w, i, k, err);
		i += order <= 0;
		k += order >= 0;
	}
	return rc;
}

static uint64_t hash_bytes(struct blob bytes)
{
	uint64_t h = bytes.len;
	size_t i;

	for (i = 0; i < bytes.len; i++)
		h = (h ^ bytes.ptr[i]) * 1099511628211u;
	return h;
}

/* Whether the new file has the hash; it is read once for this. */
static bool may_be(const struct audit *a, struct named *n, uint64_t hash)
{
	struct blob bytes = {.ptr = NULL};
	struct err why;

	if (n->memo == NULL && (n->memo = malloc(sizeof hash)) != NULL) {
		(void)base_read(&a->new, base_find(&a->new, a->items[n->index].path), &bytes, &why);
		*(uint64_t *)n->memo = hash_bytes(bytes);
		blob_free(&bytes);
	}
	return n->memo == NULL || *(uint64_t *)n->memo == hash;
}

static bool is_same(const struct audit *a, const char *path, struct blob old)
{
	struct blob new = {.ptr = NULL};
	struct err why;
	bool same = base_read(&a->new, base_find(&a->new, path), &new, &why) == ERR_OK &&
		    span_equal(blob_span(old), blob_span(new));

	blob_free(&new);
	return same;
}

/* The new file with the same name and bytes, or NULL. */
static struct audit_item *find_renamed(
	struct audit *a, const struct named_list *added, const struct audit_item *gone)
{
	struct audit_item *found = NULL;
	struct blob old;
	struct err why;
	size_t count;
	struct named *n = named_find(added, gone->path, &count);
	uint64_t hash;
	size_t i;

	if (count == 0 || base_read(&a->old, base_find(&a->old, gone->path), &old, &why) != ERR_OK)
		return NULL;
	hash = hash_bytes(old);
	for (i = 0; i < count && old.len > 0 && found == NULL; i++) {
		struct audit_item *came = &a->items[n[i].index];

		if (came->kind == AUDIT_ADDED && may_be(a, &n[i], hash) &&
			is_same(a, came->path, old))
			found = came;
	}
	blob_free(&old);
	return found;
}

/* A deleted file and a new one with the same bytes become one rename. */
static enum err_code join_renames(struct audit *a, struct err *err)
{
	struct named_list added = {.list = NULL};
	enum err_code rc = ERR_OK;
	size_t i;
	size_t k;

	for (i = 0; i < a->count && rc == ERR_OK; i++)
		if (a->items[i].kind == AUDIT_ADDED)
			rc = named_add(&added, a->items[i].path, i, err);
	named_sort(&added);
	for (i = 0; i < a->count; i++) {
		struct audit_item *gone = &a->items[i];
		struct audit_item *came =
			gone->kind == AUDIT_DELETED ? find_renamed(a, &added, gone) : NULL;

		if (came == NULL)
			continue;
		came->kind = AUDIT_RENAMED;
		came->other = gone->path;
		a->open += came->accounted;
		came->accounted = false;
		gone->path = NULL; /* reported with its new name */
	}
	named_free(&added);
	for (i = 0, k = 0; i < a->count; i++) {
		if (a->items[i].path != NULL)
			a->items[k++] = a->items[i];
		else
			a->open--;
	}
	a->count = k;
	return rc;
}

static enum err_code note_trouble(
	void *user, const char *path, const struct err *why, struct err *err)
{
	return add_error(user, path, why, err);
}

enum err_code audit_run(const struct audit_opts *opts, struct audit *out, struct err *err)
{
	struct auditor w = {opts, out};
	struct base_opts how = {opts->tree, note_trouble, out};
	enum err_code rc;

	*out = (struct audit){.items = NULL};
	rc = base_open_folder(opts->tree, &how, &out->new, err);
	if (rc == ERR_OK)
		rc = base_open(opts->base, &how, &out->old, err);
	w.unread = out->error_count;
	if (rc == ERR_OK)
		rc = merge_lists(&w, err);
	return rc == ERR_OK ? join_renames(out, err) : rc;
}

void audit_free(struct audit *a)
{
	size_t i;

	for (i = 0; i < a->count; i++) {
		free(a->items[i].text);
		free(a->items[i].tags);
	}
	for (i = 0; i < a->error_count; i++)
		free(a->errors[i].path);
	free(a->items);
	free(a->errors);
	base_close(&a->old);
	base_close(&a->new);
}

const char *audit_kind_name(enum audit_kind kind)
{
	static const char *const names[] = {N_("changed"), N_("added"), N_("deleted"),
		N_("renamed"), N_("binary"), N_("mode"), N_("type"), N_("line ends"), N_("same")};

	return names[kind];
}
