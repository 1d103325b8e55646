/* SPDX-License-Identifier: MIT */
/*
 * File transfer to or from the board, one file at a time. send.c sends as text or by XMODEM and
 * YMODEM, receive.c receives by these two; zmodem.c does both by ZMODEM with sz and rz of lrzsz.
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
	size_t at; /* of a text: bytes handed to the line */
	struct xmodem xmodem;
	struct match prompt; /* waited for before the next line */
	bool waits;
	uint64_t next_ms; /* of a text: when to go on, or when the wait is over */
	size_t left;      /* of a text: bytes that the line has not accepted yet, ... */
	uint64_t took_ms; /* ... and when it last accepted some */
};

struct receiving {
	bool is_folder; /* path is a folder, and the sender names the files */
	struct file_out *file;
	uint64_t at; /* bytes of it so far */
	bool has_size;
	uint64_t size;
	unsigned files; /* complete ones */
	struct xreceive x;
	char why[400]; /* the reason why it stopped */
};

struct zmodem {
	bool receives;
	struct talk *talk;          /* NULL: it has ended */
	char folder[TRANSFER_PATH]; /* where rz writes until a file is complete */
	uint64_t heard_ms;
	uint64_t carried;    /* bytes in the direction of the file */
	uint64_t from_board; /* the last bytes of either side, searched for headers */
	uint64_t from_program;
	unsigned rest;    /* bytes of a header that are still the program's */
	unsigned last;    /* letters O of the sender's last word so far */
	unsigned cancels; /* CAN in a row from the board */
	bool fin;         /* the receiver has confirmed the end */
	bool deaf;        /* received data is for the terminal again */
	bool skipped;     /* the receiver skipped the file */
	bool stopped;     /* by the board */
};

struct session;

/* Calls of send.c, receive.c and zmodem.c. */
struct transfer_ops {
	void (*received)(struct session *s, struct span *in);
	void (*work)(struct session *s);
	int (*due)(const struct session *s);
	intptr_t (*handle)(const struct session *s); /* NULL: none */
	void (*close)(struct session *s);
};

enum transfer_way { TRANSFER_NONE, TRANSFER_SEND, TRANSFER_RECEIVE, TRANSFER_ZMODEM };

struct transfer {
	enum transfer_way way;
	const struct transfer_ops *ops;
	void (*then)(struct session *s, bool good); /* called when it is over */
	unsigned protocol;                          /* enum terminal_protocol */
	char path[TRANSFER_PATH];                   /* as given by the user */
	char name[TRANSFER_NAME]; /* of the file, without its folder; "": not known yet */
	uint64_t progress_ms;     /* when progress was last shown */
	struct sending sending;
	struct receiving receiving;
	struct zmodem zmodem;
};

/* transfer_begin.c. False: it cannot begin; the reason was shown. */
bool transfer_send(struct session *s, const char *path);
/* path: a new file, or (YMODEM, ZMODEM) a folder. */
bool transfer_receive(struct session *s, const char *path);
/* Executes a step of the script: text to send, a file, the end. */
void transfer_take_step(struct session *s, enum script_state state, struct buf *send);

/* Takes the protocol's data from the front of the received data; it is not shown or logged. */
void transfer_received(struct session *s, struct span *in);
void transfer_work(struct session *s);
/* Ms until transfer_work has something to do; -1: nothing. */
int transfer_due(const struct session *s);
intptr_t transfer_handle(const struct session *s); /* to wait on; -1: nothing */
void transfer_stop(struct session *s);
/* At the end of the session; shows nothing. */
void transfer_close(struct session *s);

/* For the three protocols: ends the transfer, with a message. */
void transfer_over(struct session *s, bool good, const char *fmt, ...) ERR_PRINTF(3, 4);
/* Shows progress now and then. whole: bytes; 0: unknown. */
void transfer_tell(struct session *s, uint64_t done, uint64_t whole);
/* A safe file name from a name that the board sent: its last part, with a leading dot replaced.
 * False: there is none. */
bool transfer_name(const char *sent, char out[TRANSFER_NAME]);
/* Path of the file called name in the folder of the transfer, or the path of the transfer. False:
 * it exists or is too long, see *why. */
bool transfer_target(const struct transfer *t, bool is_folder, const char *name,
	char out[TRANSFER_PATH], struct err *why);

/* send.c */
bool send_begin(struct session *s);
/* Searches received text for the prompt after a line. */
void send_watch(struct session *s, struct span text);
bool send_watches(const struct session *s);

/* receive.c */
bool receive_begin(struct session *s);

/* zmodem.c: closing ends the program and removes unfinished files. */
bool zmodem_begin(struct session *s, bool receives);

#endif
