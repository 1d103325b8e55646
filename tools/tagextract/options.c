/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "output/pack.h"
#include "taglist.h"

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
#define ONE_ACTION               1u /* bits of .only */
#define ONE_REPORT               2u
#define RUNS_JOB                 (RUN_COPY | RUN_ARCHIVE | RUN_PATCH | RUN_LIST)
#define RUNS_TAGS                (RUN_COPY | RUN_ARCHIVE | RUN_PATCH | RUN_AUDIT | RUN_PORT)
#define RUNS_NAMES               (RUNS_JOB | RUN_PORT) /* --audit reads all names */

static const struct cli_opt opts[] = {
	{OPT("tag", 't', tag_lists), .value = "TAG", .group = "What to look for",
		.help = "Look for TAG; then the first argument is the source folder",
		.flags = CLI_REPEAT | CLI_SUGGESTED, .modes = RUNS_TAGS},
	{OPT("tags-from", 0, tag_files), .value = "FILE", .flags = CLI_IS_FILE | CLI_REPEAT,
		.modes = RUNS_TAGS,
		.help = "Look for the tags in FILE, one a line, UTF-8; # begins a comment"},
	{OPT("list-tags", 'l', list_tags), .only = ONE_ACTION,
		.help = "List the tags that marks in SOURCE name: how often, where, since when"},
	{OPT("ignore-case", 'i', ignore_case), .modes = RUNS_TAGS,
		.help = "Ignore the case of ASCII letters"},
	{OPT("regex", 'r', regex), .modes = RUNS_TAGS,
		.help = "Take the tags for regular expressions (PCRE2)"},
	{OPT("comments-only", 0, comments_only), .help = "Count a tag in comments only"},
	{OPT("markers", 0, markers), .value = "BEGIN,END", .flags = CLI_REPEAT,
		.help = "Take a comment with a tag and BEGIN or END for the begin or end of a "
			"block"},
	{OPT("prefer", 0, prefer_name), .value = "ENCODING",
		.help = "Read files of doubtful encoding in this one"},
	{OPT("ext", 'e', ext), .value = "LIST", .flags = CLI_REPEAT, .group = "Which files",
		.modes = RUNS_NAMES, .help = "Look only into files that end so, such as c,h,inf"},
	{OPT("include", 0, include), .value = "PATTERN", .flags = CLI_REPEAT, .modes = RUNS_NAMES,
		.help = "Look into files that fit it too"},
	{OPT("exclude", 'x', exclude), .value = "PATTERN", .flags = CLI_REPEAT,
		.help = "Leave out files and folders that fit it"},
	{OPT("all", 'a', all), .modes = RUNS_NAMES,
		.help = "Look into every file, whatever its name"},
	{OPT("archive", 0, archive), .value = "FILE", .flags = CLI_IS_FILE | CLI_WRITES,
		.group = "What to do", .only = ONE_ACTION,
		.help = "Pack the files into FILE (.7z or .zip) instead of copying"},
	{OPT("patch", 0, patch), .value = "BASE", .flags = CLI_IS_FILE, .only = ONE_ACTION,
		.help = "Print the diff from BASE to the tagged files; copies only with TARGET"},
	{OPT("audit", 0, audit), .value = "BASE", .flags = CLI_IS_FILE, .only = ONE_ACTION,
		.help = "Check that every change from BASE to SOURCE is in a tagged block"},
	{OPT("untagged", 0, audit), .flags = CLI_ALIAS | CLI_IS_FILE, .only = ONE_ACTION},
	{OPT("port", 0, port), .only = ONE_ACTION,
		.help = "Carry the tagged blocks of MINE from OLDBASE to NEWBASE, into DEST"},
	{OPT("split", 0, split), .modes = RUN_COPY | RUN_ARCHIVE | RUN_PATCH,
		.help = "One folder, archive or patch for each tag"},
	{OPT("sync", 0, sync), .modes = RUN_COPY,
		.help = "Remove what an earlier run copied to TARGET and this one does not"},
	{OPT("force", 'f', force), .modes = RUN_COPY | RUN_ARCHIVE | RUN_PATCH | RUN_PORT,
		.help = "Overwrite files of the target that differ"},
	{OPT("dry-run", 'n', dry_run), .modes = RUN_COPY | RUN_ARCHIVE | RUN_PORT | RUN_LIST,
		.help = "Only report what would be done"},
	{OPT("manifest", 0, manifest), .value = "FILE", .flags = CLI_IS_FILE | CLI_WRITES,
		.modes = RUN_COPY | RUN_PATCH,
		.help = "Write the SHA-256 and path of each file copied"},
	{OPT("json", 0, json), .flags = CLI_FOR_PROGRAMS, .only = ONE_REPORT,
		.modes = (unsigned)~RUN_PATCH, .help = "Report as one JSON document"},
	{OPT("csv", 0, csv), .flags = CLI_FOR_PROGRAMS, .only = ONE_REPORT,
		.modes = (unsigned)~RUN_PATCH, .help = "Report as CSV, a line for each place"},
	{OPT("html", 0, html), .flags = CLI_FOR_PROGRAMS, .only = ONE_REPORT, .modes = RUN_AUDIT,
		.help = "With --audit: report as one HTML page, for reading and printing"},
	{OPT("threads", 'j', threads), .value = "N", .min = 1, .max = 64, .modes = RUNS_JOB,
		.help = "Scan with N threads (default: one a processor)"},
	{0},
};

