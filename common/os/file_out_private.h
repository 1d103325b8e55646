/* SPDX-License-Identifier: MIT */
/* Shared by file_out.c and the system's half of it. */
#ifndef BIOSBELT_FILE_OUT_PRIVATE_H
#define BIOSBELT_FILE_OUT_PRIVATE_H

#include "biosbelt/file.h"

#define FILE_OUT_TEMP   ".biosbelt-" /* names of temporary files begin so ... */
#define FILE_OUT_DIGITS 16           /* ... and have so many hexadecimal digits behind it */
#define FILE_OUT_CLOSED ((intptr_t)-1)

struct file_out {
	intptr_t handle; /* a descriptor or a HANDLE, or FILE_OUT_CLOSED */
	int cleanup;
	char *path;    /* final name, links resolved */
	char *temp;    /* NULL: written straight to a device or pipe */
	bool unnamed;  /* temp is not a name yet (Linux, O_TMPFILE): file_out_place gives it ... */
	bool held;     /* ... and its descriptor counts among those that are held until then */
	bool finished; /* file_out_settle is done; handle is open still when it is unnamed */
	struct file_out_opts opts;
	bool keep_mode; /* the file that is replaced had mode (not on Windows) */
	uint32_t mode;
	uint64_t dev; /* where it is, after file_out_settle; 0: not known (POSIX) */
};

/* Opens what path means with f->opts, names and handle in f; after an error, too, what is set in f
 * is the caller's to free. */
enum err_code file_out_start(const char *path, struct file_out *f, struct err *err);
/* The temporary file, before it is closed: its mode, its bytes on the disk. flush: now; else
 * file_out_flush will be called, where files can be flushed after they were closed. */
enum err_code file_out_settle(struct file_out *f, bool flush, struct err *err);
/* The temporary file gets its name. After ERR_BUSY it is whole, but has its temporary one. */
enum err_code file_out_place(struct file_out *f, struct err *err);
void file_out_flush(struct file_out *const *files, struct err *errs, size_t count);
/* The temporary file, which is now as that says, gets what f->path has; whether it is another one
 * then. Only of POSIX. */
struct stat;
bool file_out_keep(struct file_out *f, const struct stat *now);
/* Closes f->handle, which is FILE_OUT_CLOSED afterwards in any case. */
enum err_code file_out_close(struct file_out *f, struct err *err);

#endif
