/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"
#include "biosbelt/tr.h"

static enum err_code set_encoding(enum text_enc *out, const char *value, struct err *err)
{
	*out = text_enc_find(value, strlen(value));
	return *out != TEXT_NONE ? ERR_OK
				 : err_set(err, ERR_USAGE,
					   "unknown encoding '%.80s': see --list-encodings", value);
}

static enum err_code set_from(void *options, const char *value, struct err *err)
{
	return set_encoding(&((struct txt_args *)options)->walk.opts.from, value, err);
}

static enum err_code set_to(void *options, const char *value, struct err *err)
{
	return set_encoding(&((struct txt_args *)options)->walk.opts.to, value, err);
}

static enum err_code set_prefer(void *options, const char *value, struct err *err)
{
	return set_encoding(&((struct txt_args *)options)->walk.opts.prefer, value, err);
}

/* Parses a list of encodings: "gbk,big5". */
static enum err_code set_encodings(void *options, const char *value, struct err *err)
{
	struct txt_opts *o = &((struct txt_args *)options)->walk.opts;

	o->only_count = 0;
	for (;;) {
		size_t len = strcspn(value, ",");
		enum text_enc enc = text_enc_find(value, len);

		if (enc == TEXT_NONE)
			return err_set(err, ERR_USAGE,
				"unknown encoding '%.*s': see --list-encodings", (int)len, value);
		if (o->only_count == TXT_ENCODINGS_MAX)
			return err_set(err, ERR_USAGE, "too many encodings from '%.*s' on",
				(int)len, value);
		o->only[o->only_count++] = enc;
		if (value[len] == '\0')
			return ERR_OK;
		value += len + 1;
	}
}

/* Appended to a name: an empty suffix would be the file itself, and a slash another folder. */
static enum err_code set_backup(void *options, const char *value, struct err *err)
{
	const char *suffix = value != NULL ? value : ".bak";
	const char *p = suffix;

	while (*p != '\0' && !path_is_sep(*p))
		p++;
	if (*p != '\0' || p == suffix)
		return err_set(err, ERR_USAGE, "'%.80s' is not an end of a file name", suffix);
	((struct txt_args *)options)->walk.opts.backup = suffix;
	return ERR_OK;
}

enum { TO_COPY = 1, TO_LOOK = 2, TO_LIST = 4 };
enum { LOOKS = 1 }; /* only one of these options may be given */
#define FOR_FILES (TO_COPY | TO_LOOK)

#define OPT(name, letter, field) CLI_OPT(struct txt_args, name, letter, field)
static const struct cli_opt opts[] = {
	{CLI_CALLS("from", 'f', set_from), .value = "ENC", .modes = FOR_FILES,
		.flags = CLI_SUGGESTED, .group = "Encoding",
		.help = "The input is in this encoding (default: detected)"},
	{CLI_CALLS("to", 't', set_to), .value = "ENC", .modes = TO_COPY, .flags = CLI_SUGGESTED,
		.help = "Write this encoding (default: as it is)"},
	{CLI_CALLS("prefer", 0, set_prefer), .value = "ENC", .modes = FOR_FILES,
		.flags = CLI_SUGGESTED,
		.help = "The likeliest encoding where bytes leave a choice"},
	{CLI_CALLS("encodings", 0, set_encodings), .value = "LIST", .modes = FOR_FILES,
		.flags = CLI_SUGGESTED,
		.help = "Consider only these, separated by commas, and UTF-8"},
	{OPT("bom", 0, walk.opts.bom), .value = "WHAT", .choices = "keep|add|remove",
		.modes = TO_COPY, .help = "Byte order mark"},
	{OPT("eol", 0, walk.opts.eol), .value = "WHAT", .choices = "keep|lf|crlf", .modes = TO_COPY,
		.help = "Line ends"},
	{OPT("lossy", 0, walk.opts.lossy), .value = "HOW", .choices = "translit|replace|escape",
		.min = TEXT_LOSSY_TRANSLIT, .modes = TO_COPY,
		.help = "Substitute what does not convert instead of stopping"},
	{OPT("repair", 0, walk.opts.repair), .modes = TO_COPY,
		.help = "Bring a file with lines of several encodings into one (UTF-8, or --to)"},
	{OPT("binary", 0, walk.opts.binary), .value = "WHAT", .choices = "copy|refuse|skip",
		.modes = TO_COPY,
		.help = "Treatment of files that look binary (default: copy in folders, else "
			"refuse)"},
	{OPT("guess", 0, walk.opts.guess), .modes = TO_COPY,
		.help = "Convert also from an encoding that is not certain, with a warning"},
	{OPT("list-encodings", 0, list), .help = "Names and labels of all encodings"},
	{CLI_SETS(struct txt_args, "detect", 'd', walk.opts.mode, TXT_DETECT), .only = LOOKS,
		.modes = TO_LOOK, .group = "Looking",
		.help = "Only report encoding, language, line ends and mark"},
	{CLI_SETS(struct txt_args, "check", 'c', walk.opts.mode, TXT_CHECK), .only = LOOKS,
		.modes = TO_LOOK,
		.help = "Only report places that are not valid UTF-8; exit 1 when there are any"},
	{OPT("all-places", 0, walk.opts.all_places), .modes = FOR_FILES,
		.help = "List every bad place, not the first 100 of each file"},
	{OPT("strict", 0, walk.opts.strict), .modes = FOR_FILES,
		.help = "Refuse uncertain encodings and text that is not wholly valid"},
	{OPT("json", 'j', json), .flags = CLI_FOR_PROGRAMS,
		.help = "Report as one JSON document on stdout"},
	{OPT("in-place", 'i', walk.in_place), .modes = TO_COPY, .group = "Files",
		.help = "Every operand is input and output"},
	{.name = "backup",
		.arg = CLI_OPTIONAL,
		.set = set_backup,
		.value = "SUFFIX",
		.modes = TO_COPY,
		.help = "Keep the replaced file under its name with SUFFIX (.bak)"},
	{OPT("force", 0, walk.opts.force), .modes = TO_COPY, .help = "Replace existing outputs"},
	{OPT("preserve", 'p', walk.opts.preserve), .modes = TO_COPY, .help = "Keep time and mode"},
	{OPT("recursive", 'r', walk.recursive), .modes = FOR_FILES,
		.help = "Folders with all below them, .git excepted"},
	{OPT("include", 0, walk.include), .value = "PATTERN", .modes = FOR_FILES,
		.flags = CLI_REPEAT, .help = "In folders only files of this pattern (repeatable)"},
	{OPT("exclude", 0, walk.exclude), .value = "PATTERN", .modes = FOR_FILES,
		.flags = CLI_REPEAT,
		.help = "In folders no file or folder of this pattern (repeatable)"},
	{0},
};

