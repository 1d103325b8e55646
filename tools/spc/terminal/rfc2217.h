/* SPDX-License-Identifier: MIT */
/*
 * The server's side of RFC 2217 (a serial port over telnet, RFC 854), for one connection: parses
 * the peer's bytes and answers its requests to the port. Pure.
 */
#ifndef BIOSBELT_SPC_RFC2217_H
#define BIOSBELT_SPC_RFC2217_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/span.h"

/* Commands of RFC 2217, section 3, as a client sends them; the answer is 100 higher. */
enum rfc2217_command {
	RFC2217_SIGNATURE,
	RFC2217_BAUD,    /* bits per second; 0: query */
	RFC2217_DATA,    /* 5 to 8; 0: query */
	RFC2217_PARITY,  /* 1 none, 2 odd, 3 even, 4 mark, 5 space; 0: query */
	RFC2217_STOP,    /* 1, 2, and 3 for one and a half; 0: query */
	RFC2217_CONTROL, /* enum rfc2217_control */
	RFC2217_LINE_STATE,
	RFC2217_MODEM_STATE,
	RFC2217_SUSPEND,
	RFC2217_RESUME,
	RFC2217_LINE_MASK,
	RFC2217_MODEM_MASK,
	RFC2217_PURGE
};

enum rfc2217_control {
	CONTROL_ASK_FLOW,
	CONTROL_FLOW_NONE,
	CONTROL_FLOW_XON,
	CONTROL_FLOW_RTS,
	CONTROL_ASK_BREAK,
	CONTROL_BREAK_ON,
	CONTROL_BREAK_OFF,
	CONTROL_ASK_DTR,
	CONTROL_DTR_ON,
	CONTROL_DTR_OFF,
	CONTROL_ASK_RTS,
	CONTROL_RTS_ON,
	CONTROL_RTS_OFF,
	CONTROL_ASK_FLOW_IN, /* the four of inbound flow get the present setting as the answer */
	CONTROL_FLOW_IN_LAST = 16
};

#define RFC2217_SUB_MAX 64 /* bytes of a command; a longer one is left out */

/* Sets one of BAUD to CONTROL, if possible, and returns the present value; MODEM_STATE: the bits of
 * the lines (section 3, NOTIFY-MODEMSTATE). */
typedef uint32_t rfc2217_set(void *user, enum rfc2217_command command, uint32_t value);

struct rfc2217 {
	rfc2217_set *set;
	void *user;
	int state; /* private from here on */
	uint8_t verb;
	uint8_t sub[RFC2217_SUB_MAX];
	size_t len;
	bool after_cr;
	unsigned ours; /* bits of options that are on, or were offered */
	unsigned theirs;
	bool binary;      /* the peer sends binary: else a NUL after CR is dropped */
	bool held;        /* it asked us to suspend sending */
	bool breaks;      /* it holds the line in BREAK */
	uint8_t mask;     /* of the lines whose changes are to be reported */
	uint8_t old_bits; /* of the lines, as last reported */
};

/* Appends the first offers to answer. */
void rfc2217_begin(struct rfc2217 *r, rfc2217_set *set, void *user, struct buf *answer);
/* The peer is gone: ends the BREAK that it set. */
void rfc2217_end(struct rfc2217 *r);
/* Appends bytes for the port to data. */
void rfc2217_feed(struct rfc2217 *r, struct span in, struct buf *data, struct buf *answer);
/* Appends bytes of the port, escaped for the peer. */
void rfc2217_wrap(struct span in, struct buf *out);
/* Reports changed lines to the peer, if it asked for that. */
void rfc2217_notice(struct rfc2217 *r, struct buf *answer);

#endif
