/* SPDX-License-Identifier: MIT */
/* Shared by the parts of spc. */
#ifndef BIOSBELT_SPC_SPC_H
#define BIOSBELT_SPC_SPC_H

#include <stdbool.h>

#include "biosbelt/cli.h"
#include "biosbelt/ports.h"
#include "biosbelt/serial.h"
#include "programs/programs.h"
#include "programs/settings.h"
#include "terminal/terminal.h"

/* The parsed command line, which owns the texts. */
struct options {
	bool list;
	bool json;
	bool watch;
	bool users;
	bool last;
	bool relaunch;
	bool verify;
	bool pin;
	bool dry_run;
	bool ignore_lock;
	bool attach;
	const char *rfc2217; /* NULL: not given */
	const char *share;   /* NULL: not given; "": the default path */
	bool log;
	bool tee;
	bool cfg_given;     /* a rate or another line setting was given */
	unsigned timeout_s; /* of --wait; 0: for ever */
	const char *wait;   /* NULL: not given; else its pattern or "" */
	const char *port;   /* operand or value of --wait */
	const char *match;
	const char *program;
	const char *template;
	const char *log_arg;    /* NULL: not given; "": no name */
	const char *log_file;   /* NULL: a fresh name */
	const char *timestamps; /* NULL: not given; "": the default kind */
	const char *baud;
	const char *data;
	const char *parity;
	const char *stop;
	const char *flow;
	const char *root; /* prefix of /sys and other system paths */
	struct cli_list exclude;
	struct terminal_opts terminal;
	const char *of_terminal; /* first option given that applies to our own terminal only; NULL:
				    none */
};

struct app {
	struct options opt;
	struct settings config;
	struct history history;
	struct blob config_path; /* len 0: there is no folder for settings */
	struct blob last_path;
	char named[2][PORT_TEXT_MAX]; /* port and pattern, from aliases */
	char picked[SERIAL_CFG_MAX];  /* line settings chosen in the list */
};

bool options_read(struct cli *cli, struct options *out); /* false: return cli->status */
void options_free(struct options *o);
extern const struct cli_spec spc_spec;

/* Each returns an exit status. */
int list_run(const struct app *app);
int watch_run(const struct app *app);
int launch_run(struct app *app, const struct port *port);
int attach_run(struct app *app);
int verify_run(struct app *app);

/* Prints one port as a JSON object. */
struct json;
void list_port_json(struct json *j, const struct port *port);

enum pick_result { PICK_CHOSEN, PICK_NONE, PICK_NO_TERMINAL, PICK_FAILED };
/* The full-screen list; the chosen port is copied to *out (a list of one). */
enum pick_result picker_run(struct app *app, struct port_list *out);
/* Numbers on stderr, the answer from stdin. */
enum pick_result prompt_run(struct app *app, struct port_list *out);

/* Line settings for a port: from the command line, else as last used with it, else from the
 * settings. present: all ports. */
enum err_code app_cfg(const struct app *app, const struct port *port,
	const struct port_list *present, struct serial_cfg *out, struct err *err);
/* True for a port that --exclude or the settings leave out. */
bool app_hides(const struct app *app, const struct port *port);
/* Reads the settings; false: an error was printed. app_close frees. */
bool app_open(struct app *app);
void app_close(struct app *app);
/* Loads the earlier choices; warns when they cannot be read. */
void app_load_history(struct app *app);
/* Replaces aliases of the settings by their values. */
void app_resolve_aliases(struct app *app);

#endif
