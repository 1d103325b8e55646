/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "output/pack.h"

enum {
	OPT_TAG = 1,
	OPT_TAGS_FROM,
	OPT_PART,
	OPT_CASE,
	OPT_COMMENTS,
	OPT_MARKERS,
	OPT_PREFER,
	OPT_EXT,
	OPT_INCLUDE,
	OPT_EXCLUDE,
	OPT_ALL,
	OPT_SKIP_BUILD,
	OPT_SIBLING,
	OPT_FORCE,
	OPT_DRY_RUN,
	OPT_MANIFEST,
	OPT_CACHE,
	OPT_JSON,
	OPT_CSV,
	OPT_REGEX,
	OPT_PATCH,
	OPT_UNTAGGED,
	OPT_ARCHIVE,
	OPT_NAMES,
	OPT_THREADS
};

static const struct cli_opt opts[] = {
	{"tag", 't', CLI_VALUE, "TAG", "Look for TAG; then the first argument is the source folder",
		NULL, "What to look for", OPT_TAG, CLI_REPEAT},
	{"tags-from", 0, CLI_VALUE, "FILE", "Look for the tags in FILE, one a line, UTF-8", NULL,
		NULL, OPT_TAGS_FROM, CLI_IS_FILE},
	{"part-of-word", 0, CLI_FLAG, NULL, "Let Tag_SC01 also find Tag_SC011", NULL, NULL,
		OPT_PART, 0},
	{"ignore-case", 'i', CLI_FLAG, NULL, "Do not tell ASCII capitals from small letters", NULL,
		NULL, OPT_CASE, 0},
	{"regex", 'r', CLI_FLAG, NULL, "Take the tags for regular expressions (PCRE2)", NULL, NULL,
		OPT_REGEX, 0},
	{"comments-only", 0, CLI_FLAG, NULL, "Count a tag only where it stands in a comment", NULL,
		NULL, OPT_COMMENTS, 0},
	{"markers", 0, CLI_VALUE, "BEGIN,END",
		"Take a line with a tag and BEGIN or END for the begin or end of a block", NULL,
		NULL, OPT_MARKERS, 0},
	{"prefer", 0, CLI_VALUE, "ENCODING", "Read files of doubtful encoding in this one", NULL,
		NULL, OPT_PREFER, 0},
	{"ext", 'e', CLI_VALUE, "LIST", "Look only into files that end so, such as c,h,inf", NULL,
		"Which files", OPT_EXT, CLI_REPEAT},
	{"include", 0, CLI_VALUE, "PATTERN", "Look into files that fit it too", NULL, NULL,
		OPT_INCLUDE, CLI_REPEAT},
	{"exclude", 'x', CLI_VALUE, "PATTERN", "Leave out files and folders that fit it", NULL,
		NULL, OPT_EXCLUDE, CLI_REPEAT},
	{"all", 'a', CLI_FLAG, NULL, "Look into every file, whatever its name", NULL, NULL, OPT_ALL,
		0},
	{"skip-build", 0, CLI_FLAG, NULL, "Leave out folders named Build", NULL, NULL,
		OPT_SKIP_BUILD, 0},
	{"sibling", 0, CLI_VALUE, "NAME",
		"Without a target folder: copy to NAME beside the source (default: labz)", NULL,
		"What to do", OPT_SIBLING, 0},
	{"archive", 0, CLI_VALUE, "FILE",
		"Pack the files into FILE (.7z or .zip) instead of copying", NULL, NULL,
		OPT_ARCHIVE, CLI_IS_FILE},
	{"names", 0, CLI_VALUE, "ENC",
		"With --archive: encoding of names that are no UTF-8, or keep", NULL, NULL,
		OPT_NAMES, 0},
	{"patch", 0, CLI_VALUE, "BASE",
		"Print the unified diff from the tree BASE to the tagged files; copies only with "
		"TARGET",
		NULL, NULL, OPT_PATCH, CLI_IS_DIR},
	{"untagged", 0, CLI_VALUE, "BASE",
		"List the files that differ from the tree BASE and carry no tag; copies nothing",
		NULL, NULL, OPT_UNTAGGED, CLI_IS_DIR},
	{"force", 'f', CLI_FLAG, NULL, "Overwrite files of the target that differ", NULL, NULL,
		OPT_FORCE, 0},
	{"dry-run", 'n', CLI_FLAG, NULL, "Only tell what would be copied", NULL, NULL, OPT_DRY_RUN,
		0},
	{"manifest", 0, CLI_VALUE, "FILE", "Write the SHA-256 and path of each file copied", NULL,
		NULL, OPT_MANIFEST, CLI_IS_FILE},
	{"cache", 0, CLI_VALUE, "FILE",
		"Remember in FILE which files hold no tag, for the next run", NULL, NULL, OPT_CACHE,
		CLI_IS_FILE},
	{"json", 0, CLI_FLAG, NULL, "Report as one JSON document", NULL, NULL, OPT_JSON, 0},
	{"csv", 0, CLI_FLAG, NULL, "Report as CSV, a line for each place", NULL, NULL, OPT_CSV, 0},
	{"threads", 'j', CLI_VALUE, "N", "Scan with N threads (default: one a processor)", NULL,
		NULL, OPT_THREADS, 0},
	{0},
};

