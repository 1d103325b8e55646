/* SPDX-License-Identifier: MIT */
/*
 * The small files of --play in the settings folder of the suite. Several games may run at once:
 * whoever changes a file that they share holds its lock meanwhile. The lock is a file of its own,
 * NAME.lock, because a file that is replaced cannot carry one.
 */
#ifndef BIOSBELT_2048AI_GAME_FILES_H
#define BIOSBELT_2048AI_GAME_FILES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"
#include "biosbelt/span.h"

#define GAME_FILE_MAX (4u << 20) /* bytes read of one */

/* The path of NAME, NUL-terminated; blob_free it. make: its folder is made when absent. */
enum err_code game_file_path(const char *name, bool make, struct blob *out, struct err *err);

/* Waits up to two seconds for the lock of NAME, then ERR_BUSY. file_lock_close releases it. */
enum err_code game_file_lock(const char *name, struct file_lock **out, struct err *err);
/* The same without waiting. */
enum err_code game_file_try_lock(const char *name, struct file_lock **out, struct err *err);

/* ERR_NOTFOUND when there is none. blob_free what comes back. */
enum err_code game_file_read(const char *name, struct blob *out, struct err *err);

/* Replaces NAME, or makes it. Not flushed to disk: it is written after every move. */
enum err_code game_file_write(const char *name, struct span text, struct err *err);

/* Makes FOLDER/NAME, which must not exist (ERR_EXISTS); flushed to disk. */
enum err_code game_file_create(
	const char *folder, const char *name, struct span text, struct err *err);

enum err_code game_file_remove(const char *name, struct err *err);

/* Renames a damaged file to NAME.damaged, in place of an earlier one. */
enum err_code game_file_set_aside(const char *name, struct err *err);

#endif
