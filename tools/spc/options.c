/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/num.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "spc.h"
#include "terminal/charset.h"
#include "terminal/keys.h"
#include "terminal/log.h"
#include "terminal/share.h"
#include "terminal/view.h"

/* TERMINAL: options of the built-in terminal, which they select. ATTACH: also valid with
 * --attach. */
enum mode { LOOK = 1, VERIFY = 2, START = 4, TERMINAL = 8, ATTACH = 16 };

static struct options *of(void *options)
{
	return options;
}

static enum err_code set_expect(void *options, const char *value, struct err *err)
{
	return script_expect(&of(options)->terminal.script, value, err);
}

static enum err_code set_send(void *options, const char *value, struct err *err)
{
	return script_send(&of(options)->terminal.script, value, err);
}

static enum err_code set_send_file(void *options, const char *value, struct err *err)
{
	return script_file(&of(options)->terminal.script, value, err);
}

static enum err_code set_receive(void *options, const char *value, struct err *err)
{
	return script_receive(&of(options)->terminal.script, value, err);
}

static enum err_code set_line_wait(void *options, const char *value, struct err *err)
{
	struct match match;

	of(options)->terminal.line_wait = value;
	return match_parse(value, &match, err);
}

static enum err_code set_within(void *options, const char *value, struct err *err)
{
	return script_within(&of(options)->terminal.script, value, err);
}

static enum err_code set_escape(void *options, const char *value, struct err *err)
{
	struct terminal_opts *t = &of(options)->terminal;

	if (!keys_parse(value, &t->escape))
		return err_set(err, ERR_USAGE,
			"'%.20s' is not a key such as ctrl-a (not i, j, m, [), nor \"none\"",
			value);
	t->escape_given = true;
	return ERR_OK;
}

static enum err_code set_split(void *options, const char *value, struct err *err)
{
	struct terminal_opts *t = &of(options)->terminal;

	if (strcmp(value, "boot") == 0)
		t->each_boot = true;
	else if (strcmp(value, "day") == 0)
		t->each_day = true;
	else if (!num_parse_size(value, &t->max) || t->max < 4096)
		return err_set(err, ERR_USAGE,
			"'%.40s' is neither boot nor day nor a size of at least 4K", value);
	return ERR_OK;
}

static enum err_code set_rfc2217(void *options, const char *value, struct err *err)
{
	char address[TCP_ADDRESS_MAX];
	unsigned port;

	of(options)->rfc2217 = value;
	return share_read_net(value, address, &port, err);
}

static enum err_code set_encoding(void *options, const char *value, struct err *err)
{
	of(options)->terminal.encoding = charset_find(value);
	return of(options)->terminal.encoding != TEXT_NONE
		       ? ERR_OK
		       : err_set(err, ERR_USAGE, "'%.40s' is not an encoding in bytes", value);
}

static enum err_code set_boot(void *options, const char *value, struct err *err)
{
	struct match match;

	of(options)->terminal.boot = value;
	return match_parse(value, &match, err);
}

