/* SPDX-License-Identifier: MIT */
/* Prints a message to standard output as it would be sent. */
#include "print.h"

#include "biosbelt/out.h"

#define PIECE 65536

enum err_code print_each_piece(struct message *m,
	enum err_code (*take)(void *user, const void *ptr, size_t len, struct err *err), void *user,
	struct err *err)
{
	static uint8_t piece[PIECE];
	size_t got = 1;
	enum err_code rc = message_rewind(m, err);

	while (rc == ERR_OK && got > 0) {
		rc = message_read(m, piece, sizeof piece, &got, err);
		if (rc == ERR_OK && got > 0)
			rc = take(user, piece, got, err);
	}
	return rc;
}

static enum err_code take_print(void *user, const void *ptr, size_t len, struct err *err)
{
	(void)user;
	(void)err;
	out_bytes(span_of(ptr, len));
	return ERR_OK;
}

/* Printed before it is sent: a full disk ends the run first. */
enum err_code print_message(struct message *m, struct err *err)
{
	enum err_code rc = print_each_piece(m, take_print, NULL, err);

	if (rc == ERR_OK) {
		out_flush();
		if (out_failed())
			rc = err_set(err, ERR_IO, "nothing was sent");
	}
	return rc;
}
