/* SPDX-License-Identifier: MIT */
/* Line settings of a port. */
#ifndef BIOSBELT_SPC_SERIAL_CFG_H
#define BIOSBELT_SPC_SERIAL_CFG_H

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
 * Changes *cfg by words between commas, in any order: a rate ("115200"), data bits ("8"), parity
 * (n o e m s), stop bits ("1", "1.5", "2"), flow (N X R D), or "8n1". The first number is the
 * rate, the second data bits, the third stop bits. *cfg stays on failure (ERR_USAGE).
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

#endif
