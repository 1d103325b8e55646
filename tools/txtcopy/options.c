/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/out.h"

enum {
	OPT_FROM = 1,
	OPT_TO,
	OPT_PREFER,
	OPT_BOM,
	OPT_EOL,
	OPT_LOSSY,
	OPT_REPAIR,
	OPT_DETECT,
	OPT_CHECK,
	OPT_STRICT,
	OPT_JSON,
	OPT_IN_PLACE,
	OPT_BACKUP,
	OPT_FORCE,
	OPT_PRESERVE,
	OPT_RECURSIVE,
	OPT_INCLUDE,
	OPT_EXCLUDE,
	OPT_ALL_PLACES,
	OPT_GUESS,
	OPT_ENCODINGS,
	OPT_BINARY,
	OPT_LIST
};

/* clang-format off */
static const struct cli_opt opts[] = {
	{"from", 'f', CLI_VALUE, "ENC", "The input is in this encoding (default: detected)", NULL, "Encoding", OPT_FROM, CLI_SUGGESTED},
	{"to", 't', CLI_VALUE, "ENC", "Write this encoding (default: as it is)", NULL, NULL, OPT_TO, CLI_SUGGESTED},
	{"prefer", 0, CLI_VALUE, "ENC", "The likeliest encoding where bytes leave a choice", NULL, NULL, OPT_PREFER, CLI_SUGGESTED},
	{"encodings", 0, CLI_VALUE, "LIST", "Consider only these, separated by commas, and UTF-8", NULL, NULL, OPT_ENCODINGS, CLI_SUGGESTED},
	{"bom", 0, CLI_VALUE, "WHAT", "Byte order mark", "keep|add|remove", NULL, OPT_BOM, 0},
	{"eol", 0, CLI_VALUE, "WHAT", "Line ends", "keep|lf|crlf", NULL, OPT_EOL, 0},
	{"lossy", 0, CLI_VALUE, "HOW", "Substitute what does not convert instead of stopping", "translit|replace|escape", NULL, OPT_LOSSY, 0},
	{"repair", 0, CLI_FLAG, NULL, "Bring a file with lines of several encodings into one (UTF-8, or --to)", NULL, NULL, OPT_REPAIR, 0},
	{"binary", 0, CLI_VALUE, "WHAT", "What looks binary (default: copy in folders, else refuse)", "copy|refuse|skip", NULL, OPT_BINARY, 0},
	{"guess", 0, CLI_FLAG, NULL, "Convert also from an encoding that is not certain, with a warning", NULL, NULL, OPT_GUESS, 0},
	{"list-encodings", 0, CLI_FLAG, NULL, "Names and labels of all encodings", NULL, NULL, OPT_LIST, 0},
	{"detect", 'd', CLI_FLAG, NULL, "Only tell encoding, language, line ends and mark", NULL, "Looking", OPT_DETECT, 0},
	{"check", 'c', CLI_FLAG, NULL, "Only tell what is not valid UTF-8; exit 1 when there is any", NULL, NULL, OPT_CHECK, 0},
	{"all-places", 0, CLI_FLAG, NULL, "List every bad place, not the first 100 of each file", NULL, NULL, OPT_ALL_PLACES, 0},
	{"strict", 0, CLI_FLAG, NULL, "Refuse what is not certain or not wholly valid", NULL, NULL, OPT_STRICT, 0},
	{"json", 'j', CLI_FLAG, NULL, "Report as one JSON document on stdout", NULL, NULL, OPT_JSON, 0},
	{"in-place", 'i', CLI_FLAG, NULL, "Every operand is input and output", NULL, "Files", OPT_IN_PLACE, 0},
	{"backup", 0, CLI_OPTIONAL, "SUFFIX", "Keep the replaced file under its name with SUFFIX (.bak)", NULL, NULL, OPT_BACKUP, 0},
	{"force", 0, CLI_FLAG, NULL, "Replace existing outputs", NULL, NULL, OPT_FORCE, 0},
	{"preserve", 'p', CLI_FLAG, NULL, "Keep time and mode", NULL, NULL, OPT_PRESERVE, 0},
	{"recursive", 'r', CLI_FLAG, NULL, "Folders with all below them, .git excepted", NULL, NULL, OPT_RECURSIVE, 0},
	{"include", 0, CLI_VALUE, "PATTERN", "In folders only files of this pattern (repeatable)", NULL, NULL, OPT_INCLUDE, CLI_REPEAT},
	{"exclude", 0, CLI_VALUE, "PATTERN", "In folders no file or folder of this pattern (repeatable)", NULL, NULL, OPT_EXCLUDE, CLI_REPEAT},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
};
/* clang-format on */

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
	.suggest = suggest,
};

