/* SPDX-License-Identifier: MIT */
/* The command line of scmail as a struct. The command line owns the texts. */
#ifndef SCMAIL_OPTIONS_H
#define SCMAIL_OPTIONS_H

#include <string.h>

#include "auth/netrc.h"
#include "biosbelt/cli.h"
#include "biosbelt/settings.h"
#include "compose/merge.h"
#include "message/message.h"
#include "smtp/session.h"

/* Modes of options: the commands they apply to. */
#define MODE_NEW      1u /* a mail that is written here */
#define MODE_EML      2u /* a ready message */
/* Not a mode: with --merge, the value may contain {column}. */
#define MODE_ROW      4u
/* Options that --sendmail does not allow have MODE_NEW or MODE_EML; all others have all modes. */
#define MODE_SENDMAIL 8u

enum tls_wish { TLS_AUTO, TLS_STARTTLS, TLS_WRAPPED, TLS_NONE };

/* A ready message and its envelope. */
struct submission {
	struct span text;      /* as message_from_eml takes it */
	const char *sender;    /* "": none, as reports have it (RFC 5321, section 4.5.5) */
	const char *const *to; /* addresses */
	size_t to_count;
};

/* The treatment of a text that is invalid in its encoding. */
enum undecodable { UNDECODABLE_STOP, UNDECODABLE_REPLACE, UNDECODABLE_ATTACH };

struct options {
	const char *server;
	unsigned port; /* 0: not given */
	const char *provider;
	enum tls_wish tls;
	bool insecure;
	bool insecure_plaintext;
	const char *ca;
	const char *client_cert;
	const char *client_key;
	const char *pin;
	const char *proxy;
	const char *helo;
	unsigned ip_version;
	unsigned connect_s;
	unsigned reply_s;
	unsigned retry;

	const char *user;
	const char *password;
	const char *password_file;
	const char *password_env;
	const char *password_command;
	const char *token;
	const char *token_file;
	const char *token_command;
	bool password_keyring;
	const char *oauth; /* file */
	const char *netrc; /* NULL: not given; "": the default file */
	struct netrc_entry found;
	const char *auth;

	const char *from;
	struct cli_list to;
	struct cli_list cc;
	struct cli_list bcc;
	struct cli_list reply_to;
	const char *subject;
	const char *body;
	const char *text;
	const char *html;
	const char *charset;
	enum undecodable undecodable;
	struct blob piped; /* standard input, if that is the text; owned */
	const char *calendar;
	struct cli_list attach;
	const char *stdin_name;  /* of the attachment "-" */
	char *spool;             /* file that standard input was written to; owned */
	struct cli_list inlined; /* CID=FILE */
	struct cli_list headers;
	const char *in_reply_to; /* a message id, or the file of the answered mail */
	const char *references;
	const char *list_unsubscribe;
	const char *receipt; /* NULL: none; "": to the sender */
	enum mail_priority priority;
	const char *eml;
	const char *merge;
	struct merging *merging;             /* NULL: one mail */
	const struct submission *submission; /* of sendmail; NULL: use the options */

	const char *dsn;
	const char *dsn_return;         /* "full" or "hdrs"; NULL: not given */
	const char *envelope_id;        /* of reports about the delivery; NULL: none */
	bool dsn_optional;              /* a server without reports gets the mail too */
	struct cli_list dkim_keys;      /* files */
	struct cli_list dkim_selectors; /* of each */
	const char *dkim_domain;
	struct dkim_ring *dkim;  /* from these three; NULL: mails are not signed */
	const char *log;         /* file that gets a line for each recipient; NULL: none */
	const char *transcript;  /* file that the dialogue is added to; NULL: none */
	const char *mail_domain; /* of names without one */
	const char *aliases;     /* file; NULL: /etc/aliases if it exists */
	const char *config;
	const char *profile;
	struct settings settings; /* of the configuration file; owns its texts */
	char **homes;             /* paths made from "~/..."; owned */
	size_t home_count;
	struct cli_given given;

	const char *save_sent; /* URL of a folder that gets a copy; NULL: none */
	const char
		*settle; /* URL of the folder with the mails that the server accepted; NULL: none */
	unsigned settle_wait_s;
	const char *queue;
	bool flush;
	const char *resend;
	const char *drop;
	bool sendmail; /* set only when --sendmail is misplaced */
	bool silent;   /* no output about mails that were sent or wait */
	bool status;
	bool dry_run;
	const char *save;
	bool force;
	bool json;
	bool *reported;        /* set when the JSON document was printed */
	bool *kept;            /* NULL, or set when the mail or a part of it waits in the queue */
	struct missed *missed; /* NULL, or gets the recipients that a mail does not reach */
};

extern const struct cli_spec scmail_spec;

/* False: exit with *status; the error was printed. */
bool options_read(struct options *o, struct cli *cli, int *status);
/* The same for the options before --sendmail: a server, and nothing about a mail. config: a file
 * named by sendmail's own command line; NULL: none. */
bool options_read_sendmail(struct options *o, struct cli *cli, const char *config, int *status);
/* True when the message goes to standard output, so that nothing else may. */
static inline bool options_to_stdout(const struct options *o)
{
	return o->save != NULL && strcmp(o->save, "-") == 0;
}
/* When no option names a text, standard input is the text, unless an option reads that. */
bool options_name_text(const struct options *o);
bool options_use_stdin(const struct options *o);
void options_free(struct options *o);

/* For the configuration file: sets an option by its long name unless mask has it. */
enum err_code options_default(struct options *o, const struct cli_given *mask, const char *name,
	const char *value, struct err *err);

#endif
