/* SPDX-License-Identifier: MIT */
/* The commands after the escape key. */
#include "terminal/session.h"

#include "biosbelt/tr.h"

struct command {
	char key;
	const char *words;
	void (*run)(struct session *s);
};

static void quit(struct session *s)
{
	session_end(s, s->script.at < s->script.count ? EXIT_FAILED
						      : EXIT_DONE); /* the script did not finish */
}

static void send_break(struct session *s)
{
	line_break(s, 0);
}

static void sysrq(struct session *s)
{
	s->wants_sysrq = true;
	view_say(&s->view, "SysRq: BREAK goes out with the next key");
}

static void toggle_dtr(struct session *s)
{
	struct serial_lines lines;
	struct err err;

	if (!wire_is_open(&s->line))
		return;
	if (wire_lines(&s->line, &lines, &err) != ERR_OK ||
		wire_set_dtr(&s->line, !lines.dtr, &err) != ERR_OK) {
		view_say(&s->view, "%s", err.text);
		return;
	}
	s->opts.dtr = lines.dtr ? LEVEL_OFF : LEVEL_ON;
	view_say(&s->view, "DTR %s", lines.dtr ? tr("off") : tr("on"));
}

static void toggle_rts(struct session *s)
{
	struct serial_lines lines;
	struct err err;

	if (!wire_is_open(&s->line))
		return;
	if (wire_lines(&s->line, &lines, &err) != ERR_OK ||
		wire_set_rts(&s->line, !lines.rts, &err) != ERR_OK) {
		view_say(&s->view, "%s", err.text);
		return;
	}
	s->opts.rts = lines.rts ? LEVEL_OFF : LEVEL_ON;
	view_say(&s->view, "RTS %s", lines.rts ? tr("off") : tr("on"));
}

static void toggle(struct session *s, bool *what, const char *words)
{
	*what = !*what;
	view_say(&s->view, "%s %s", tr(words), *what ? tr("on") : tr("off"));
}

static void toggle_echo(struct session *s)
{
	toggle(s, &s->opts.echo, "local echo");
}

static void toggle_hex(struct session *s)
{
	toggle(s, &s->view.hex, "hexadecimal view");
}

static void toggle_times(struct session *s)
{
	toggle(s, &s->view.stamped, "times");
}

static void toggle_controls(struct session *s)
{
	toggle(s, &s->view.clean.controls, "control characters shown");
}

static void toggle_log(struct session *s)
{
	struct log_opts opts = {.path = NULL,
		.form = s->opts.form,
		.stamps = s->opts.stamps,
		.typed = s->opts.typed,
		.each_boot = s->opts.each_boot,
		.each_day = s->opts.each_day,
		.max = s->opts.max};
	struct err err;

	if (s->log != NULL) {
		s->log_lost += log_close(s->log, &s->now);
		s->log = NULL;
		view_say(&s->view, "log off");
	} else if (session_open_log(s, &opts, &err) != ERR_OK) {
		view_say(&s->view, "log: %s", err.text);
	}
}

static void send_named(struct session *s, const char *path)
{
	transfer_send(s, path);
}

static void send_file(struct session *s)
{
	if (transfer_is_on(s))
		transfer_stop(s);
	else
		session_ask(s, "file to send (Esc: none)", send_named);
}

static void receive_named(struct session *s, const char *path)
{
	transfer_receive(s, path);
}

static void receive_file(struct session *s)
{
	if (transfer_is_on(s))
		transfer_stop(s);
	else
		session_ask(s, "file or folder to receive into (Esc: none)", receive_named);
}

static void next_protocol(struct session *s)
{
	static const char *const names[] = {N_("text; they are received by YMODEM"), "XMODEM",
		N_("XMODEM with blocks of 1024 bytes"), "YMODEM", "ZMODEM"};

	s->opts.protocol = (s->opts.protocol + 1) % (sizeof names / sizeof names[0]);
	view_say(&s->view, "files go as %s", tr(names[s->opts.protocol]));
}

static void tell_milestones(struct session *s)
{
	if (s->has_milestones && milestones_any(&s->milestones))
		session_tell_milestones(s);
	else
		view_say(&s->view, s->has_milestones ? N_("no milestone was seen yet")
						     : N_("started without --milestones"));
}

static void begin_boot(struct session *s)
{
	session_boot(s);
	view_say(&s->view, "a boot begins");
}

static const struct command commands[] = {{'?', N_("this help"), command_help},
	{'q', N_("quit"), quit}, {'b', "BREAK", send_break},
	{'s', N_("SysRq: BREAK and the next key"), sysrq}, {'d', N_("DTR on or off"), toggle_dtr},
	{'r', N_("RTS on or off"), toggle_rts}, {'i', N_("state of the line"), line_describe},
	{'l', N_("log on or off"), toggle_log}, {'n', N_("a boot begins here"), begin_boot},
	{'m', N_("milestones of the boot"), tell_milestones},
	{'f', N_("send a file, or stop it"), send_file},
	{'g', N_("get a file, or stop it"), receive_file},
	{'p', N_("another protocol for files"), next_protocol},
	{'e', N_("local echo"), toggle_echo}, {'x', N_("hexadecimal view"), toggle_hex},
	{'t', N_("times before lines"), toggle_times},
	{'c', N_("control characters shown"), toggle_controls}};

void command_help(struct session *s)
{
	char name[8];
	size_t i;

	keys_name(s->keys.escape, name);
	for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
		view_say(&s->view, "%s %c  %s", name, commands[i].key, tr(commands[i].words));
	view_say(&s->view, "%s %s  sends %s", name, name, name);
}

void command_run(struct session *s, char key)
{
	char name[8];
	size_t i;

	for (i = 0; i < sizeof commands / sizeof commands[0]; i++)
		if (commands[i].key == key) {
			commands[i].run(s);
			return;
		}
	view_say(&s->view, "no such command; %s ? shows them", keys_name(s->keys.escape, name));
}
