/* SPDX-License-Identifier: MIT */
#include "change/hunks.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/text.h"
#include "lib/lib_git2.h"

static enum err_code git_failed(const struct lib_git2 *lib, struct err *err)
{
	const git_error *last = lib->git_error_last();

	return err_set(err, ERR_NOMEM, "no diff: %s",
		last != NULL && last->message != NULL ? last->message : "unknown reason");
}

static enum err_code copy_hunks(
	const struct lib_git2 *lib, git_patch *patch, struct hunks *out, struct err *err)
{
	size_t count = lib->git_patch_num_hunks(patch);
	size_t i;

	out->list = calloc(count + 1, sizeof *out->list);
	if (out->list == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (i = 0; i < count; i++) {
		const git_diff_hunk *h;
		size_t lines;

		if (lib->git_patch_get_hunk(&h, &lines, patch, i) != 0)
			return git_failed(lib, err);
		out->list[i] = (struct hunk){(uint32_t)h->old_start, (uint32_t)h->old_lines,
			(uint32_t)h->new_start, (uint32_t)h->new_lines};
	}
	out->count = count;
	return ERR_OK;
}

enum err_code hunks_find(struct span old, struct span new, struct hunks *out, struct err *err)
{
	const struct lib_git2 *lib;
	git_diff_options opts;
	git_patch *patch = NULL;
	enum err_code rc = lib_git2(&lib, err);

	*out = (struct hunks){.list = NULL};
	if (rc != ERR_OK)
		return rc;
	lib->git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.context_lines = 0;
	opts.interhunk_lines = 0;
	opts.flags |= GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
	if (lib->git_patch_from_buffers(&patch, old.len != 0 ? old.ptr : (const uint8_t *)"",
		    old.len, "a", new.len != 0 ? new.ptr : (const uint8_t *)"", new.len, "a",
		    &opts) != 0)
		rc = git_failed(lib, err);
	else
		rc = copy_hunks(lib, patch, out, err);
	/* libgit2 1.5 reports success when its diff lacks memory. */
	if (rc == ERR_OK && out->count == 0 && !span_equal(old, new))
		rc = err_set(err, ERR_NOMEM, "out of memory");
	lib->git_patch_free(patch);
	if (rc != ERR_OK)
		hunks_free(out);
	return rc;
}

void hunks_free(struct hunks *h)
{
	free(h->list);
	*h = (struct hunks){.list = NULL};
}

static size_t next_line(struct span text, size_t pos)
{
	size_t lf = span_find(text, pos, "\n", 1);

	return lf != SIZE_MAX ? lf + 1 : text.len;
}

static bool has_lone_cr(struct span in)
{
	size_t i;

	for (i = 0; i < in.len; i++)
		if (in.ptr[i] == '\r' && (i + 1 == in.len || in.ptr[i + 1] != '\n'))
			return true;
	return false;
}

/* Marks CRs that end a line alone; CR CR LF and the like stay. */
static enum err_code mark_cr(struct span in, struct buf *out, bool *binary, struct err *err)
{
	size_t i;

	if (span_find(in, 0, HUNKS_CR, 2) != SIZE_MAX)
		*binary = true;
	for (i = 0; i < in.len && !*binary; i++)
		if (in.ptr[i] == '\r' && (i + 1 == in.len || in.ptr[i + 1] != '\n'))
			buf_str(out, HUNKS_CR);
		else
			buf_add_u8(out, in.ptr[i]);
	return out->failed == ERR_OK ? ERR_OK : err_set(err, out->failed, "out of memory");
}

struct span hunks_skip_mark(struct span text)
{
	size_t len = strlen(HUNKS_MARK);

	return span_starts(text, HUNKS_MARK, len) ? span_of(text.ptr + len, text.len - len) : text;
}

void hunks_restore_cr(struct buf *text)
{
	size_t from;
	size_t to = 0;

	for (from = 0; from < text->len; from++) {
		bool mark = text->ptr[from] == HUNKS_CR[0] && from + 1 < text->len &&
			    text->ptr[from + 1] == HUNKS_CR[1];

		text->ptr[to++] = mark ? '\r' : text->ptr[from];
		from += mark;
	}
	text->len = to;
}

enum err_code hunks_text(struct span in, struct buf *out, bool *binary, struct err *err)
{
	struct text_hints hints = {.prefer = TEXT_NONE};
	struct text_guess guess;
	uint64_t bad;
	size_t mark;
	enum err_code rc;

	*binary = false;
	out->len = 0;
	if (in.len == 0)
		return ERR_OK;
	if (memchr(in.ptr, 0, in.len) == NULL) {
		/* in UTF-16, but perhaps no more than its mark */
		*binary = text_enc_unit(text_find_bom(in, &mark)) != 1;
		return has_lone_cr(in) ? mark_cr(in, out, binary, err) : ERR_OK;
	}
	rc = text_detect(in, &hints, &guess, err);
	if (rc != ERR_OK)
		return rc;
	if (guess.verdict == TEXT_BINARY || text_enc_unit(guess.enc) == 1) {
		*binary = true;
		return ERR_OK;
	}
	rc = text_to_utf8(guess.enc, in, out, &bad, err);
	if (rc == ERR_OK && bad != 0)
		*binary = true;
	if (rc == ERR_OK && span_find(span_of(out->ptr, out->len), 0, HUNKS_CR, 2) != SIZE_MAX)
		*binary = true;
	if (rc == ERR_OK && !*binary && has_lone_cr(span_of(out->ptr, out->len))) {
		struct buf plain = *out;

		buf_init(out, 0);
		rc = mark_cr(span_of(plain.ptr, plain.len), out, binary, err);
		buf_free(&plain);
	}
	return rc;
}

/* ---- patches ---- */

/* Writes a name as git does: quoted with escapes if it has special characters. The prefix is inside
 * the quotes. */
static void add_name(struct buf *out, const char *prefix, const char *name)
{
	const char *p = name;

	while (*p >= 0x20 && *p < 0x7F && *p != '"' && *p != '\\')
		p++;
	if (*p == '\0') {
		buf_printf(out, "%s%s", prefix, name);
		return;
	}
	buf_printf(out, "\"%s", prefix);
	for (p = name; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\')
			buf_printf(out, "\\%c", *p);
		else if (*p >= 0x20 && *p < 0x7F)
			buf_add_u8(out, (uint8_t)*p);
		else
			buf_printf(out, "\\%03o", (unsigned)(uint8_t)*p);
	}
	buf_str(out, "\"");
}

static void add_head(struct buf *out, const struct hunk_names *n)
{
	const char *old_mode = n->old_executable ? "100755" : "100644";
	const char *new_mode = n->new_executable ? "100755" : "100644";

	if (n->old_name != NULL && n->old_executable != n->new_executable)
		buf_printf(out, "old mode %s\nnew mode %s\n", old_mode, new_mode);
	if (n->similarity > 0 && n->old_name != NULL) {
		buf_printf(out, "similarity index %u%%\n", n->similarity);
		buf_str(out, "rename from ");
		add_name(out, "", n->old_name);
		buf_str(out, "\nrename to ");
		add_name(out, "", n->new_name);
		buf_str(out, "\n");
	}
}

static bool starts(struct span line, const char *text)
{
	return span_starts(line, text, strlen(text));
}

/* libgit2 takes every file for one of mode 100644. As in git, the line "index" has no mode if it
 * changes. */
static void add_line(struct span line, const struct hunk_names *n, struct buf *out)
{
	static const char mode[] = " 100644";
	size_t at = line.len > strlen(mode) ? line.len - strlen(mode) : 0;

	if ((!starts(line, "index ") && !starts(line, "new file mode ")) ||
		!span_equal(span_of(line.ptr + at, line.len - at), span_of(mode, strlen(mode)))) {
		buf_add(out, line.ptr, line.len);
		return;
	}
	buf_add(out, line.ptr, at);
	if (n->old_name == NULL || n->old_executable == n->new_executable)
		buf_str(out, n->new_executable ? " 100755" : mode);
}

/*
 * libgit2 compares buffers and knows neither modes nor renames, so these lines are inserted after
 * the first line. A TAB after the names of "---" and "+++" is needed when they contain a blank, or
 * patch(1) would end the name there; libgit2 omits the TAB. False: the patch changes no content.
 */
static bool copy_patch(struct span text, const struct hunk_names *n, struct buf *out)
{
	bool head = true;
	size_t pos = 0;

	while (pos < text.len) {
		size_t next = next_line(text, pos);
		size_t len = next - pos - (text.ptr[next - 1] == '\n');
		struct span line = span_of(text.ptr + pos, len);

		head = head && !starts(line, "@@") && !starts(line, "GIT binary patch");
		if (!head) {
			buf_add(out, text.ptr + pos, text.len - pos);
			return true;
		}
		add_line(line, n, out);
		if ((starts(line, "--- ") || starts(line, "+++ ")) &&
			span_find(line, 4, " ", 1) != SIZE_MAX)
			buf_str(out, "\t");
		buf_add(out, text.ptr + pos + len, next - pos - len);
		if (pos == 0)
			add_head(out, n);
		pos = next;
	}
	return false;
}

enum err_code hunks_patch(struct span old, struct span new, const struct hunk_names *names,
	struct buf *out, struct err *err)
{
	const char *from = names->old_name != NULL ? names->old_name : names->new_name;
	const struct lib_git2 *lib;
	git_diff_options opts;
	git_patch *patch = NULL;
	git_buf text = {.ptr = NULL};
	enum err_code rc = lib_git2(&lib, err);

	if (rc != ERR_OK)
		return rc;
	lib->git_diff_options_init(&opts, GIT_DIFF_OPTIONS_VERSION);
	opts.flags |= GIT_DIFF_SHOW_BINARY; /* UTF-16 is binary to git; the patch still applies */
	if (lib->git_patch_from_buffers(&patch, names->old_name == NULL ? NULL : old.ptr, old.len,
		    from, new.ptr, new.len, names->new_name, &opts) != 0 ||
		lib->git_patch_to_buf(&text, patch) != 0)
		rc = git_failed(lib, err);
	else if (!copy_patch(span_of(text.ptr, text.size), names, out) && !span_equal(old, new))
		rc = err_set(err, ERR_NOMEM, "out of memory"); /* libgit2 1.5 does not say so */
	if (rc == ERR_OK && text.size == 0 && names->old_name != NULL &&
		(names->similarity > 0 || names->old_executable != names->new_executable)) {
		buf_str(out, "diff --git ");
		add_name(out, "a/", from);
		buf_str(out, " ");
		add_name(out, "b/", names->new_name);
		buf_str(out, "\n");
		add_head(out, names);
	}
	lib->git_buf_dispose(&text);
	lib->git_patch_free(patch);
	if (rc == ERR_OK && out->failed != ERR_OK)
		rc = err_set(err, out->failed, "out of memory");
	return rc;
}

/* ---- similarity ---- */

#define TABLE_BITS 12

/* Adds the bytes of each line to one of the table's counters. */
static uint32_t *place_of(struct span line, uint32_t *table, uint32_t size)
{
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < line.len; i++)
		h = (h ^ line.ptr[i]) * 16777619u;
	return &table[(h ^ h >> TABLE_BITS) & (size - 1)];
}

