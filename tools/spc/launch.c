/* SPDX-License-Identifier: MIT */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/process.h"
#include "biosbelt/utf.h"
#include "programs/select_program.h"
#include "terminal/follow.h"
#include "terminal/log_name.h"
#include "terminal/share.h"

struct job {
	struct app *app;
	const struct port *port;
	struct port_list present; /* ports present when the port was chosen */
	struct chosen chosen;
	struct serial_cfg cfg;
	char log_name[LOG_NAME_MAX];
	const char *log; /* NULL: none */
	bool log_failed; /* what --tee wrote is not whole */
	char *argv[PROGRAM_WORDS_MAX + 1];
	int argc;
};

enum err_code app_cfg(const struct app *app, const struct port *port,
	const struct port_list *present, struct serial_cfg *out, struct err *err)
{
	const struct options *o = &app->opt;
	size_t before = history_find(&app->history, port, present);
	const char *config = settings_get(&app->config, "baud");
	struct serial_cfg cfg = SERIAL_CFG_DEFAULT;
	struct err ignored;
	enum err_code rc = ERR_OK;

	if (config != NULL && serial_cfg_parse(config, &cfg, err) != ERR_OK)
		return err_prefix(err, "settings: baud");
	if (before != HISTORY_NONE && app->history.sercfg[before] != NULL)
		serial_cfg_parse(app->history.sercfg[before], &cfg,
			&ignored); /* a damaged entry counts as none */
	if (o->baud != NULL)
		rc = serial_cfg_parse(o->baud, &cfg, err);
	if (rc == ERR_OK && o->data != NULL)
		rc = serial_cfg_data(o->data, &cfg, err);
	if (rc == ERR_OK && o->parity != NULL)
		rc = serial_cfg_parity(o->parity, &cfg, err);
	if (rc == ERR_OK && o->stop != NULL)
		rc = serial_cfg_stop(o->stop, &cfg, err);
	if (rc == ERR_OK && o->flow != NULL)
		rc = serial_cfg_flow(o->flow, &cfg, err);
	if (rc == ERR_OK)
		*out = cfg;
	return rc;
}

static bool exists(const char *path)
{
	struct file_info info;
	struct err err;

	return file_info(path, true, &info, &err) == ERR_OK && info.type != FILE_NONE;
}

/* PuTTY would ask what to do with an existing file. */
static enum err_code fresh_log(struct job *job, struct err *err)
{
	enum err_code rc = log_name_fresh(port_get(job->port, PORT_NAME), job->log_name, err);

	if (rc == ERR_OK)
		job->log = job->log_name;
	return rc;
}

static enum err_code choose_log(struct job *job, struct err *err)
{
	const struct options *o = &job->app->opt;

	job->log = NULL;
	if (o->timestamps != NULL && !o->tee)
		return err_set(err, ERR_USAGE,
			"--timestamps goes with --tee, or with the builtin terminal");
	if (!o->log)
		return ERR_OK;
	if (!o->tee && job->chosen.log_args == NULL) {
		if (path_is_sep('\\') || job->chosen.window)
			return err_set(
				err, ERR_UNSUPPORTED, "%.100s writes no log", job->chosen.name);
		job->app->opt.tee = true;
	}
	if (o->tee && job->chosen.window)
		return err_set(err, ERR_UNSUPPORTED, "--tee cannot see into the window of %.100s",
			job->chosen.name);
	if (o->log_file == NULL)
		return fresh_log(job, err);
	if (exists(o->log_file))
		return err_set(err, ERR_EXISTS, "log %.180s exists already", o->log_file);
	job->log = o->log_file;
	return ERR_OK;
}

static enum err_code build_argv(struct job *job, struct err *err)
{
	struct launch_values values = {job->port, job->cfg, job->log, path_is_sep('\\')};
	struct blob path;
	enum err_code rc;

	programs_free_argv(job->argv, job->argc);
	job->argc = 0;
	if (job->chosen.known != NULL &&
		programs_check(job->chosen.known, &job->cfg, values.windows, err) != ERR_OK)
		return err->code;
	rc = blob_copy(blob_span(job->chosen.path), &path, err);
	if (rc != ERR_OK)
		return rc;
	job->argv[job->argc++] = (char *)path.ptr;
	job->argv[job->argc] = NULL;
	rc = programs_expand(job->chosen.args, &values, job->argv, &job->argc, err);
	if (rc == ERR_OK && job->log != NULL && !job->app->opt.tee)
		rc = programs_expand(job->chosen.log_args, &values, job->argv, &job->argc, err);
	return rc;
}

