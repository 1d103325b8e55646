/* SPDX-License-Identifier: MIT */
/* spc's own terminal: what it can be told, and running it on a port. */
#ifndef BIOSBELT_SPC_TERMINAL_H
#define BIOSBELT_SPC_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/cli.h"
#include "biosbelt/ports.h"
#include "biosbelt/serial.h"
#include "terminal/script.h"

enum terminal_level { LEVEL_KEEP, LEVEL_ON, LEVEL_OFF, LEVEL_PULSE };
#define LEVEL_CHOICES "on|off|pulse" /* from LEVEL_ON on */

enum terminal_enter { ENTER_CR, ENTER_LF, ENTER_CRLF };
enum terminal_protocol {
	PROTOCOL_TEXT,
	PROTOCOL_XMODEM,
	PROTOCOL_XMODEM_1K,
	PROTOCOL_YMODEM,
	PROTOCOL_ZMODEM
};
#define PROTOCOL_CHOICES "text|xmodem|xmodem-1k|ymodem|zmodem"
enum terminal_backspace { BACKSPACE_DEL, BACKSPACE_BS };

struct terminal_opts {
	unsigned dtr; /* enum terminal_level */
	unsigned rts;
	unsigned enter;
	unsigned backspace;
	unsigned newline; /* enum view_newline */
	unsigned form;    /* enum log_form */
	unsigned stamps;  /* enum stamp_kind */
	bool echo;
	bool controls;
	bool hex;
	bool times;
	bool trusted;
	bool append;
	bool typed;
	bool each_boot;
	bool each_day;
	bool stay;
	uint64_t max;           /* bytes of a log; 0: any */
	const char *boot;       /* pattern; NULL: only the port's return is one */
	unsigned encoding;      /* of the line; enum text_enc */
	const char *milestones; /* NULL: not asked for; "": those built in; else a file */
	unsigned protocol;      /* of files, either way */
	unsigned char_ms;       /* between characters of a text, and between its lines */
	unsigned line_ms;
	const char *line_wait; /* pattern to be seen before the next line; NULL: none */
	uint8_t escape;
	bool escape_given;
	struct script script;
};

struct app;

struct terminal_job {
	struct app *app;
	const struct port *port;
	const struct serial_cfg *cfg;
	bool log;
	const char *log_path;   /* NULL: a fresh name */
	bool attached;          /* port is one that another window shares; its device the socket */
	const char *share_path; /* NULL: not shared */
	const char *share_net;  /* the same by RFC 2217: [ADDRESS:]PORT */
	/* The port is this one now: it was plugged in elsewhere. Noted at once, else the next move
	 * would find two places for one board; saved when there is time. */
	enum err_code (*moved)(void *user, const struct port *port, struct err *err);
	enum err_code (*save)(void *user, struct err *err);
	/* The port is open, with settings that it takes. NULL: nobody wants to know. */
	enum err_code (*opened)(void *user, struct err *err);
	void *user;
};

/* Returns the exit status; errors are printed. */
int terminal_run(const struct terminal_job *job);

#endif
