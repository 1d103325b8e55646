/* SPDX-License-Identifier: MIT */
/* The options of scmail, a row each, and values that do not come from the command line. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

#define ONLY_SECRET 1u
#define ONLY_IP     2u

/* Header fields that scmail writes can be set only by their options, and not in a ready message:
 * rows with MODE_NEW are for mails composed here. */
static const struct cli_opt scmail_opts[] = {
	{CLI_OPT(struct options, "from", 'f', from), .value = "ADDRESS",
		.help = "Sender, with or without a name", .group = "The mail",
		.modes = MODE_NEW | MODE_EML | MODE_ROW | MODE_SENDMAIL},
	{CLI_OPT(struct options, "to", 't', to), .value = "ADDRESSES",
		.help = "Recipients, with ',' or ';' between them",
		.flags = CLI_REPEAT | CLI_MAY_BE_EMPTY, .modes = MODE_NEW | MODE_EML | MODE_ROW},
	{CLI_OPT(struct options, "cc", 0, cc), .value = "ADDRESSES", .help = "Recipients of a copy",
		.flags = CLI_REPEAT | CLI_MAY_BE_EMPTY, .modes = MODE_NEW | MODE_EML | MODE_ROW},
	{CLI_OPT(struct options, "bcc", 0, bcc), .value = "ADDRESSES",
		.help = "Recipients the others do not see", .flags = CLI_REPEAT | CLI_MAY_BE_EMPTY,
		.modes = MODE_NEW | MODE_EML | MODE_ROW},
	{CLI_OPT(struct options, "reply-to", 0, reply_to), .value = "ADDRESSES",
		.help = "Addresses for answers", .flags = CLI_REPEAT | CLI_MAY_BE_EMPTY,
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "subject", 's', subject), .value = "TEXT", .help = "Subject",
		.modes = MODE_NEW | MODE_ROW, .flags = CLI_MAY_BE_EMPTY},
	{CLI_OPT(struct options, "body", 'b', body), .value = "FILE",
		.help = "File with the text; - is standard input", .flags = CLI_IS_FILE,
		.modes = MODE_NEW},
	{CLI_OPT(struct options, "text", 0, text), .value = "TEXT", .help = "The text itself",
		.modes = MODE_NEW | MODE_ROW, .flags = CLI_MAY_BE_EMPTY},
	{CLI_OPT(struct options, "html", 0, html), .value = "FILE",
		.help = "File with the text as HTML", .flags = CLI_IS_FILE, .modes = MODE_NEW},
	{CLI_OPT(struct options, "charset", 0, charset), .value = "ENCODING",
		.help = "Encoding of these files (default: detected)", .modes = MODE_NEW},
	{CLI_OPT(struct options, "undecodable", 0, undecodable), .value = "KIND",
		.help = "Text with invalid bytes: an error, replaced, or attached as well",
		.choices = "stop|replace|attach", .modes = MODE_NEW},
	{CLI_OPT(struct options, "atta", 'a', attach), .value = "FILE",
		.help = "Attach FILE, or all that match a pattern; - is standard input",
		.flags = CLI_REPEAT | CLI_IS_FILE, .modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "stdin-name", 0, stdin_name), .value = "NAME",
		.help = "Name of what is attached from standard input [stdin]",
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "inline", 0, inlined), .value = "CID=FILE",
		.help = "Image that the HTML shows as cid:CID", .flags = CLI_REPEAT,
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "calendar", 0, calendar), .value = "FILE",
		.help = "Invitation or other entry of a calendar (iCalendar)", .flags = CLI_IS_FILE,
		.modes = MODE_NEW},
	{CLI_OPT(struct options, "header", 0, headers), .value = "NAME: TEXT",
		.help = "Own header field", .flags = CLI_REPEAT, .modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "in-reply-to", 0, in_reply_to), .value = "ID|FILE",
		.help = "Answer the mail with this Message-ID, or the one in FILE (.eml)",
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "references", 0, references), .value = "IDS",
		.help = "Message-IDs of the thread, oldest first", .modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "list-unsubscribe", 0, list_unsubscribe), .value = "URLS",
		.help = "Where a recipient unsubscribes: https and mailto URLs",
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT_OPTIONAL(struct options, "request-receipt", 0, receipt), .value = "ADDRESS",
		.help = "Ask readers for a receipt to ADDRESS (default: to the sender)",
		.modes = MODE_NEW | MODE_ROW},
	{CLI_OPT(struct options, "dkim-key", 0, dkim_keys), .value = "FILE",
		.help = "Sign mails (DKIM) with this private key, RSA or Ed25519",
		.flags = CLI_REPEAT | CLI_IS_FILE},
	{CLI_OPT(struct options, "dkim-selector", 0, dkim_selectors), .value = "NAME",
		.help = "Where in the DNS its public key is: NAME._domainkey.DOMAIN",
		.flags = CLI_REPEAT},
	{CLI_OPT(struct options, "dkim-domain", 0, dkim_domain), .value = "DOMAIN",
		.help = "Domain that signs (default: that of the sender)"},
	{CLI_OPT(struct options, "log", 0, log), .value = "FILE",
		.help = "Add a line to FILE for each recipient", .flags = CLI_IS_FILE | CLI_WRITES},
	{CLI_OPT(struct options, "priority", 0, priority), .value = "LEVEL",
		.help = "Priority shown to the reader", .choices = "low|normal|high",
		.modes = MODE_NEW, .min = PRIORITY_LOW},
	{CLI_OPT(struct options, "eml", 0, eml), .value = "FILE",
		.help = "Send this ready message instead", .flags = CLI_IS_FILE,
		.modes = MODE_NEW | MODE_EML},
	{CLI_OPT(struct options, "merge", 0, merge), .value = "FILE",
		.help = "A mail for each row of a table; {column} is its value",
		.flags = CLI_IS_FILE, .modes = MODE_NEW},
	{CLI_OPT(struct options, "server", 0, server), .value = "HOST", .help = "Mail server",
		.group = "The server"},
	{CLI_OPT(struct options, "port", 'p', port), .value = "PORT",
		.help = "Its port (default: 465, 587 or 25, as TLS asks)", .min = 1, .max = 65535},
	{CLI_OPT(struct options, "provider", 0, provider), .value = "NAME",
		.help = "Server, port and TLS of a known provider",
		.choices = "qq|exmail|163|126|sina|gmail|outlook|office365|yahoo|icloud|aliyun"},
	{CLI_OPT(struct options, "tls", 0, tls), .value = "KIND",
		.help = "How the connection is secured", .choices = "auto|starttls|smtps|none"},
	{CLI_OPT(struct options, "ca", 0, ca), .value = "FILE",
		.help = "Trust the certificates in FILE", .flags = CLI_IS_FILE},
	{CLI_OPT(struct options, "pin", 0, pin), .value = "SHA256",
		.help = "Only a server with this public key (sha256//BASE64) or certificate "
			"(hexadecimal)"},
	{CLI_OPT(struct options, "client-cert", 0, client_cert), .value = "FILE",
		.help = "Client certificate", .flags = CLI_IS_FILE},
	{CLI_OPT(struct options, "client-key", 0, client_key), .value = "FILE",
		.help = "Its key (default: in the same file)", .flags = CLI_IS_FILE},
	{CLI_OPT(struct options, "insecure", 'k', insecure),
		.help = "Accept any certificate of the server"},
	{CLI_OPT(struct options, "insecure-plaintext", 0, insecure_plaintext),
		.help = "Log in without TLS"},
	{CLI_OPT(struct options, "user", 'u', user), .value = "NAME", .help = "Log in as NAME",
		.flags = CLI_MAY_BE_EMPTY},
	{CLI_OPT(struct options, "password", 0, password), .value = "WORD",
		.help = "Password; better one of the next three",
		.flags = CLI_SECRET | CLI_MAY_BE_EMPTY, .only = ONLY_SECRET},
	{CLI_OPT(struct options, "password-file", 0, password_file), .value = "FILE",
		.help = "First line of FILE is the password; - is standard input",
		.flags = CLI_IS_FILE, .only = ONLY_SECRET},
	{CLI_OPT(struct options, "password-env", 0, password_env), .value = "NAME",
		.help = "Environment variable with the password (default: SCMAIL_PASSWORD)",
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "password-command", 0, password_command), .value = "COMMAND",
		.help = "First line that this program prints is the password", .only = ONLY_SECRET},
	{CLI_OPT(struct options, "password-keyring", 0, password_keyring),
		.help = "Password from the system's keyring", .only = ONLY_SECRET},
	{CLI_OPT_OPTIONAL(struct options, "netrc", 0, netrc), .value = "FILE",
		.help = "User and password from FILE (default: ~/.netrc)", .flags = CLI_IS_FILE,
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "token", 0, token), .value = "WORD",
		.help = "OAuth 2 access token instead of a password", .flags = CLI_SECRET,
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "token-file", 0, token_file), .value = "FILE",
		.help = "First line of FILE is the access token", .flags = CLI_IS_FILE,
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "token-command", 0, token_command), .value = "COMMAND",
		.help = "First line that this program prints is the access token",
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "oauth", 0, oauth), .value = "FILE",
		.help = "Access token by the refresh token in FILE (JSON)", .flags = CLI_IS_FILE,
		.only = ONLY_SECRET},
	{CLI_OPT(struct options, "auth", 0, auth), .value = "KIND",
		.help = "Only this way of logging in",
		.choices = "PLAIN|LOGIN|CRAM-MD5|DIGEST-MD5|SCRAM-SHA-256|EXTERNAL|XOAUTH2|"
			   "OAUTHBEARER"},
	{CLI_OPT(struct options, "proxy", 0, proxy), .value = "URL",
		.help = "Go through this proxy, such as socks5://host:1080",
		.flags = CLI_MAY_BE_EMPTY},
	{CLI_OPT(struct options, "helo", 0, helo), .value = "NAME",
		.help = "Name to greet the server with"},
	{CLI_SETS(struct options, "ipv4", '4', ip_version, 4), .help = "Use IPv4 only",
		.only = ONLY_IP},
	{CLI_SETS(struct options, "ipv6", '6', ip_version, 6), .help = "Use IPv6 only",
		.only = ONLY_IP},
	{CLI_OPT(struct options, "connect-timeout", 0, connect_s), .value = "SECONDS",
		.help = "Time for the connection (default: 30)", .min = 1, .max = 86400},
	{CLI_OPT(struct options, "timeout", 0, reply_s), .value = "SECONDS",
		.help = "Time for each answer of the server (default: 120)", .min = 1,
		.max = 86400},
	{CLI_OPT(struct options, "retry", 0, retry), .value = "N",
		.help = "After a temporary refusal try N times more, after growing pauses",
		.group = "What to do", .min = 0, .max = 100},
	{CLI_OPT(struct options, "sendmail", 0, sendmail),
		.help = "All that follows is sendmail's command line: -t, -i, -f ADDRESS ..."},
	{CLI_OPT(struct options, "aliases", 0, aliases), .value = "FILE",
		.help = "File that names the addresses of users (with --sendmail) [/etc/aliases]",
		.flags = CLI_IS_FILE},
	{CLI_OPT(struct options, "mail-domain", 0, mail_domain), .value = "DOMAIN",
		.help = "Domain of names without one (with --sendmail)"},
	{CLI_OPT(struct options, "dsn", 0, dsn), .value = "WHEN",
		.help = "Ask for reports: never, or success, failure, delay with ','"},
	{CLI_OPT(struct options, "save-sent", 0, save_sent), .value = "URL",
		.help = "Add what was sent to a folder: imaps://HOST/FOLDER"},
	{CLI_OPT(struct options, "settle", 0, settle), .value = "URL",
		.help = "Look for unconfirmed mails in the folder where the server keeps all"},
	{CLI_OPT(struct options, "settle-wait", 0, settle_wait_s), .value = "SECONDS",
		.help = "Time until a mail missing there counts as not accepted (default: 10)",
		.min = 0, .max = 3600},
	{CLI_OPT(struct options, "queue", 0, queue), .value = "FOLDER",
		.help = "Keep the mail in FOLDER until the server has it", .flags = CLI_IS_DIR},
	{CLI_OPT(struct options, "flush", 0, flush), .help = "Send what waits in that folder",
		.modes = MODE_NEW | MODE_EML},
	{CLI_OPT(struct options, "status", 0, status), .help = "List what is in that folder",
		.modes = MODE_NEW | MODE_EML},
	{CLI_OPT(struct options, "resend", 0, resend), .value = "ID",
		.help = "Let an unconfirmed or refused mail wait again",
		.modes = MODE_NEW | MODE_EML},
	{CLI_OPT(struct options, "drop", 0, drop), .value = "ID",
		.help = "Remove a mail from that folder", .modes = MODE_NEW | MODE_EML},
	{CLI_OPT(struct options, "profile", 0, profile), .value = "NAME",
		.help = "Use the options below [NAME] of the configuration file"},
	{CLI_OPT(struct options, "config", 0, config), .value = "FILE",
		.help = "Configuration file (default: scmail.conf of the user)",
		.flags = CLI_IS_FILE},
	{CLI_OPT(struct options, "dry-run", 'n', dry_run),
		.help = "Print the message instead of sending it"},
	{CLI_OPT(struct options, "save", 0, save), .value = "FILE",
		.help = "Write the message to FILE as well", .flags = CLI_IS_FILE | CLI_WRITES},
	{CLI_OPT(struct options, "force", 0, force), .help = "Overwrite that file"},
	{CLI_OPT(struct options, "json", 0, json), .flags = CLI_FOR_PROGRAMS,
		.help = "Report as one JSON document"},
	{0},
};