/* Prints the command line as CreateProcess gets it on Windows, else as for a shell. */
static enum err_code print_command(const struct job *job, struct err *err)
{
	struct blob line;
	struct buf text;
	int i;

	if (path_is_sep('\\')) {
		if (process_quote(job->argv, &line, err) != ERR_OK)
			return err->code;
		out_escaped_str((const char *)line.ptr);
		out_str("\n");
		blob_free(&line);
		return ERR_OK;
	}
	buf_init(&text, 0);
	for (i = 0; i < job->argc; i++) {
		if (i > 0)
			buf_str(&text, " ");
		process_show_word(job->argv[i], &text);
	}
	out_escaped(span_of(text.ptr, text.len));
	out_str("\n");
	buf_free(&text);
	return ERR_OK;
}

/* Lists the present ports; on failure the previous list stays. */
static void look_again(struct job *job)
{
	struct port_list present;
	struct err err;

	if (ports_list_brief(job->app->opt.root, &present, &err) != ERR_OK)
		return;
	ports_free(&job->present);
	job->present = present;
}

static enum err_code note_port(struct job *job, struct err *err)
{
	char sercfg[SERIAL_CFG_MAX];

	serial_cfg_write(&job->cfg, sercfg);
	return history_put(
		&job->app->history, job->port, &job->present, sercfg, job->chosen.name, err);
}

static enum err_code save_history(const struct job *job, struct err *err)
{
	if (job->app->last_path.len == 0)
		return ERR_OK;
	return history_save(&job->app->history, (const char *)job->app->last_path.ptr, err);
}

static enum err_code note_and_save(struct job *job, struct err *err)
{
	enum err_code rc = note_port(job, err);

	return rc == ERR_OK ? save_history(job, err) : rc;
}

static void remember(struct job *job)
{
	struct err err;

	/* a read-only home must not prevent the use of a port */
	if (note_and_save(job, &err) != ERR_OK)
		diag_warn_err("choice not remembered", &err);
}

static enum err_code check_port(const struct job *job, struct err *err)
{
	enum err_code rc = ports_check(job->app->opt.root, job->port, err);
	struct port_list one = {0};
	struct port copy = *job->port;

	if (rc == ERR_BUSY && job->app->opt.ignore_lock)
		return ERR_OK;
	if (rc != ERR_OK)
		return rc;
	/* A pty given by name is always open in the program that made it. */
	if (job->port->text[PORT_TOPOLOGY] == NULL)
		return ERR_OK;
	copy.text[PORT_USERS] = NULL;
	one.items = &copy;
	one.count = 1;
	ports_find_users(job->app->opt.root, &one);
	if (copy.lacks_text)
		rc = err_set(err, ERR_NOMEM, "out of memory");
	if (copy.text[PORT_USERS] != NULL) {
		if (rc == ERR_OK && !job->app->opt.ignore_lock)
			rc = err_set(err, ERR_BUSY,
				"in use by %.180s (--ignore-lock starts anyway)",
				copy.text[PORT_USERS]);
		free(copy.text[PORT_USERS]);
	}
	return rc;
}

/* A program that ends this soon after the port's return ended because it was away. */
#define RETURN_MS 2000

/* A running program and its port. */
struct running {
	struct job *job;
	struct follow follow;
	struct port_watch *watch;
	enum follow_state state;
	uint64_t returned; /* when the port returned under its name; 0: it was not away */
};

/* Called while the program runs. True: it has to end, because its port has another name now, or the
 * name belongs to another board. */
static bool on_news(void *user)
{
	struct running *r = user;
	struct port_news news;
	enum follow_state before = r->state;

	while (port_watch_next(r->watch, &news))
		;
	r->state = follow_look(&r->follow);
	if (r->state == FOLLOW_HERE && before != FOLLOW_HERE)
		r->returned = os_time_ms();
	return r->state == FOLLOW_MOVED || r->state == FOLLOW_TAKEN;
}

