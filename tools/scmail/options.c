/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/num.h"
#include "config.h"
#include "report.h"
#include "smtp/session.h"

enum {
	OPT_SERVER = 1,
	OPT_PORT,
	OPT_PROVIDER,
	OPT_TLS,
	OPT_INSECURE,
	OPT_PLAINTEXT,
	OPT_CA,
	OPT_PROXY,
	OPT_HELO,
	OPT_IPV4,
	OPT_IPV6,
	OPT_CONNECT_TIMEOUT,
	OPT_TIMEOUT,
	OPT_RETRY,
	OPT_DSN,
	OPT_CONFIG,
	OPT_PROFILE,
	OPT_USER,
	OPT_PASSWORD,
	OPT_PASSWORD_FILE,
	OPT_PASSWORD_ENV,
	OPT_PASSWORD_COMMAND,
	OPT_TOKEN,
	OPT_TOKEN_FILE,
	OPT_TOKEN_COMMAND,
	OPT_NETRC,
	OPT_AUTH,
	OPT_FROM,
	OPT_TO,
	OPT_CC,
	OPT_BCC,
	OPT_REPLY_TO,
	OPT_SUBJECT,
	OPT_BODY,
	OPT_TEXT,
	OPT_HTML,
	OPT_CHARSET,
	OPT_ATTA,
	OPT_STDIN_NAME,
	OPT_INLINE,
	OPT_HEADER,
	OPT_PRIORITY,
	OPT_EML,
	OPT_MERGE,
	OPT_QUEUE,
	OPT_FLUSH,
	OPT_RESEND,
	OPT_DROP,
	OPT_DRY_RUN,
	OPT_SAVE,
	OPT_FORCE,
	OPT_JSON
};

