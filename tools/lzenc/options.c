/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/lzma_section.h"
#include "cmd.h"
#include "names.h"

enum {
	OPT_LEVEL_1 = 1, /* to OPT_LEVEL_1 + 8 */
	OPT_LEVEL = 10,
	OPT_BEST,
	OPT_DECODE,
	OPT_TEST,
	OPT_LIST,
	OPT_FORMAT,
	OPT_FOR,
	OPT_FILTER,
	OPT_CLASSIC,
	OPT_LC,
	OPT_LP,
	OPT_PB,
	OPT_DICT,
	OPT_NICE,
	OPT_MARKER,
	OPT_UNKNOWN,
	OPT_THREADS,
	OPT_FORCE,
	OPT_NO_VERIFY,
	OPT_NAME,
	OPT_NAMES,
	OPT_REPACK,
	OPT_DRY_RUN,
	OPT_IGNORE_SIGNATURE,
	OPT_OUTPUT,
	OPT_EXCLUDE,
	OPT_PASSWORD_FILE,
	OPT_PASSWORD_ENV,
	OPT_F86,
	OPT_GUID,
	OPT_MEMLIMIT,
	OPT_MAX_SIZE,
	OPT_JSON
};

#define LEVEL(n)                                                                                   \
	{                                                                                          \
		.name = #n, .letter = '0' + (n), .arg = CLI_FLAG, .help = "Level",                 \
		.id = OPT_LEVEL_1 + (n)-1, .flags = CLI_HIDDEN                                     \
	}