static enum err_code run_once(
	struct job *job, struct running *running, int *status, struct err *err)
{
	struct process_opts opts = {0};
	struct err failure = {.code = ERR_OK};
	enum err_code rc;

	opts.detach = job->chosen.window && running == NULL;
	if (job->log != NULL && job->app->opt.tee) {
		opts.tee = job->log;
		opts.tee_timestamps = job->app->opt.timestamps != NULL;
		opts.tee_failure = &failure;
	}
	if (running == NULL && !opts.detach && opts.tee == NULL)
		return process_replace(job->argv, err);
	if (running != NULL) {
		opts.watch = on_news;
		opts.watch_user = running;
		opts.watch_handle = port_watch_handle(running->watch);
		opts.watch_ms = port_watch_interval_ms(running->watch);
	}
	rc = process_run(job->argv, &opts, status, err);
	if (failure.code != ERR_OK) {
		diag_err(job->log, &failure);
		job->log_failed = true;
	}
	return rc;
}

/* Whether the program ended because its port went away. */
static bool is_lost(struct running *r)
{
	struct err err;

	if (r->state == FOLLOW_MOVED || r->state == FOLLOW_TAKEN)
		return true;
	if (r->returned != 0 && os_time_ms() - r->returned < RETURN_MS)
		return true;
	on_news(r);
	return r->state != FOLLOW_HERE ||
	       ports_check(r->job->app->opt.root, follow_port(&r->follow), &err) == ERR_NOTFOUND;
}

/* Waits until the port may be opened again. */
static void wait_back(struct running *r)
{
	const struct port *port = follow_port(&r->follow);
	struct err err;

	if (r->state != FOLLOW_MOVED && r->state != FOLLOW_HERE)
		diag_warn("%s is gone; waiting for it", port_get(port, PORT_NAME));
	for (;;) {
		struct port_news news;

		if ((r->state == FOLLOW_MOVED || r->state == FOLLOW_HERE) &&
			ports_check(r->job->app->opt.root, follow_port(&r->follow), &err) == ERR_OK)
			return;
		port_watch_wait(r->watch, r->state == FOLLOW_GONE ? 100 : 10);
		while (port_watch_next(r->watch, &news))
			;
		r->state = follow_look(&r->follow);
	}
}

static enum err_code prepare_again(struct running *r, struct err *err)
{
	struct job *job = r->job;
	enum err_code rc;

	job->port = follow_port(&r->follow);
	look_again(job); /* the entry of its old place would look like a second adapter */
	remember(job);
	rc = choose_log(job, err);
	if (rc == ERR_EXISTS) /* the user gave the name: the first part keeps it */
		rc = fresh_log(job, err);
	if (rc == ERR_OK)
		rc = build_argv(job, err);
	if (rc == ERR_OK) /* the program may have been replaced meanwhile */
		rc = verify_check(job->app, job->argv[0], err);
	r->state = FOLLOW_HERE;
	r->returned = 0;
	return rc;
}

static enum err_code relaunch(struct job *job, int *status, struct err *err)
{
	const struct port *first = job->port;
	struct running r = {.job = job, .state = FOLLOW_HERE};
	enum err_code rc = port_watch_open(job->app->opt.root, &r.watch, err);

	if (rc != ERR_OK)
		return rc;
	rc = follow_open(&r.follow, job->app, first, err);
	while (rc == ERR_OK) {
		rc = run_once(job, &r, status, err);
		if (rc != ERR_OK || !is_lost(&r))
			break;
		wait_back(&r);
		rc = prepare_again(&r, err);
	}
	job->port = first;
	follow_close(&r.follow);
	port_watch_close(r.watch);
	return rc;
}

static enum err_code run(struct job *job, int *status, struct err *err)
{
	return job->app->opt.relaunch ? relaunch(job, status, err)
				      : run_once(job, NULL, status, err);
}

/* Prepares the program's command line; the built-in terminal needs none. */
static enum err_code prepare(struct job *job, struct err *err)
{
	struct app *app = job->app;
	enum err_code rc = app_cfg(app, job->port, &job->present, &job->cfg, err);