static const struct cli_opt opts[] = {
	{"from", 'f', CLI_VALUE, "ADDRESS", "Sender, with or without a name", NULL, "The mail",
		OPT_FROM, 0},
	{"to", 't', CLI_VALUE, "ADDRESSES", "Recipients, with ',' or ';' between them", NULL, NULL,
		OPT_TO, CLI_REPEAT},
	{"cc", 0, CLI_VALUE, "ADDRESSES", "Recipients of a copy", NULL, NULL, OPT_CC, CLI_REPEAT},
	{"bcc", 0, CLI_VALUE, "ADDRESSES", "Recipients the others do not see", NULL, NULL, OPT_BCC,
		CLI_REPEAT},
	{"reply-to", 0, CLI_VALUE, "ADDRESSES", "Where answers shall go", NULL, NULL, OPT_REPLY_TO,
		CLI_REPEAT},
	{"subject", 's', CLI_VALUE, "TEXT", "Subject", NULL, NULL, OPT_SUBJECT, 0},
	{"body", 'b', CLI_VALUE, "FILE", "File with the text; - is standard input", NULL, NULL,
		OPT_BODY, CLI_IS_FILE},
	{"text", 0, CLI_VALUE, "TEXT", "The text itself", NULL, NULL, OPT_TEXT, 0},
	{"html", 0, CLI_VALUE, "FILE", "File with the text as HTML", NULL, NULL, OPT_HTML,
		CLI_IS_FILE},
	{"charset", 0, CLI_VALUE, "ENCODING", "Encoding of these files (default: found out)", NULL,
		NULL, OPT_CHARSET, 0},
	{"atta", 'a', CLI_VALUE, "FILE",
		"Attach FILE, or all that match a pattern; - is standard input", NULL, NULL,
		OPT_ATTA, CLI_REPEAT | CLI_IS_FILE},
	{"stdin-name", 0, CLI_VALUE, "NAME", "Name of what is attached from standard input [stdin]",
		NULL, NULL, OPT_STDIN_NAME, 0},
	{"inline", 0, CLI_VALUE, "CID=FILE", "Image that the HTML shows as cid:CID", NULL, NULL,
		OPT_INLINE, CLI_REPEAT},
	{"header", 0, CLI_VALUE, "NAME: TEXT", "Own header field", NULL, NULL, OPT_HEADER,
		CLI_REPEAT},
	{"priority", 0, CLI_VALUE, "LEVEL", "Priority shown to the reader", "low|normal|high", NULL,
		OPT_PRIORITY, 0},
	{"eml", 0, CLI_VALUE, "FILE", "Send this ready message instead", NULL, NULL, OPT_EML,
		CLI_IS_FILE},
	{"merge", 0, CLI_VALUE, "FILE", "A mail for each row of a table; {column} is its value",
		NULL, NULL, OPT_MERGE, CLI_IS_FILE},
	{"server", 0, CLI_VALUE, "HOST", "Mail server", NULL, "The server", OPT_SERVER, 0},
	{"port", 'p', CLI_VALUE, "PORT", "Its port (default: 465, 587 or 25, as TLS asks)", NULL,
		NULL, OPT_PORT, 0},
	{"provider", 0, CLI_VALUE, "NAME", "Server, port and TLS of a known provider",
		"qq|exmail|163|126|sina|gmail|outlook|office365|yahoo|icloud|aliyun", NULL,
		OPT_PROVIDER, 0},
	{"tls", 0, CLI_VALUE, "KIND", "How the connection is secured", "auto|starttls|smtps|none",
		NULL, OPT_TLS, 0},
	{"ca", 0, CLI_VALUE, "FILE", "Trust the certificates in FILE", NULL, NULL, OPT_CA,
		CLI_IS_FILE},
	{"insecure", 'k', CLI_FLAG, NULL, "Take any certificate of the server", NULL, NULL,
		OPT_INSECURE, 0},
	{"insecure-plaintext", 0, CLI_FLAG, NULL, "Log in without TLS", NULL, NULL, OPT_PLAINTEXT,
		0},
	{"user", 'u', CLI_VALUE, "NAME", "Log in as NAME", NULL, NULL, OPT_USER, 0},
	{"password", 0, CLI_VALUE, "WORD", "Password; better one of the next three", NULL, NULL,
		OPT_PASSWORD, CLI_SECRET},
	{"password-file", 0, CLI_VALUE, "FILE",
		"First line of FILE is the password; - is standard input", NULL, NULL,
		OPT_PASSWORD_FILE, CLI_IS_FILE},
	{"password-env", 0, CLI_VALUE, "NAME",
		"Environment variable with the password (default: SCMAIL_PASSWORD)", NULL, NULL,
		OPT_PASSWORD_ENV, 0},
	{"password-command", 0, CLI_VALUE, "COMMAND",
		"First line that this program prints is the password", NULL, NULL,
		OPT_PASSWORD_COMMAND, 0},
	{"netrc", 0, CLI_OPTIONAL, "FILE", "User and password from FILE (default: ~/.netrc)", NULL,
		NULL, OPT_NETRC, CLI_IS_FILE},
	{"token", 0, CLI_VALUE, "WORD", "OAuth 2 access token instead of a password", NULL, NULL,
		OPT_TOKEN, CLI_SECRET},
	{"token-file", 0, CLI_VALUE, "FILE", "First line of FILE is the access token", NULL, NULL,
		OPT_TOKEN_FILE, CLI_IS_FILE},
	{"token-command", 0, CLI_VALUE, "COMMAND",
		"First line that this program prints is the access token", NULL, NULL,
		OPT_TOKEN_COMMAND, 0},
	{"auth", 0, CLI_VALUE, "KIND", "Only this way of logging in",
		"PLAIN|LOGIN|CRAM-MD5|DIGEST-MD5|XOAUTH2|OAUTHBEARER", NULL, OPT_AUTH, 0},
	{"proxy", 0, CLI_VALUE, "URL", "Go through this proxy, such as socks5://host:1080", NULL,
		NULL, OPT_PROXY, 0},
	{"helo", 0, CLI_VALUE, "NAME", "Name to greet the server with", NULL, NULL, OPT_HELO, 0},
	{"ipv4", '4', CLI_FLAG, NULL, "Use IPv4 only", NULL, NULL, OPT_IPV4, 0},
	{"ipv6", '6', CLI_FLAG, NULL, "Use IPv6 only", NULL, NULL, OPT_IPV6, 0},
	{"connect-timeout", 0, CLI_VALUE, "SECONDS", "Time for the connection (default: 30)", NULL,
		NULL, OPT_CONNECT_TIMEOUT, 0},
	{"timeout", 0, CLI_VALUE, "SECONDS", "Time for each answer of the server (default: 120)",
		NULL, NULL, OPT_TIMEOUT, 0},
	{"retry", 0, CLI_VALUE, "N", "After a temporary refusal try N times more, ever later", NULL,
		"What to do", OPT_RETRY, 0},
	{"dsn", 0, CLI_VALUE, "WHEN", "Ask for reports: never, or success, failure, delay with ','",
		NULL, NULL, OPT_DSN, 0},
	{"queue", 0, CLI_VALUE, "FOLDER", "Keep the mail in FOLDER until the server has it", NULL,
		NULL, OPT_QUEUE, CLI_IS_DIR},
	{"flush", 0, CLI_FLAG, NULL, "Send what waits in that folder", NULL, NULL, OPT_FLUSH, 0},
	{"resend", 0, CLI_VALUE, "ID", "Let an unconfirmed or refused mail wait again", NULL, NULL,
		OPT_RESEND, 0},
	{"drop", 0, CLI_VALUE, "ID", "Remove a mail from that folder", NULL, NULL, OPT_DROP, 0},
	{"profile", 0, CLI_VALUE, "NAME", "Use the options below [NAME] of the configuration file",
		NULL, NULL, OPT_PROFILE, 0},
	{"config", 0, CLI_VALUE, "FILE", "Configuration file (default: scmail.conf of the user)",
		NULL, NULL, OPT_CONFIG, CLI_IS_FILE},
	{"dry-run", 'n', CLI_FLAG, NULL, "Print the message instead of sending it", NULL, NULL,
		OPT_DRY_RUN, 0},
	{"save", 0, CLI_VALUE, "FILE", "Write the message to FILE as well", NULL, NULL, OPT_SAVE,
		CLI_IS_FILE},
	{"force", 0, CLI_FLAG, NULL, "Overwrite that file", NULL, NULL, OPT_FORCE, 0},
	{"json", 0, CLI_FLAG, NULL, "Report as one JSON document", NULL, NULL, OPT_JSON, 0},
	{0},
};

