/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "spc.h"

enum {
	OPT_LIST = 1,
	OPT_JSON,
	OPT_WATCH,
	OPT_USERS,
	OPT_MATCH,
	OPT_EXCLUDE,
	OPT_LAST,
	OPT_WAIT,
	OPT_TIMEOUT,
	OPT_BAUD,
	OPT_DATA,
	OPT_PARITY,
	OPT_STOP,
	OPT_FLOW,
	OPT_PROGRAM,
	OPT_TEMPLATE,
	OPT_LOG,
	OPT_TEE,
	OPT_TIMESTAMPS,
	OPT_RELAUNCH,
	OPT_VERIFY,
	OPT_PIN,
	OPT_DRY_RUN,
	OPT_IGNORE_LOCK,
	OPT_ROOT
};

static const struct cli_opt opts[] = {
	{"list", 'l', CLI_FLAG, NULL, "Print the ports and end", NULL, "Looking", OPT_LIST, 0},
	{"json", 'j', CLI_FLAG, NULL, "Print the ports as JSON and end", NULL, NULL, OPT_JSON, 0},
	{"watch", 'w', CLI_FLAG, NULL, "Go on and print what comes and goes", NULL, NULL, OPT_WATCH,
		0},
	{"users", 'u', CLI_FLAG, NULL, "Also tell which processes have a port open (Linux)", NULL,
		NULL, OPT_USERS, 0},
	{"match", 'm', CLI_VALUE, "PATTERN",
		"Only ports a text of which the shell pattern matches, or VID:PID[:SERIAL]", NULL,
		"Choosing", OPT_MATCH, 0},
	{"exclude", 'x', CLI_VALUE, "PATTERN",
		"Leave these ports out, as \"hide\" of the settings does", NULL, NULL, OPT_EXCLUDE,
		CLI_REPEAT},
	{"last", 'L', CLI_FLAG, NULL, "Take the port chosen last, wherever it is plugged in now",
		NULL, NULL, OPT_LAST, 0},
	{"wait", 'W', CLI_OPTIONAL, "PATTERN",
		"Wait until a matching port is there, or any other than now", NULL, NULL, OPT_WAIT,
		0},
	{"timeout", 't', CLI_VALUE, "SECONDS", "Give up waiting after this time", NULL, NULL,
		OPT_TIMEOUT, 0},
	{"baud", 'b', CLI_VALUE, "RATE", "Bits per second, or line settings as in 115200,8n1", NULL,
		"Line", OPT_BAUD, 0},
	{"data", 0, CLI_VALUE, "BITS", "Data bits, 5 to 9", NULL, NULL, OPT_DATA, 0},
	{"parity", 0, CLI_VALUE, "PARITY", "none, odd, even, mark or space", NULL, NULL, OPT_PARITY,
		0},
	{"stop", 0, CLI_VALUE, "BITS", "Stop bits: 1, 1.5 or 2", NULL, NULL, OPT_STOP, 0},
	{"flow", 0, CLI_VALUE, "FLOW", "Flow control: none, xon, rts or dtr", NULL, NULL, OPT_FLOW,
		0},
	{"program", 'p', CLI_VALUE, "NAME",
		"Terminal program: puttytel, putty, tio, picocom, plink, minicom, screen, "
		"teraterm, the path of one, one of the settings file, or any path with "
		"--template",
		NULL, "Starting", OPT_PROGRAM, CLI_IS_FILE},
	{"template", 0, CLI_VALUE, "ARGUMENTS", "Arguments of the program, with placeholders", NULL,
		NULL, OPT_TEMPLATE, 0},
	{"log", 'g', CLI_OPTIONAL, "FILE", "Have a log written (default: port and time)", NULL,
		NULL, OPT_LOG, CLI_IS_FILE},
	{"tee", 0, CLI_FLAG, NULL, "Write the log ourselves, from outside (Linux)", NULL, NULL,
		OPT_TEE, 0},
	{"timestamps", 0, CLI_FLAG, NULL, "The time before each line of it (with --tee)", NULL,
		NULL, OPT_TIMESTAMPS, 0},
	{"relaunch", 'r', CLI_FLAG, NULL, "Start again when the port was away and is back", NULL,
		NULL, OPT_RELAUNCH, 0},
	{"verify", 0, CLI_FLAG, NULL, "Print the SHA-256 of the program and end", NULL, NULL,
		OPT_VERIFY, 0},
	{"pin", 0, CLI_FLAG, NULL, "Remember that SHA-256; refuse any other from now on", NULL,
		NULL, OPT_PIN, 0},
	{"dry-run", 'n', CLI_FLAG, NULL, "Print the command line instead of starting it", NULL,
		NULL, OPT_DRY_RUN, 0},
	{"ignore-lock", 0, CLI_FLAG, NULL, "Start although a lock file names another user", NULL,
		NULL, OPT_IGNORE_LOCK, 0},
	{"sys-root", 0, CLI_VALUE, "FOLDER", "Folder before /sys, /dev and /proc", NULL, NULL,
		OPT_ROOT, CLI_HIDDEN | CLI_IS_DIR},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
};

