/* SPDX-License-Identifier: MIT */
/*
 * One mail over a connection that is open and logged in: MAIL, RCPT, DATA, the message and the
 * final dot (RFC 5321). Commands go in groups where the server offers PIPELINING (RFC 2920). A
 * reply in the middle of the message ends the sending before the dot.
 */
#ifndef SCMAIL_TALK_H
#define SCMAIL_TALK_H

#include "smtp/conn.h"
#include "smtp/replies.h"

struct talk {
	struct wire *wire;
	struct dialogue *d;
	const struct smtp_opts *opts;
	struct message *message;
	const char *from;
	const char *const *to;
	size_t to_count;
	const char *notify; /* parameter of RCPT, or "" */
	bool utf8;          /* an address needs SMTPUTF8 */
	bool binary;        /* BDAT instead of DATA, after message_set_binary */
	bool reset;         /* reset an earlier, unfinished transaction */
	/* results, besides those in d */
	struct err failure;                 /* on our side; code ERR_OK: none */
	char failure_english[ERR_TEXT_MAX]; /* by talk_fail; else "" */
	struct smtp_reply mail;             /* to MAIL */
	bool clean;                         /* another mail or QUIT is possible */
	bool early;                         /* the server answered before the end of the message */
	/* private */
	uint8_t *block;
	uint8_t *stuffed;
	bool line_start;
};

#define TALK_BLOCK ((size_t)256 << 10)
#define TALK_ROOM  (TALK_BLOCK * 3 + 16) /* bytes that memory of talk_send has */

/* Sets t->failure. */
void talk_fail(struct talk *t, enum err_code code, const char *fmt, ...) ERR_PRINTF(3, 4);
/* memory: TALK_ROOM bytes. */
void talk_send(struct talk *t, uint8_t *memory);
/* Sends a command and reads the whole answer into d->last; shown: the command for the dialogue's
 * log. */
bool talk_command(struct talk *t, struct span command, const char *shown);
/* Sends QUIT and waits at most wait_s seconds for the answer. */
void talk_quit(struct talk *t, unsigned wait_s);
/* Passes lines of the dialogue, without line ends, to opts->on_line. */
void talk_show(const struct smtp_opts *opts, char direction, struct span bytes);

#endif