const struct cli_spec scmail_spec = {.tool = "scmail",
	.exits = CLI_HAS_TEMPORARY,
	.summary = "sends a mail with attachments from a script",
	.usage = "scmail --server=HOST --from=ADDRESS --to=ADDRESSES [OPTION]...\n"
		 "scmail '/server[HOST]' '/to[ADDRESSES]' '/from[ADDRESS]' '/subject[TEXT]' ...",
	.exit_notes = "5 some recipients refused,\n6 sent but not confirmed, 7 log-in refused, "
		      "8 TLS or certificate refused",
	.notes = "Examples:\n"
		 "  scmail --provider=qq -u me@qq.com -f me@qq.com -t you@163.com -s Log -a "
		 "run.log\n"
		 "  scmail '/server[smtp.sina.com]' '/to[a@qq.com]' '/from[b@sina.com]' \\\n"
		 "         '/subject[Hi, buddy]' '/body[c:\\body.txt]' '/atta[c:\\1.bin]'\n",
	.opts = opts,
	.max_operands = 0};

static bool add(struct word_list *list, const char *word)
{
	const char **bigger;

	if (list->count == OPTION_LIST_MAX)
		return false;
	bigger = realloc(list->words, (list->count + 1) * sizeof *bigger);
	if (bigger == NULL)
		return false;
	list->words = bigger;
	list->words[list->count++] = word;
	return true;
}

