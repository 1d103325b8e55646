/* SPDX-License-Identifier: MIT */
/* Shared by file_out.c and the system's half of it. */
#ifndef BIOSBELT_FILE_OUT_PRIVATE_H
#define BIOSBELT_FILE_OUT_PRIVATE_H

#include "biosbelt/file.h"

#define FILE_OUT_TEMP   ".biosbelt-" /* names of temporary files begin so ... */
#define FILE_OUT_DIGITS 16           /* ... and have so many hexadecimal digits after it */
#define FILE_OUT_CLOSED ((intptr_t)-1)

struct file_out {
	intptr_t handle; /* a descriptor or a HANDLE, or FILE_OUT_CLOSED */
	int cleanup;
	char *path;    /* final name, links resolved */
	char *temp;    /* NULL: written straight to a device or pipe */
	bool unnamed;  /* temp is not a name yet (Linux, O_TMPFILE): file_out_place gives it ... */
	bool held;     /* ... and its descriptor counts among those that are held until then */
	bool finished; /* file_out_settle is done; the handle of an unnamed file is still open */
	struct file_out_opts opts;
	bool keep_mode; /* mode is that of the file to be replaced (not on Windows) */
	uint32_t mode;
	uint64_t dev; /* its device, after file_out_settle; 0: unknown (POSIX) */
	intptr_t old; /* the file that it has replaced, or FILE_OUT_CLOSED (POSIX) */
};

/* Opens path with f->opts and sets the names and the handle in f. The caller frees what is set in
 * f, also after an error. */
enum err_code file_out_start(const char *path, struct file_out *f, struct err *err);
/* Sets the mode of the temporary file and, with flush, writes it to the disk, before it is closed.
 * Without flush, file_out_flush follows on systems that can flush closed files. */
enum err_code file_out_settle(struct file_out *f, bool flush, struct err *err);
/* Renames the temporary file to its name. After ERR_BUSY it is complete under its temporary name.
 */
enum err_code file_out_place(struct file_out *f, struct err *err);
/* file_out_commit without its end, file_out_free. */
enum err_code file_out_put(struct file_out *f, struct err *err);
/* Removes the temporary file, if there still is one. NULL is fine. */
void file_out_free(struct file_out *f);
/* Gives the temporary file, whose state is *now, the owner and attributes of the replaced file or
 * of f->opts.like; true when that changed it. POSIX only. */
struct stat;
bool file_out_keep(struct file_out *f, const struct stat *now);
/* Closes f->handle, which is FILE_OUT_CLOSED afterwards, also on failure. */
enum err_code file_out_close(struct file_out *f, struct err *err);

#endif