	if (rc == ERR_OK)
		rc = launch_choose(app, job->port, &job->present, &job->chosen, err);
	if (rc == ERR_OK && !job->chosen.builtin)
		rc = choose_log(job, err);
	if (rc == ERR_OK && !job->chosen.builtin)
		rc = build_argv(job, err);
	return rc;
}

static void print_builtin(const struct job *job)
{
	char sercfg[SERIAL_CFG_MAX];

	serial_cfg_write(&job->cfg, sercfg);
	out_str("spc --program=builtin ");
	out_escaped_str(port_get(job->port, PORT_DEVICE));
	out_printf(" %s\n", sercfg);
}

static enum err_code on_move(void *user, const struct port *port, struct err *err)
{
	struct job *job = user;
	const struct port *first = job->port;
	enum err_code rc;

	look_again(job); /* the entry of its old place would look like a second adapter */
	job->port = port;
	rc = note_port(job, err);
	job->port = first;
	return rc;
}

static enum err_code on_save(void *user, struct err *err)
{
	return save_history(user, err);
}

static enum err_code on_open(void *user, struct err *err)
{
	return note_and_save(user, err);
}

static int run_builtin(struct job *job)
{
	const struct options *o = &job->app->opt;
	struct blob path = {NULL, 0};
	struct err err;
	int status;
	struct terminal_job terminal = {.app = job->app,
		.port = job->port,
		.cfg = &job->cfg,
		.log = o->log,
		.log_path = o->log_file,
		.moved = on_move,
		.save = on_save,
		.opened = on_open,
		.user = job};

	terminal.share_net = o->rfc2217;
	if (o->share != NULL && o->share[0] != '\0')
		terminal.share_path = o->share;
	else if (o->share != NULL) {
		if (share_find_path(port_get(job->port, PORT_NAME), &path, &err) != ERR_OK) {
			diag_err("--share", &err);
			return EXIT_FAILED;
		}
		terminal.share_path = (const char *)path.ptr;
	}
	status = terminal_run(&terminal);
	blob_free(&path);
	return status;
}

static enum err_code launch(struct job *job, int *status, struct err *err)
{
	bool builtin;
	enum err_code rc = prepare(job, err);

	if (rc != ERR_OK)
		return rc == ERR_NOTFOUND ? (err->code = ERR_IO)
					  : rc; /* status 3 is reserved for "no port" */
	builtin = job->chosen.builtin;
	if (job->app->opt.dry_run) {
		if (!builtin)
			return print_command(job, err);
		print_builtin(job);
		return ERR_OK;
	}
	rc = check_port(job, err);
	if (rc != ERR_OK)
		return err_prefix(err, "%.100s", port_get(job->port, PORT_NAME));
	rc = builtin ? ERR_OK : verify_check(job->app, job->argv[0], err);
	if (rc != ERR_OK)
		return err_prefix(err, "%.100s", job->argv[0]);
	out_flush();
	if (builtin) { /* remembers the settings that the port accepted */
		*status = run_builtin(job);
		return ERR_OK;
	}
	remember(job);
	rc = run(job, status, err);
	if (job->log_failed && *status == EXIT_DONE)
		*status = EXIT_FAILED;
	return rc == ERR_NOTFOUND ? (err->code = ERR_IO)
				  : rc; /* the folder of a log is missing, not the port */
}

int launch_run(struct app *app, const struct port *port)
{
	struct job *job = calloc(1, sizeof *job);
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc;

	if (job == NULL) {
		diag_error("out of memory");
		return EXIT_FAILED;
	}
	job->app = app;
	job->port = port;
	if (ports_list_brief(app->opt.root, &job->present, &err) != ERR_OK)
		job->present = (struct port_list){NULL, 0}; /* the port was given by name */
	rc = launch(job, &status, &err);
	programs_free_argv(job->argv, job->argc);
	chosen_free(&job->chosen);
	ports_free(&job->present);
	free(job);
	if (rc == ERR_OK)
		return status;
	diag_err(NULL, &err);
	if (rc == ERR_NOTFOUND)
		return EXIT_NOTHING;
	if (rc == ERR_BUSY || (rc == ERR_DENIED && strstr(err.text, "\"dialout\"") != NULL))
		return EXIT_TEMPORARY;
	return diag_status(&err);
}
