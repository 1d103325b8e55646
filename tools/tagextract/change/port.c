/* SPDX-License-Identifier: MIT */
#include "change/port.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "biosbelt/text.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "biosbelt/written.h"
#include "change/accounts.h"
#include "change/dest.h"
#include "change/judge.h"
#include "change/line_ends.h"
#include "change/lines.h"
#include "change/merge.h"
#include "change/mixed.h"
#include "change/moved.h"
#include "tree/results.h"

static enum err_code no_memory(struct err *err)
{
	return err_set(err, ERR_NOMEM, "out of memory");
}

/* user: the struct port_result */
static enum err_code add_error(void *user, const char *path, const struct err *why, struct err *err)
{
	struct port_result *r = user;
	char *copy = alloc_text(path);

	if (copy == NULL || !ALLOC_ROOM(r->errors, r->error_count, &r->error_cap)) {
		free(copy);
		return no_memory(err);
	}
	r->errors[r->error_count++] = (struct port_error){copy, *why};
	return ERR_OK;
}

/* A file of the result that differs from NEWBASE. */
struct merged {
	char *path;
	struct blob bytes;
	bool executable;
	int64_t mtime_ns;
	size_t first, end; /* its blocks in the list of items */
};

struct porter {
	const struct port_opts *opts;
	struct port_result *out;
	struct base old, mine, new;
	struct moved *moved; /* NULL until needed */
	struct merged *files;
	size_t count, cap;
	struct written written; /* with force */
};

/* A tagged file being ported. */
struct traveller {
	const char *path; /* of MINE */
	const char *to;   /* in NEWBASE */
	size_t similar;   /* file of NEWBASE, if there is no such one; SIZE_MAX */
	unsigned percents;
	struct blob old_bytes, mine_bytes, new_bytes;
	struct buf old_buf, mine_buf,
		new_buf;      /* decoded text, when the bytes are UTF-16 or the like */
	struct buf mine_ends; /* mine with the line ends of old */
	struct span old, mine, new;
	struct lines mine_lines;
	struct hunks hunks;     /* from old to mine */
	struct buf ours;        /* old with the tagged hunks of mine */
	struct merge_cut *cuts; /* its conflicts */
	size_t cut_count, cut_cap;
	size_t cut_end;    /* behind the last one, in ours */
	struct buf result; /* merged text */
	struct scan_result scan;
	bool has_old, has_new;
	bool marked,
		plain; /* some text has HUNKS_CR for a lone CR; some has that character itself */
};

static enum err_code add_item(struct porter *p, const struct traveller *t, uint32_t first,
	uint32_t last, const char *tag, struct err *err)
{
	struct port_result *r = p->out;
	bool moved = strcmp(t->to, t->path) != 0;
	const char *other = moved                    ? t->to
			    : t->similar != SIZE_MAX ? p->new.entries[t->similar].path
						     : NULL;
	struct port_item item = {.state = PORT_CARRIED,
		.path = alloc_text(t->path),
		.moved = other != NULL ? alloc_text(other) : NULL,
		.tag = alloc_text(tag),
		.percents = t->percents,
		.first = first,
		.last = last};

	if (item.path == NULL || item.tag == NULL || (other != NULL && item.moved == NULL) ||
		!ALLOC_ROOM(r->items, r->count, &r->cap)) {
		free(item.path);
		free(item.moved);
		free(item.tag);
		return no_memory(err);
	}
	r->items[r->count++] = item;
	return ERR_OK;
}

/* Lists the blocks that are in no other one, and tagged lines outside blocks. */
static enum err_code list_units(struct porter *p, const struct traveller *t, struct err *err)
{
	const struct scan_result *s = &t->scan;
	const struct tag_set *set = p->opts->scan.set;
	uint32_t until = 0;
	uint32_t line = 0;
	size_t block = 0;
	size_t i;

