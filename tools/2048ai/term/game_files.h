/* SPDX-License-Identifier: MIT */
/*
 * The small files of --play in the settings folder of the suite. Several games may run at once:
 * a shared file is changed under its lock. The lock is a separate file, NAME.lock, because
 * a file that is replaced cannot hold one.
 */
#ifndef BIOSBELT_2048AI_GAME_FILES_H
#define BIOSBELT_2048AI_GAME_FILES_H

#include <stdbool.h>

#include "biosbelt/err.h"
#include "biosbelt/file.h"
#include "biosbelt/span.h"

#define GAME_FILE_MAX (4u << 20) /* bytes read of one */

/* The path of NAME, NUL-terminated; blob_free it. make: creates its folder when absent. */
enum err_code game_file_path(const char *name, bool make, struct blob *out, struct err *err);

/* Waits up to two seconds for the lock of NAME, then ERR_BUSY. file_lock_close releases it. */
enum err_code game_file_lock(const char *name, struct file_lock **out, struct err *err);
/* The same without waiting. */
enum err_code game_file_try_lock(const char *name, struct file_lock **out, struct err *err);

/* ERR_NOTFOUND when it does not exist. blob_free *out. */
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
