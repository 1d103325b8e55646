/* SPDX-License-Identifier: MIT */
/*
 * A file on its way between us and the board, one at a time: sent as text or by XMODEM and YMODEM
 * (send.c), received by these (receive.c), or either by ZMODEM (zmodem.c), of which sz and rz of
 * lrzsz do the work.
 */
#ifndef BIOSBELT_SPC_TRANSFER_H
#define BIOSBELT_SPC_TRANSFER_H

#include "biosbelt/file.h"
#include "biosbelt/talk.h"
#include "terminal/match.h"
#include "terminal/script.h"
#include "terminal/xmodem.h"
#include "terminal/xreceive.h"

#define TRANSFER_PATH 1024
#define TRANSFER_NAME 256

struct sending {
	struct blob data;
	size_t at; /* of a text: what was handed to the line */
	struct xmodem xmodem;
	struct match prompt; /* waited for before the next line */
	bool waits;
	uint64_t next_ms; /* of a text: when to go on, or when the wait is over */
	size_t left;      /* of a text: bytes that the line has not taken yet, ... */
	uint64_t took_ms; /* ... and when it took some last */
};

struct receiving {
	bool is_folder; /* path is one, and the sender names the files */
	struct file_out *file;
	uint64_t at; /* bytes of it so far */
	bool has_size;
	uint64_t size;
	unsigned files; /* whole ones */
	struct xreceive x;
	char why[400]; /* what stopped it */
};

struct zmodem {
	bool receives;
	struct talk *talk;          /* NULL: it has ended */
	char folder[TRANSFER_PATH]; /* where rz writes until a file is whole */
	uint64_t heard_ms;
	uint64_t carried;    /* bytes in the direction of the file */
	uint64_t from_board; /* the last bytes of either side, in which headers are looked for */
	uint64_t from_program;
	unsigned rest;    /* bytes of a header that are still the program's */
	unsigned last;    /* letters O of the sender's last word so far */
	unsigned cancels; /* CAN in a row from the board */
	bool fin;         /* the receiver has said the end */
	bool deaf;        /* what comes is the board's again */
	bool skipped;     /* the receiver did not want the file */
	bool stopped;     /* by the board */
};

struct session;

/* A way of transfer, as send.c, receive.c and zmodem.c have one. */
struct transfer_ops {
	void (*received)(struct session *s, struct span *in);
	void (*work)(struct session *s);
	int (*due)(const struct session *s);
	intptr_t (*handle)(const struct session *s); /* NULL: there is none */
	void (*close)(struct session *s);
};

enum transfer_way { TRANSFER_NONE, TRANSFER_SEND, TRANSFER_RECEIVE, TRANSFER_ZMODEM };

struct transfer {
	enum transfer_way way;
	const struct transfer_ops *ops;
	void (*then)(struct session *s, bool good); /* called when it is over */
	unsigned protocol;                          /* enum terminal_protocol */
	char path[TRANSFER_PATH];                   /* as the user gave it */
	char name[TRANSFER_NAME]; /* of the file, without its folder; "": not known yet */
	uint64_t told_ms;         /* of progress */
	struct sending sending;
	struct receiving receiving;
	struct zmodem zmodem;
};

/* transfer_begin.c. False: it cannot begin, which was said. */
bool transfer_send(struct session *s, const char *path);
/* path: a file that is not there yet, or (YMODEM, ZMODEM) a folder. */
bool transfer_receive(struct session *s, const char *path);
/* What a step of the script asks for: text to send, a file, the end. */
void transfer_take_step(struct session *s, enum script_state state, struct buf *send);

/* Takes from the front of what came what is for the protocol, which nobody else is to see. */
void transfer_received(struct session *s, struct span *in);
void transfer_work(struct session *s);
/* Ms until transfer_work has something to do; -1: nothing. */
int transfer_due(const struct session *s);
intptr_t transfer_handle(const struct session *s); /* to wait on; -1: nothing */
void transfer_stop(struct session *s);
/* At the end of the session: nothing is said. */
void transfer_close(struct session *s);

/* For the three: it is over, which is said. */
void transfer_over(struct session *s, bool good, const char *fmt, ...) ERR_PRINTF(3, 4);
/* Words about progress, now and then. whole: bytes; 0: not known. */
void transfer_tell(struct session *s, uint64_t done, uint64_t whole);
/* A name that the board gave, as one to be made in the folder of the transfer: its last part, a
 * leading dot made visible. False: it has none. */
bool transfer_name(const char *told, char out[TRANSFER_NAME]);
/* Path of the file called name in the folder of the transfer, or that of the transfer. False: that
 * is there already or too long, which why tells. */
bool transfer_target(const struct transfer *t, bool is_folder, const char *name,
	char out[TRANSFER_PATH], struct err *why);

/* send.c */
bool send_begin(struct session *s);
/* Text that came, for the prompt after a line. */
void send_watch(struct session *s, struct span text);
bool send_watches(const struct session *s);

/* receive.c */
bool receive_begin(struct session *s);

/* zmodem.c: closing ends the program; what it received is gone. */
bool zmodem_begin(struct session *s, bool receives);

#endif