static const struct cli_opt opts[] = {
	{.name = "decode",
		.letter = 'd',
		.arg = CLI_FLAG,
		.help = "Decode a file or extract an archive",
		.group = "What to do",
		.id = OPT_DECODE},
	{.name = "test",
		.letter = 't',
		.arg = CLI_FLAG,
		.help = "Decode without writing anything",
		.id = OPT_TEST},
	{.name = "list",
		.letter = 'l',
		.arg = CLI_FLAG,
		.help = "Show parameters, sizes and contents",
		.id = OPT_LIST},
	{.name = "repack",
		.arg = CLI_FLAG,
		.help = "Pack the sections of a firmware image again, smaller, into --output",
		.id = OPT_REPACK},
	{.name = "format",
		.arg = CLI_VALUE,
		.value = "FORM",
		.help = "Form of the file; else by the output's name",
		.choices = "7z|lzma|lzma86|f86|section",
		.group = "Compressing",
		.id = OPT_FORMAT},
	{.name = "for",
		.arg = CLI_VALUE,
		.value = "READER",
		.help = "Keep to what this reader takes",
		.choices = "portable|edk2|coreboot|uboot|linux|7zip",
		.id = OPT_FOR},
	{.name = "level",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "1 (fast) to 9 (small, the default); also -1 to -9",
		.id = OPT_LEVEL},
	LEVEL(1),
	LEVEL(2),
	LEVEL(3),
	LEVEL(4),
	LEVEL(5),
	LEVEL(6),
	LEVEL(7),
	LEVEL(8),
	LEVEL(9),
	{.name = "best",
		.arg = CLI_FLAG,
		.help = "Encode in several ways and keep the smallest result",
		.id = OPT_BEST},
	{.name = "classic",
		.arg = CLI_FLAG,
		.help = "The original tool's stream: .lzma, lc3 lp0 pb2, 8 MiB, 128 fast bytes",
		.id = OPT_CLASSIC},
	{.name = "filter",
		.arg = CLI_VALUE,
		.value = "NAME",
		.help = "Branch filter; chosen by measuring if not given",
		.choices =
			"none|x86|arm|armt|arm64|ppc|sparc|ia64|riscv|delta1|delta2|delta3|delta4|"
			"delta6|delta8|delta12|delta16",
		.id = OPT_FILTER},
	{.name = "lc",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "Literal context bits, 0 to 4",
		.id = OPT_LC},
	{.name = "lp",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "Literal position bits, 0 to 4",
		.id = OPT_LP},
	{.name = "pb",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "Position bits, 0 to 4",
		.id = OPT_PB},
	{.name = "dict",
		.arg = CLI_VALUE,
		.value = "SIZE",
		.help = "Dictionary size, such as 8M",
		.id = OPT_DICT},
	{.name = "fast-bytes",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "Length of a match that is good enough, 5 to 273",
		.id = OPT_NICE},
	{.name = "end-marker",
		.arg = CLI_FLAG,
		.help = "End a .lzma stream with its end marker",
		.id = OPT_MARKER},
	{.name = "unknown-size",
		.arg = CLI_FLAG,
		.help = "Leave the size out of the header; implies the marker",
		.id = OPT_UNKNOWN},
	{.name = "name",
		.arg = CLI_VALUE,
		.value = "NAME",
		.help = "Name of standard input in an archive [stdin]",
		.id = OPT_NAME},
	{.name = "names",
		.arg = CLI_VALUE,
		.value = "ENC",
		.help = "Encoding of names that are not UTF-8, or keep",
		.id = OPT_NAMES},
	{.name = "no-verify",
		.arg = CLI_FLAG,
		.help = "Do not decode and compare what was written",
		.id = OPT_NO_VERIFY},
	{.name = "output",
		.letter = 'o',
		.arg = CLI_VALUE,
		.value = "PLACE",
		.help = "Output; operands after FILE are then members",
		.group = "Decoding",
		.id = OPT_OUTPUT},
	{.name = "exclude",
		.arg = CLI_VALUE,
		.value = "PATTERN",
		.help = "Members of an archive to leave out",
		.id = OPT_EXCLUDE,
		.flags = CLI_REPEAT},
	{.name = "password-file",
		.arg = CLI_VALUE,
		.value = "FILE",
		.help = "Its first line opens an encrypted archive; -: stdin",
		.id = OPT_PASSWORD_FILE},
	{.name = "password-env",
		.arg = CLI_VALUE,
		.value = "NAME",
		.help = "Environment variable with the password [LZENC_PASSWORD]",
		.id = OPT_PASSWORD_ENV},
	{.name = "f86",
		.arg = CLI_FLAG,
		.help = "The .lzma stream is x86-filtered (EDK2's F86)",
		.id = OPT_F86},
	{.name = "guid",
		.arg = CLI_VALUE,
		.value = "GUID",
		.help = "The stream comes from a section with this GUID",
		.id = OPT_GUID},
	{.name = "memlimit",
		.arg = CLI_VALUE,
		.value = "SIZE",
		.help = "Memory a decoder may take [512M]",
		.id = OPT_MEMLIMIT},
	{.name = "max-size",
		.arg = CLI_VALUE,
		.value = "SIZE",
		.help = "Limit of the decoded bytes [4G]",
		.id = OPT_MAX_SIZE},
	{.name = "dry-run",
		.arg = CLI_FLAG,
		.help = "Only report what --repack would free",
		.group = "Repacking",
		.id = OPT_DRY_RUN},
	{.name = "ignore-signature",
		.arg = CLI_FLAG,
		.help = "Repack what is signed or checked in an unknown way too",
		.id = OPT_IGNORE_SIGNATURE},
	{.name = "threads",
		.arg = CLI_VALUE,
		.value = "N",
		.help = "Threads; all processors if not given",
		.group = "General",
		.id = OPT_THREADS},
	{.name = "force",
		.letter = 'f',
		.arg = CLI_FLAG,
		.help = "Write over existing files",
		.id = OPT_FORCE},
	{.name = "json",
		.arg = CLI_FLAG,
		.help = "Results as one JSON document",
		.id = OPT_JSON,
		.flags = CLI_FOR_PROGRAMS},
	{0},
};

