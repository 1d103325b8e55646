/* SPDX-License-Identifier: MIT */
/*
 * A serial line: its settings, and the open port itself (Linux: termios2 with BOTHER, so any rate;
 * Windows: DCB and overlapped I/O). The port is chosen with ports.h (ports_choose). One
 * thread at a time uses a line. A port that is pulled out gives ERR_NOTFOUND from then on.
 */
#ifndef BIOSBELT_SERIAL_H
#define BIOSBELT_SERIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "biosbelt/err.h"

struct serial_cfg {
	uint32_t baud;   /* bits per second, 1 to 4294967295 */
	unsigned data;   /* bits, 5 to 9 */
	char parity;     /* n, o, e, m, s */
	unsigned stop_2; /* halves of a stop bit: 2, 3, 4 */
	char flow;       /* PuTTY's letters: N none, X XON/XOFF, R RTS/CTS, D DSR/DTR */
};

#define SERIAL_CFG_DEFAULT ((struct serial_cfg){115200, 8, 'n', 2, 'N'})
#define SERIAL_CFG_MAX     32 /* bytes serial_cfg_write needs at most */

/*
 * Changes *cfg by words between commas, in any order. A word is a rate ("115200"), data bits ("8"),
 * parity (n o e m s), stop bits ("1", "1.5", "2"), flow (N X R D), or "8n1". The first number is
 * the rate, the second data bits, the third stop bits. *cfg stays on failure (ERR_USAGE).
 */
enum err_code serial_cfg_parse(const char *text, struct serial_cfg *cfg, struct err *err);
/* One field each, as the options give them; words like "even" and "rts" are fine too. */
enum err_code serial_cfg_baud(const char *text, struct serial_cfg *cfg, struct err *err);
enum err_code serial_cfg_data(const char *text, struct serial_cfg *cfg, struct err *err);
enum err_code serial_cfg_parity(const char *text, struct serial_cfg *cfg, struct err *err);
enum err_code serial_cfg_stop(const char *text, struct serial_cfg *cfg, struct err *err);
enum err_code serial_cfg_flow(const char *text, struct serial_cfg *cfg, struct err *err);

/* PuTTY's form: 115200,8,n,1,N */
void serial_cfg_write(const struct serial_cfg *cfg, char out[SERIAL_CFG_MAX]);
const char *serial_cfg_stop_text(const struct serial_cfg *cfg);   /* 1, 1.5, 2 */
const char *serial_cfg_parity_name(const struct serial_cfg *cfg); /* none, odd, even ... */

/* The setting of an output line of the port. KEEP: as the system does it, which is on. */
enum serial_level { SERIAL_KEEP, SERIAL_ON, SERIAL_OFF };

struct serial_opts {
	struct serial_cfg cfg;
	enum serial_level dtr; /* many boards reset on it; OFF still lets it pulse on Linux,
				  whose open() raises it first */
	enum serial_level rts;
	bool shared; /* others may open the port as well (Linux) */
};

struct serial;

/*
 * Opens a device (PORT_DEVICE of ports.h, or a pty) and sets it. ERR_NOTFOUND: absent; ERR_BUSY:
 * another program has it; ERR_DENIED: no rights; ERR_UNSUPPORTED: not a terminal, or the system
 * lacks a setting. Linux lacks 9 bits, 1.5 stop bits with more than 5 data bits, and DSR/DTR flow
 * control. *out is to be closed with serial_close.
 */
enum err_code serial_open(
	const char *device, const struct serial_opts *opts, struct serial **out, struct err *err);
void serial_close(struct serial *s); /* NULL is fine; what is not sent yet may be lost */

/* Changes settings; a failure leaves the old ones. */
enum err_code serial_configure(struct serial *s, const struct serial_cfg *cfg, struct err *err);
/* Bits per second that the driver set; they may differ from those requested. */
uint32_t serial_rate(const struct serial *s);

/* Waits for at least one byte. *got 0: the time went by (0 ms: does not wait). */
enum err_code serial_read(
	struct serial *s, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err);
/* Hands bytes to the system, waiting for room; *done may be less than len when the time went by. */
enum err_code serial_write(struct serial *s, const void *ptr, size_t len, unsigned timeout_ms,
	size_t *done, struct err *err);
/* All that was written is on the wire, or timeout_ms went by (ERR_BUSY). */
enum err_code serial_drain(struct serial *s, unsigned timeout_ms, struct err *err);

/*
 * To wait on together with other things. Linux: the descriptor, readable when there are bytes.
 * Windows: an event that is set when serial_read has bytes; serial_arm has to be called before
 * every wait (true: there are bytes already).
 */
intptr_t serial_handle(const struct serial *s);
bool serial_arm(struct serial *s);

/* Lines of the port. Ptys have none: ERR_UNSUPPORTED. */
struct serial_lines {
	bool dtr, rts;            /* ours */
	bool cts, dsr, dcd, ring; /* the far end's */
};
enum err_code serial_lines(struct serial *s, struct serial_lines *out, struct err *err);
enum err_code serial_set_dtr(struct serial *s, bool on, struct err *err);
enum err_code serial_set_rts(struct serial *s, bool on, struct err *err);
/* BREAK begins or ends. */
enum err_code serial_break(struct serial *s, bool on, struct err *err);

#endif
