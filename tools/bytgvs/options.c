/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"

enum {
	OPT_OUTPUT = 1,
	OPT_LIST,
	OPT_SHOW,
	OPT_DIFF,
	OPT_REPLACE,
	OPT_WHICH,
	OPT_IGNORE_SIGNATURE,
	OPT_OTHER_BOARD,
	OPT_PROTECTED,
	OPT_SET,
	OPT_EDIT,
	OPT_JSON,
	OPT_RECURSIVE,
	OPT_REQUIRE,
	OPT_FORCE,
	OPT_TRIM,
	OPT_PARTIAL,
	OPT_THREADS
};

static const struct cli_opt opts[] = {
	{"list", 'l', CLI_FLAG, NULL, "Tell what there is, write nothing", NULL, "What to do",
		OPT_LIST, 0},
	{"show", 0, CLI_FLAG, NULL, "Print what stands in the VBTs of the files", NULL, NULL,
		OPT_SHOW, 0},
	{"diff", 0, CLI_FLAG, NULL, "Tell how the VBTs of two files differ", NULL, NULL, OPT_DIFF,
		0},
	{"replace-vbt", 0, CLI_VALUE, "NEW",
		"Put this VBT in the image's place for it, into -o OUT", NULL, NULL, OPT_REPLACE,
		CLI_IS_FILE},
	{"protected", 0, CLI_FLAG, NULL, "List what is checked at boot, and whether it holds", NULL,
		NULL, OPT_PROTECTED, 0},
	{"set", 0, CLI_VALUE, "FIELD=VALUE[,...]",
		"Change fields of a VBT, such as 12.boot_mode_x=1024, into -o OUT", NULL, NULL,
		OPT_SET, CLI_REPEAT},
	{"edit", 0, CLI_VALUE, "FILE",
		"Make a VBT's fields what this JSON of --show says, into -o OUT", NULL, NULL,
		OPT_EDIT, CLI_IS_FILE},
	{"json", 0, CLI_FLAG, NULL, "Report as one JSON document", NULL, NULL, OPT_JSON, 0},
	{"output", 'o', CLI_VALUE, "DIR", "Write into this folder instead of the current one", NULL,
		"Writing", OPT_OUTPUT, CLI_IS_DIR},
	{"force", 'f', CLI_FLAG, NULL, "Write over existing files", NULL, NULL, OPT_FORCE, 0},
	{"trim", 0, CLI_FLAG, NULL, "Write a VBT exactly as long as it says, without padding", NULL,
		NULL, OPT_TRIM, 0},
	{"partial", 0, CLI_FLAG, NULL, "Write what is not whole too, as NAME.partial", NULL, NULL,
		OPT_PARTIAL, 0},
	{"which", 0, CLI_VALUE, "PLACE", "Replace the VBT of this offset or name (see --list)",
		NULL, "Replacing", OPT_WHICH, 0},
	{"ignore-signature", 0, CLI_FLAG, NULL,
		"Replace what signatures and unknown checks cover too, and leave them invalid",
		NULL, NULL, OPT_IGNORE_SIGNATURE, 0},
	{"other-board", 0, CLI_FLAG, NULL,
		"Replace by a VBT of another platform or with a bad checksum too", NULL, NULL,
		OPT_OTHER_BOARD, 0},
	{"recursive", 'r', CLI_FLAG, NULL, "Take folders too: every file in them", NULL,
		"Many images", OPT_RECURSIVE, 0},
	{"threads", 0, CLI_VALUE, "N", "Images worked on at a time [one a processor]", NULL, NULL,
		OPT_THREADS, 0},
	{"require", 0, CLI_VALUE, "KINDS",
		"Status 3 unless all of these are found: gop,vbt,vbios,gop-pei,efi-rom", NULL,
		"Judging", OPT_REQUIRE, CLI_REPEAT},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
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
		 "  bytgvs --list --json bios.fd tell it to a program, write nothing\n"
		 "  bytgvs -r -o out dumps/      a folder for every image under dumps/\n",
	.exit_notes = "5: --diff found differences",
	.opts = opts,
	.min_operands = 1,
	.max_operands = -1,
};

static bool set_require(struct options *o, struct cli *cli)
{
	const char *p = cli->value;

	do {
		size_t len = strcspn(p, ",");
		int kind;

		for (kind = 0; kind < FIND_KINDS; kind++)
			if (strlen(find_kind_name((enum find_kind)kind)) == len &&
				memcmp(p, find_kind_name((enum find_kind)kind), len) == 0)
				break;
		if (kind == FIND_KINDS) {
			cli->status =
				cli_usage_error(cli, "--require takes gop, vbt, vbios, gop-pei and "
						     "efi-rom, with commas between");
			return false;
		}
		o->require[kind] = true;
		p += len;
		if (*p == ',')
			p++;
	} while (*p != '\0');
	return true;
}