static const char **text_place_of_mail(struct options *o, int id)
{
	switch (id) {
	case OPT_FROM:
		return &o->from;
	case OPT_STDIN_NAME:
		return &o->stdin_name;
	case OPT_DSN:
		return &o->dsn;
	case OPT_CONFIG:
		return &o->config;
	case OPT_PROFILE:
		return &o->profile;
	case OPT_SUBJECT:
		return &o->subject;
	case OPT_BODY:
		return &o->body;
	case OPT_TEXT:
		return &o->text;
	case OPT_HTML:
		return &o->html;
	case OPT_CHARSET:
		return &o->charset;
	case OPT_EML:
		return &o->eml;
	case OPT_QUEUE:
		return &o->queue;
	case OPT_RESEND:
		return &o->resend;
	case OPT_DROP:
		return &o->drop;
	case OPT_MERGE:
		return &o->merge;
	case OPT_SAVE:
		return &o->save;
	default:
		return NULL;
	}
}

/* Where the value of a plain text option goes. */
static const char **text_place(struct options *o, int id)
{
	switch (id) {
	case OPT_SERVER:
		return &o->server;
	case OPT_PROVIDER:
		return &o->provider;
	case OPT_CA:
		return &o->ca;
	case OPT_PROXY:
		return &o->proxy;
	case OPT_HELO:
		return &o->helo;
	case OPT_USER:
		return &o->user;
	case OPT_PASSWORD:
		return &o->password;
	case OPT_PASSWORD_FILE:
		return &o->password_file;
	case OPT_PASSWORD_ENV:
		return &o->password_env;
	case OPT_PASSWORD_COMMAND:
		return &o->password_command;
	case OPT_TOKEN_COMMAND:
		return &o->token_command;
	case OPT_NETRC:
		return &o->netrc;
	case OPT_TOKEN:
		return &o->token;
	case OPT_TOKEN_FILE:
		return &o->token_file;
	case OPT_AUTH:
		return &o->auth;
	default:
		return text_place_of_mail(o, id);
	}
}

static struct word_list *list_place(struct options *o, int id)
{
	switch (id) {
	case OPT_TO:
		return &o->to;
	case OPT_CC:
		return &o->cc;
	case OPT_BCC:
		return &o->bcc;
	case OPT_REPLY_TO:
		return &o->reply_to;
	case OPT_ATTA:
		return &o->attach;
	case OPT_INLINE:
		return &o->inlined;
	case OPT_HEADER:
		return &o->headers;
	default:
		return NULL;
	}
}

static bool *flag_place(struct options *o, int id)
{
	switch (id) {
	case OPT_INSECURE:
		return &o->insecure;
	case OPT_PLAINTEXT:
		return &o->insecure_plaintext;
	case OPT_FLUSH:
		return &o->flush;
	case OPT_DRY_RUN:
		return &o->dry_run;
	case OPT_FORCE:
		return &o->force;
	case OPT_JSON:
		return &o->json;
	default:
		return NULL;
	}
}

/* Inclusive range of a number; false when the option is none. */
static bool number_range(int id, uint64_t *least, uint64_t *most)
{
	*least = id == OPT_RETRY ? 0 : 1;
	switch (id) {
	case OPT_PORT:
		*most = 65535;
		return true;
	case OPT_RETRY:
		*most = 100;
		return true;
	case OPT_TIMEOUT:
	case OPT_CONNECT_TIMEOUT:
		*most = 86400;
		return true;
	default:
		return false;
	}
}

static void set_number(struct options *o, int id, uint64_t v)
{
	if (id == OPT_PORT)
		o->port = (unsigned)v;
	else if (id == OPT_RETRY)
		o->retry = (unsigned)v;
	else if (id == OPT_TIMEOUT)
		o->reply_s = (unsigned)v;
	else
		o->connect_s = (unsigned)v;
}