static void suggest(const char *option)
{
	for (int e = TEXT_NONE + 1; option != NULL && e < TEXT_ENC_COUNT; e++)
		out_printf("%s\n", text_enc_name((enum text_enc)e));
}

const struct cli_spec txtcopy_spec = {
	.tool = "txtcopy",
	.summary = "copies text files without garbling them",
	.usage = "txtcopy [OPTION]... IN OUT\ntxtcopy [OPTION]... IN... FOLDER\n"
		 "txtcopy --in-place [OPTION]... FILE...\ntxtcopy --detect|--check [OPTION]... "
		 "FILE...",
	.notes = "Without --to, --bom, --eol and --repair the bytes stay as they are.\n"
		 "\"-\" is stdin or stdout.\n\nExamples:\n"
		 "  txtcopy xyz.csv 111.txt\n"
		 "  txtcopy --to utf-8 --in-place --backup -r --include '*.c' src\n"
		 "  txtcopy --check -r src\n",
	.opts = opts,
	.min_operands = 0,
	.max_operands = -1,
	.exits = CLI_HAS_NOTHING,
	.suggest = suggest,
};

/* Whether the text goes to stdout, where a report would be inside it. */
static bool writes_stdout(const struct txt_args *a)
{
	size_t i = a->walk.in_place ? 0 : a->files.count - (a->files.count != 0);

	for (; i < a->files.count; i++)
		if (strcmp(a->files.items[i], "-") == 0)
			return true;
	return false;
}

static bool check_mode(struct cli *cli, const struct txt_args *a)
{
	char looks[40];

	if (a->list && a->files.count != 0) {
		cli->status = cli_usage_error(cli,
			"--list-encodings takes no file; --detect reports the encoding of one");
		return false;
	}
	if (a->list)
		return cli_modes(cli, TO_LIST, "--list-encodings");
	if (a->walk.opts.mode == TXT_COPY)
		return cli_modes(cli, TO_COPY, "copying");
	snprintf(looks, sizeof looks, "--%s, which only looks",
		a->walk.opts.mode == TXT_DETECT ? "detect" : "check");
	return cli_modes(cli, TO_LOOK, looks);
}

static bool check_files(struct cli *cli, const struct txt_args *a)
{
	bool two = a->walk.opts.mode == TXT_COPY && !a->walk.in_place;

	if (a->json && a->walk.opts.mode == TXT_COPY && writes_stdout(a)) {
		cli->status = cli_usage_error(cli, "--json needs an output other than '-'");
		return false;
	}
	if (a->files.count >= (two ? 2u : 1u))
		return true;
	cli->status =
		cli_usage_error(cli, two ? N_("an input and an output") : N_("at least one file"));
	return false;
}

bool args_read(struct cli *cli, struct txt_args *a)
{
	a->walk.opts.binary = TXT_BINARY_UNSET;
	return cli_read(cli, a, &a->files, NULL) && cli_expand(cli, &a->files) &&
	       check_mode(cli, a) && (a->list || check_files(cli, a));
}

void args_free(struct txt_args *a)
{
	cli_list_free(&a->files);
	cli_list_free(&a->walk.include);
	cli_list_free(&a->walk.exclude);
}
