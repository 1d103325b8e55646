/* SPDX-License-Identifier: MIT */
/* Prints a message as it would be sent. */
#ifndef SCMAIL_PRINT_H
#define SCMAIL_PRINT_H

#include "message/message.h"

/* Passes the whole message to take, in pieces. */
enum err_code print_each_piece(struct message *m,
	enum err_code (*take)(void *user, const void *ptr, size_t len, struct err *err), void *user,
	struct err *err);
/* Prints the message; ERR_IO when standard output fails. */
enum err_code print_message(struct message *m, struct err *err);

#endif
