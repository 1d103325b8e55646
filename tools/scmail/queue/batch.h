/* SPDX-License-Identifier: MIT */
/*
 * Many mails that come into a queue in one step: all of them or, when the program is killed or the
 * disk is full, none. They are written to a folder of their own below merging/, which a process
 * holds the lock of; renaming that folder into merged/ is the step. From there they are moved to
 * where mails wait, which any later run goes on with.
 */
#ifndef SCMAIL_BATCH_H
#define SCMAIL_BATCH_H

#include "queue/queue.h"

struct batch;

/* The folders of the queue exist already. */
enum err_code batch_open(const char *folder, struct batch **out, struct err *err);
/* Mails wait in the order they are added in. ERR_LIMIT above QUEUE_MOST. */
enum err_code batch_add(struct batch *b, struct composed *c, struct err *err);
/* ids: of the mails in the order they were added in; to be freed. b is closed either way. */
enum err_code batch_commit(struct batch *b, struct queue_ids *ids, struct err *err);
void batch_abort(struct batch *b); /* NULL is fine */

/* Ends what killed runs began: whole batches come to wait, parts of batches vanish. */
enum err_code batch_recover(const char *folder, struct err *err);

#endif
