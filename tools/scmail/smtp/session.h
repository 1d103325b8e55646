/* SPDX-License-Identifier: MIT */
/*
 * SMTP over a connection that libcurl makes, secures and logs in: the message comes from message.h,
 * and transaction.h sends it. Replies are matched to commands, so that "refused", "partly refused",
 * "come back later" and "sent, but not confirmed" are distinguished (RFC 5321, sections 4.2 and
 * 4.5.3.2).
 */
#ifndef SCMAIL_SMTP_H
#define SCMAIL_SMTP_H

#include <stdbool.h>

#include "message/message.h"

#define SMTP_REPLY_MAX                                                                             \
	1000 /* bytes of a server's reply that are kept; no more, for malloc's sake */

enum smtp_tls {
	SMTP_PLAIN,    /* no TLS */
	SMTP_TRY,      /* STARTTLS when offered */
	SMTP_STARTTLS, /* STARTTLS or nothing */
	SMTP_WRAPPED   /* TLS from the first byte: SMTPS */
};

struct smtp_opts {
	const char *host;
	unsigned port;
	enum smtp_tls tls;
	const char *ca;          /* file of trusted certificates; NULL: the system's */
	const char *client_cert; /* file of our certificate; NULL: none */
	const char *client_key;  /* its key; NULL: in the same file */
	const char *pin;         /* as pin.h has it; NULL: none */
	bool insecure;           /* accept any certificate */
	const char *user;        /* NULL: no log-in */
	const char *password;
	const char *token;       /* OAuth 2 access token instead of a password */
	const char *auth;        /* only this mechanism; NULL: the best offered */
	const char *dsn;         /* NOTIFY of each recipient, as smtp_dsn_ok takes it; NULL: none */
	bool dsn_optional;       /* send without dsn if the server does not offer reports */
	const char *dsn_return;  /* RET of MAIL: "full" or "hdrs"; NULL: none */
	const char *envelope_id; /* ENVID of MAIL, printable ASCII; NULL: none */
	const char *proxy;       /* as libcurl takes it; NULL: none */
	const char *helo;        /* name to greet with; NULL: the host's */
	bool no_bdat;            /* DATA also where BDAT and BINARYMIME are offered */
	unsigned ip_version;     /* 0: any, 4 or 6 */
	unsigned connect_s;      /* seconds for the connection */
	unsigned reply_s;        /* seconds for each reply, the final one included */
	/* Gets the dialogue line by line, with secrets masked; may be NULL. */
	void (*on_line)(void *user, char direction, struct span line);
	void (*on_progress)(void *user, uint64_t sent);
	/* Called before the last bytes of a message are sent; a failure cuts the connection. */
	enum err_code (*before_end)(void *user, struct err *err);
	void *watch;
};

enum smtp_outcome {
	SMTP_DELIVERED,   /* all recipients accepted */
	SMTP_PARTLY,      /* some were refused, the others have it */
	SMTP_TEMPORARY,   /* not sent; worth another try */
	SMTP_REFUSED,     /* not sent; refused permanently */
	SMTP_UNCONFIRMED, /* sent, but without an answer: it may have arrived */
	SMTP_NO_LOGIN,
	SMTP_NO_TLS,
	SMTP_FAILED,   /* not sent, for a reason on our side */
	SMTP_SOME_WAIT /* nobody was refused permanently: some have it, the others may be retried */
};

/* The result for a recipient. */
enum rcpt_state {
	RCPT_LATER, /* worth another try, or not tried at all */
	RCPT_DELIVERED,
	RCPT_REFUSED,
	RCPT_UNCONFIRMED,
	RCPT_STATES
};

struct smtp_reply {
	int code;                  /* 200 to 599; 0: none, or invalid */
	enum rcpt_state state;     /* of a recipient, after all tries */
	char text[SMTP_REPLY_MAX]; /* without the code, lines joined by a blank; any bytes but NUL
				    */
};

struct smtp_result {
	enum smtp_outcome outcome;
	struct smtp_reply *rcpt; /* one for each recipient, in order; smtp_result_free */
	size_t rcpt_count;
	struct smtp_reply last; /* the decisive reply */
	char reason[512];       /* in words, English */
	char shown[512];        /* the same in the language of the run */
	bool message_refused;   /* the recipients were accepted, but not the message */
	bool bdat_refused;      /* BDAT or BINARYMIME were, which DATA would not be */
	bool secure;            /* TLS was on */
	bool no_login;          /* a log-in was requested, but the server offers none */
};

/* A connection that several messages can share. */
struct smtp;
enum err_code smtp_open(const struct smtp_opts *opts, struct smtp **out, struct err *err);
/* from and to: addresses in ASCII or, with utf8, UTF-8 local parts. Returns an error only
 * when out of memory; all other results are outcomes. */
enum err_code smtp_send(struct smtp *s, struct message *m, const char *from, const char *const *to,
	size_t to_count, struct smtp_result *out, struct err *err);
/* True when another mail can be sent over the same connection, also after a refused one. */
bool smtp_reusable(const struct smtp *s);
void smtp_close(struct smtp *s); /* NULL is fine */
void smtp_result_free(struct smtp_result *r);

/* Reports about the delivery (RFC 3461): "never", or some of success, failure and delay with ','
 * between. ERR_USAGE for other words. */
enum err_code smtp_dsn_ok(const char *when, struct err *err);

/* True for a valid value of smtp_opts.proxy; does not connect. */
bool smtp_proxy_ok(const char *proxy);

/* True for a name or an address that smtp_opts.host may have. */
bool smtp_host_ok(const char *host);

const char *smtp_outcome_word(enum smtp_outcome o); /* "delivered", "unconfirmed" ... */

#endif
