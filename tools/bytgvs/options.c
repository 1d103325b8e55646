/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <string.h>

#include "biosbelt/tr.h"

/* Modes that options belong to: bits by action. */
#define MODE(action) (1u << (action))
enum {
	EXTRACT = MODE(ACTION_EXTRACT),
	IMAGES = EXTRACT | MODE(ACTION_LIST),
	REPLACE = MODE(ACTION_REPLACE),
	WRITES_ONE = REPLACE | MODE(ACTION_SET),
	WRITES = EXTRACT | WRITES_ONE,
	REPORTS = IMAGES | MODE(ACTION_SHOW) | MODE(ACTION_DIFF) | MODE(ACTION_PROTECTED)
};

/* Only one action may be given, except that --set and --edit can be combined. */
enum { WITHOUT_SET = 1, WITHOUT_EDIT = 2, ACTIONS = WITHOUT_SET | WITHOUT_EDIT };

static enum err_code set_require(void *options, const char *value, struct err *err);

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
#define ACTION(name, letter, action_number)                                                        \
	CLI_SETS(struct options, name, letter, action, action_number)
static const struct cli_opt opts[] = {
	{ACTION("list", 'l', ACTION_LIST), .only = ACTIONS, .group = "What to do",
		.help = "Report the finds, write nothing"},
	{ACTION("show", 0, ACTION_SHOW), .only = ACTIONS,
		.help = "Print the content of the VBTs in the files"},
	{ACTION("diff", 0, ACTION_DIFF), .only = ACTIONS,
		.help = "Report how the VBTs of two files differ"},
	{OPT("replace-vbt", 0, new_vbt), .only = ACTIONS, .value = "NEW", .flags = CLI_IS_FILE,
		.help = "Put this VBT in the image's place for it, into -o OUT"},
	{ACTION("protected", 0, ACTION_PROTECTED), .only = ACTIONS,
		.help = "List what is checked at boot, and whether it holds"},
	{OPT("set", 0, sets), .only = WITHOUT_SET, .value = "FIELD=VALUE[,...]",
		.flags = CLI_REPEAT,
		.help = "Change fields of a VBT, such as 12.boot_mode_x=1024, into -o OUT"},
	{OPT("edit", 0, edit), .only = WITHOUT_EDIT, .value = "FILE", .flags = CLI_IS_FILE,
		.help = "Set a VBT's fields from this JSON of --show, into -o OUT"},
	{OPT("json", 0, json), .flags = CLI_FOR_PROGRAMS, .modes = REPORTS,
		.help = "Report as one JSON document"},
	{OPT("output", 'o', output), .modes = WRITES, .value = "DIR",
		.flags = CLI_IS_DIR | CLI_WRITES, .group = "Writing",
		.help = "Write into this folder instead of the current one"},
	{OPT("force", 'f', force), .modes = WRITES, .help = "Write over existing files"},
	{OPT("trim", 0, trim), .modes = EXTRACT,
		.help = "Write a VBT at its declared length, without padding"},
	{OPT("partial", 0, partial), .modes = EXTRACT,
		.help = "Write incomplete finds too, as NAME.partial"},
	{OPT("which", 0, which), .modes = REPLACE, .value = "PLACE", .group = "Replacing",
		.help = "Replace the VBT of this offset or name (see --list)"},
	{OPT("ignore-signature", 0, ignore_signature), .modes = REPLACE,
		.help = "Replace what signatures and unknown checks cover too, and leave them "
			"invalid"},
	{OPT("other-board", 0, other_board), .modes = REPLACE,
		.help = "Replace by a VBT of another platform or with a bad checksum too"},
	{OPT("recursive", 'r', recursive), .modes = IMAGES, .group = "Many images",
		.help = "Take folders too: every file in them"},
	{OPT("threads", 0, threads), .modes = IMAGES, .value = "N", .min = 1, .max = 256,
		.help = "Images worked on at a time [one a processor]"},
	{CLI_CALLS("require", 0, set_require), .modes = IMAGES, .value = "KINDS",
		.flags = CLI_REPEAT, .group = "Judging",
		.help = "Status 3 unless all of these are found: gop,vbt,vbios,gop-pei,efi-rom"},
	{0},
};

