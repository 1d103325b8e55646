/* SPDX-License-Identifier: MIT */
/*
 * Waiting mails in a folder: one file each, named so that they sort by time. A file is flushed to
 * disk before anything is sent. Just before the last bytes of a mail are sent it is moved to
 * sending/. A mail that a killed run left there may have arrived; it is moved to unconfirmed/ and
 * never sent again automatically. Refused mails go to refused/; truncated or damaged files, by the
 * length and checksum in their heads, to broken/.
 */
#ifndef SCMAIL_QUEUE_H
#define SCMAIL_QUEUE_H

#include "biosbelt/file.h"
#include "compose/compose.h"

#define QUEUE_ID_MAX 80
#define QUEUE_MOST   100000 /* mails of a folder */

enum queue_place {
	QUEUE_WAITING,
	QUEUE_SENDING,
	QUEUE_UNCONFIRMED,
	QUEUE_REFUSED,
	QUEUE_BROKEN,  /* truncated or damaged files */
	QUEUE_MERGING, /* folders of batch.h */
	QUEUE_MERGED,
	QUEUE_GONE /* nowhere */
};

struct queue_ids {
	char (*ids)[QUEUE_ID_MAX];
	size_t count;
};

/* Makes the folders. */
enum err_code queue_make(const char *folder, struct err *err);
/* The path of a mail; id "": of the place itself. */
enum err_code queue_path(const char *folder, enum queue_place place, const char *id,
	struct blob *out, struct err *err);
/* Flushes the entries of a place to the disk. */
enum err_code queue_sync(const char *folder, enum queue_place place, struct err *err);
/* True for an id that queue_put could have made: never for a path. */
bool queue_id_ok(const char *id);
/* Makes an id; ids sort by time. */
enum err_code queue_new_id(int64_t time_ns, char id[QUEUE_ID_MAX], struct err *err);
/* Writes the file of a mail for the recipients to, and flushes it, but not its folder. */
enum err_code queue_write(const char *path, struct composed *c, const char *const *to,
	size_t to_count, struct err *err);
/* Stores a mail for the recipients to in a place, under a new id. */
enum err_code queue_put(const char *folder, enum queue_place place, struct composed *c,
	const char *const *to, size_t to_count, char id[QUEUE_ID_MAX], struct err *err);
/* The names of all files of this type in a place or, with an id, in a folder there, in byte order;
 * the caller frees them. An absent folder is empty. */
enum err_code queue_names(const char *folder, enum queue_place place, const char *id,
	enum file_type type, struct queue_ids *out, struct err *err);
/* The ids in a place, oldest first; the caller frees them. */
enum err_code queue_list(
	const char *folder, enum queue_place place, struct queue_ids *out, struct err *err);
/* Free *out with compose_free in any case. ERR_FORMAT: a foreign or incomplete file. */
enum err_code queue_load(const char *folder, enum queue_place place, const char *id,
	struct composed *out, struct err *err);
enum err_code queue_move(const char *folder, const char *id, enum queue_place from,
	enum queue_place to, struct err *err);
enum err_code queue_remove(
	const char *folder, enum queue_place place, const char *id, struct err *err);
/* Where a mail is that waits no more: unconfirmed, refused, broken, or gone. */
enum queue_place queue_find(const char *folder, const char *id);
/* "waiting", "unconfirmed", "refused" ...; "" for QUEUE_GONE */
const char *queue_place_word(enum queue_place place);

#endif
