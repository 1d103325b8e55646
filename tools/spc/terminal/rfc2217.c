/* SPDX-License-Identifier: MIT */
#include "terminal/rfc2217.h"

#include <string.h>

/* RFC 854, 855 */
#define IAC      255
#define DO_NOT   254
#define DO       253
#define WILL_NOT 252
#define WILL     251
#define SB       250
#define SE       240

/* Options: RFC 856, 857, 858, 2217 */
#define BINARY   0
#define ECHO     1
#define SGA      3
#define COM_PORT 44

#define ANSWER 100 /* added to a command */

enum { DATA, COMMAND, OPTION, SUB, SUB_IAC };

static const uint8_t known[] = {BINARY, SGA, COM_PORT, ECHO};
#define KNOWN_THEIRS 3 /* the first ones: client options */

static unsigned bit_of(uint8_t option, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (known[i] == option)
			return 1u << i;
	return 0;
}

static void say(struct buf *answer, uint8_t verb, uint8_t option)
{
	const uint8_t bytes[] = {IAC, verb, option};

	buf_add(answer, bytes, sizeof bytes);
}

void rfc2217_wrap(struct span in, struct buf *out)
{
	size_t i = 0;

	while (i < in.len) {
		const uint8_t *p = memchr(in.ptr + i, IAC, in.len - i);
		size_t n = p != NULL ? (size_t)(p - in.ptr) + 1 - i : in.len - i;

		buf_add(out, in.ptr + i, n);
		if (p != NULL)
			buf_add_u8(out, IAC);
		i += n;
	}
}

static void reply(struct buf *answer, uint8_t command, const void *value, size_t len)
{
	const uint8_t head[] = {IAC, SB, COM_PORT, (uint8_t)(command + ANSWER)};
	const uint8_t end[] = {IAC, SE};

	buf_add(answer, head, sizeof head);
	rfc2217_wrap(span_of(value, len), answer);
	buf_add(answer, end, sizeof end);
}

static void reply_number(struct buf *answer, uint8_t command, uint32_t value)
{
	const uint8_t bytes[] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16),
		(uint8_t)(value >> 8), (uint8_t)value};

	if (command == RFC2217_BAUD)
		reply(answer, command, bytes, 4);
	else
		reply(answer, command, bytes + 3, 1);
}

void rfc2217_begin(struct rfc2217 *r, rfc2217_set *set, void *user, struct buf *answer)
{
	size_t i;

	memset(r, 0, sizeof *r);
	r->set = set;
	r->user = user;
	/* The client has to begin with COM_PORT: some take an early offer for the answer to theirs,
	 * which they then never send. */
	for (i = 0; i < sizeof known; i++) {
		if (known[i] == COM_PORT)
			continue;
		say(answer, WILL, known[i]);
		r->ours |= 1u << i;
		if (i < KNOWN_THEIRS) {
			say(answer, DO, known[i]);
			r->theirs |= 1u << i;
		}
	}
}

static void tell_lines(struct rfc2217 *r, struct buf *answer)
{
	uint8_t bits = (uint8_t)r->set(r->user, RFC2217_MODEM_STATE, 0);
	uint8_t changed = (uint8_t)((bits ^ r->old_bits) >> 4); /* CTS, DSR, RI, DCD */

	r->old_bits = bits;
	reply_number(answer, RFC2217_MODEM_STATE, bits | changed);
}

static void negotiate(struct rfc2217 *r, uint8_t verb, uint8_t option, struct buf *answer)
{
	bool theirs = verb == WILL || verb == WILL_NOT;
	unsigned *on = theirs ? &r->theirs : &r->ours;
	unsigned bit = bit_of(option, theirs ? KNOWN_THEIRS : sizeof known);

	if (verb == WILL || verb == DO) {
		if (bit == 0)
			say(answer, theirs ? DO_NOT : WILL_NOT, option);
		else if ((*on & bit) == 0) /* else it answers our offer */
			say(answer, theirs ? DO : WILL, option);
		*on |= bit;
	} else if ((*on & bit) != 0) {
		*on &= ~bit;
		say(answer, theirs ? DO_NOT : WILL_NOT, option);
	}
	if (theirs && option == BINARY)
		r->binary = verb == WILL;
	if (theirs &&
		option == COM_PORT) /* section 3: changes of all lines are reported at first */
		r->mask = verb == WILL ? 0xFF : 0;
	if (theirs && option == COM_PORT && verb == WILL)
		tell_lines(r, answer);
}