const struct cli_spec options_spec = {
	.tool = "bytgvs",
	.exits = CLI_HAS_NOTHING,
	.summary = "takes the Intel GOP driver, the VBT and the video BIOS out of a firmware image",
	.usage = "bytgvs [OPTION]... IMAGE...\n"
		 "bytgvs [OPTION]... -r FOLDER...\n"
		 "bytgvs --show [OPTION]... FILE...\n"
		 "bytgvs --diff [OPTION]... A B\n"
		 "bytgvs --replace-vbt NEW [OPTION]... -o OUT IMAGE\n"
		 "bytgvs --protected [--json] IMAGE\n"
		 "bytgvs --set FIELD=VALUE[,...] [OPTION]... -o OUT VBT\n"
		 "bytgvs --edit JSON [OPTION]... -o OUT VBT",
	.notes = "Examples:\n"
		 "  bytgvs IFWI.bin              write what is in it into this folder\n"
		 "  bytgvs --list --json bios.fd report to a program, write nothing\n"
		 "  bytgvs -r -o out dumps/      a folder for every image under dumps/\n",
	.exit_notes = "5: --diff found differences",
	.opts = opts,
	.min_operands = 1,
	.max_operands = -1,
};

static enum err_code set_require(void *options, const char *value, struct err *err)
{
	struct options *o = options;
	const char *p = value;

	do {
		size_t len = strcspn(p, ",");
		int kind;

		for (kind = 0; kind < FIND_KINDS; kind++)
			if (strlen(find_kind_name((enum find_kind)kind)) == len &&
				memcmp(p, find_kind_name((enum find_kind)kind), len) == 0)
				break;
		if (kind == FIND_KINDS)
			return err_set(err, ERR_USAGE,
				"takes gop, vbt, vbios, gop-pei and efi-rom, with commas between");
		o->require[kind] = true;
		p += len;
		if (*p == ',')
			p++;
	} while (*p != '\0');
	return ERR_OK;
}

static size_t count_stdin(const struct options *o)
{
	size_t count = 0, i;

	for (i = 0; i < o->operands.count; i++)
		count += strcmp(o->operands.items[i], "-") == 0;
	return count + (o->edit != NULL && strcmp(o->edit, "-") == 0) +
	       (o->new_vbt != NULL && strcmp(o->new_vbt, "-") == 0);
}

static bool sets_are_assignments(const struct options *o)
{
	size_t i;

	for (i = 0; i < o->sets.count; i++)
		if (strchr(o->sets.items[i], '=') == NULL)
			return false;
	return true;
}

/* Checks operands and output of the action; NULL: valid. */
static const char *check_operands(const struct options *o)
{
	bool writes = (MODE(o->action) & WRITES_ONE) != 0;
	size_t count = o->operands.count;

	if (o->action == ACTION_DIFF && count != 2)
		return N_("--diff takes two files");
	if (o->action == ACTION_REPLACE && count != 1)
		return N_("--replace-vbt takes one image");
	if (o->action == ACTION_SET && count != 1)
		return N_("--set and --edit take one file");
	if (o->action == ACTION_PROTECTED && count != 1)
		return N_("--protected takes one image");
	if (!sets_are_assignments(o))
		return N_("--set takes FIELD=VALUE");
	if (writes && o->output == NULL)
		return N_("--replace-vbt, --set and --edit need -o FILE");
	if (writes && strcmp(o->output, "-") == 0)
		return N_("--replace-vbt, --set and --edit write a file, not standard output");
	if (count_stdin(o) > 1)
		return N_("standard input can be read only once");
	return NULL;
}

static const char *const action_words[] = {
	[ACTION_EXTRACT] = N_("an extraction"),
	[ACTION_LIST] = "--list",
	[ACTION_SHOW] = "--show",
	[ACTION_DIFF] = "--diff",
	[ACTION_REPLACE] = "--replace-vbt",
	[ACTION_PROTECTED] = "--protected",
	[ACTION_SET] = N_("--set and --edit"),
};

bool options_read(struct options *o, struct cli *cli)
{
	const char *wrong;

	*o = (struct options){0};
	if (!cli_read(cli, o, &o->operands, NULL) || !cli_expand(cli, &o->operands))
		return false;
	if (o->new_vbt != NULL)
		o->action = ACTION_REPLACE;
	else if (o->sets.count != 0 || o->edit != NULL)
		o->action = ACTION_SET;
	if (!cli_modes(cli, MODE(o->action), action_words[o->action]))
		return false;
	wrong = check_operands(o);
	if (wrong != NULL)
		cli->status = cli_usage_error(cli, "%s", tr(wrong));
	return wrong == NULL;
}

void options_free(struct options *o)
{
	cli_list_free(&o->operands);
	cli_list_free(&o->sets);
}
