/* SPDX-License-Identifier: MIT */
/*
 * Receiving by XMODEM or YMODEM; the reference is that of xmodem.h. The receiver asks until the
 * sender begins, and asks again for damaged or lost blocks. Pure; the caller transfers the bytes,
 * has the clock and writes the files.
 */
#ifndef BIOSBELT_SPC_XRECEIVE_H
#define BIOSBELT_SPC_XRECEIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"
#include "terminal/xmodem.h"

/* The header of a file in YMODEM; empty for XMODEM. */
struct xreceive_head {
	const char *name; /* as sent; "": not sent */
	bool has_size;
	uint64_t size;
	int64_t mtime; /* seconds since 1970-01-01 UTC; 0: not sent */
};

/* Returning false ends the transfer; the caller reports the reason. */
struct xreceive_ends {
	bool (*begin)(void *user, const struct xreceive_head *head);
	bool (*data)(void *user, struct span bytes);
	bool (*end)(void *user); /* the file is complete */
	void *user;
};

enum xreceive_state {
	XRECEIVE_WORKS,
	XRECEIVE_DONE,
	XRECEIVE_CANCELLED, /* by the sender */
	XRECEIVE_STOPPED,   /* a call of xreceive_ends returned false */
	XRECEIVE_SILENT,    /* no data for XMODEM_WAIT_MS */
	XRECEIVE_DAMAGED,   /* XMODEM_TRIES times in a row */
	XRECEIVE_STRAYED,   /* a valid block that is not the next one, as from another protocol */
	XRECEIVE_SHORT      /* a file ended before the size of its header */
};

struct xreceive {
	struct xreceive_ends ends;
	bool many; /* YMODEM: files with headers */
	bool crc;
	bool is_open; /* a file has begun */
	bool asks;    /* no data of it yet: the receiver asks for it */
	bool began;   /* some file has begun */
	bool purges;  /* drops received bytes until the line is silent */
	unsigned asked;
	unsigned tries;
	unsigned ends_seen; /* EOT in a row: the first may be damage, and is asked for again */
	unsigned cancels;   /* CAN in a row, BS after them left out */
	uint8_t expected;   /* number of the next block */
	bool has_size;
	uint64_t left;     /* bytes of the file to come, with has_size */
	uint64_t beyond;   /* bytes in whole blocks after that size: the file grew meanwhile */
	uint64_t ask_ms;   /* when to ask next */
	uint64_t byte_ms;  /* when the last byte came */
	uint64_t heard_ms; /* when the last valid data came */
	uint64_t purge_ms; /* when it began to drop bytes */
	uint8_t block[XMODEM_BLOCK + 5];
	size_t len;   /* bytes of it so far; 0: between blocks */
	size_t want;  /* all of its bytes */
	size_t after; /* bytes dropped after it */
};

/* kind: YMODEM, or XMODEM of either length of blocks. */
void xreceive_begin(struct xreceive *x, enum xmodem_kind kind, const struct xreceive_ends *ends,
	uint64_t now_ms);
/* Takes the sender's bytes (may be empty) from the front of *in, up to the end of the transfer;
 * appends answers to out. To be called at least every XRECEIVE_TICK_MS. */
enum xreceive_state xreceive_take(
	struct xreceive *x, struct span *in, uint64_t now_ms, struct buf *out);

#define XRECEIVE_TICK_MS 100

#endif