static bool take_encoding(struct cli *cli, enum text_enc *out)
{
	*out = text_enc_find(cli->value, strlen(cli->value));
	if (*out == TEXT_NONE)
		cli->status = cli_usage_error(
			cli, "unknown encoding '%s': see --list-encodings", cli->value);
	return *out != TEXT_NONE;
}

/* "gbk,big5": the encodings of a list. */
static bool take_encodings(struct cli *cli, struct txt_opts *o)
{
	const char *p = cli->value;

	o->only_count = 0;
	for (;;) {
		size_t len = strcspn(p, ",");
		enum text_enc enc = text_enc_find(p, len);

		if (enc == TEXT_NONE || o->only_count == TXT_ENCODINGS_MAX) {
			cli->status = cli_usage_error(cli,
				enc == TEXT_NONE ? "unknown encoding '%.*s': see --list-encodings"
						 : "too many encodings from '%.*s' on",
				(int)len, p);
			return false;
		}
		o->only[o->only_count++] = enc;
		if (p[len] == '\0')
			return true;
		p += len + 1;
	}
}

static bool take_flag(int id, struct txt_args *a)
{
	struct txt_opts *o = &a->walk.opts;

	switch (id) {
	case OPT_GUESS:
		return o->guess = true;
	case OPT_REPAIR:
		return o->repair = true;
	case OPT_LIST:
		return a->list = true;
	case OPT_STRICT:
		return o->strict = true;
	case OPT_JSON:
		return a->json = true;
	case OPT_IN_PLACE:
		return a->walk.in_place = true;
	case OPT_FORCE:
		return o->force = true;
	case OPT_PRESERVE:
		return o->preserve = true;
	case OPT_ALL_PLACES:
		return o->all_places = true;
	case OPT_RECURSIVE:
		return a->walk.recursive = true;
	default:
		return false;
	}
}

/* It is put behind a name: nothing would be the file itself, and a slash another place. */
static bool take_backup(struct cli *cli, struct txt_opts *o)
{
	const char *p;

	o->backup = cli->value != NULL ? cli->value : ".bak";
	for (p = o->backup; *p != '\0' && !path_is_sep(*p); p++)
		;
	if (*p == '\0' && p != o->backup)
		return true;
	cli->status = cli_usage_error(cli, "--backup: '%s' is no end of a file name", o->backup);
	return false;
}

static bool take_pattern(struct cli *cli, struct patterns *list)
{
	if (list->count == PATTERNS_MAX) {
		cli->status = cli_usage_error(cli, "more than %d patterns", PATTERNS_MAX);
		return false;
	}
	list->text[list->count++] = cli->value;
	return true;
}

static const char *name_of(int id)
{
	for (const struct cli_opt *o = opts; o->name != NULL; o++) {
		if (o->id == id)
			return o->name;
	}
	return NULL;
}

static bool take_mode(struct cli *cli, int id, struct txt_args *a)
{
	if (a->looks != NULL && strcmp(a->looks, name_of(id)) != 0) {
		cli->status = cli_usage_error(
			cli, "--%s and --%s do not go together", a->looks, name_of(id));
		return false;
	}
	a->looks = name_of(id);
	a->walk.opts.mode = id == OPT_DETECT ? TXT_DETECT : TXT_CHECK;
	return true;
}

