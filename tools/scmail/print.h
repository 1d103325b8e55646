/* SPDX-License-Identifier: MIT */
/* A message as it would be sent, on standard output. */
#ifndef SCMAIL_PRINT_H
#define SCMAIL_PRINT_H

#include "message/message.h"

/* Hands the whole message to take, a piece at a time. */
enum err_code print_each_piece(struct message *m,
	enum err_code (*take)(void *user, const void *ptr, size_t len, struct err *err), void *user,
	struct err *err);
/* Printed before it is sent: ERR_IO when standard output takes no more. */
enum err_code print_message(struct message *m, struct err *err);

#endif