void rfc2217_notice(struct rfc2217 *r, struct buf *answer)
{
	uint8_t bits;

	if (r->mask == 0)
		return;
	bits = (uint8_t)r->set(r->user, RFC2217_MODEM_STATE, 0);
	if (((bits ^ r->old_bits) & r->mask & 0xF0) != 0)
		tell_lines(r, answer);
}

void rfc2217_end(struct rfc2217 *r)
{
	if (r->breaks)
		r->set(r->user, RFC2217_CONTROL, CONTROL_BREAK_OFF);
	r->breaks = false;
}

static void run(struct rfc2217 *r, struct buf *answer)
{
	uint8_t command = r->sub[1];
	uint32_t value = r->len > 2 ? r->sub[2] : 0;

	if (r->sub[0] != COM_PORT || r->len < 2)
		return;
	if (command == RFC2217_BAUD) {
		if (r->len != 6)
			return;
		value = (uint32_t)r->sub[2] << 24 | (uint32_t)r->sub[3] << 16 |
			(uint32_t)r->sub[4] << 8 | r->sub[5];
	}
	if (command == RFC2217_CONTROL && (value == CONTROL_BREAK_ON || value == CONTROL_BREAK_OFF))
		r->breaks = value == CONTROL_BREAK_ON;
	if (command == RFC2217_SIGNATURE && r->len == 2) {
		reply(answer, command, "biosbelt spc", 12);
	} else if (command >= RFC2217_BAUD && command <= RFC2217_CONTROL && r->len > 2) {
		reply_number(
			answer, command, r->set(r->user, (enum rfc2217_command)command, value));
	} else if (command == RFC2217_SUSPEND || command == RFC2217_RESUME) {
		r->held = command == RFC2217_SUSPEND;
	} else if (command == RFC2217_MODEM_MASK && r->len > 2) {
		r->mask = (uint8_t)value;
		reply_number(answer, command, value);
		tell_lines(r, answer);
	} else if (command == RFC2217_MODEM_STATE) {
		tell_lines(r, answer);
	} else if (command == RFC2217_LINE_STATE) {
		reply_number(answer, command, 0);
	} else if (command == RFC2217_LINE_MASK && r->len > 2) {
		reply_number(answer, command, 0); /* none of them is used */
	} else if (command == RFC2217_PURGE && r->len > 2) {
		reply_number(answer, command, value);
	}
}

static void sub_byte(struct rfc2217 *r, uint8_t byte)
{
	if (r->len < sizeof r->sub)
		r->sub[r->len] = byte;
	r->len += r->len <= sizeof r->sub; /* counts one byte beyond the buffer, to detect excess */
}

static void data_byte(struct rfc2217 *r, uint8_t byte, struct buf *data)
{
	bool filler = byte == 0 && r->after_cr && !r->binary;

	r->after_cr = byte == '\r';
	if (!filler)
		buf_add_u8(data, byte);
}

static void command_byte(struct rfc2217 *r, uint8_t byte, struct buf *data)
{
	r->state = DATA;
	if (byte == IAC) {
		data_byte(r, byte, data);
	} else if (byte >= WILL) {
		r->verb = byte;
		r->state = OPTION;
	} else if (byte == SB) {
		r->len = 0;
		r->state = SUB;
	}
}

void rfc2217_feed(struct rfc2217 *r, struct span in, struct buf *data, struct buf *answer)
{
	size_t i;

	for (i = 0; i < in.len; i++) {
		uint8_t byte = in.ptr[i];

		if (r->state == DATA && byte == IAC) {
			r->state = COMMAND;
		} else if (r->state == DATA) {
			data_byte(r, byte, data);
		} else if (r->state == COMMAND) {
			command_byte(r, byte, data);
		} else if (r->state == OPTION) {
			r->state = DATA;
			negotiate(r, r->verb, byte, answer);
		} else if (r->state == SUB && byte == IAC) {
			r->state = SUB_IAC;
		} else if (r->state == SUB || byte == IAC) {
			r->state = SUB;
			sub_byte(r, byte);
		} else { /* SE, or any other byte, ends it */
			r->state = DATA;
			if (byte == SE && r->len <= sizeof r->sub)
				run(r, answer);
		}
	}
}