/* All but numbers; value is one of the choices, if there are any. */
static bool set_word(struct options *o, int id, const char *value, int choice)
{
	if (text_place(o, id) != NULL)
		*text_place(o, id) = value != NULL ? value : "";
	else if (flag_place(o, id) != NULL)
		*flag_place(o, id) = true;
	else if (list_place(o, id) != NULL)
		return add(list_place(o, id), value);
	else if (id == OPT_TLS)
		o->tls = (enum tls_wish)choice;
	else if (id == OPT_PRIORITY)
		o->priority = (enum mail_priority)(choice + 1);
	else
		o->ip_version = id == OPT_IPV4 ? 4 : 6;
	return true;
}

static bool take(struct options *o, struct cli *cli, int id)
{
	uint64_t least;
	uint64_t most;
	uint64_t v = 0;

	o->given.has[id] = true;
	if (number_range(id, &least, &most)) {
		if (!cli_u64(cli, least, most, &v))
			return false;
		set_number(o, id, v);
		return true;
	}
	if (set_word(o, id, cli->value, id == OPT_TLS || id == OPT_PRIORITY ? cli_choice(cli) : 0))
		return true;
	cli_usage_error(cli, "--%s: too many", cli->name);
	return false;
}

void options_given(const struct options *o, struct options_mask *out)
{
	*out = o->given;
}

static const struct cli_opt *find_option(const char *name)
{
	const struct cli_opt *opt;

	for (opt = opts; opt->name != NULL; opt++)
		if (strcmp(opt->name, name) == 0)
			return opt;
	return NULL;
}

static const char *name_of(int id)
{
	const struct cli_opt *opt = opts;

	while (opt->name != NULL && opt->id != id)
		opt++;
	return opt->name;
}

/* Index in "a|b|c", or -1. */
static int find_choice(const char *choices, const char *value)
{
	size_t len = strlen(value);
	int index = 0;
	const char *p;

	for (p = choices; *p != '\0';
		p += p[strcspn(p, "|")] == '|' ? strcspn(p, "|") + 1 : strcspn(p, "|")) {
		if (strcspn(p, "|") == len && memcmp(p, value, len) == 0)
			return index;
		index++;
	}
	return -1;
}

/* "~/x" in a file of settings: nobody else spells it out there. */
static enum err_code expand_home(struct options *o, const char **value, struct err *err)
{
	const char *home = os_getenv("HOME");
	struct blob path;
	char **homes;
	enum err_code rc;

