/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "config.h"
#include "sending/report.h"
#include "smtp/session.h"
#include "tls/pin.h"

/* Reports an impossible server before a mail is queued for it. */
static bool names_server(const struct options *o, struct cli *cli)
{
	const char *colon = o->server != NULL ? strchr(o->server, ':') : NULL;

	/* Every IPv6 address has two colons. */
	if (colon != NULL && strchr(colon + 1, ':') == NULL && strpbrk(o->server, "/[]") == NULL)
		cli_usage_error(cli, "'%.80s': the port goes with --port", o->server);
	else if (o->server != NULL && !smtp_host_ok(o->server))
		cli_usage_error(cli, "'%.80s' is not a server name", o->server);
	else
		return true;
	return false;
}

/* The name becomes part of a command to the server. */
static bool helo_ok(const char *name)
{
	const unsigned char *p;

	for (p = (const unsigned char *)name; *p > 0x20 && *p != 0x7F; p++)
		;
	return *p == '\0' && name[0] != '\0';
}

static bool connects_rightly(const struct options *o, struct cli *cli)
{
	if (o->helo != NULL && !helo_ok(o->helo))
		cli_usage_error(cli, "--helo: '%.80s' is not a host name", o->helo);
	else if (o->pin != NULL && !pin_ok(o->pin))
		cli_usage_error(cli, "--pin: sha256// and 44 characters of base64 for a key, 64 "
				     "hexadecimal digits "
				     "for a certificate");
	else if (o->client_key != NULL && o->client_cert == NULL)
		cli_usage_error(cli, "--client-key needs --client-cert");
	else if (o->auth != NULL && strcmp(o->auth, "EXTERNAL") == 0 && o->client_cert == NULL)
		cli_usage_error(cli, "--auth=EXTERNAL needs --client-cert");
	else if (o->proxy != NULL && o->proxy[0] != '\0' && !smtp_proxy_ok(o->proxy))
		cli_usage_error(cli,
			"--proxy: '%.80s' is not an http, https or socks address such as "
			"socks5://host:1080",
			o->proxy);
	else
		return true;
	return false;
}

static bool complete_queue(const struct options *o, struct cli *cli)
{
	if (o->queue == NULL)
		cli_usage_error(cli, "--flush, --status, --resend and --drop need --queue");
	else if (o->flush + o->status + (o->resend != NULL) + (o->drop != NULL) > 1)
		cli_usage_error(cli, "--flush, --status, --resend and --drop: one of them, please");
	else if (o->to.count + o->cc.count + o->bcc.count > 0)
		cli_usage_error(
			cli, "--flush, --status, --resend and --drop send no mail of their own");
	else if (o->flush && o->server == NULL && o->provider == NULL)
		cli_usage_error(cli, "no server given: quote your arguments");
	else
		return true;
	return false;
}

static bool complete_mail(const struct options *o, struct cli *cli)
{
	if (o->server == NULL && o->provider == NULL && !o->dry_run && o->save == NULL)
		cli_usage_error(cli, "no server given: quote your arguments");
	else if (o->server != NULL && o->provider != NULL)
		cli_usage_error(cli, "--server and --provider: one of them, please");
	else if (o->from == NULL)
		cli_usage_error(cli, "no sender given: quote your arguments");
	else if (o->to.count + o->cc.count + o->bcc.count == 0)
		cli_usage_error(cli, "no recipient given: quote your arguments");
	else if (o->merge != NULL && o->save != NULL)
		cli_usage_error(cli, "--save keeps one message, --merge makes many");
	else if (options_to_stdout(o) && (o->dry_run || o->json))
		cli_usage_error(cli, "--save=- needs standard output for itself");
	else if (o->queue != NULL && o->server == NULL && o->provider == NULL)
		cli_usage_error(cli, "--queue needs a server");
	else if (o->queue != NULL && o->dry_run)
		cli_usage_error(cli, "--queue keeps what is to be sent, --dry-run sends nothing");
	else if (o->json && o->dry_run)
		cli_usage_error(
			cli, "--dry-run prints the message, --json a report: one of them, please");
	else if (o->body != NULL && o->text != NULL)
		cli_usage_error(cli, "--body and --text: one of them, please");
	else if (o->merge != NULL && o->undecodable == UNDECODABLE_ATTACH)
		cli_usage_error(cli, "--merge goes with --undecodable=stop and replace only");
	else
		return true;
	return false;
}

static bool complete(const struct options *o, struct cli *cli)
{
	if (o->flush || o->status || o->resend != NULL || o->drop != NULL)
		return complete_queue(o, cli);
	if (o->eml != NULL && !cli_modes(cli, MODE_EML, "--eml, which is a whole message"))
		return false;
	return complete_mail(o, cli);
}