const struct cli_spec tagextract_spec = {.tool = "tagextract",
	.exits = CLI_HAS_NOTHING,
	.exit_notes = "5 with --audit: changes that no tag accounts for",
	.summary = "copies the source files that carry a change tag, with their sub-folders",
	.usage = "tagextract [OPTION]... TAG[,TAG]... SOURCE [TARGET]\n"
		 "tagextract [OPTION]... --tag=TAG... SOURCE [TARGET]\n"
		 "tagextract --list-tags [OPTION]... SOURCE\n"
		 "tagextract --audit=BASE [OPTION]... [TAG[,TAG]...] SOURCE\n"
		 "tagextract --port [OPTION]... TAG[,TAG]... OLDBASE MINE NEWBASE DEST",
	.notes = "BASE is a folder, an archive (.tar.gz, .zip ...) or a git revision.\n"
		 "\n"
		 "Examples:\n"
		 "  tagextract -l bkc26                   which tags there are\n"
		 "  tagextract Tag_SC01 bkc26 labz        files with Tag_SC01 from bkc26 to labz\n"
		 "  tagextract -n Tag_SC01,Tag_SC02 edk2  only report which files carry them\n"
		 "  tagextract --audit=orig.zip bkc26     is every change in a tagged block?\n"
		 "  tagextract --port Tag_SC01 bkc25 mine bkc26 mine26\n",
	.opts = opts,
	.min_operands = 1,
	.max_operands = 5};

static enum err_code set_prefer(struct options *o, struct err *err)
{
	const char *value = o->prefer_name;

	if (value == NULL)
		return ERR_OK;
	o->prefer = text_enc_find(value, strlen(value));
	if (o->prefer == TEXT_NONE)
		return err_set(err, ERR_USAGE, "--prefer: no encoding is called '%s'", value);
	return ERR_OK;
}

static enum err_code set_filter(struct options *o, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	o->filter.all = o->all;
	o->filter.no_defaults = o->ext.count > 0;
	for (i = 0; i < o->ext.count && rc == ERR_OK; i++)
		rc = filter_add_ext(&o->filter.include, o->ext.items[i], err);
	for (i = 0; i < o->include.count && rc == ERR_OK; i++)
		rc = filter_add(&o->filter.include, o->include.items[i], err);
	for (i = 0; i < o->exclude.count && rc == ERR_OK; i++)
		rc = filter_add(&o->filter.exclude, o->exclude.items[i], err);
	return rc;
}

static enum err_code set_markers(struct options *o, struct err *err)
{
	size_t i;

	for (i = 0; i < o->markers.count; i++) {
		const char *text = o->markers.items[i];

		if (mark_pairs_add(&o->pairs, span_of(text, strlen(text)), err) != ERR_OK)
			return err_prefix(err, "--markers");
	}
	return ERR_OK;
}

static enum err_code set_tags(struct options *o, struct err *err)
{
	struct tag_list list = {o->tags, o->tag_count};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < o->tag_lists.count && rc == ERR_OK; i++)
		rc = o->regex ? tag_list_add(&list,
					span_of(o->tag_lists.items[i],
						strlen(o->tag_lists.items[i])),
					err)
			      : tag_list_split(&list, o->tag_lists.items[i], err);
	for (i = 0; i < o->tag_files.count && rc == ERR_OK; i++)
		rc = tag_list_file(&list, o->tag_files.items[i], err);
	o->tags = list.tags;
	o->tag_count = list.count;
	return rc;
}