static void add_lines(struct span text, uint32_t *table, uint32_t size)
{
	size_t pos;
	size_t next;

	for (pos = 0; pos < text.len; pos = next) {
		next = next_line(text, pos);
		*place_of(span_of(text.ptr + pos, next - pos), table, size) +=
			(uint32_t)(next - pos);
	}
}

static unsigned percents(uint64_t same, size_t a, size_t b)
{
	return (unsigned)(same * 99 / (a > b ? a : b)); /* 100 means identical bytes */
}

unsigned hunks_similarity(struct span a, struct span b)
{
	uint32_t table[1 << TABLE_BITS] = {0};
	uint64_t same = 0;
	size_t pos;
	size_t next;

	if (a.len == 0)
		return 0;
	if (span_equal(a, b))
		return 100;
	add_lines(a, table, 1 << TABLE_BITS);
	for (pos = 0; pos < b.len; pos = next) {
		uint32_t *left;

		next = next_line(b, pos);
		left = place_of(span_of(b.ptr + pos, next - pos), table, 1 << TABLE_BITS);
		if (*left >= next - pos) {
			*left -= (uint32_t)(next - pos);
			same += next - pos;
		}
	}
	return percents(same, a.len, b.len);
}

void hunks_sketch(struct span text, struct hunks_sketch *out)
{
	*out = (struct hunks_sketch){.len = text.len};
	add_lines(text, out->bytes, HUNKS_SKETCH);
}

unsigned hunks_similarity_most(const struct hunks_sketch *a, const struct hunks_sketch *b)
{
	uint64_t same = 0;
	size_t i;

	if (a->len == 0)
		return 0;
	for (i = 0; i < HUNKS_SKETCH; i++)
		same += a->bytes[i] < b->bytes[i] ? a->bytes[i] : b->bytes[i];
	return same == a->len && same == b->len ? 100 : percents(same, a->len, b->len);
}