#define OPT(name, letter, field)      CLI_OPT(struct options, name, letter, field)
#define OPTIONAL(name, letter, field) CLI_OPT_OPTIONAL(struct options, name, letter, field)
static const struct cli_opt opts[] = {
	{OPT("list", 'l', list), .modes = LOOK, .group = "Looking",
		.help = "Print the ports and end"},
	{OPT("json", 'j', json), .flags = CLI_FOR_PROGRAMS, .modes = LOOK,
		.help = "Print the ports as JSON and end"},
	{OPT("watch", 'w', watch), .modes = LOOK, .help = "Go on and print what comes and goes"},
	{OPT("users", 'u', users), .modes = LOOK | START,
		.help = "Also report which processes have a port open (Linux)"},
	{OPT("match", 'm', match), .value = "PATTERN", .flags = CLI_SUGGESTED,
		.modes = LOOK | START, .group = "Choosing",
		.help = "Only ports a text of which the shell pattern matches, or "
			"VID:PID[:SERIAL]"},
	{OPT("exclude", 'x', exclude), .value = "PATTERN", .modes = LOOK | START,
		.flags = CLI_REPEAT,
		.help = "Leave these ports out, as \"hide\" of the settings does"},
	{OPT("last", 'L', last), .modes = START,
		.help = "Take the port chosen last, wherever it is plugged in now"},
	{OPTIONAL("wait", 'W', wait), .value = "PATTERN", .flags = CLI_SUGGESTED, .modes = START,
		.help = "Wait for a matching port, or for a new one"},
	{OPT("timeout", 't', timeout_s), .value = "SECONDS", .modes = START, .min = 1,
		.max = 1000000, .help = "Give up waiting after this time"},
	{OPT("baud", 'b', baud), .value = "RATE", .group = "Line",
		.help = "Bits per second, or line settings as in 115200,8n1"},
	{OPT("data", 0, data), .value = "BITS", .help = "Data bits, 5 to 9"},
	{OPT("parity", 0, parity), .value = "PARITY", .help = "none, odd, even, mark or space"},
	{OPT("stop", 0, stop), .value = "BITS", .help = "Stop bits: 1, 1.5 or 2"},
	{OPT("flow", 0, flow), .value = "FLOW", .help = "Flow control: none, xon, rts or dtr"},
	{OPT("program", 'p', program), .value = "NAME", .flags = CLI_IS_FILE, .group = "Starting",
		.help = "Terminal program: builtin, puttytel, putty, tio, picocom, plink, minicom, "
			"screen, teraterm, the path of one, one of the settings file, or any path "
			"with --template"},
	{OPT("template", 0, template), .value = "ARGUMENTS",
		.help = "Arguments of the program, with placeholders"},
	{OPTIONAL("log", 'g', log_arg), .value = "FILE", .modes = START | ATTACH,
		.flags = CLI_IS_FILE, .help = "Write a log (default: named after port and time)"},
	{OPT("tee", 0, tee), .modes = START,
		.help = "Write the log of another program from outside (Linux)"},
	{OPTIONAL("timestamps", 0, timestamps), .value = "SINCE", .modes = START | ATTACH,
		.help = "The time before each line of the log: time, start, line or boot; of --tee "
			"only time"},
	{OPT("relaunch", 'r', relaunch), .modes = START,
		.help = "Start again when the port was away and is back"},
	{OPT("verify", 0, verify), .modes = VERIFY,
		.help = "Print the SHA-256 of the program and end"},
	{OPT("pin", 0, pin), .modes = VERIFY,
		.help = "Remember that SHA-256; refuse any other from now on"},
	{OPT("dry-run", 'n', dry_run), .modes = START,
		.help = "Print the command line instead of starting it"},
	{OPT("ignore-lock", 0, ignore_lock), .modes = START,
		.help = "Start although a lock file names another user"},
	{OPT("dtr", 0, terminal.dtr), .value = "LEVEL", .choices = LEVEL_CHOICES, .min = LEVEL_ON,
		.modes = TERMINAL, .group = "The builtin terminal",
		.help = "Set DTR on start, or switch it off for a moment"},
	{OPT("rts", 0, terminal.rts), .value = "LEVEL", .choices = LEVEL_CHOICES, .min = LEVEL_ON,
		.modes = TERMINAL, .help = "The same of RTS"},
	{CLI_CALLS("escape", 0, set_escape), .value = "KEY", .modes = TERMINAL | ATTACH,
		.help = "The key that begins a command: ctrl-] by default, or none"},
	{OPT("enter", 0, terminal.enter), .value = "BYTES", .choices = "cr|lf|crlf",
		.modes = TERMINAL | ATTACH, .help = "What the Enter key sends"},
	{OPT("backspace", 0, terminal.backspace), .value = "BYTE", .choices = "del|bs",
		.modes = TERMINAL | ATTACH, .help = "What the Backspace key sends"},
	{OPT("newline", 0, terminal.newline), .value = "BYTES", .choices = VIEW_NEWLINE_CHOICES,
		.modes = TERMINAL | ATTACH, .help = "What begins a new line on the screen"},
	{CLI_CALLS("encoding", 0, set_encoding), .value = "NAME", .modes = TERMINAL | ATTACH,
		.help = "Encoding of the line, such as gbk; the screen has its own"},
	{OPT("echo", 0, terminal.echo), .modes = TERMINAL | ATTACH,
		.help = "Show typed characters"},
	{OPT("show-controls", 0, terminal.controls), .modes = TERMINAL | ATTACH,
		.help = "Show control characters by their pictures"},
	{OPT("show-hex", 0, terminal.hex), .modes = TERMINAL | ATTACH,
		.help = "Show bytes in hexadecimal"},
	{OPT("show-times", 0, terminal.times), .modes = TERMINAL | ATTACH,
		.help = "Show the time before each line"},
	{OPT("trust", 0, terminal.trusted), .modes = TERMINAL | ATTACH,
		.help = "Pass on every escape sequence, also those that make the terminal answer"},
	{OPT("append", 0, terminal.append), .modes = TERMINAL | ATTACH, .group = "Its log",
		.help = "Add to the log when it is there"},
	{OPT("log-form", 0, terminal.form), .value = "FORM", .choices = LOG_FORM_CHOICES,
		.modes = TERMINAL | ATTACH,
		.help = "Bytes as they come, text without escapes, or hexadecimal"},
	{OPT("log-typed", 0, terminal.typed), .modes = TERMINAL | ATTACH,
		.help = "Also log what is sent, in lines that begin with \">> \""},
	{CLI_CALLS("log-split", 0, set_split), .value = "WHEN", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT, .help = "A new file for each boot or day, or at a size (10M)"},
	{CLI_CALLS("boot", 0, set_boot), .value = "PATTERN", .modes = TERMINAL | ATTACH,
		.help = "The line with this begins a boot, as the port's return does"},
	{OPTIONAL("milestones", 0, terminal.milestones), .value = "FILE",
		.modes = TERMINAL | ATTACH, .flags = CLI_IS_FILE,
		.help = "When SEC, PEI, DXE and BDS of EDK2 were reached; FILE adds NAME = "
			"PATTERN"},
	{OPTIONAL("share", 0, share), .value = "FILE", .modes = TERMINAL, .flags = CLI_IS_FILE,
		.group = "Sharing",
		.help = "Let other windows and programs take part, by a socket of this name"},
	{CLI_CALLS("rfc2217", 0, set_rfc2217), .value = "[ADDRESS:]PORT", .modes = TERMINAL,
		.help = "The same by RFC 2217 at a TCP port, by default of this machine only"},
	{OPT("attach", 0, attach), .modes = ATTACH,
		.help = "Take part in the port that another window shares"},
	{CLI_CALLS("expect", 0, set_expect), .value = "PATTERN", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT, .group = "Its scripts",
		.help = "Wait for this; after the last one end, with status 0"},
	{CLI_CALLS("send", 0, set_send), .value = "TEXT", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT, .help = "Send this (\\r is Enter) when all before it is done"},
	{CLI_CALLS("send-file", 0, set_send_file), .value = "FILE", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT | CLI_IS_FILE, .help = "The same with a file"},
	{CLI_CALLS("receive", 0, set_receive), .value = "PATH", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT | CLI_IS_FILE,
		.help = "Receive a file to this name, or files into this folder"},
	{CLI_CALLS("within", 0, set_within), .value = "TIME", .modes = TERMINAL | ATTACH,
		.flags = CLI_REPEAT,
		.help = "Limit of the --expect before it, or of all: 60s, 500ms; then status 4"},
	{OPT("stay", 0, terminal.stay), .modes = TERMINAL | ATTACH,
		.help = "Go on as a terminal when all of it is done"},
	{OPT("protocol", 0, terminal.protocol), .value = "NAME", .choices = PROTOCOL_CHOICES,
		.modes = TERMINAL | ATTACH, .group = "Files it carries",
		.help = "How files are sent and received"},
	{OPT("char-delay", 0, terminal.char_ms), .value = "MS", .modes = TERMINAL | ATTACH,
		.max = 60000, .help = "Pause after each character of a text"},
	{OPT("line-delay", 0, terminal.line_ms), .value = "MS", .modes = TERMINAL | ATTACH,
		.max = 60000, .help = "Pause after each line of a text"},
	{CLI_CALLS("line-wait", 0, set_line_wait), .value = "PATTERN", .modes = TERMINAL | ATTACH,
		.help = "After each line of a text wait for this"},
	{OPT("sys-root", 0, root), .value = "FOLDER", .flags = CLI_HIDDEN | CLI_IS_DIR,
		.help = "Folder before /sys, /dev and /proc"},
	{0},
};