/* Options and operands that others would make ineffective; NULL: none. */
static const char *find_clash(const struct options *o)
{
	bool copies = o->mode == RUN_COPY || (o->mode == RUN_PATCH && o->target != NULL);
	bool tags = o->tag_lists.count + o->tag_files.count > 0;

	if (o->target != NULL && o->target[0] == '\0')
		return "the target folder has an empty name";
	if (o->target != NULL && (o->mode & (RUN_ARCHIVE | RUN_LIST | RUN_AUDIT)) != 0)
		return "a target folder is for copies";
	if (o->manifest != NULL && !copies)
		return "--manifest is for copies";
	if (o->split && (o->manifest != NULL || o->regex))
		return o->regex ? "--split is for tags, not for patterns"
				: "--split and --manifest: one of them, please";
	if (o->split && o->mode == RUN_PATCH && o->target == NULL)
		return "--split with --patch: the folder for the patches, please";
	if (o->mode == RUN_ARCHIVE && !pack_is_archive(o->archive))
		return "--archive: a name that ends in .7z or .zip, please";
	if (o->regex && !tags)
		return "--regex needs a pattern";
	return NULL;
}

static const struct mode_name {
	enum run_mode mode;
	const char *words;
} mode_names[] = {{RUN_ARCHIVE, "--archive"}, {RUN_PATCH, "--patch"}, {RUN_AUDIT, "--audit"},
	{RUN_PORT, "--port"}, {RUN_LIST, "--list-tags"}, {RUN_COPY, "copying"}};

static bool set_mode(struct options *o, struct cli *cli)
{
	const struct mode_name *name = mode_names;

	o->mode = o->archive != NULL ? RUN_ARCHIVE
		  : o->patch != NULL ? RUN_PATCH
		  : o->audit != NULL ? RUN_AUDIT
		  : o->port          ? RUN_PORT
		  : o->list_tags     ? RUN_LIST
				     : RUN_COPY;
	while (name->mode != o->mode)
		name++;
	return cli_modes(cli, o->mode, name->words);
}

/* Takes the operands in their order: [TAG] SOURCE [TARGET], or [TAG] OLDBASE MINE NEWBASE DEST. */
static const char *take_operands(struct options *o, const struct cli_list *words, struct err *err)
{
	bool given = o->tag_lists.count + o->tag_files.count > 0;
	size_t left = words->count;
	const char *const *word = words->items;
	bool any = o->mode == RUN_LIST || (o->mode == RUN_AUDIT && left == 1);

	if (!given && !any) {
		if (!cli_list_add(&o->tag_lists, *word)) {
			err_set(err, ERR_NOMEM, "out of memory");
			return err->text;
		}
		word++;
		left--;
	}
	if (o->mode == RUN_PORT) {
		if (left != 4)
			return "--port: OLDBASE MINE NEWBASE DEST, please";
		o->old_base = word[0];
		o->source = word[1];
		o->new_base = word[2];
		o->target = word[3];
		return NULL;
	}
	if (left == 0)
		return "no source folder given";
	if (left > 2) {
		err_set(err, ERR_USAGE, "one argument too many: %s", word[2]);
		return err->text;
	}
	o->source = word[0];
	o->target = left == 2 ? word[1] : NULL;
	return NULL;
}

static bool check(struct options *o, struct cli *cli, const struct cli_list *words, int *status)
{
	struct err err = {.code = ERR_OK};
	const char *clash;

	if (!set_mode(o, cli)) {
		*status = cli->status;
		return false;
	}
	clash = take_operands(o, words, &err);
	if (clash == NULL)
		clash = find_clash(o);
	if (clash != NULL && err.code != ERR_NOMEM) {
		*status = cli_usage_error(cli, "%s", clash);
		return false;
	}
	if (clash == NULL && set_prefer(o, &err) == ERR_OK && set_filter(o, &err) == ERR_OK &&
		set_markers(o, &err) == ERR_OK && set_tags(o, &err) == ERR_OK)
		return true;
	diag_err(NULL, &err);
	*status = diag_status(&err);
	return false;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	struct cli_list words = {.items = NULL};
	bool fine;

	*o = (struct options){0};
	fine = cli_read(cli, o, &words, NULL);
	*status = cli->status;
	if (fine)
		fine = check(o, cli, &words, status);
	cli_list_free(&words);
	return fine;
}

void options_free(struct options *o)
{
	struct tag_list list = {o->tags, o->tag_count};

	tag_list_free(&list);
	cli_list_free(&o->tag_lists);
	cli_list_free(&o->tag_files);
	cli_list_free(&o->markers);
	cli_list_free(&o->ext);
	cli_list_free(&o->include);
	cli_list_free(&o->exclude);
	mark_pairs_free(&o->pairs);
	filter_free(&o->filter);
}