const struct cli_spec cmd_spec = {
	.tool = "lzenc",
	.summary = "compresses with LZMA so that 7-Zip and firmware can read it",
	.usage = "lzenc [OPTION]... INPUT... OUTPUT\n"
		 "lzenc -d [OPTION]... FILE [OUTPUT|FOLDER]\n"
		 "lzenc -d [OPTION]... FILE MEMBER... -o FOLDER\n"
		 "lzenc -t|-l [OPTION]... FILE...\n"
		 "lzenc --repack [OPTION]... IMAGE -o OUTPUT",
	.notes = "Examples:\n"
		 "  lzenc docs firmware.fd out.7z        archive for 7-Zip and its kin\n"
		 "  lzenc --for edk2 dxe.fv dxe.lzma     payload of an LZMA section\n"
		 "  lzenc --format=section dxe.fv s.sec  the whole section, header and all\n"
		 "  lzenc -d out.7z folder               extract\n"
		 "  lzenc --repack bios.fd -o small.fd   free space in its volumes\n",
	.exit_notes = "5 damaged data or none known here, 6 kind not supported, 7 limit passed",
	.exits = CLI_HAS_NOTHING,
	.opts = opts,
	.min_operands = 1,
	.max_operands = -1,
};

#define ONLY_PACK   (1u << CMD_PACK)
#define ONLY_TAKES  (1u << CMD_DECODE | 1u << CMD_TEST)
#define ONLY_LOOKS  (1u << CMD_DECODE | 1u << CMD_TEST | 1u << CMD_LIST)
#define ONLY_REPACK (1u << CMD_REPACK)
#define OUTPUTS     (1u << CMD_DECODE | 1u << CMD_REPACK)
#define NO_REPACK   (ONLY_PACK | ONLY_LOOKS)

/* Levels are for packing too, but callers of gzip and xz are used to "-9 -d". */
static const struct cli_fit fits[] = {{OPT_BEST, ONLY_PACK}, {OPT_FOR, ONLY_PACK},
	{OPT_CLASSIC, ONLY_PACK}, {OPT_FILTER, ONLY_PACK}, {OPT_LC, ONLY_PACK}, {OPT_LP, ONLY_PACK},
	{OPT_PB, ONLY_PACK}, {OPT_DICT, ONLY_PACK}, {OPT_NICE, ONLY_PACK}, {OPT_MARKER, ONLY_PACK},
	{OPT_UNKNOWN, ONLY_PACK}, {OPT_NAME, ONLY_PACK}, {OPT_NO_VERIFY, ONLY_PACK},
	{OPT_OUTPUT, OUTPUTS}, {OPT_EXCLUDE, ONLY_TAKES}, {OPT_PASSWORD_FILE, ONLY_LOOKS},
	{OPT_PASSWORD_ENV, ONLY_LOOKS}, {OPT_F86, ONLY_LOOKS}, {OPT_GUID, ONLY_LOOKS},
	{OPT_MEMLIMIT, ONLY_LOOKS}, {OPT_MAX_SIZE, ONLY_LOOKS}, {OPT_DRY_RUN, ONLY_REPACK},
	{OPT_IGNORE_SIGNATURE, ONLY_REPACK}, {OPT_NAMES, NO_REPACK}, {OPT_FORMAT, NO_REPACK},
	{OPT_LEVEL, NO_REPACK}, {0, 0}};

static bool set_verb(struct cmd *cmd, struct cli *cli, enum cmd_verb verb)
{
	if (cmd->verb != CMD_PACK && cmd->verb != verb) {
		cli->status =
			cli_usage_error(cli, "only one of --decode, --test, --list and --repack");
		return false;
	}
	cmd->verb = verb;
	return true;
}

static bool set_guid(struct cmd *cmd, struct cli *cli)
{
	enum branch_kind filter;
	struct guid guid;

	if (!guid_parse(cli->value, &guid) || !lzma_section_filter(&guid, &filter)) {
		cli->status = cli_usage_error(cli, "no GUID of an LZMA section: %s", cli->value);
		return false;
	}
	cmd->f86 = filter == BRANCH_X86;
	cmd->plain = filter == BRANCH_NONE;
	return true;
}

