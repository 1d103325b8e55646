/* SPDX-License-Identifier: MIT */
/* spc's own terminal: its options, and running it on a port. */
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
	const char *boot;       /* pattern of a boot; NULL: only the port's return */
	unsigned encoding;      /* of the line; enum text_enc */
	const char *milestones; /* NULL: not given; "": the built-in ones; else a file */
	unsigned protocol;      /* of files, both directions */
	unsigned char_ms;       /* between characters of a text, and between its lines */
	unsigned line_ms;
	const char *line_wait; /* pattern to wait for before the next line; NULL: none */
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
	const char *log_path;   /* NULL: a new name */
	bool attached;          /* another window shares the port; its device is the socket */
	const char *share_path; /* NULL: not shared */
	const char *share_net;  /* the same by RFC 2217: [ADDRESS:]PORT */
	/* The port was plugged in elsewhere and is this one now. Recorded at once, else the next
	 * move would find two places for one board; saved later. */
	enum err_code (*moved)(void *user, const struct port *port, struct err *err);
	enum err_code (*save)(void *user, struct err *err);
	/* Called when the port is open and has accepted its settings; may be NULL. */
	enum err_code (*opened)(void *user, struct err *err);
	void *user;
};

/* Returns the exit status; errors are printed. */
int terminal_run(const struct terminal_job *job);

#endif
