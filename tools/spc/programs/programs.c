/* SPDX-License-Identifier: MIT */
/*
 * Command lines of the programs, from their own documentation: PuTTY manual 3.11.3 (-serial,
 * -sercfg, -sessionlog); tio(1) 2.5; picocom(1) 3.1; minicom(1) 2.8; screen(1), "Window types";
 * Tera Term 5 help, "Command line parameters". So are the line settings that each supports. minicom
 * takes the others from its own settings; screen 4.9 ignores every word from the first unknown one
 * on; PuTTY on Unix has neither DSR/DTR nor mark and space (manual 4.29).
 */
#include "programs/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/process.h"

#define PUTTY_ARGS "-serial {serial} -sercfg {sercfg}"

static const char *const puttytel_files[] = {"puttytel", NULL};
static const char *const putty_files[] = {"putty", NULL};
static const char *const tio_files[] = {"tio", NULL};
static const char *const picocom_files[] = {"picocom", NULL};
static const char *const plink_files[] = {"plink", NULL};
static const char *const minicom_files[] = {"minicom", NULL};
static const char *const screen_files[] = {"screen", NULL};
static const char *const teraterm_files[] = {"ttermpro", NULL};
static const char *const putty_folders[] = {"PuTTY", NULL};
static const char *const teraterm_folders[] = {"teraterm5", "teraterm", NULL};

/* Each character is a supported value: data bits, parity, half stop bits, flow. */
static const struct program_line putty_line = {"56789", "noems", "234", "NXRD"};
static const struct program_line putty_unix_line = {"5678", "neo", "24", "NXR"};
static const struct program_line tio_line = {"5678", "noems", "24", "NXR"};
static const struct program_line picocom_line = {"5678", "neo", "24", "NXR"};
static const struct program_line minicom_line = {"8", "n", "2", "N"};
static const struct program_line screen_line = {"78", "n", "2", "NXR"};
static const struct program_line teraterm_line = {"78", "noems", "234", "NXR"};

static const struct program known[] = {
	{"puttytel", puttytel_files, PUTTY_ARGS, "-sessionlog {log}", true, &putty_line,
		putty_folders},
	{"putty", putty_files, PUTTY_ARGS, "-sessionlog {log}", true, &putty_line, putty_folders},
	{"tio", tio_files, "-b {baud} -d {data} -p {parity_name} -s {stop} -f {flow_name} {device}",
		"--log --log-file {log}", false, &tio_line, NULL},
	{"picocom", picocom_files,
		"--baud {baud} --databits {data} --parity {parity} --stopbits {stop} --flow {flow} "
		"{device}",
		"--logfile {log}", false, &picocom_line, NULL},
	{"plink", plink_files, PUTTY_ARGS, "-sessionlog {log}", false, &putty_line, putty_folders},
	{"minicom", minicom_files, "-D {device} -b {baud}", "-C {log}", false, &minicom_line, NULL},
	{"screen", screen_files, "{device} {screencfg}", NULL, false, &screen_line, NULL},
	{"teraterm", teraterm_files,
		"/C={number} /SPEED={baud} /CDATABIT={data} /CPARITY={parity_name} "
		"/CSTOPBIT={stop} /CFLOWCTRL={flow}",
		"/L={log}", true, &teraterm_line, teraterm_folders},
	{NULL, NULL, NULL, NULL, false, NULL, NULL},
};

const struct program *programs_known(void)
{
	return known;
}

const struct program *programs_find(const char *name)
{
	const struct program *p;

	for (p = known; p->name != NULL; p++)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}

enum err_code programs_check(
	const struct program *p, const struct serial_cfg *c, bool windows, struct err *err)
{
	const struct program_line *can =
		p->line == &putty_line && !windows ? &putty_unix_line : p->line;

	if (c->data > 9 || strchr(can->data, (char)('0' + c->data)) == NULL)
		return err_set(
			err, ERR_USAGE, "%s cannot be set to %u data bits", p->name, c->data);
	if (strchr(can->parity, c->parity) == NULL)
		return err_set(err, ERR_USAGE, "%s cannot be set to %s parity", p->name,
			serial_cfg_parity_name(c));
	if (c->stop_2 > 9 || strchr(can->stop_2, (char)('0' + c->stop_2)) == NULL)
		return err_set(err, ERR_USAGE, "%s cannot be set to %s stop bits", p->name,
			serial_cfg_stop_text(c));
	if (strchr(can->flow, c->flow) == NULL)
		return err_set(err, ERR_USAGE, "%s cannot be set to %s flow control", p->name,
			c->flow == 'X'   ? "XON/XOFF"
			: c->flow == 'R' ? "RTS/CTS"
					 : "DSR/DTR");
	return ERR_OK;
}

void programs_free_argv(char **argv, int count)
{
	int i;

	for (i = 0; i < count; i++)
		free(argv[i]);
}

static void add_lower(struct buf *out, const char *text)
{
	for (; *text != '\0'; text++)
		buf_add_u8(out, (uint8_t)(*text >= 'A' && *text <= 'Z' ? *text + 32 : *text));
}

/* PuTTY on Windows takes com4 and adds the \\.\ prefix itself; other systems need the path. */
static void add_serial(struct buf *out, const struct launch_values *v)
{
	if (v->windows)
		add_lower(out, port_get(v->port, PORT_NAME));
	else
		buf_str(out, port_get(v->port, PORT_DEVICE));
}