static bool set_names(struct cmd *cmd, struct cli *cli)
{
	if (name_rule_parse(cli->value, &cmd->names))
		return true;
	cli->status = cli_usage_error(cli, "no encoding that names can be in: %s", cli->value);
	return false;
}

static bool get_u32(struct cli *cli, uint64_t min, uint64_t max, bool size, uint32_t *out)
{
	uint64_t v;

	if (size ? !cli_size(cli, min, max, &v) : !cli_u64(cli, min, max, &v))
		return false;
	*out = (uint32_t)v;
	return true;
}

static bool add_text(const char ***list, size_t *count, const char *value)
{
	const char **more = realloc(*list, (*count + 1) * sizeof(*more));

	if (more == NULL) {
		diag_error("out of memory");
		return false;
	}
	*list = more;
	more[(*count)++] = value;
	return true;
}

/* The choices are in the order of the kinds, followed by some distances of Delta. */
static int filter_of(struct cli *cli)
{
	static const uint8_t distance[] = {1, 2, 3, 4, 6, 8, 12, 16};
	int index = cli_choice(cli);

	if (index < BRANCH_DELTA || (size_t)index - BRANCH_DELTA >= sizeof(distance))
		return index;
	return BRANCH_DELTA + distance[index - BRANCH_DELTA] - 1;
}

/* Handles options with values to check; false after a usage error. */
static bool take_other(struct cmd *cmd, struct cli *cli, int id)
{
	struct lz_settings *s = &cmd->set;

	switch (id) {
	case OPT_DECODE:
		return set_verb(cmd, cli, CMD_DECODE);
	case OPT_TEST:
		return set_verb(cmd, cli, CMD_TEST);
	case OPT_LIST:
		return set_verb(cmd, cli, CMD_LIST);
	case OPT_REPACK:
		return set_verb(cmd, cli, CMD_REPACK);
	case OPT_LEVEL:
		return cli_int(cli, 1, 9, &s->level);
	case OPT_FORMAT:
		s->format = (enum lz_format)(LZ_7Z + cli_choice(cli));
		return true;
	case OPT_FOR:
		s->target = (enum lz_target)cli_choice(cli);
		s->programs = s->target == LZ_7ZIP;
		return true;
	case OPT_FILTER:
		s->filter = filter_of(cli);
		return true;
	case OPT_LC:
		return cli_int(cli, 0, 4, &s->lc);
	case OPT_LP:
		return cli_int(cli, 0, 4, &s->lp);
	case OPT_PB:
		return cli_int(cli, 0, 4, &s->pb);
	case OPT_DICT:
		return get_u32(cli, LZMA_DICT_LEAST, (uint64_t)256 << 20, true, &s->dict);
	case OPT_NICE:
		return get_u32(cli, 5, 273, false, &s->nice);
	case OPT_THREADS:
		return get_u32(cli, 1, 256, false, &s->threads);
	case OPT_GUID:
		return set_guid(cmd, cli);
	case OPT_NAME:
		cmd->name = cli->value;
		return true;
	case OPT_NAMES:
		return set_names(cmd, cli);
	case OPT_OUTPUT:
		cmd->out = cli->value;
		return true;
	case OPT_EXCLUDE:
		if (add_text(&cmd->excludes, &cmd->exclude_count, cli->value))
			return true;
		cli->status = EXIT_FAILED;
		return false;
	case OPT_PASSWORD_FILE:
		cmd->password_file = cli->value;
		return true;
	case OPT_PASSWORD_ENV:
		cmd->password_env = cli->value;
		return true;
	case OPT_MEMLIMIT:
		return cli_size(cli, 1, UINT64_MAX / 2, &cmd->memlimit);
	default:
		return cli_size(cli, 1, UINT64_MAX / 2, &cmd->max_size);
	}
}