const struct cli_spec scmail_spec = {.tool = "scmail",
	.exits = CLI_HAS_TEMPORARY,
	.summary = "sends a mail with attachments from a script",
	.usage = "scmail --server=HOST --from=ADDRESS --to=ADDRESSES [OPTION]...\n"
		 "scmail '/server[HOST]' '/to[ADDRESSES]' '/from[ADDRESS]' ...",
	.exit_notes = "4 also while something waits in the queue,\n5 some recipients refused, 6 "
		      "sent but not confirmed, 7 log-in refused,\n"
		      "8 TLS or certificate refused",
	.notes = "Examples:\n"
		 "  scmail --provider=qq -u me@qq.com -f me@qq.com -t you@163.com -s Log -a a.log\n"
		 "  scmail '/server[smtp.sina.com]' '/to[a@qq.com]' '/from[b@sina.com]' \\\n"
		 "         '/subject[Hi, buddy]' '/body[c:\\body.txt]' '/atta[c:\\1.bin]'\n",
	.opts = scmail_opts,
	.max_operands = 0};

/* Expands "~/x" in a settings file, as no shell does it there. */
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

/* Selects the default file, or none. */
static enum err_code set_netrc(struct options *o, const char *value, struct err *err)
{
	if (strcmp(value, "no") == 0)
		return ERR_OK;
	if (strcmp(value, "yes") == 0)
		value = NULL;
	return cli_set(cli_row(scmail_spec.opts, "netrc"), o, value, err);
}

enum err_code options_default(struct options *o, const struct cli_given *mask, const char *name,
	const char *value, struct err *err)
{
	const struct cli_opt *row = cli_row(scmail_spec.opts, name);
	enum err_code rc = ERR_OK;

	if (row == NULL)
		return err_set(err, ERR_FORMAT, "no setting is called %.60s", name);
	if (mask->row[row - scmail_spec.opts])
		return ERR_OK;
	if ((row->flags & (CLI_IS_FILE | CLI_IS_DIR)) != 0)
		rc = expand_home(o, &value, err);
	if (rc == ERR_OK && strcmp(name, "netrc") == 0)
		rc = set_netrc(o, value, err);
	else if (rc == ERR_OK)
		rc = cli_set(row, o, value, err);
	if (rc != ERR_OK) {
		err->code = rc == ERR_USAGE ? ERR_FORMAT : rc;
		return err_prefix(err, "%s", name);
	}
	o->given.row[row - scmail_spec.opts] = true;
	return ERR_OK;
}