	for (i = 0; i < s->hit_count; i++) {
		const struct hit *h = &s->hits[i];
		const char *tag = h->text != NULL ? h->text : set->tags[h->tag].text;

		for (; block < s->block_count && s->blocks[block].first <= h->line; block++) {
			const struct block *b = &s->blocks[block];

			if (b->last <= until)
				continue;
			if (add_item(p, t, b->first, b->last,
				    b->text != NULL ? b->text : set->tags[b->tag].text,
				    err) != ERR_OK)
				return err->code;
			until = b->last;
		}
		if (h->line <= until || h->line == line)
			continue;
		line = h->line;
		if (add_item(p, t, line, line, tag, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

static enum err_code note_left(
	struct porter *p, const struct traveller *t, uint32_t line, struct err *err)
{
	struct port_result *r = p->out;
	char *path = alloc_text(t->path);

	if (path == NULL || !ALLOC_ROOM(r->left, r->left_count, &r->left_cap)) {
		free(path);
		return no_memory(err);
	}
	r->left[r->left_count++] = (struct port_left){path, line};
	return ERR_OK;
}

/* Notes each run of lines of the hunk that no tag accounts for. A last line that just got its end
 * is none of them. */
static enum err_code note_open(struct porter *p, const struct traveller *t,
	const struct accounts *lines, const struct lines *old, const struct hunk *h,
	struct err *err)
{
	bool ended = h->old_count != 0 && h->new_count > 1 && h->old_first == old->count &&
		     lines_find(old, old->count, &t->mine_lines, h->new_first, 1) != 0;
	struct hunk rest = {0, 0, h->new_first + ended, h->new_count - ended};
	enum err_code rc = ERR_OK;
	uint32_t end = h->new_first + h->new_count;
	uint32_t line;

	do {
		line = accounts_open_line(lines, &rest);
		rc = line != 0 ? note_left(p, t, line, err) : ERR_OK;
		while (line != 0 && line < end &&
			(line > lines->count || lines->line[line] == LINE_OPEN))
			line++;
		rest.new_first = line;
		rest.new_count = end - line;
	} while (rc == ERR_OK && line != 0 && line < end);
	return rc;
}

static enum err_code add_mixed(struct traveller *t, const struct accounts *lines,
	const struct hunk *h, bool strict, const struct lines *old, struct err *err)
{
	struct merge_cut cut;
	enum err_code rc = mixed_add(lines, h, strict, old, &t->mine_lines, &t->ours, &cut, err);
	uint32_t end = t->cut_count > 0 ? t->cuts[t->cut_count - 1].close : 0;

	if (rc != ERR_OK || cut.open == 0)
		return rc;
	if (!ALLOC_ROOM(t->cuts, t->cut_count, &t->cut_cap))
		return no_memory(err);
	for (; t->cut_end < t->ours.len; t->cut_end++)
		end += t->ours.ptr[t->cut_end] == '\n';
	t->cuts[t->cut_count++] =
		(struct merge_cut){end - cut.close + 1, end - cut.close + cut.mid, end};
	return ERR_OK;
}

/* Makes old with the tagged changes of mine. */
static enum err_code make_ours(struct porter *p, struct traveller *t, struct err *err)
{
	struct accounts lines = {.line = NULL};
	struct lines old = {.start = NULL};
	uint32_t next = 1; /* line of old */
	bool whole = !t->has_old;
	enum err_code rc = accounts_of(&t->scan, t->mine, true, &lines, err);
	size_t i;

	if (rc == ERR_OK)
		rc = lines_open(t->old, &old, err);
	if (rc == ERR_OK)
		mixed_extend(&lines, &t->hunks, &t->mine_lines);
	if (rc == ERR_OK && !whole)
		rc = accounts_explain(
			&lines, &t->hunks, &old, &t->mine_lines, &t->hunks, &whole, err);
	for (i = 0; i < t->hunks.count && rc == ERR_OK; i++) {
		struct hunk h = t->hunks.list[i];
		bool open = !whole && accounts_open_line(&lines, &h) != 0;
		bool strict = false;
		size_t more;
		uint32_t keep;
		struct span text;

		if (open)
			rc = note_open(p, t, &lines, &old, &h, err);
		while (rc == ERR_OK && !whole &&
			(more = mixed_join(
				 &lines, &h, &t->hunks, i + 1, &old, &t->mine_lines, &strict)) > 0)
			for (open = true; more > 0 && rc == ERR_OK; more--)
				if (accounts_open_line(&lines, &t->hunks.list[++i]) != 0)
					rc = note_open(p, t, &lines, &old, &t->hunks.list[i], err);
		if (rc != ERR_OK || (open && !accounts_touch(&lines, &h)))
			continue;
		keep = h.old_count != 0 ? h.old_first : h.old_first + 1;
		text = lines_part(&old, next, keep - next);
		buf_add(&t->ours, text.ptr, text.len);
		text = lines_part(&t->mine_lines, h.new_first, h.new_count);
		if (open || (!whole && mixed_moved(&lines, &h, &old, &t->mine_lines)))
			rc = add_mixed(t, &lines, &h, strict, &old, err);
		else
			buf_add(&t->ours, text.ptr, text.len);
		next = keep + h.old_count;
	}
	if (rc == ERR_OK) {
		struct span rest = lines_part(&old, next, UINT32_MAX);

		buf_add(&t->ours, rest.ptr, rest.len);
		if (t->ours.failed != ERR_OK)
			rc = no_memory(err);
	}
	accounts_free(&lines);
	lines_close(&old);
	return rc;
}

/* If a new drop differs only in its line ends, everything would conflict: so ours gets those of
 * theirs. */
static enum err_code merge(
	struct traveller *t, const struct judge_in *units, size_t *conflicts, struct err *err)
{
	struct merge_in in = {
		t->old, span_of(t->ours.ptr, t->ours.len), t->new, units, t->cuts, t->cut_count};
	struct span was = t->has_old ? t->old : in.ours;
	bool has_lines = span_find(was, 0, "\n", 1) != SIZE_MAX;
	enum line_end ends = line_ends_kind(t->new);
	struct buf old;
	struct buf ours;
	enum err_code rc = ERR_OK;

	buf_init(&old, 0);
	buf_init(&ours, 0);
	if (has_lines ? line_ends_differ(was, t->new) : ends != LINE_END_LF) {
		rc = line_ends_set(in.old, ends, &old, err);
		if (rc == ERR_OK)
			rc = line_ends_set(in.ours, ends, &ours, err);
		in.old = span_of(old.ptr, old.len);
		in.ours = span_of(ours.ptr, ours.len);
	}
	if (rc == ERR_OK)
		rc = merge_texts(&in, &t->result, conflicts, err);
	buf_free(&old);
	buf_free(&ours);
	return rc;
}

/* Encodes the text again: a UTF-16 file stays one. */
static enum err_code encode(struct traveller *t, struct blob *out, struct err *err)
{
	struct span like = blob_span(t->has_new ? t->new_bytes : t->mine_bytes);
	struct text_hints hints = {.prefer = TEXT_NONE};
	struct text_guess guess;
	uint64_t replaced;
	struct buf b;
	enum err_code rc;

	if (t->result.failed != ERR_OK)
		return no_memory(err);
	if (t->marked)
		hunks_restore_cr(&t->result);
	buf_init(&b, 0);
	if (memchr(like.ptr, 0, like.len) == NULL) {
		if (hunks_skip_mark(like).len != like.len)
			buf_str(&b, HUNKS_MARK);
		buf_add(&b, t->result.ptr, t->result.len);
		return buf_finish(&b, out, err);
	}
	rc = text_detect(like, &hints, &guess, err);
	if (rc == ERR_OK && guess.bom)
		rc = text_from_utf8(guess.enc, span_of(HUNKS_MARK, strlen(HUNKS_MARK)), false, &b,
			&replaced, err);
	if (rc == ERR_OK)
		rc = text_from_utf8(guess.enc, span_of(t->result.ptr, t->result.len), false, &b,
			&replaced, err);
	if (rc == ERR_OK)
		return buf_finish(&b, out, err);
	buf_free(&b);
	return rc;
}

/* from: its first block in the list of items. */
static enum err_code keep_file(struct porter *p, struct traveller *t, size_t mine, size_t new,
	size_t from, struct err *err)
{
	struct merged m = {.path = alloc_text(t->to), .first = from, .end = p->out->count};
	enum err_code rc = m.path != NULL ? encode(t, &m.bytes, err) : no_memory(err);

	m.executable =
		new != SIZE_MAX ? p->new.entries[new].executable : p->mine.entries[mine].executable;
	m.mtime_ns = p->mine.entries[mine].mtime_ns;
	if (rc == ERR_OK && !ALLOC_ROOM(p->files, p->count, &p->cap))
		rc = no_memory(err);
	if (rc != ERR_OK) {
		free(m.path);
		blob_free(&m.bytes);
		return rc;
	}
	p->files[p->count++] = m;
	return ERR_OK;
}

static enum err_code as_text(
	struct traveller *t, struct blob bytes, struct buf *buf, struct span *text, struct err *err)
{
	bool binary;
	enum err_code rc = hunks_text(blob_span(bytes), buf, &binary, err);
	bool *has = buf->len > 0 ? &t->marked : &t->plain;

	*text = buf->len > 0 ? span_of(buf->ptr, buf->len) : blob_span(bytes);
	*has = *has || span_find(*text, 0, HUNKS_CR, 2) != SIZE_MAX;
	if (hunks_skip_mark(blob_span(bytes)).len != bytes.len)
		*text = hunks_skip_mark(*text);
	if (rc == ERR_OK && (binary || (t->marked && t->plain)))
		rc = err_set(err, ERR_UNSUPPORTED, "tagged, but not a text that can be merged");
	return rc;
}

static enum err_code read_sides(
	struct porter *p, struct traveller *t, size_t old, size_t new, struct err *err)
{
	enum err_code rc = ERR_OK;

	t->has_old = old != SIZE_MAX && !p->old.entries[old].link;
	t->has_new = new != SIZE_MAX && !p->new.entries[new].link;
	if (t->has_old)
		rc = base_read(&p->old, old, &t->old_bytes, err);
	if (rc == ERR_OK && t->has_new)
		rc = base_read(&p->new, new, &t->new_bytes, err);
	if (rc == ERR_OK)
		rc = as_text(t, t->mine_bytes, &t->mine_buf, &t->mine, err);
	if (rc == ERR_OK)
		rc = as_text(t, t->old_bytes, &t->old_buf, &t->old, err);
	if (rc == ERR_OK)
		rc = as_text(t, t->new_bytes, &t->new_buf, &t->new, err);
	/* Line ends changed by an editor do not count as changed lines. */
	if (rc == ERR_OK && line_ends_differ(t->old, t->mine)) {
		rc = line_ends_set(t->mine, line_ends_kind(t->old), &t->mine_ends, err);
		t->mine = span_of(t->mine_ends.ptr, t->mine_ends.len);
	}
	if (rc == ERR_OK)
		rc = lines_open(t->mine, &t->mine_lines, err);
	if (rc == ERR_OK)
		rc = hunks_find(t->old, t->mine, &t->hunks, err);
	accounts_narrow(&t->scan, &t->hunks);
	return rc;
}

enum letters { LETTERS_ASCII, LETTERS_UTF8, LETTERS_OTHER };

/* text: the decoded bytes, in UTF-8 if they were UTF-16 or UTF-32. */
static enum letters letters_of(struct blob bytes, struct span text)
{
	size_t i = 0;

	if (bytes.len > 0 && (memchr(bytes.ptr, 0, bytes.len) != NULL ||
				     hunks_skip_mark(blob_span(bytes)).len != bytes.len))
		return LETTERS_UTF8;
	while (i < text.len && text.ptr[i] < 0x80)
		i++;
	if (i == text.len)
		return LETTERS_ASCII;
	return utf8_valid_len(text) == text.len ? LETTERS_UTF8 : LETTERS_OTHER;
}

/* Whether a block would insert letters in another encoding than the file's. */
static enum err_code check_letters(
	const struct porter *p, const struct traveller *t, size_t from, struct err *err)
{
	enum letters there = letters_of(t->new_bytes, t->new);
	enum letters here = letters_of(t->mine_bytes, t->mine);
	size_t i;

	if (!t->has_new || there == LETTERS_ASCII || there == here)
		return ERR_OK;
	for (i = from; i < p->out->count; i++) {
		const struct port_item *it = &p->out->items[i];
		struct span unit = lines_part(&t->mine_lines, it->first, it->last - it->first + 1);

		if (letters_of((struct blob){.ptr = NULL}, unit) != LETTERS_ASCII)
			return err_set(err, ERR_UNSUPPORTED,
				"the new base has it in another encoding than the blocks");
	}
	return ERR_OK;
}

/* Where the new drop has the file that is missing there; else t->similar. */
static enum err_code find_moved(
	struct porter *p, struct traveller *t, size_t old, size_t *new, struct err *err)
{
	struct moved_opts how = {&p->old, &p->mine, &p->new, add_error, p->out};
	enum err_code rc = p->moved == NULL ? moved_open(&how, &p->moved, err) : ERR_OK;

	if (rc == ERR_OK)
		rc = moved_find(p->moved, old, new, err);
	if (rc == ERR_OK && *new == SIZE_MAX)
		rc = moved_similar(p->moved, old, &t->similar, &t->percents, err);
	return rc;
}

static enum err_code carry(struct porter *p, struct traveller *t, size_t mine, struct err *err)
{
	size_t old = base_find(&p->old, t->path);
	size_t new = base_find(&p->new, t->path);
	size_t from = p->out->count;
	size_t conflicts = 0;
	enum err_code rc = ERR_OK;
	size_t i;

	if (new == SIZE_MAX && old != SIZE_MAX)
		rc = find_moved(p, t, old, &new, err);
	if (rc != ERR_OK)
		return rc;
	t->to = new != SIZE_MAX ? p->new.entries[new].path : t->path;
	rc = read_sides(p, t, old, new, err);
	if (rc == ERR_OK)
		rc = list_units(p, t, err);
	if (rc == ERR_OK)
		rc = check_letters(p, t, from, err);
	if (rc == ERR_OK)
		rc = make_ours(p, t, err);
	if (rc != ERR_OK)
		return rc;
	if (!t->has_new) {
		buf_add(&t->result, t->ours.ptr, t->ours.len);
		for (i = from; i < p->out->count; i++) {
			p->out->items[i].state = t->has_old ? PORT_NO_FILE : PORT_CARRIED;
			p->out->items[i].to = p->out->items[i].first;
		}
	} else {
		struct judge_in in = {
			&t->mine_lines, t->new, p->out->items + from, p->out->count - from};

		rc = merge(t, &in, &conflicts, err);
		if (rc == ERR_OK)
			rc = judge_items(&in, &t->result, err);
	}
	return rc == ERR_OK ? keep_file(p, t, mine, new, from, err) : rc;
}

static void free_traveller(struct traveller *t)
{
	blob_free(&t->old_bytes);
	blob_free(&t->mine_bytes);
	blob_free(&t->new_bytes);
	buf_free(&t->old_buf);
	buf_free(&t->mine_buf);
	buf_free(&t->mine_ends);
	buf_free(&t->new_buf);
	buf_free(&t->ours);
	free(t->cuts);
	buf_free(&t->result);
	lines_close(&t->mine_lines);
	hunks_free(&t->hunks);
	scan_result_free(&t->scan);
}

/* Whether the texts are the same but for CR before LF. */
static bool same_text(struct span a, struct span b)
{
	size_t i = 0;
	size_t k = 0;

	while (i < a.len && k < b.len) {
		i += i + 1 < a.len && a.ptr[i] == '\r' && a.ptr[i + 1] == '\n';
		k += k + 1 < b.len && b.ptr[k] == '\r' && b.ptr[k + 1] == '\n';
		if (a.ptr[i++] != b.ptr[k++])
			return false;
	}
	return i == a.len && k == b.len;
}

/* Counts an untagged file of MINE that no base has like that: it is not carried. */
static enum err_code count_untagged(
	struct porter *p, const char *path, struct span mine, struct err *err)
{
	const struct base *const bases[] = {&p->old, &p->new};
	bool same = false;
	size_t i;

	for (i = 0; i < 2 && !same; i++) {
		size_t at = base_find(bases[i], path);
		struct blob bytes = {.ptr = NULL};
		enum err_code rc =
			at != SIZE_MAX ? base_read(bases[i], at, &bytes, err) : ERR_USAGE;

		if (rc == ERR_NOMEM)
			return rc;
		same = rc == ERR_OK &&
		       (span_equal(blob_span(bytes), mine) || same_text(blob_span(bytes), mine));
		blob_free(&bytes);
	}
	p->out->untagged += !same;
	return ERR_OK;
}

/* Out of memory ends the run; other errors are reported for the file. */
static enum err_code one_file(struct porter *p, size_t i, struct err *err)
{
	const struct base_entry *e = &p->mine.entries[i];
	struct traveller t = {.path = e->path, .similar = SIZE_MAX};
	size_t items = p->out->count;
	struct err why;
	bool excluded;
	enum err_code rc = filter_excludes_path(p->opts->filter, e->path, &excluded, err);

	if (rc != ERR_OK || e->link || e->odd || excluded)
		return rc;
	if (!filter_takes(p->opts->filter, e->path, path_base(e->path)))
		return found_other_name(&p->out->names, path_base(e->path)) ? ERR_OK
									    : no_memory(err);
	rc = base_read(&p->mine, i, &t.mine_bytes, &why);
	if (rc == ERR_OK)
		rc = scan_bytes(
			&p->opts->scan, path_base(e->path), blob_span(t.mine_bytes), &t.scan, &why);
	if (rc == ERR_OK && scan_gave_up(&t.scan, &why))
		rc = add_error(p->out, e->path, &why, &why);
	if (rc == ERR_OK && t.scan.hit_count > 0) {
		p->out->files++;
		rc = carry(p, &t, i, &why);
	} else if (rc == ERR_OK) {
		rc = count_untagged(p, e->path, blob_span(t.mine_bytes), &why);
	}
	free_traveller(&t);
	if (rc == ERR_NOMEM) {
		*err = why;
		return rc;
	}
	if (rc == ERR_OK)
		return ERR_OK;
	for (; items < p->out->count; items++)
		p->out->items[items].state = PORT_CONFLICT;
	return add_error(p->out, e->path, &why, err);
}

/* ---- the new tree ---- */

static enum err_code write_at(const struct port_opts *o, const char *relative, struct span bytes,
	bool executable, int64_t mtime_ns, bool link, struct err *err)
{
	struct file_out_opts how = {.force = o->force,
		.no_device = true,
		.no_follow = true,
		.no_sync = true,
		.set_times = mtime_ns != 0,
		.mtime_ns = mtime_ns,
		.set_mode = true,
		.mode = executable ? 0755 : 0644};
	struct file_out *f;
	struct blob path;
	enum err_code rc = path_join(o->dest, relative, &path, err);
	size_t len;

	if (rc != ERR_OK)
		return rc;
	len = path_dir_len((const char *)path.ptr);
	if (base_meets_link((char *)path.ptr, strlen(o->dest) + 1)) {
		rc = err_set(err, ERR_FORMAT, "a folder on its way is a link");
	} else {
		path.ptr[len] = '\0';
		rc = file_mkdirs((const char *)path.ptr, err);
		path.ptr[len] = '/';
	}
	if (rc == ERR_OK && link) {
		char *target = alloc_text_len(bytes.ptr, bytes.len);

		rc = target != NULL ? file_make_link(target, (const char *)path.ptr, err)
				    : no_memory(err);
		free(target);
	} else if (rc == ERR_OK) {
		rc = file_out_open((const char *)path.ptr, &how, &f, err);
		if (rc == ERR_OK) {
			rc = file_out_write(f, bytes.ptr, bytes.len, err);
			if (rc == ERR_OK)
				rc = file_out_commit(f, err);
			else
				file_out_abort(f);
		}
	}
	blob_free(&path);
	return rc;
}

static enum err_code write_file(struct porter *p, const char *relative, struct span bytes,
	bool executable, int64_t mtime_ns, bool link, struct err *err)
{
	const struct port_opts *o = p->opts;
	enum err_code rc = o->force ? written_check(&p->written, o->dest, relative, err) : ERR_OK;

	if (rc == ERR_OK)
		rc = write_at(o, relative, bytes, executable, mtime_ns, link, err);
	return rc == ERR_OK && o->force ? written_add(&p->written, relative, err) : rc;
}

static int by_path(const void *a, const void *b)
{
	const struct merged *x = a;
	const struct merged *y = b;

	return strcmp(x->path, y->path);
}

static enum err_code write_base(struct porter *p, size_t i, struct err *err)
{
	const struct base_entry *e = &p->new.entries[i];
	struct blob bytes;
	enum err_code rc = base_read(&p->new, i, &bytes, err);

	if (rc != ERR_OK)
		return rc;
	rc = write_file(p, e->path, blob_span(bytes), e->executable, e->mtime_ns, e->link, err);
	blob_free(&bytes);
	return rc;
}

/* The file could not be written: its blocks are in no result; the new drop has some already. */
static void take_back(struct port_result *r, const struct merged *m)
{
	size_t i;

	for (i = m->first; i < m->end; i++) {
		r->items[i].to = 0;
		if (r->items[i].state != PORT_PRESENT)
			r->items[i].state = PORT_NO_FILE;
	}
}

static enum err_code write_tree(struct porter *p, struct err *err)
{
	struct err why;
	size_t i;

	num_sort(p->files, p->count, sizeof p->files[0], by_path);
	for (i = 0; i < p->new.count; i++) {
		const char *path = p->new.entries[i].path;
		struct merged like = {.path = p->new.entries[i].path};

		if (num_find(&like, p->files, p->count, sizeof like, by_path) != NULL)
			continue;
		if (write_base(p, i, &why) == ERR_OK)
			p->out->written++;
		else if (add_error(p->out, path, &why, err) != ERR_OK)
			return err->code;
	}
	for (i = 0; i < p->count; i++) {
		const struct merged *m = &p->files[i];

		if (write_file(p, m->path, blob_span(m->bytes), m->executable, 0, false, &why) ==
			ERR_OK) {
			p->out->written++;
			continue;
		}
		take_back(p->out, m);
		if (add_error(p->out, m->path, &why, err) != ERR_OK)
			return err->code;
	}
	return ERR_OK;
}

enum err_code port_run(const struct port_opts *opts, struct port_result *out, struct err *err)
{
	struct porter p = {.opts = opts, .out = out};
	struct base_opts how = {opts->mine, add_error, out};
	const char *const inputs[DEST_INPUTS] = {opts->old_base, opts->mine, opts->new_base};
	enum err_code rc;
	size_t i;

	*out = (struct port_result){.items = NULL};
	rc = opts->dry_run ? ERR_OK : dest_check(opts->dest, inputs, opts->force, err);
	if (rc == ERR_OK)
		rc = base_open_folder(opts->mine, &how, &p.mine, err);
	if (rc == ERR_OK)
		rc = base_open(opts->old_base, &how, &p.old, err);
	if (rc == ERR_OK)
		rc = base_open(opts->new_base, &how, &p.new, err);
	for (i = 0; i < p.mine.count && rc == ERR_OK; i++)
		rc = one_file(&p, i, err);
	if (rc == ERR_OK && !opts->dry_run && out->files > 0)
		rc = write_tree(&p, err);
	found_sort(&out->names);
	for (i = 0; i < p.count; i++) {
		free(p.files[i].path);
		blob_free(&p.files[i].bytes);
	}
	free(p.files);
	moved_close(p.moved);
	written_free(&p.written);
	base_close(&p.mine);
	base_close(&p.old);
	base_close(&p.new);
	return rc;
}

void port_free(struct port_result *r)
{
	size_t i;

	for (i = 0; i < r->count; i++) {
		free(r->items[i].path);
		free(r->items[i].moved);
		free(r->items[i].tag);
	}
	for (i = 0; i < r->left_count; i++)
		free(r->left[i].path);
	for (i = 0; i < r->error_count; i++)
		free(r->errors[i].path);
	free(r->items);
	free(r->left);
	free(r->errors);
	job_free(&r->names);
	*r = (struct port_result){.items = NULL};
}

const char *port_state_name(enum port_state state)
{
	static const char *const names[] = {
		N_("carried"), N_("present"), N_("conflict"), N_("no file")};

	return names[state];
}