const struct cli_spec tagextract_spec = {.tool = "tagextract",
	.exits = CLI_HAS_NOTHING,
	.summary = "copies the source files that carry a change tag, with their sub-folders",
	.usage = "tagextract [OPTION]... TAG[,TAG]... SOURCE [TARGET]\n"
		 "tagextract [OPTION]... --tag=TAG... SOURCE [TARGET]",
	.notes = "Examples:\n"
		 "  tagextract Tag_SC01 bkc26 labz        files with Tag_SC01 from bkc26 to labz\n"
		 "  tagextract -n Tag_SC01,Tag_SC02 edk2  only tell which files carry them\n"
		 "  tagextract --csv -n Tag_SC01 edk2 >places.csv\n",
	.opts = opts,
	.min_operands = 1,
	.max_operands = 3};

static bool fail(int *status, const struct err *err)
{
	diag_err(NULL, err);
	*status = diag_status(err);
	return false;
}

static enum err_code add_tag(struct options *o, const char *text, size_t len, struct err *err)
{
	char **bigger = realloc(o->tags, (o->tag_count + 1) * sizeof *bigger);
	char *copy = malloc(len + 1);

	if (bigger != NULL)
		o->tags = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	o->tags[o->tag_count++] = copy;
	return ERR_OK;
}

/* A comma parts tags, but in a regular expression it may be {2,3}: there each is one --tag. */
static enum err_code add_tags(struct options *o, const char *list, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (o->regex)
		return add_tag(o, list, strlen(list), err);
	while (rc == ERR_OK) {
		size_t len = strcspn(list, ",");

		rc = add_tag(o, list, len, err);
		if (list[len] == '\0')
			break;
		list += len + 1;
	}
	return rc;
}

/* Lists are taken apart at the end: --regex may stand behind them. */
static enum err_code add_list(struct options *o, const char *list, struct err *err)
{
	const char **bigger = realloc(o->lists, (o->list_count + 1) * sizeof *bigger);

	if (bigger == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	o->lists = bigger;
	o->lists[o->list_count++] = list;
	return ERR_OK;
}

/* A text with a mark, or in UTF-8: all else might be taken for what it is not. */
static enum err_code read_list(const char *path, struct buf *text, struct err *err)
{
	struct blob b;
	enum text_enc enc;
	uint64_t bad = 0;
	size_t mark;
	enum err_code rc = file_read(path, 1 << 20, &b, err);