static void add_number(struct buf *out, const struct launch_values *v)
{
	const char *name = port_get(v->port, PORT_NAME);
	size_t len = strlen(name);

	while (len > 0 && name[len - 1] >= '0' && name[len - 1] <= '9')
		len--;
	buf_str(out, name + len);
}

static const char *flow_name(char flow)
{
	return flow == 'X' ? "soft" : flow == 'R' || flow == 'D' ? "hard" : "none";
}

/* The settings of screen(1), which has no words for parity and stop bits. */
static void add_screencfg(struct buf *out, const struct serial_cfg *c)
{
	buf_printf(out, "%u,cs%u", (unsigned)c->baud, c->data > 8 ? 8 : c->data);
	buf_str(out, c->flow == 'X' ? ",ixon,ixoff" : ",-ixon,-ixoff");
	buf_str(out, c->flow == 'R' ? ",crtscts" : ",-crtscts");
}

/* False when the name is unknown or its value is. */
static bool add_value(struct buf *out, const char *name, const struct launch_values *v)
{
	char sercfg[SERIAL_CFG_MAX];

	if (strcmp(name, "port") == 0)
		buf_str(out, port_get(v->port, PORT_NAME));
	else if (strcmp(name, "device") == 0)
		buf_str(out, port_get(v->port, PORT_DEVICE));
	else if (strcmp(name, "serial") == 0)
		add_serial(out, v);
	else if (strcmp(name, "number") == 0)
		add_number(out, v);
	else if (strcmp(name, "baud") == 0)
		buf_printf(out, "%u", (unsigned)v->cfg.baud);
	else if (strcmp(name, "data") == 0)
		buf_printf(out, "%u", v->cfg.data);
	else if (strcmp(name, "parity") == 0)
		buf_add_u8(out, (uint8_t)v->cfg.parity);
	else if (strcmp(name, "parity_name") == 0)
		buf_str(out, serial_cfg_parity_name(&v->cfg));
	else if (strcmp(name, "stop") == 0)
		buf_str(out, serial_cfg_stop_text(&v->cfg));
	else if (strcmp(name, "flow_name") == 0)
		buf_str(out, flow_name(v->cfg.flow));
	else if (strcmp(name, "flow") == 0) /* n, x, h: picocom's and Tera Term's first letters */
		buf_add_u8(out, v->cfg.flow == 'N' ? 'n' : v->cfg.flow == 'X' ? 'x' : 'h');
	else if (strcmp(name, "flow_letter") == 0)
		buf_add_u8(out, (uint8_t)v->cfg.flow);
	else if (strcmp(name, "screencfg") == 0)
		add_screencfg(out, &v->cfg);
	else if (strcmp(name, "sercfg") == 0) {
		serial_cfg_write(&v->cfg, sercfg);
		buf_str(out, sercfg);
	} else if (strcmp(name, "log") == 0 && v->log != NULL)
		buf_str(out, v->log);
	else
		return false;
	return true;
}

/* Replaces the placeholder at an opening brace; returns what follows, NULL on failure. */
static const char *placeholder(
	const char *p, struct buf *out, const struct launch_values *v, struct err *err)
{
	char name[32];
	size_t len;

	if (p[1] == '{') {
		buf_str(out, "{");
		return p + 2;
	}
	len = strcspn(p, "}");
	if (p[len] == '\0' || len - 1 >= sizeof name) {
		err_set(err, ERR_USAGE, "template: '{' without its '}'");
		return NULL;
	}
	memcpy(name, p + 1, len - 1);
	name[len - 1] = '\0';
	if (!add_value(out, name, v)) {
		if (strcmp(name, "log") == 0)
			err_set(err, ERR_USAGE, "template: {log} needs --log");
		else
			err_set(err, ERR_USAGE, "template: unknown placeholder {%s}", name);
		return NULL;
	}
	return p + len + 1;
}

/* Adds a word with its placeholders replaced to argv. */
static enum err_code add_word(
	const char *p, const struct launch_values *v, char **argv, int *count, struct err *err)
{
	struct buf word;
	struct blob text;

	if (*count >= PROGRAM_WORDS_MAX)
		return err_set(err, ERR_LIMIT, "template: more than %d words", PROGRAM_WORDS_MAX);
	buf_init(&word, 0);
	while (p != NULL && *p != '\0') {
		if (*p == '{') {
			p = placeholder(p, &word, v, err);
			continue;
		}
		p += p[0] == '}' && p[1] == '}';
		buf_add(&word, p++, 1);
	}
	buf_add_u8(&word, 0);
	if (p == NULL) {
		buf_free(&word);
		return err->code;
	}
	if (buf_finish(&word, &text, err) != ERR_OK)
		return err->code;
	argv[(*count)++] = (char *)text.ptr;
	argv[*count] = NULL;
	return ERR_OK;
}

enum err_code programs_expand(const char *tmpl, const struct launch_values *values, char **argv,
	int *count, struct err *err)
{
	enum err_code rc = ERR_OK;
	char **words;
	char **word;

	if (strlen(tmpl) >= PROGRAM_TEMPLATE_MAX)
		return err_set(
			err, ERR_LIMIT, "template longer than %d bytes", PROGRAM_TEMPLATE_MAX);
	if (tmpl[strspn(tmpl, " \t")] == '\0')
		return ERR_OK;
	if (process_words(tmpl, &words, err) != ERR_OK)
		return err_prefix(err, "template");
	for (word = words; *word != NULL && rc == ERR_OK; word++)
		rc = add_word(*word, values, argv, count, err);
	process_words_free(words);
	return rc;
}