/* The system has names for it, too. What one option reads there another does not get. */
static bool is_stdin(const char *path)
{
	static const char *const names[] = {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"};
	size_t i;

	for (i = 0; path != NULL && i < sizeof names / sizeof names[0]; i++)
		if (strcmp(path, names[i]) == 0)
			return true;
	return false;
}

static void name_stdin(const char **path)
{
	if (is_stdin(*path))
		*path = "-";
}

/* Names it "-" where that is known. */
static void name_all_stdin(struct options *o)
{
	const char **single[] = {&o->body, &o->html, &o->calendar, &o->eml, &o->merge,
		&o->password_file, &o->token_file};
	size_t i;

	for (i = 0; i < sizeof single / sizeof single[0]; i++)
		name_stdin(single[i]);
	for (i = 0; i < o->attach.count; i++)
		name_stdin(&o->attach.items[i]);
}

/* Counts options that read standard input: only one may. */
static size_t stdin_readers(const struct options *o)
{
	const char *single[] = {o->body, o->html, o->calendar, o->eml, o->merge, o->password_file,
		o->token_file, o->ca, o->client_cert, o->client_key, o->config, o->oauth, o->netrc,
		o->aliases, o->in_reply_to};
	size_t readers = 0;
	size_t i;

	for (i = 0; i < sizeof single / sizeof single[0]; i++)
		readers += is_stdin(single[i]);
	for (i = 0; i < o->attach.count; i++)
		readers += is_stdin(o->attach.items[i]);
	for (i = 0; i < o->inlined.count; i++) {
		const char *equals = strchr(o->inlined.items[i], '=');

		readers += equals != NULL && is_stdin(equals + 1);
	}
	for (i = 0; i < o->dkim_keys.count; i++)
		readers += is_stdin(o->dkim_keys.items[i]);
	return readers;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	struct err err;
	enum err_code rc;

	*o = (struct options){.connect_s = 30, .reply_s = 120, .settle_wait_s = 10};
	if (!cli_read(cli, o, NULL, &o->given)) {
		*status = cli->status;
		return false;
	}
	rc = config_apply(o, &err);
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		*status = diag_status(&err);
		if (o->json) /* one document whatever happens, as scmail_run does it */
			report_json_other("failed", NULL, err.text, o->merge != NULL || o->flush);
		return false;
	}
	name_all_stdin(o);
	*status = EXIT_USAGE;
	if (!cli_writes_apart(cli, o))
		return false;
	if (o->sendmail) {
		cli_usage_error(cli, "sendmail's command line begins with --sendmail, spelled so");
		return false;
	}
	if (stdin_readers(o) > 1) {
		cli_usage_error(cli, "only one thing can be read from standard input");
		return false;
	}
	return names_server(o, cli) && connects_rightly(o, cli) && complete(o, cli);
}

bool options_read_sendmail(struct options *o, struct cli *cli, const char *config, int *status)
{
	struct err err;
	enum err_code rc;

	*o = (struct options){
		.connect_s = 30, .reply_s = 120, .settle_wait_s = 10, .dsn_optional = true};
	if (!cli_read(cli, o, NULL, &o->given)) {
		*status = cli->status;
		return false;
	}
	*status = EXIT_USAGE;
	if (stdin_readers(o) > 0) {
		cli_usage_error(cli, "standard input is the message");
		return false;
	}
	if (!cli_modes(cli, MODE_SENDMAIL, "--sendmail, which takes a whole message"))
		return false;
	if (config != NULL)
		o->config = config;
	rc = config_apply(o, &err);
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		*status = diag_status(&err);
		return false;
	}
	return cli_writes_apart(cli, o) && names_server(o, cli) && connects_rightly(o, cli);
}

bool options_name_text(const struct options *o)
{
	return o->text != NULL || o->body != NULL || o->html != NULL || o->eml != NULL ||
	       o->calendar != NULL;
}

bool options_use_stdin(const struct options *o)
{
	return stdin_readers(o) > 0;
}

void options_free(struct options *o)
{
	const struct cli_opt *row;
	size_t i;

	for (row = scmail_spec.opts; row->name != NULL; row++)
		if (row->kind == CLI_LIST)
			cli_list_free((struct cli_list *)(void *)((char *)o + row->at));
	blob_free(&o->piped);
	for (i = 0; i < o->home_count; i++)
		free(o->homes[i]);
	free(o->homes);
	settings_free(&o->settings);
	memset(o->found.password, 0, sizeof o->found.password);
}
