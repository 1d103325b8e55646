/* SPDX-License-Identifier: MIT */
/* A running terminal: shared by its parts. */
#ifndef BIOSBELT_SPC_SESSION_H
#define BIOSBELT_SPC_SESSION_H

#include "terminal/charset.h"
#include "terminal/follow.h"
#include "terminal/keys.h"
#include "terminal/log.h"
#include "terminal/milestones.h"
#include "terminal/share.h"
#include "terminal/terminal.h"
#include "terminal/transfer.h"
#include "terminal/view.h"
#include "terminal/wire.h"

/* The longest time that a write delays reading: within it a driver of Windows sends what it can. */
#define LINE_WRITE_MS 20
#define QUEUE_FULL    (QUEUE_MAX / 4) /* text that is not typed waits above this */
#define QUEUE_MAX     (1u << 20)      /* bytes typed or sent that wait for the line */
#define KEYS_SIZE     4096            /* read at a time; an encoding or line ends may double them */
#define STALLED_MS    10000           /* a line that took nothing for so long may never */

struct session {
	const struct terminal_job *job;
	struct serial_cfg cfg;     /* the present ones: a peer may change them */
	struct terminal_opts opts; /* the present ones: keys change some */
	struct console *console;
	struct view view;
	struct log *log;
	uint64_t log_lost; /* bytes missing in logs already closed */
	struct keys keys;
	struct port_watch *watch;
	struct follow follow;
	struct wire line;
	bool peer_break;     /* a peer holds the line in BREAK */
	struct share *share; /* NULL: not shared */
	uint64_t retry_ms;   /* when to try again to open it */
	uint64_t news_ms;    /* when the system last reported a change of ports */
	struct buf queue;    /* for the line */
	size_t sent;         /* of the queue */
	uint64_t took_ms;    /* when the line took some of it last */
	uint64_t break_end;  /* ms; 0: no BREAK is on */
	uint64_t pulse_end;  /* the same for a pulse on DTR or RTS */
	uint64_t save_due;   /* when to save the place of the port; 0: saved */
	uint8_t after_break; /* the key of a SysRq; 0: none */
	bool wants_sysrq;    /* the next key is a SysRq command */
	struct transfer transfer;
	struct buf answer;                                    /* typed answer to our question */
	void (*asked)(struct session *s, const char *answer); /* NULL: no question */
	struct charset charset;
	struct milestones milestones;
	bool has_milestones;
	bool milestones_told;
	struct script script;
	struct clean plain; /* for patterns */
	struct match boot;
	bool has_boot;
	struct moment now;
	uint64_t received;
	uint64_t transmitted;
	bool ended;
	int status;
};

static inline bool transfer_is_on(const struct session *s)
{
	return s->transfer.way != TRANSFER_NONE;
}

void session_clock(struct session *s);
void session_end(struct session *s, int status);
void session_say(void *user, const char *text); /* user: the session */
enum err_code session_open_log(struct session *s, const struct log_opts *opts, struct err *err);

/* line.c: the port of a session */
enum err_code line_open(struct session *s, bool first, struct err *err);
/* Opens an absent port when it is back. */
void line_look(struct session *s);
void line_lost(struct session *s);
/* False: not all was taken, or the port went away meanwhile. */
bool line_send(struct session *s, struct span bytes);
/* True when there is room for text that can wait. */
bool line_has_room(const struct session *s);
/* True when there is room for keys, or none is to be expected: with them the user can quit. */
bool line_takes_keys(const struct session *s);
/* Writes the queue, ends BREAK and pulses. */
void line_work(struct session *s);
/* Saves the place of the port unless saved. */
void line_save(struct session *s);
/* Ms until line_work or line_look has something to do; -1: nothing. */
int line_due(const struct session *s);
void line_break(struct session *s, uint8_t after);
/* line_set.c, see rfc2217.h; user: the session. */
uint32_t line_set(void *user, enum rfc2217_command command, uint32_t value);
/* One line about the port, its settings and its lines. */
void line_describe(struct session *s);

/* typed.c: text from a keyboard or a script, in the encoding of the line, and to the log */
bool session_send_text(struct session *s, struct span text); /* as line_send */

/* received.c: reads from the line */
void session_read_line(struct session *s);
/* keyboard.c: reads keys, for the board or for us */
void session_read_keys(struct session *s);

/* typed.c: bytes from an attached window */
void session_typed_by(void *user, unsigned peer, struct span in);
bool session_peers_may_write(void *user);

/* session.c: a boot begins, by the port's return or a pattern */
void session_boot(struct session *s);
void session_tell_milestones(struct session *s);
/* session.c: the line was cut off, or the terminal ends: what comes next does not complete a
 * character or an escape sequence. */
void session_end_text(struct session *s);

/* session.c: asks a question at the terminal; Escape cancels it. */
void session_ask(struct session *s, const char *question,
	void (*asked)(struct session *s, const char *answer));
void session_answer(struct session *s, struct span keys);

/* command.c */
void command_run(struct session *s, char key);
void command_help(struct session *s);

#endif