/* Suggests the present ports, for an operand and for patterns that select one. */
static void suggest(const char *option)
{
	struct port_list list;
	struct err err;

	(void)option;
	if (ports_list_brief("", &list, &err) != ERR_OK)
		return;
	for (size_t i = 0; i < list.count; i++)
		out_printf("%s\n", port_get(&list.items[i], PORT_NAME));
	ports_free(&list);
}

const struct cli_spec spc_spec = {
	.tool = "spc",
	.exits = CLI_HAS_NOTHING | CLI_HAS_TEMPORARY,
	.summary = "lists the serial ports that are there and opens a terminal on one",
	.usage = "spc [OPTION]... [PORT] [RATE]\nspc --list|--json [--watch] [--match PATTERN]",
	.notes = "PORT is a name (COM4, ttyUSB0), a path, VID:PID or VID:PID:SERIAL. Without it\n"
		 "the ports are shown to choose from: arrow keys and Enter, a number, typing to\n"
		 "filter, or a double click.\n\nExamples:\n  spc                  choose, and go\n"
		 "  spc COM4 115200      straight there\n  spc 0403:6001        the FTDI adapter\n"
		 "  spc --last           the same one as last time\n"
		 "  spc --wait=0403:*    as soon as it is plugged in\n"
		 "  spc 0403:6011.C --expect BdsDxe --within 60s     did the board boot?\n",
	.exit_notes = NULL,
	.version = SPC_VERSION,
	.opts = opts,
	.min_operands = 0,
	.max_operands = 2,
	.suggest = suggest,
};