/* Handles options that are only stored; false for others. */
static bool take_flag(struct cmd *cmd, int id)
{
	if (id >= OPT_LEVEL_1 && id < OPT_LEVEL) {
		cmd->set.level = id - OPT_LEVEL_1 + 1;
		return true;
	}
	switch (id) {
	case OPT_BEST:
		return cmd->set.best = true;
	case OPT_CLASSIC:
		return cmd->set.classic = true;
	case OPT_MARKER:
		return cmd->set.marker = true;
	case OPT_UNKNOWN:
		return cmd->set.unknown_size = true;
	case OPT_NO_VERIFY:
		cmd->set.verify = false;
		return true;
	case OPT_F86:
		return cmd->f86 = true;
	case OPT_DRY_RUN:
		return cmd->dry_run = true;
	case OPT_IGNORE_SIGNATURE:
		return cmd->ignore_signature = true;
	case OPT_FORCE:
		return cmd->force = true;
	case OPT_JSON:
		return cmd->json = true;
	default:
		return false;
	}
}

static bool take_operand(struct cmd *cmd, const char *value)
{
	return add_text(&cmd->operands, &cmd->count, value);
}

/* The suffix of another kind of archive, which the output would not be; NULL: none. */
static const char *foreign_suffix(const char *name)
{
	static const char *const suffixes[] = {
		"xz", "zip", "gz", "tgz", "bz2", "lz", "zst", "tar", "txz"};
	size_t i;

	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (cmd_has_suffix(name, suffixes[i]))
			return suffixes[i];
	return NULL;
}

/* The default form: .lzma with --classic and for firmware readers. */
static void settle_format(struct cmd *cmd)
{
	struct lz_settings *s = &cmd->set;
	const char *out = cmd->operands[cmd->count - 1];

	if (s->format == LZ_AUTO && s->classic)
		s->format = LZ_LZMA;
	else if (s->format == LZ_AUTO && cmd_has_suffix(out, "lzma"))
		s->format = LZ_LZMA;
	else if (s->format == LZ_AUTO && cmd_has_suffix(out, "lzma86"))
		s->format = LZ_LZMA86;
	else if (s->format == LZ_AUTO && !cmd_has_suffix(out, "7z") && s->target != LZ_ANYONE &&
		 s->target != LZ_7ZIP)
		s->format = LZ_LZMA;
	else if (s->format == LZ_AUTO)
		s->format = LZ_7Z;
}

static bool has_operand(const struct cmd *cmd, const char *want)
{
	size_t i;

	for (i = 0; i < cmd->count; i++)
		if (strcmp(cmd->operands[i], want) == 0)
			return true;
	return false;
}

/* --name needs a single file, and must be extractable. */
static bool name_fits(struct cmd *cmd, struct cli *cli)
{
	struct err err;

	if (cmd->name == NULL) {
		cmd->name = "stdin";
		return true;
	}
	if (cmd->set.format != LZ_7Z) {
		cli->status = cli_usage_error(cli, "--name: only .7z holds names");
		return false;
	}
	cmd->count--; /* the last operand is the output */
	if (!has_operand(cmd, "-")) {
		cmd->count++;
		cli->status = cli_usage_error(cli, "--name is for an input of '-'");
		return false;
	}
	cmd->count++;
	if (name_check(cmd->name, path_is_sep('\\'), &err) != ERR_OK) {
		cli->status = cli_usage_error(cli, "--name: %s", err.text);
		return false;
	}
	return true;
}

/* Checks requirements of packing only. */
static bool settle_packing(struct cmd *cmd, struct cli *cli)
{
	const char *other;
	struct err err;

	if (cmd->count < 2) {
		cli->status = cli_usage_error(cli, "an input and an output are needed");
		return false;
	}
	other = foreign_suffix(cmd->operands[cmd->count - 1]);
	if (cmd->set.format == LZ_AUTO && other != NULL) {
		cli->status = cli_usage_error(
			cli, "a .%s is not made: without --format it would be a .7z", other);
		return false;
	}
	settle_format(cmd);
	if (lz_check(&cmd->set, &err) != ERR_OK) {
		cli->status = cli_usage_error(cli, "%s", err.text);
		return false;
	}
	if (!name_fits(cmd, cli))
		return false;
	if (cmd->set.format != LZ_7Z && cmd->count > 2) {
		cli->status = cli_usage_error(cli, "only .7z holds more than one input");
		return false;
	}
	if (cmd->set.format != LZ_7Z && (cmd->names.keep || cmd->names.enc != TEXT_NONE)) {
		cli->status = cli_usage_error(cli, "--names: only .7z holds names");
		return false;
	}
	return true;
}

