/* SPDX-License-Identifier: MIT */
/*
 * The command line of sendmail(8) as programs use it: sendmail 8, Postfix and exim agree on these
 * letters. Options for a mail server are read and have no effect.
 */
#ifndef SCMAIL_SENDMAIL_ARGS_H
#define SCMAIL_SENDMAIL_ARGS_H

#include <stdbool.h>

#include "biosbelt/cli.h"
#include "biosbelt/err.h"

enum sendmail_mode {
	SENDMAIL_MAIL,    /* -bm: a message on standard input */
	SENDMAIL_SMTP,    /* -bs: a dialogue there */
	SENDMAIL_QUEUE,   /* -bp, or called mailq */
	SENDMAIL_ALIASES, /* -bi, or called newaliases */
	SENDMAIL_FLUSH    /* -q */
};

struct sendmail_args {
	enum sendmail_mode mode;
	bool from_fields;        /* -t: also the recipients in the message */
	bool dots;               /* -i, -oi: a line with only a dot is text */
	bool verbose;            /* -v */
	bool every;              /* -q with a time */
	const char *sender;      /* -f, -r: "" is the empty one of reports; NULL: not given */
	const char *full_name;   /* -F */
	const char *config;      /* -C */
	const char *dsn;         /* -N */
	const char *dsn_return;  /* -R: "full" or "hdrs" */
	const char *envelope_id; /* -V */
	const char *transcript;  /* -X */
	struct cli_list to;
};

/* True for a name of sendmail; mailq and newaliases also set *mode. */
bool sendmail_name(const char *program, enum sendmail_mode *mode);
/* words: after the program's name; they own the texts. ERR_USAGE: invalid. Free out->to in any
 * case. */
enum err_code sendmail_args_read(
	const char *const *words, size_t count, struct sendmail_args *out, struct err *err);

#endif