	if (rc != ERR_OK)
		return rc;
	enc = text_find_bom(blob_span(b), &mark);
	rc = text_to_utf8(enc != TEXT_NONE ? enc : TEXT_UTF8, blob_span(b), text, &bad, err);
	if (rc == ERR_OK &&
		(bad != 0 || span_find(span_of(text->ptr, text->len), 0, "", 1) != SIZE_MAX))
		rc = err_set(err, ERR_FORMAT, "not in UTF-8 (txtcopy --to=utf-8 makes it so)");
	blob_free(&b);
	return rc;
}

static bool is_blank(uint8_t c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static enum err_code add_lines(struct options *o, struct span text, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t pos;
	size_t end;

	for (pos = 0; pos < text.len && rc == ERR_OK; pos = end + 1) {
		size_t last;

		end = span_find(text, pos, "\n", 1);
		end = last = end == SIZE_MAX ? text.len : end;
		while (pos < last && is_blank(text.ptr[pos]))
			pos++;
		while (pos < last && is_blank(text.ptr[last - 1]))
			last--;
		if (pos < last)
			rc = add_tag(o, (const char *)text.ptr + pos, last - pos, err);
	}
	return rc;
}

/* One tag a line; blank lines do not count, nor blanks around it, and a tag may hold commas. */
static enum err_code add_tags_from(struct options *o, const char *path, struct err *err)
{
	size_t before = o->tag_count;
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	rc = read_list(path, &text, err);
	if (rc == ERR_OK)
		rc = add_lines(o, span_of(text.ptr, text.len), err);
	if (rc == ERR_OK && o->tag_count == before)
		rc = err_set(err, ERR_FORMAT, "no tag in it");
	buf_free(&text);
	return rc != ERR_OK ? err_prefix(err, "%s", path) : ERR_OK;
}

static enum err_code set_markers(struct options *o, const char *value, struct err *err)
{
	size_t len = strcspn(value, ",");

	if (len == 0 || value[len] == '\0' || value[len + 1] == '\0')
		return err_set(err, ERR_USAGE, "--markers: two texts with a comma between them");
	o->begin = malloc(len + 1);
	if (o->begin == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	memcpy(o->begin, value, len);
	o->begin[len] = '\0';
	o->end = value + len + 1;
	return ERR_OK;
}

static enum err_code set_prefer(struct options *o, const char *value, struct err *err)
{
	o->prefer = text_enc_find(value, strlen(value));
	if (o->prefer == TEXT_NONE)
		return err_set(err, ERR_USAGE, "--prefer: no encoding is called %s", value);
	return ERR_OK;
}

static enum err_code set_names(struct options *o, const char *value, struct err *err)
{
	o->has_names = true;
	if (!name_rule_parse(value, &o->names))
		return err_set(
			err, ERR_USAGE, "--names: no encoding that names can be in: %s", value);
	return ERR_OK;
}

static enum err_code take_operand(
	struct options *o, const char *value, bool *tags_given, struct err *err)
{
	if (!*tags_given) {
		*tags_given = true;
		return add_list(o, value, err);
	}
	if (o->source == NULL)
		o->source = value;
	else if (o->target == NULL)
		o->target = value;
	else
		return err_set(err, ERR_USAGE, "one argument too many: %s", value);
	return ERR_OK;
}

/* Options without a value. */
static bool take_flag(struct options *o, int id)
{
	switch (id) {
	case OPT_PART:
		o->tag.part_of_word = true;
		return true;
	case OPT_CASE:
		o->tag.fold = true;
		return true;
	case OPT_COMMENTS:
		o->comments_only = true;
		return true;
	case OPT_REGEX:
		o->regex = true;
		return true;
	case OPT_ALL:
		o->filter.all = true;
		return true;
	case OPT_SKIP_BUILD:
		o->filter.skip_build = true;
		return true;
	case OPT_FORCE:
		o->force = true;
		return true;
	case OPT_DRY_RUN:
		o->dry_run = true;
		return true;
	case OPT_JSON:
		o->json = true;
		return true;
	case OPT_CSV:
		o->csv = true;
		return true;
	default:
		return false;
	}
}

static enum err_code take_value(struct options *o, int id, const char *value, struct err *err)
{
	switch (id) {
	case OPT_TAG:
		return add_list(o, value, err);
	case OPT_TAGS_FROM:
		return add_tags_from(o, value, err);
	case OPT_MARKERS:
		return set_markers(o, value, err);
	case OPT_PREFER:
		return set_prefer(o, value, err);
	case OPT_EXT:
		o->filter.no_defaults = true;
		return filter_add_ext(&o->filter.include, value, err);
	case OPT_INCLUDE:
		return filter_add(&o->filter.include, value, err);
	case OPT_EXCLUDE:
		return filter_add(&o->filter.exclude, value, err);
	case OPT_SIBLING:
		o->sibling = value;
		return ERR_OK;
	case OPT_PATCH:
		o->patch = value;
		return ERR_OK;
	case OPT_UNTAGGED:
		o->untagged = value;
		return ERR_OK;
	case OPT_NAMES:
		return set_names(o, value, err);
	case OPT_ARCHIVE:
		o->archive = value;
		return ERR_OK;
	case OPT_MANIFEST:
		o->manifest = value;
		return ERR_OK;
	default:
		o->cache = value;
		return ERR_OK;
	}
}

/* --tag may stand after the operands, so they are sorted out at the end. */
struct operands {
	const char *word[3];
	int count;
};

static const char *clash_of_archive(const struct options *o)
{
	if (o->archive != NULL && !pack_is_archive(o->archive))
		return "--archive: a name that ends in .7z or .zip, please";
	if (o->has_names && o->archive == NULL)
		return "--names is for --archive";
	if (o->names.keep && !pack_keeps_bytes(o->archive))
		return "--names=keep: only a .7z can keep them";
	return NULL;
}

static const char *clash_of_sibling(const struct options *o, bool copies)
{
	const char *name = o->sibling;

	if (name == NULL)
		return NULL;
	if (o->target != NULL || !copies)
		return "--sibling is for copies without a target folder";
	if (name[0] == '\0' || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		path_base(name) != name)
		return "--sibling: the name of a folder, not a path, please";
	return NULL;
}

/* Options that would be passed over in silence beside others; NULL: all is well. */
static const char *find_clash(const struct options *o)
{
	bool copies = o->archive == NULL && o->untagged == NULL &&
		      (o->patch == NULL || o->target != NULL);

	if ((o->patch != NULL) + (o->untagged != NULL) + (o->archive != NULL) > 1)
		return "--patch, --untagged and --archive: one of them, please";
	if (o->json && o->csv)
		return "--json and --csv: one of them, please";
	if (o->patch != NULL && (o->json || o->csv))
		return "--patch prints a diff, not --json or --csv";
	if (o->untagged != NULL && o->csv)
		return "--untagged has no --csv";
	if (o->target != NULL && o->target[0] == '\0')
		return "the target folder has an empty name";
	if (o->target != NULL && o->archive != NULL)
		return "a target folder or --archive: one of them, please";
	if (o->target != NULL && o->untagged != NULL)
		return "--untagged copies nothing: no target folder, please";
	if (o->manifest != NULL && !copies)
		return "--manifest is for copies";
	return clash_of_archive(o) != NULL ? clash_of_archive(o) : clash_of_sibling(o, copies);
}

static bool sort_operands(
	struct options *o, struct cli *cli, const struct operands *words, int *status)
{
	bool tags_given = o->tag_count + o->list_count > 0;
	const char *clash;
	struct err err;
	size_t k;
	int i;

	for (i = 0; i < words->count; i++) {
		if (take_operand(o, words->word[i], &tags_given, &err) != ERR_OK) {
			*status = cli_usage_error(cli, "%s", err.text);
			return false;
		}
	}
	for (k = 0; k < o->list_count; k++)
		if (add_tags(o, o->lists[k], &err) != ERR_OK)
			return fail(status, &err);
	if (o->source == NULL) {
		*status = cli_usage_error(cli, "no source folder given");
		return false;
	}
	clash = find_clash(o);
	if (o->sibling == NULL)
		o->sibling = "labz";
	if (clash != NULL)
		*status = cli_usage_error(cli, "%s", clash);
	return clash == NULL;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	struct operands words = {.count = 0};
	struct err err;
	int id;

	*o = (struct options){0};
	while ((id = cli_next(cli)) != CLI_END) {
		int threads = 0;

		if (id == CLI_ERROR || id == CLI_DONE) {
			*status = cli->status;
			return false;
		}
		if (id == CLI_OPERAND) {
			words.word[words.count++] = cli->value;
		} else if (id == OPT_THREADS) {
			if (!cli_int(cli, 1, 64, &threads)) {
				*status = cli->status;
				return false;
			}
			o->threads = (unsigned)threads;
		} else if (!take_flag(o, id) && take_value(o, id, cli->value, &err) != ERR_OK) {
			return fail(status, &err);
		}
	}
	return sort_operands(o, cli, &words, status);
}

void options_free(struct options *o)
{
	size_t i;

	for (i = 0; i < o->tag_count; i++)
		free(o->tags[i]);
	free(o->tags);
	free(o->lists);
	free(o->begin);
	filter_free(&o->filter);
}