/* Whether standard output gets the data. */
static bool data_to_stdout(const struct cmd *cmd)
{
	const char *last = cmd->out != NULL ? cmd->out : cmd->operands[cmd->count - 1];

	switch (cmd->verb) {
	case CMD_PACK:
		break;
	case CMD_REPACK:
		if (cmd->out == NULL)
			return false;
		break;
	case CMD_DECODE:
		/* Standard input may be an archive, which is extracted to files; that is not known
		 * yet. */
		if (cmd->count == 1 && cmd->out == NULL)
			return false;
		break;
	default:
		return false;
	}
	return strcmp(last, "-") == 0;
}

static bool settle(struct cmd *cmd, struct cli *cli)
{
	if (has_operand(cmd, "")) {
		cli->status = cli_usage_error(cli, "an empty file name");
		return false;
	}
	if (cmd->password_file != NULL && strcmp(cmd->password_file, "-") == 0 &&
		has_operand(cmd, "-")) {
		cli->status = cli_usage_error(
			cli, "standard input cannot be the archive and the password too");
		return false;
	}
	if (cmd->json && data_to_stdout(cmd)) {
		cli->status = cli_usage_error(cli, "--json needs an output other than '-'");
		return false;
	}
	if (cmd->verb == CMD_DECODE && cmd->count > 2 && cmd->out == NULL) {
		cli->status = cli_usage_error(
			cli, "-d takes one file and one place to put it; members need --output");
		return false;
	}
	if (cmd->verb == CMD_REPACK && (cmd->count != 1 || (cmd->out == NULL) != cmd->dry_run)) {
		cli->status =
			cli_usage_error(cli, "--repack takes one image, and --output or --dry-run");
		return false;
	}
	return cmd->verb != CMD_PACK || settle_packing(cmd, cli);
}

/* Operands after an archive that is decoded are patterns of its members. */
static bool expand(struct cmd *cmd, struct cli *cli)
{
	struct cli_list list = {cmd->operands, cmd->count};

	if (cmd->verb == CMD_DECODE)
		return true;
	if (!cli_expand(cli, &list))
		return false;
	cmd->operands = list.items;
	cmd->count = list.count;
	return true;
}

bool cmd_read(struct cmd *cmd, struct cli *cli, int *status)
{
	static const char *const verb_words[] = {
		"compressing", "--decode", "--test", "--list", "--repack"};
	int id;

	*cmd = (struct cmd){.set.verify = true, .memlimit = CMD_MEMLIMIT, .max_size = CMD_MAX_SIZE};
	cmd->set.level = 9;
	cmd->set.programs = true;
	cmd->set.filter = cmd->set.lc = cmd->set.lp = cmd->set.pb = LZ_UNSET;
	while ((id = cli_next(cli)) != CLI_END) {
		bool ok;

		if (id == CLI_OPERAND)
			ok = take_operand(cmd, cli->value);
		else
			ok = id > 0 && (take_flag(cmd, id) || take_other(cmd, cli, id));
		if (!ok) {
			*status = id == CLI_OPERAND ? EXIT_FAILED : cli->status;
			return false;
		}
	}
	if (!cli_fits(cli, fits, 1u << cmd->verb, verb_words[cmd->verb]) || !expand(cmd, cli) ||
		!settle(cmd, cli)) {
		*status = cli->status;
		return false;
	}
	return true;
}

void cmd_free(struct cmd *cmd)
{
	free(cmd->operands);
	free(cmd->excludes);
	cmd->operands = cmd->excludes = NULL;
}