static bool set_action(struct options *o, struct cli *cli, enum action action)
{
	if (o->action != ACTION_EXTRACT) {
		cli->status = cli_usage_error(cli,
			"only one of --list, --show, --diff, --replace-vbt, --protected and "
			"--set or --edit");
		return false;
	}
	o->action = action;
	return true;
}

static bool set_option(struct options *o, struct cli *cli, int id)
{
	int threads;

	switch (id) {
	case OPT_OUTPUT:
		o->output = cli->value;
		return true;
	case OPT_LIST:
		return set_action(o, cli, ACTION_LIST);
	case OPT_SHOW:
		return set_action(o, cli, ACTION_SHOW);
	case OPT_DIFF:
		return set_action(o, cli, ACTION_DIFF);
	case OPT_REPLACE:
		o->new_vbt = cli->value;
		return set_action(o, cli, ACTION_REPLACE);
	case OPT_PROTECTED:
		return set_action(o, cli, ACTION_PROTECTED);
	case OPT_SET:
		if (!cli_list_add(&o->sets, cli->value)) {
			diag_error("out of memory");
			return false;
		}
		return o->action == ACTION_SET || set_action(o, cli, ACTION_SET);
	case OPT_EDIT:
		o->edit = cli->value;
		return o->action == ACTION_SET || set_action(o, cli, ACTION_SET);
	case OPT_OTHER_BOARD:
		o->other_board = true;
		return true;
	case OPT_WHICH:
		o->which = cli->value;
		return true;
	case OPT_IGNORE_SIGNATURE:
		o->ignore_signature = true;
		return true;
	case OPT_JSON:
		o->json = true;
		return true;
	case OPT_RECURSIVE:
		o->recursive = true;
		return true;
	case OPT_FORCE:
		o->force = true;
		return true;
	case OPT_TRIM:
		o->trim = true;
		return true;
	case OPT_PARTIAL:
		o->partial = true;
		return true;
	case OPT_THREADS:
		if (!cli_int(cli, 1, 256, &threads))
			return false;
		o->threads = (unsigned)threads;
		return true;
	case OPT_REQUIRE:
		return set_require(o, cli);
	default:
		return true;
	}
}

static bool add_operand(struct options *o, const char *value)
{
	const char **p = realloc(o->operands, (o->operand_count + 1) * sizeof *p);

	if (p == NULL) {
		diag_error("out of memory");
		return false;
	}
	p[o->operand_count++] = value;
	o->operands = p;
	return true;
}

static size_t count_stdin(const struct options *o)
{
	size_t count = 0, i;

	for (i = 0; i < o->operand_count; i++)
		count += strcmp(o->operands[i], "-") == 0;
	return count + (o->edit != NULL && strcmp(o->edit, "-") == 0);
}

static bool sets_are_assignments(const struct options *o)
{
	size_t i;

	for (i = 0; i < o->sets.count; i++)
		if (strchr(o->sets.items[i], '=') == NULL)
			return false;
	return true;
}

/* What the actions want of the operands. */
static bool check_operands(const struct options *o, struct cli *cli, int *status)
{
	const char *wrong = NULL;

	if (o->action == ACTION_DIFF && o->operand_count != 2)
		wrong = "--diff takes two files";
	else if (o->action == ACTION_REPLACE && o->operand_count != 1)
		wrong = "--replace-vbt takes one image";
	else if (!sets_are_assignments(o))
		wrong = "--set takes FIELD=VALUE";
	else if (o->action == ACTION_SET && o->operand_count != 1)
		wrong = "--set and --edit take one file";
	else if ((o->action == ACTION_REPLACE || o->action == ACTION_SET) && o->output == NULL)
		wrong = "--replace-vbt, --set and --edit need -o FILE";
	else if (o->action != ACTION_REPLACE &&
		 (o->which != NULL || o->ignore_signature || o->other_board))
		wrong = "--which, --ignore-signature and --other-board go with --replace-vbt";
	else if (o->action == ACTION_PROTECTED && o->operand_count != 1)
		wrong = "--protected takes one image";
	else if ((o->action == ACTION_REPLACE || o->action == ACTION_SET) &&
		 strcmp(o->output, "-") == 0)
		wrong = "--replace-vbt, --set and --edit write a file, not standard output";
	else if ((o->action == ACTION_REPLACE || o->action == ACTION_SET) && o->json)
		wrong = "--replace-vbt, --set and --edit write no report for programs: no --json";
	else if (count_stdin(o) > 1)
		wrong = "standard input can be read only once";
	if (wrong == NULL)
		return true;
	*status = cli_usage_error(cli, "%s", wrong);
	return false;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	int id;

	*o = (struct options){0};
	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE) {
			*status = cli->status;
			return false;
		}
		*status = EXIT_FAILED;
		if (id == CLI_OPERAND && !add_operand(o, cli->value))
			return false;
		if (id > 0 && !set_option(o, cli, id)) {
			*status = cli->status;
			return false;
		}
	}
	return check_operands(o, cli, status);
}

void options_free(struct options *o)
{
	free(o->operands);
	cli_list_free(&o->sets);
	o->operands = NULL;
}