bool args_take(struct cli *cli, int id, struct txt_args *a)
{
	struct txt_opts *o = &a->walk.opts;

	switch (id) {
	case CLI_OPERAND:
		a->operands[a->count++] = cli->value;
		return true;
	case OPT_FROM:
		return take_encoding(cli, &o->from);
	case OPT_TO:
		return take_encoding(cli, &o->to);
	case OPT_PREFER:
		return take_encoding(cli, &o->prefer);
	case OPT_ENCODINGS:
		return take_encodings(cli, o);
	case OPT_BINARY:
		o->binary = (enum txt_binary)cli_choice(cli);
		return true;
	case OPT_BOM:
		o->bom = (enum text_bom)cli_choice(cli);
		return true;
	case OPT_EOL:
		o->eol = (enum text_eol)cli_choice(cli);
		return true;
	case OPT_LOSSY:
		o->lossy = (enum text_lossy)(TEXT_LOSSY_TRANSLIT + cli_choice(cli));
		return true;
	case OPT_DETECT:
	case OPT_CHECK:
		return take_mode(cli, id, a);
	case OPT_BACKUP:
		return take_backup(cli, o);
	case OPT_INCLUDE:
		return take_pattern(cli, &a->walk.include);
	case OPT_EXCLUDE:
		return take_pattern(cli, &a->walk.exclude);
	default:
		return take_flag(id, a);
	}
}

/* Where the text goes to stdout, the report would stand in the middle of it. */
static bool writes_stdout(const struct txt_args *a)
{
	size_t i = a->walk.in_place ? 0 : a->count - (a->count != 0);

	for (; i < a->count; i++)
		if (strcmp(a->operands[i], "-") == 0)
			return true;
	return false;
}

#define TO_COPY 1u
#define TO_LOOK 2u

/* None of them is for --list-encodings. */
static const struct cli_fit fits[] = {{OPT_FROM, TO_COPY | TO_LOOK}, {OPT_TO, TO_COPY},
	{OPT_PREFER, TO_COPY | TO_LOOK}, {OPT_ENCODINGS, TO_COPY | TO_LOOK}, {OPT_BINARY, TO_COPY},
	{OPT_BOM, TO_COPY}, {OPT_EOL, TO_COPY}, {OPT_LOSSY, TO_COPY}, {OPT_REPAIR, TO_COPY},
	{OPT_GUESS, TO_COPY}, {OPT_DETECT, TO_LOOK}, {OPT_CHECK, TO_LOOK},
	{OPT_ALL_PLACES, TO_COPY | TO_LOOK}, {OPT_STRICT, TO_COPY | TO_LOOK},
	{OPT_IN_PLACE, TO_COPY}, {OPT_BACKUP, TO_COPY}, {OPT_FORCE, TO_COPY},
	{OPT_PRESERVE, TO_COPY}, {OPT_RECURSIVE, TO_COPY | TO_LOOK},
	{OPT_INCLUDE, TO_COPY | TO_LOOK}, {OPT_EXCLUDE, TO_COPY | TO_LOOK}, {0, 0}};

static bool check_mode(struct cli *cli, const struct txt_args *a)
{
	char looks[32];

	if (a->list && a->count != 0) {
		cli->status = cli_usage_error(
			cli, "--list-encodings takes no file; --detect tells the encoding of one");
		return false;
	}
	if (a->list)
		return cli_fits(cli, fits, 0, "--list-encodings");
	if (a->looks == NULL)
		return cli_fits(cli, fits, TO_COPY, "copying");
	snprintf(looks, sizeof looks, "--%s, which only looks", a->looks);
	return cli_fits(cli, fits, TO_LOOK, looks);
}

bool args_check(struct cli *cli, const struct txt_args *a)
{
	bool two = a->walk.opts.mode == TXT_COPY && !a->walk.in_place;

	if (!check_mode(cli, a))
		return false;
	if (a->list)
		return true;
	if (a->json && a->walk.opts.mode == TXT_COPY && writes_stdout(a)) {
		cli->status = cli_usage_error(cli, "--json needs an output other than '-'");
		return false;
	}
	if (a->count >= (two ? 2u : 1u))
		return true;
	cli->status = cli_usage_error(cli, two ? "an input and an output" : "at least one file");
	return false;
}