const struct cli_spec spc_spec = {
	.tool = "spc",
	.exits = CLI_HAS_NOTHING | CLI_HAS_TEMPORARY,
	.summary = "lists the serial ports that are there and starts a terminal program on one",
	.usage = "spc [OPTION]... [PORT] [RATE]\nspc --list|--json [--watch] [--match PATTERN]",
	.notes =
		"PORT is a name (COM4, ttyUSB0), a path, VID:PID or VID:PID:SERIAL. Without it the "
		"ports are shown to choose from:\narrow keys and Enter, a number, typing to "
		"filter, "
		"or a double click.\n\nExamples:\n  spc                  choose, and go\n"
		"  spc COM4 115200      straight there\n  spc 0403:6001        the FTDI adapter\n"
		"  spc --last           the same one as last time\n"
		"  spc --wait=0403:*    as soon as it is plugged in\n",
	.exit_notes = NULL,
	.version = SPC_VERSION,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 2,
};

static bool is_number(const char *text)
{
	return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Settings are told by their first character; ports never begin with a digit but for VID:PID. */
static bool looks_like_rate(const char *text)
{
	return is_number(text) || (text[0] >= '0' && text[0] <= '9' && strchr(text, ',') != NULL);
}

static bool take_operand(struct cli *cli, struct options *o, int *count)
{
	if ((*count)++ == 0 && !looks_like_rate(cli->value)) {
		o->port = cli->value;
		return true;
	}
	if (strchr("0123456789-", cli->value[0]) == NULL) {
		cli->status = cli_usage_error(cli, "'%.60s' is no rate%s", cli->value,
			o->log ? "; the name of a log goes as --log=FILE" : "");
		return false;
	}
	if (o->baud != NULL) {
		cli->status = cli_usage_error(
			cli, "two line settings: %.60s and %.60s", o->baud, cli->value);
		return false;
	}
	o->baud = cli->value;
	return true;
}

static bool *flag_of(struct options *o, int id)
{
	switch (id) {
	case OPT_LIST:
		return &o->list;
	case OPT_JSON:
		return &o->json;
	case OPT_WATCH:
		return &o->watch;
	case OPT_USERS:
		return &o->users;
	case OPT_LAST:
		return &o->last;
	case OPT_TEE:
		return &o->tee;
	case OPT_TIMESTAMPS:
		return &o->timestamps;
	case OPT_RELAUNCH:
		return &o->relaunch;
	case OPT_VERIFY:
		return &o->verify;
	case OPT_PIN:
		return &o->pin;
	case OPT_DRY_RUN:
		return &o->dry_run;
	case OPT_IGNORE_LOCK:
		return &o->ignore_lock;
	default:
		return NULL;
	}
}

static const char **text_of(struct options *o, int id)
{
	switch (id) {
	case OPT_MATCH:
		return &o->match;
	case OPT_BAUD:
		return &o->baud;
	case OPT_DATA:
		return &o->data;
	case OPT_PARITY:
		return &o->parity;
	case OPT_STOP:
		return &o->stop;
	case OPT_FLOW:
		return &o->flow;
	case OPT_PROGRAM:
		return &o->program;
	case OPT_TEMPLATE:
		return &o->template;
	case OPT_ROOT:
		return &o->root;
	default:
		return NULL;
	}
}

static bool take_option(struct cli *cli, struct options *o, int id)
{
	bool *flag = flag_of(o, id);
	const char **text = text_of(o, id);
	uint64_t seconds;

	if (flag != NULL) {
		*flag = true;
	} else if (text != NULL) {
		*text = cli->value;
	} else if (id == OPT_EXCLUDE) {
		if (o->exclude_count == EXCLUDE_MAX) {
			cli->status =
				cli_usage_error(cli, "more than %d times --exclude", EXCLUDE_MAX);
			return false;
		}
		o->exclude[o->exclude_count++] = cli->value;
	} else if (id == OPT_WAIT) {
		o->wait = true;
		if (cli->value != NULL)
			o->match = cli->value;
	} else if (id == OPT_LOG) {
		o->log = true;
		o->log_file = cli->value;
	} else if (id == OPT_TIMEOUT) {
		if (!cli_u64(cli, 1, 1000000, &seconds))
			return false;
		o->timeout_s = (unsigned)seconds;
	}
	return true;
}

#define TO_LOOK   1u
#define TO_VERIFY 2u
#define TO_START  4u

/* The program, its arguments and the line may be given in every mode: an alias has them. */
static const struct cli_fit fits[] = {{OPT_LIST, TO_LOOK}, {OPT_JSON, TO_LOOK},
	{OPT_WATCH, TO_LOOK}, {OPT_USERS, TO_LOOK | TO_START}, {OPT_MATCH, TO_LOOK | TO_START},
	{OPT_EXCLUDE, TO_LOOK | TO_START}, {OPT_LAST, TO_START}, {OPT_WAIT, TO_START},
	{OPT_TIMEOUT, TO_START}, {OPT_LOG, TO_START}, {OPT_TEE, TO_START},
	{OPT_TIMESTAMPS, TO_START}, {OPT_RELAUNCH, TO_START}, {OPT_VERIFY, TO_VERIFY},
	{OPT_PIN, TO_VERIFY}, {OPT_DRY_RUN, TO_START}, {OPT_IGNORE_LOCK, TO_START}, {0, 0}};

static bool check_mode(struct cli *cli, const struct options *o)
{
	if (o->watch || o->list || o->json || (o->users && o->port == NULL && !o->verify))
		return cli_fits(cli, fits, TO_LOOK,
			o->watch  ? "--watch"
			: o->list ? "--list"
			: o->json ? "--json"
				  : "--users without a port");
	return cli_fits(cli, fits, o->verify ? TO_VERIFY : TO_START,
		o->verify ? "--verify" : "starting a program");
}

static bool check(struct cli *cli, const struct options *o)
{
	if (o->pin && !o->verify)
		cli->status = cli_usage_error(cli, "--pin goes with --verify");
	else if (o->timestamps && !o->tee)
		cli->status = cli_usage_error(cli, "--timestamps goes with --tee");
	else if (o->last && o->port != NULL)
		cli->status = cli_usage_error(cli, "--last and a port are two choices");
	else if (o->timeout_s != 0 && !o->wait)
		cli->status = cli_usage_error(cli, "--timeout goes with --wait");
	else
		return check_mode(cli, o);
	return false;
}

bool options_read(struct cli *cli, struct options *out)
{
	int operands = 0;
	int id;

	memset(out, 0, sizeof *out);
	out->root = "";
	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE)
			return false;
		if (id == CLI_OPERAND ? !take_operand(cli, out, &operands)
				      : !take_option(cli, out, id))
			return false;
	}
	out->log = out->log || out->tee;
	out->cfg_given = out->baud != NULL || out->data != NULL || out->parity != NULL ||
			 out->stop != NULL || out->flow != NULL;
	return check(cli, out);
}
