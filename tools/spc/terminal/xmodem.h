/* SPDX-License-Identifier: MIT */
/*
 * Sending a file by XMODEM or YMODEM: Chuck Forsberg, "XMODEM/YMODEM Protocol Reference" (1988).
 * The receiver begins and asks for a CRC or a checksum. Pure; the caller transfers the bytes and
 * has the clock.
 */
#ifndef BIOSBELT_SPC_XMODEM_H
#define BIOSBELT_SPC_XMODEM_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

enum xmodem_kind {
	XMODEM_128, /* blocks of 128 bytes, padded with 1Ah; the size is not sent */
	XMODEM_1K,
	YMODEM /* with name and size; names in bytes of UTF-8 */
};

enum xmodem_state {
	XMODEM_WORKS,
	XMODEM_DONE,
	XMODEM_UNCONFIRMED, /* every block was acknowledged, but not the end (as by rx of lrzsz) */
	XMODEM_CANCELLED,   /* by the receiver */
	XMODEM_FAILED /* no answer for XMODEM_WAIT_MS, or one block refused XMODEM_TRIES times */
};

#define XMODEM_WAIT_MS 60000
#define XMODEM_TRIES   10
#define XMODEM_CANCELS 2 /* CAN in a row that end it */
#define XMODEM_BLOCK   1024

struct xmodem {
	enum xmodem_kind kind;
	const char *name;
	struct span data;
	size_t at;       /* bytes acknowledged */
	size_t in_block; /* bytes of data in the block just sent */
	uint8_t number;
	bool crc;
	unsigned phase; /* of xmodem.c */
	unsigned tries;
	unsigned lost;    /* blocks that were asked for again by 'C' */
	unsigned cancels; /* CAN in a row */
	uint64_t deadline;
	uint64_t heard_ms; /* when the receiver was last heard */
	uint8_t block[XMODEM_BLOCK + 5];
	size_t len;
};

/* name and data must live as long as x. */
void xmodem_begin(struct xmodem *x, enum xmodem_kind kind, const char *name, struct span data,
	uint64_t now_ms);
/* Takes the receiver's bytes (may be empty) from the front of *in, up to the end of the transfer;
 * appends bytes to be sent to out. */
enum xmodem_state xmodem_take(struct xmodem *x, struct span *in, uint64_t now_ms, struct buf *out);
/* Appends the bytes that cancel the transfer. */
void xmodem_cancel(struct buf *out);

#endif
