/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"

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
	OPT_USER,
	OPT_PASSWORD,
	OPT_PASSWORD_FILE,
	OPT_PASSWORD_ENV,
	OPT_TOKEN,
	OPT_TOKEN_FILE,
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
	{"atta", 'a', CLI_VALUE, "FILE", "Attach FILE; may be repeated", NULL, NULL, OPT_ATTA,
		CLI_REPEAT | CLI_IS_FILE},
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
	{"password", 0, CLI_VALUE, "WORD", "Password; better one of the next two", NULL, NULL,
		OPT_PASSWORD, CLI_SECRET},
	{"password-file", 0, CLI_VALUE, "FILE",
		"First line of FILE is the password; - is standard input", NULL, NULL,
		OPT_PASSWORD_FILE, CLI_IS_FILE},
	{"password-env", 0, CLI_VALUE, "NAME",
		"Environment variable with the password (default: SCMAIL_PASSWORD)", NULL, NULL,
		OPT_PASSWORD_ENV, 0},
	{"token", 0, CLI_VALUE, "WORD", "OAuth 2 access token instead of a password", NULL, NULL,
		OPT_TOKEN, CLI_SECRET},
	{"token-file", 0, CLI_VALUE, "FILE", "First line of FILE is the access token", NULL, NULL,
		OPT_TOKEN_FILE, CLI_IS_FILE},
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
	{"queue", 0, CLI_VALUE, "FOLDER", "Keep the mail in FOLDER until the server has it", NULL,
		NULL, OPT_QUEUE, CLI_IS_DIR},
	{"flush", 0, CLI_FLAG, NULL, "Send what waits in that folder", NULL, NULL, OPT_FLUSH, 0},
	{"resend", 0, CLI_VALUE, "ID", "Let an unconfirmed or refused mail wait again", NULL, NULL,
		OPT_RESEND, 0},
	{"drop", 0, CLI_VALUE, "ID", "Remove a mail from that folder", NULL, NULL, OPT_DROP, 0},
	{"dry-run", 'n', CLI_FLAG, NULL, "Print the message instead of sending it", NULL, NULL,
		OPT_DRY_RUN, 0},
	{"save", 0, CLI_VALUE, "FILE", "Write the message to FILE as well", NULL, NULL, OPT_SAVE,
		CLI_IS_FILE},
	{"force", 0, CLI_FLAG, NULL, "Overwrite that file", NULL, NULL, OPT_FORCE, 0},
	{"json", 0, CLI_FLAG, NULL, "Report as one JSON document", NULL, NULL, OPT_JSON, 0},
	{0},
};

const struct cli_spec scmail_spec = {.tool = "scmail",
	.summary = "Sends a mail with attachments from a script.",
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
	case OPT_TOKEN:
		return &o->token;
	case OPT_TOKEN_FILE:
		return &o->token_file;
	case OPT_AUTH:
		return &o->auth;
	case OPT_FROM:
		return &o->from;
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

static bool take_number(struct options *o, struct cli *cli, int id)
{
	uint64_t v = 0;
	uint64_t most = id == OPT_PORT ? 65535 : id == OPT_RETRY ? 100 : 86400;

	if (!cli_u64(cli, id == OPT_RETRY ? 0 : 1, most, &v))
		return false;
	if (id == OPT_PORT)
		o->port = (unsigned)v;
	else if (id == OPT_RETRY)
		o->retry = (unsigned)v;
	else if (id == OPT_TIMEOUT)
		o->reply_s = (unsigned)v;
	else
		o->connect_s = (unsigned)v;
	return true;
}

static bool take(struct options *o, struct cli *cli, int id)
{
	if (text_place(o, id) != NULL) {
		*text_place(o, id) = cli->value;
		return true;
	}
	if (flag_place(o, id) != NULL) {
		*flag_place(o, id) = true;
		return true;
	}
	if (list_place(o, id) != NULL) {
		if (add(list_place(o, id), cli->value))
			return true;
		cli_usage_error(cli, "--%s: too many", cli->name);
		return false;
	}
	switch (id) {
	case OPT_TLS:
		o->tls = (enum tls_wish)cli_choice(cli);
		return true;
	case OPT_PRIORITY:
		o->priority = (enum mail_priority)(cli_choice(cli) + 1);
		return true;
	case OPT_IPV4:
		o->ip_version = 4;
		return true;
	case OPT_IPV6:
		o->ip_version = 6;
		return true;
	default:
		return take_number(o, cli, id);
	}
}

static bool complete_queue(const struct options *o, struct cli *cli)
{
	bool wants_id = o->resend != NULL || o->drop != NULL;

	if (o->queue == NULL)
		cli_usage_error(cli, "--flush, --resend and --drop need --queue");
	else if (o->flush + (o->resend != NULL) + (o->drop != NULL) > 1)
		cli_usage_error(cli, "--flush, --resend and --drop: one of them, please");
	else if (o->to.count + o->cc.count + o->bcc.count > 0 || o->from != NULL)
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
	else if (o->queue != NULL && (o->merge != NULL || o->dry_run))
		cli_usage_error(cli, "--queue takes neither --merge nor --dry-run");
	else if (o->body != NULL && o->text != NULL)
		cli_usage_error(cli, "--body and --text: one of them, please");
	else
		return true;
	return false;
}

bool options_read(struct options *o, struct cli *cli, int *status)
{
	int id;

	*o = (struct options){.connect_s = 30, .reply_s = 120};
	while ((id = cli_next(cli)) != CLI_END) {
		if (id == CLI_ERROR || id == CLI_DONE || !take(o, cli, id)) {
			*status = cli->status;
			return false;
		}
	}
	*status = EXIT_USAGE;
	return complete(o, cli);
}

void options_free(struct options *o)
{
	free(o->to.words);
	free(o->cc.words);
	free(o->bcc.words);
	free(o->reply_to.words);
	free(o->attach.words);
	free(o->inlined.words);
	free(o->headers.words);
}