static bool is_number(const char *text)
{
	return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* Settings begin with a digit; ports do not, except VID:PID. */
static bool looks_like_rate(const char *text)
{
	return is_number(text) || (text[0] >= '0' && text[0] <= '9' && strchr(text, ',') != NULL);
}

static bool take_operand(struct cli *cli, struct options *o, const char *value, bool first)
{
	if (first && !looks_like_rate(value)) {
		o->port = value;
		return true;
	}
	if (strchr("0123456789-", value[0]) == NULL) {
		cli->status = cli_usage_error(cli, "'%.60s' is not a rate%s", value,
			o->log ? tr("; the name of a log goes as --log=FILE") : "");
		return false;
	}
	if (o->baud != NULL) {
		cli->status =
			cli_usage_error(cli, "two line settings: %.60s and %.60s", o->baud, value);
		return false;
	}
	o->baud = value;
	return true;
}

/* The line settings are those of the window that shares the port. */
static bool check_attach(struct cli *cli, const struct options *o)
{
	if (o->cfg_given || o->program != NULL || o->template != NULL) {
		cli->status = cli_usage_error(cli, "%s does not go with --attach",
			o->program != NULL    ? "--program"
			: o->template != NULL ? "--template"
					      : tr("a rate or another line setting"));
		return false;
	}
	return cli_modes(cli, ATTACH, "--attach");
}

static bool check_mode(struct cli *cli, const struct options *o)
{
	if (o->attach)
		return check_attach(cli, o);
	if (o->watch || o->list || o->json || (o->users && o->port == NULL && !o->verify))
		return cli_modes(cli, LOOK,
			o->watch  ? "--watch"
			: o->list ? "--list"
			: o->json ? "--json"
				  : N_("--users without a port"));
	return cli_modes(cli, o->verify ? VERIFY : START | TERMINAL,
		o->verify ? "--verify" : N_("starting a program"));
}

/* Reads the optional value of --timestamps. */
static bool read_stamps(struct options *o)
{
	static const char *const kinds[] = {"time", "start", "line", "boot"};
	const char *text = o->timestamps;
	unsigned i;

	if (text == NULL)
		return true;
	for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(text[0] != '\0' ? text : "time", kinds[i]) == 0)
			o->terminal.stamps = STAMP_TIME + i;
	return o->terminal.stamps != STAMP_NONE;
}

