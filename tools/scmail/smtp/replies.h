/* SPDX-License-Identifier: MIT */
/*
 * Follows an SMTP dialogue: matches replies to commands.
 * Hostile input: lines of any length and any bytes; memory is bounded by the recipients.
 */
#ifndef SCMAIL_DIALOGUE_H
#define SCMAIL_DIALOGUE_H

#include "smtp/session.h"

enum dialogue_step {
	STEP_GREETING, /* banner */
	STEP_EHLO,
	STEP_STARTTLS,
	STEP_AUTH,
	STEP_MAIL,
	STEP_RCPT,
	STEP_DATA,
	STEP_DOT, /* after the message */
	STEP_QUIT,
	STEP_OTHER
};

/* Properties of a connection, independent of its mails. */
struct dialogue_offers {
	bool utf8; /* SMTPUTF8 (RFC 6531) */
	bool pipelining;
	bool size;          /* RFC 1870 */
	uint64_t size_most; /* bytes of a message; 0: not stated */
	bool dsn;           /* RFC 3461 */
	bool eight_bit;
	bool chunking; /* RFC 3030, with the next */
	bool binary;
	bool login;   /* AUTH was sent: a log-in was offered */
	bool secured; /* after STARTTLS */
};

struct dialogue {
	enum dialogue_step step;
	struct smtp_reply *rcpt;
	size_t rcpt_count;
	size_t rcpt_asked; /* RCPT commands sent */
	size_t rcpt_answered;
	bool all_given;         /* the last byte of the message was sent */
	bool confirmed;         /* the final reply came */
	struct smtp_reply dot;  /* the final reply */
	struct smtp_reply last; /* the last complete reply before QUIT */
	enum dialogue_step last_step;
	struct smtp_reply part; /* lines so far of an incomplete reply */
	size_t replies;         /* complete ones */
	size_t open_lines;      /* lines received since the last of them */
	size_t open_bytes;
	struct dialogue_offers offers;
	char line[SMTP_REPLY_MAX]; /* of input, not yet ended */
	size_t line_len;
};

/* Resets everything but the offers, for another mail. */
void dialogue_init(struct dialogue *d, struct smtp_reply *rcpt, size_t rcpt_count);
/* A command line sent to the server. */
void dialogue_sent(struct dialogue *d, struct span line);
/* Bytes from the server, in pieces of any length. */
void dialogue_received(struct dialogue *d, struct span bytes);
/* True when an incomplete reply is longer than any from a real server. */
bool dialogue_is_endless(const struct dialogue *d);

#endif
