/* SPDX-License-Identifier: MIT */
/*
 * Adds many mails to a queue in one step: all or, when the program is killed or the disk is full,
 * none. They are written to a new folder in merging/, which the process locks; renaming that folder
 * into merged/ is the step. From there they are moved to the waiting mails, which any later run
 * continues.
 */
#ifndef SCMAIL_BATCH_H
#define SCMAIL_BATCH_H

#include "queue/queue.h"

struct batch;

/* The folders of the queue must exist. */
enum err_code batch_open(const char *folder, struct batch **out, struct err *err);
/* Mails wait in the order of adding. ERR_LIMIT above QUEUE_MOST. */
enum err_code batch_add(struct batch *b, struct composed *c, struct err *err);
/* ids: of the mails in the order of adding; the caller frees them. Closes b in any case. */
enum err_code batch_commit(struct batch *b, struct queue_ids *ids, struct err *err);
void batch_abort(struct batch *b); /* NULL is fine */

/* Finishes killed runs: complete batches are queued, incomplete ones removed. */
enum err_code batch_recover(const char *folder, struct err *err);

#endif