static bool expects(const struct script *s)
{
	size_t i;

	for (i = 0; i < s->count; i++)
		if (s->steps[i].pattern != NULL)
			return true;
	return false;
}

/* Returns an option that lacks the one it belongs to. */
static const char *lone_option(const struct options *o)
{
	const struct terminal_opts *t = &o->terminal;
	bool of_log =
		t->append || t->form != 0 || t->typed || t->each_boot || t->each_day || t->max != 0;

	return o->pin && !o->verify                   ? N_("--pin goes with --verify")
	       : o->timestamps != NULL && !o->log     ? N_("--timestamps goes with a log")
	       : o->timeout_s != 0 && o->wait == NULL ? N_("--timeout goes with --wait")
	       : of_log && !o->log                    ? N_("the options of a log go with --log")
	       : t->append && o->log_file == NULL
		       ? N_("--append needs the name of a log: --log=FILE")
	       : t->stay && t->script.count == 0
		       ? N_("--stay goes with --expect, --send, --send-file or --receive")
	       : t->script.within_ms != 0 && !expects(&t->script)
		       ? N_("--within goes with --expect")
	       : o->attach && o->port == NULL
		       ? N_("--attach needs the name of the port that is shared")
		       : NULL;
}

static bool check(struct cli *cli, const struct options *o)
{
	const char *lone = lone_option(o);

	if (lone != NULL)
		cli->status = cli_usage_error(cli, "%s", tr(lone));
	else if (o->tee && o->terminal.stamps > STAMP_TIME)
		cli->status = cli_usage_error(cli, "--tee has only the time of the clock");
	else if (o->tee && o->of_terminal != NULL)
		cli->status = cli_usage_error(cli,
			"--%s is of the builtin terminal, whose log needs no --tee",
			o->of_terminal);
	else if (o->last && o->port != NULL)
		cli->status = cli_usage_error(cli, "--last and a port are two choices");
	else if (o->wait != NULL && o->wait[0] != '\0' && o->match != o->wait)
		cli->status =
			cli_usage_error(cli, "--match and the pattern of --wait are two choices");
	else
		return check_mode(cli, o);
	return false;
}

/* Derives options from those given. */
static void conclude(struct options *o, const struct cli_given *given)
{
	size_t i;

	if (o->wait != NULL && o->wait[0] != '\0' && o->match == NULL)
		o->match = o->wait;
	o->log = o->log_arg != NULL || o->tee;
	if (o->log_arg != NULL && o->log_arg[0] != '\0')
		o->log_file = o->log_arg;
	for (i = 0; opts[i].name != NULL && o->of_terminal == NULL; i++)
		if (given->row[i] && (opts[i].modes & TERMINAL) != 0)
			o->of_terminal = opts[i].name;
}

bool options_read(struct cli *cli, struct options *out)
{
	struct cli_list operands = {0};
	struct cli_given given;
	bool ok;
	size_t i;

	memset(out, 0, sizeof *out);
	out->root = "";
	out->terminal.escape = KEYS_ESCAPE;
	ok = cli_read(cli, out, &operands, &given);
	if (ok)
		conclude(out, &given);
	for (i = 0; ok && i < operands.count; i++)
		ok = take_operand(cli, out, operands.items[i], i == 0);
	cli_list_free(&operands);
	if (!ok)
		return false;
	out->cfg_given = out->baud != NULL || out->data != NULL || out->parity != NULL ||
			 out->stop != NULL || out->flow != NULL;
	if (!read_stamps(out)) {
		cli->status = cli_usage_error(cli, "--timestamps: '%.40s' is not one of %s",
			out->timestamps, STAMP_CHOICES);
		return false;
	}
	return check(cli, out);
}

void options_free(struct options *o)
{
	cli_list_free(&o->exclude);
}