	if (strncmp(*value, "~/", 2) != 0)
		return ERR_OK;
	if (home == NULL || home[0] == '\0')
		home = os_getenv("USERPROFILE");
	if (home == NULL)
		return err_set(err, ERR_USAGE, "%s: no home folder", *value);
	rc = path_join(home, *value + 2, &path, err);
	if (rc != ERR_OK)
		return rc;
	homes = realloc(o->homes, (o->home_count + 1) * sizeof *homes);
	if (homes == NULL) {
		blob_free(&path);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	o->homes = homes;
	homes[o->home_count++] = (char *)path.ptr;
	*value = (const char *)path.ptr;
	return ERR_OK;
}

/* "yes" or "no" */
static enum err_code read_flag(const char *value, bool *on, struct err *err)
{
	*on = strcmp(value, "yes") == 0;
	if (!*on && strcmp(value, "no") != 0)
		return err_set(err, ERR_FORMAT, "yes or no, please");
	return ERR_OK;
}

enum err_code options_default(struct options *o, const struct options_mask *mask, const char *name,
	const char *value, struct err *err)
{
	const struct cli_opt *opt = find_option(name);
	uint64_t least;
	uint64_t most;
	uint64_t v = 0;
	bool on = true;
	int choice = 0;
	enum err_code rc = ERR_OK;

	if (opt == NULL)
		return err_set(err, ERR_FORMAT, "no setting is called %.60s", name);
	if (mask->has[opt->id])
		return ERR_OK;
	if (number_range(opt->id, &least, &most)) {
		if (!num_parse_u64(value, &v) || v < least || v > most)
			return err_set(err, ERR_FORMAT, "%s: not a number from %llu to %llu", name,
				(unsigned long long)least, (unsigned long long)most);
		set_number(o, opt->id, v);
		o->given.has[opt->id] = true;
		return ERR_OK;
	}
	if (opt->arg == CLI_FLAG || (opt->id == OPT_NETRC && strcmp(value, "no") == 0))
		rc = read_flag(value, &on, err);
	else if (opt->choices != NULL)
		choice = find_choice(opt->choices, value);
	else if (opt->id == OPT_NETRC && strcmp(value, "yes") == 0)
		value = "";
	else if ((opt->flags & (CLI_IS_FILE | CLI_IS_DIR)) != 0)
		rc = expand_home(o, &value, err);
	if (rc == ERR_OK && choice < 0)
		rc = err_set(err, ERR_FORMAT, "none of %s", opt->choices);
	if (rc == ERR_OK && on && !set_word(o, opt->id, value, choice))
		rc = err_set(err, ERR_LIMIT, "too many");
	if (rc != ERR_OK)
		return err_prefix(err, "%s", name);
	o->given.has[opt->id] = true;
	return ERR_OK;
}

/* Told before a mail is queued for a server that cannot be. */
static bool names_server(const struct options *o, struct cli *cli)
{
	const char *colon = o->server != NULL ? strchr(o->server, ':') : NULL;

	if (o->server != NULL &&
		(o->server[0] == '\0' || strpbrk(o->server, "/@?#\\ []\r\n\t") != NULL))
		cli_usage_error(cli, "'%.80s' is no server name", o->server);
	else if (colon != NULL &&
		 strchr(colon + 1, ':') == NULL) /* two are in every IPv6 address */
		cli_usage_error(cli, "'%.80s': the port goes with --port", o->server);
	else
		return true;
	return false;
}

/* It becomes a word of a command to the server. */
static bool helo_ok(const char *name)
{
	const unsigned char *p;

	for (p = (const unsigned char *)name; *p > 0x20 && *p != 0x7F; p++)
		;
	return *p == '\0' && name[0] != '\0';
}

static bool connects_rightly(const struct options *o, struct cli *cli)
{
	if (o->given.has[OPT_IPV4] && o->given.has[OPT_IPV6])
		cli_usage_error(cli, "-4 and -6: one of them, please");
	else if (o->helo != NULL && !helo_ok(o->helo))
		cli_usage_error(cli, "--helo: '%.80s' is no host name", o->helo);
	else if (o->proxy != NULL && o->proxy[0] != '\0' && !smtp_proxy_ok(o->proxy))
		cli_usage_error(cli,
			"--proxy: '%.80s' is no http, https or socks address such as "
			"socks5://host:1080",
			o->proxy);
	else
		return true;
	return false;
}

static bool complete_queue(const struct options *o, struct cli *cli)
{
	bool wants_id = o->resend != NULL || o->drop != NULL;

	if (o->queue == NULL)
		cli_usage_error(cli, "--flush, --resend and --drop need --queue");
	else if (o->flush + (o->resend != NULL) + (o->drop != NULL) > 1)
		cli_usage_error(cli, "--flush, --resend and --drop: one of them, please");
	else if (o->to.count + o->cc.count + o->bcc.count > 0)
		cli_usage_error(cli, "--flush, --resend and --drop send no mail of their own");
	else if (!wants_id && o->server == NULL && o->provider == NULL)
		cli_usage_error(cli, "no server given: quote your arguments");
	else
		return true;
	return false;
}

static bool adds_parts(const struct options *o)
{
	return o->body != NULL || o->text != NULL || o->html != NULL || o->attach.count > 0 ||
	       o->inlined.count > 0 || o->merge != NULL || o->subject != NULL ||
	       o->headers.count > 0;
}

static bool complete(const struct options *o, struct cli *cli)
{
	if (o->flush || o->resend != NULL || o->drop != NULL)
		return complete_queue(o, cli);
	if (o->server == NULL && o->provider == NULL && !o->dry_run && o->save == NULL)
		cli_usage_error(cli, "no server given: quote your arguments");
	else if (o->server != NULL && o->provider != NULL)
		cli_usage_error(cli, "--server and --provider: one of them, please");
	else if (o->from == NULL)
		cli_usage_error(cli, "no sender given: quote your arguments");
	else if (o->to.count + o->cc.count + o->bcc.count == 0)
		cli_usage_error(cli, "no recipient given: quote your arguments");
	else if (o->eml != NULL && adds_parts(o))
		cli_usage_error(cli, "--eml is a whole message: nothing can be added to it");
	else if (o->merge != NULL && o->save != NULL)
		cli_usage_error(cli, "--save keeps one message, --merge makes many");
	else if (options_to_stdout(o) && (o->dry_run || o->json))
		cli_usage_error(cli, "--save=- needs standard output for itself");
	else if (o->queue != NULL && o->dry_run)
		cli_usage_error(cli, "--queue keeps what is to be sent, --dry-run sends nothing");
	else if (o->json && o->dry_run)
		cli_usage_error(
			cli, "--dry-run prints the message, --json a report: one of them, please");
	else if (o->body != NULL && o->text != NULL)
		cli_usage_error(cli, "--body and --text: one of them, please");
	else
		return true;
	return false;
}

/* Which of two would be taken would be a guess. What the settings name gives way (config.c). */
static bool one_secret(const struct options *o, struct cli *cli)
{
	static const int ids[] = {OPT_PASSWORD, OPT_PASSWORD_FILE, OPT_PASSWORD_ENV,
		OPT_PASSWORD_COMMAND, OPT_NETRC, OPT_TOKEN, OPT_TOKEN_FILE, OPT_TOKEN_COMMAND};
	const char *first = NULL;
	size_t i;

	for (i = 0; i < sizeof ids / sizeof ids[0]; i++) {
		if (!o->given.has[ids[i]])
			continue;
		if (first != NULL) {
			cli_usage_error(
				cli, "--%s and --%s: one of them, please", first, name_of(ids[i]));
			return false;
		}
		first = name_of(ids[i]);
	}
	return true;
}

/* At most one thing can be read from standard input. */
static bool shares_stdin(const struct options *o)
{
	const char *single[] = {
		o->body, o->html, o->eml, o->merge, o->password_file, o->token_file};
	size_t readers = 0;
	size_t i;

	for (i = 0; i < sizeof single / sizeof single[0]; i++)
		readers += single[i] != NULL && strcmp(single[i], "-") == 0;
	for (i = 0; i < o->attach.count; i++)
		readers += strcmp(o->attach.words[i], "-") == 0;
	return readers > 1;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	struct err err;
	enum err_code rc;
	int id;

	*o = (struct options){.connect_s = 30, .reply_s = 120};
	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE || !take(o, cli, id)) {
			*status = cli->status;
			return false;
		}
	}
	if (!one_secret(o, cli)) {
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
	*status = EXIT_USAGE;
	if (shares_stdin(o)) {
		cli_usage_error(cli, "only one thing can be read from standard input");
		return false;
	}
	return names_server(o, cli) && connects_rightly(o, cli) && complete(o, cli);
}

bool options_to_stdout(const struct options *o)
{
	return o->save != NULL && strcmp(o->save, "-") == 0;
}

void options_free(struct options *o)
{
	size_t i;

	free(o->to.words);
	free(o->cc.words);
	free(o->bcc.words);
	free(o->reply_to.words);
	free(o->attach.words);
	free(o->inlined.words);
	free(o->headers.words);
	for (i = 0; i < o->home_count; i++)
		free(o->homes[i]);
	free(o->homes);
	settings_free(&o->settings);
	memset(o->found.password, 0, sizeof o->found.password);
}
