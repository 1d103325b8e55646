/* SPDX-License-Identifier: MIT */
/* Settings that a peer changes by RFC 2217. */
#include <string.h>

#include "terminal/session.h"

static const char parities[] = "noems"; /* 1 to 5 */

static uint32_t in_force(const struct session *s, enum rfc2217_command command)
{
	const struct serial_cfg *c = &s->cfg;

	switch (command) {
	case RFC2217_BAUD:
		return c->baud;
	case RFC2217_DATA:
		return c->data;
	case RFC2217_PARITY:
		return (uint32_t)(strchr(parities, c->parity) - parities) + 1;
	default:
		return c->stop_2 == 2 ? 1 : c->stop_2 == 4 ? 2 : 3;
	}
}

/* False: the command has no such value. */
static bool change(struct serial_cfg *c, enum rfc2217_command command, uint32_t value)
{
	static const unsigned stops[] = {2, 4, 3};

	if (command == RFC2217_BAUD)
		c->baud = value;
	else if (command == RFC2217_DATA && value >= 5 && value <= 8)
		c->data = value;
	else if (command == RFC2217_PARITY && value <= 5)
		c->parity = parities[value - 1];
	else if (command == RFC2217_STOP && value <= 3)
		c->stop_2 = stops[value - 1];
	else
		return false;
	return true;
}

/* Applies settings; they stay as before when the port is away or refuses them. */
static void configure(struct session *s, const struct serial_cfg *cfg)
{
	struct err err;

	if (s->line.serial == NULL)
		return;
	if (serial_configure(s->line.serial, cfg, &err) == ERR_OK)
		s->cfg = *cfg;
	else
		view_say(&s->view, "a window asked: %s", err.text);
}

static uint32_t flow(struct session *s, uint32_t value)
{
	static const char letters[] = "NXR";
	struct serial_cfg cfg = s->cfg;
	const char *now;

	if (value >= CONTROL_FLOW_NONE && value <= CONTROL_FLOW_RTS) {
		cfg.flow = letters[value - CONTROL_FLOW_NONE];
		configure(s, &cfg);
	}
	now = strchr(letters, s->cfg.flow);
	return now != NULL ? (uint32_t)(now - letters) + CONTROL_FLOW_NONE : CONTROL_FLOW_NONE;
}

/* Handles one of three values that query, set and clear. Lines that a port lacks, such as a pty,
 * are reported as requested: clients give up at any other answer. */
static uint32_t output(struct session *s, uint32_t value, uint32_t ask,
	enum err_code (*set)(struct wire *w, bool on, struct err *err), unsigned *level, bool is_on)
{
	bool wanted = value == ask + 1;
	struct err err;
	enum err_code rc;

	if (value == ask || !wire_is_open(&s->line))
		return is_on ? ask + 1 : ask + 2;
	rc = set(&s->line, wanted, &err);
	if (rc == ERR_OK && level != NULL) /* applies again when the port returns */
		*level = wanted ? LEVEL_ON : LEVEL_OFF;
	if (rc == ERR_OK || rc == ERR_UNSUPPORTED)
		is_on = wanted;
	return is_on ? ask + 1 : ask + 2;
}

static uint32_t control(struct session *s, uint32_t value)
{
	struct serial_lines lines = {.dtr = true, .rts = true};
	struct err ignored; /* a pty has none */

	if (wire_is_open(&s->line))
		wire_lines(&s->line, &lines, &ignored);
	if (value >= CONTROL_ASK_BREAK && value <= CONTROL_BREAK_OFF) {
		uint32_t now = output(s, value, CONTROL_ASK_BREAK, wire_break, NULL, s->peer_break);

		s->peer_break = now == CONTROL_BREAK_ON;
		return now;
	}
	if (value >= CONTROL_ASK_DTR && value <= CONTROL_DTR_OFF)
		return output(s, value, CONTROL_ASK_DTR, wire_set_dtr, &s->opts.dtr, lines.dtr);
	if (value >= CONTROL_ASK_RTS && value <= CONTROL_RTS_OFF)
		return output(s, value, CONTROL_ASK_RTS, wire_set_rts, &s->opts.rts, lines.rts);
	if (value >= CONTROL_ASK_FLOW_IN && value <= CONTROL_FLOW_IN_LAST)
		return flow(s, CONTROL_ASK_FLOW) + CONTROL_ASK_FLOW_IN;
	return flow(s, value);
}

static uint32_t modem_state(struct session *s)
{
	struct serial_lines lines = {0};
	struct err ignored;

	if (wire_is_open(&s->line))
		wire_lines(&s->line, &lines, &ignored);
	return (lines.cts ? 0x10u : 0) | (lines.dsr ? 0x20u : 0) | (lines.ring ? 0x40u : 0) |
	       (lines.dcd ? 0x80u : 0);
}

uint32_t line_set(void *user, enum rfc2217_command command, uint32_t value)
{
	struct session *s = user;
	struct serial_cfg cfg = s->cfg;

	if (command == RFC2217_MODEM_STATE)
		return modem_state(s);
	if (command == RFC2217_CONTROL)
		return control(s, value);
	if (value != 0 && change(&cfg, command, value))
		configure(s, &cfg);
	return in_force(s, command);
}
