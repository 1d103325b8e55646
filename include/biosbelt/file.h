/* SPDX-License-Identifier: MIT */
/*
 * Files. Paths are UTF-8 on every system (on Linux any bytes); "-" is an ordinary name here.
 * Windows paths over 260 characters work. Errors have the system's number and text; err.code is one
 * of ERR_NOTFOUND, ERR_EXISTS, ERR_DENIED, ERR_BUSY (another program has it open), ERR_IO,
 * ERR_LIMIT, ERR_NOMEM, unless a function says otherwise.
 */
#ifndef BIOSBELT_FILE_H
#define BIOSBELT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum file_type { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER };

struct file_info {
	enum file_type type; /* FILE_NONE: the name does not exist */
	uint64_t size;
	int64_t mtime_ns; /* since 1970-01-01 UTC */
	int64_t ctime_ns; /* last change of contents, mode or links; 0 on Windows */
	uint32_t mode;    /* POSIX bits; on Windows 0644, 0444 or 0755 */
	uint64_t dev;     /* dev and ino together identify a file; on Windows only file_same does */
	uint64_t ino;
	uint64_t links;
	uint32_t uid, gid; /* 0 on Windows */
	bool hidden;
};

/* Follows links unless no_follow. A missing file is ERR_OK with FILE_NONE. */
enum err_code file_info(const char *path, bool no_follow, struct file_info *out, struct err *err);

/* Whether both names lead to the same file, through links too. False on any failure. */
bool file_same(const char *a, const char *b);

/* A whole file in memory, also from a pipe or device. Longer than max: ERR_LIMIT. */
enum err_code file_read(const char *path, size_t max, struct blob *out, struct err *err);

/* The same, but a FIFO without a writer after wait_ms is ERR_IO. Pipes in /dev and /proc, such as
 * a shell's <(...), have a writer and are waited for without limit. */
#define FILE_SOON_MS 60000 /* time for a program to ask for a passphrase */
enum err_code file_read_soon(
	const char *path, size_t max, unsigned wait_ms, struct blob *out, struct err *err);

/*
 * Reads the first cap bytes of a regular file with few system calls, for many small files. *got ==
 * cap: there may be more. Never waits for a FIFO.
 */
enum err_code file_peek(const char *path, void *ptr, size_t cap, size_t *got, struct err *err);

/* Standard input to its end, as bytes. */
enum err_code file_read_stdin(size_t max, struct blob *out, struct err *err);

/*
 * A read-only view of a file: mapped where possible and worthwhile, read otherwise. The file may
 * shrink under a mapping; private copies (copy = true) are safe from that and cost memory.
 */
struct file_map {
	struct span data;
	void *handle; /* private */
	bool mapped;
	intptr_t file; /* private: of a mapped one */
};
enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err);
/* The same of a file that was a regular one when it was last looked at: what has taken its place is
 * an error, and a FIFO is not waited for; no_follow (not on Windows): so is a link. */
enum err_code file_map_regular(
	const char *path, bool no_follow, size_t max, struct file_map *out, struct err *err);
void file_map_close(struct file_map *map);
/*
 * For a caller that goes on when bytes get lost while it reads (the file becomes shorter, or its
 * disk fails), instead of the program's end: from here on they read as 0.
 */
void file_map_watch(struct file_map *map);
/* An error when bytes have got lost since the file was mapped. Of its last page they read as 0 also
 * where nobody watches: ask before an output counts. */
enum err_code file_map_check(const struct file_map *map, struct err *err);
/* Whether this system maps regular files, without memory of the program's own. */
bool file_maps(void);
/* Frees the memory of len bytes of the mapping from off, both multiples of 64 KiB. Reading them
 * again is allowed. */
void file_map_forget(const struct file_map *map, size_t off, size_t len);

/* Sequential reading without limit of size. */
struct file_in;
enum err_code file_in_open(const char *path, struct file_in **out, struct err *err);
/* Waits as file_read_soon does; on Windows the same as file_in_open. */
enum err_code file_in_open_soon(
	const char *path, unsigned wait_ms, struct file_in **out, struct err *err);
/* Of such a file as file_map_regular's. */
enum err_code file_in_open_regular(
	const char *path, bool no_follow, struct file_in **out, struct err *err);
enum err_code file_in_stdin(struct file_in **out, struct err *err);
/* *got < cap only at the end (0: end). */
enum err_code file_in_read(struct file_in *in, void *ptr, size_t cap, size_t *got, struct err *err);
/* Everything from here on, as file_read. hint: the likely length. */
enum err_code file_in_rest(
	struct file_in *in, size_t hint, size_t max, struct blob *out, struct err *err);
enum err_code file_in_rewind(struct file_in *in, struct err *err); /* of a regular file */
/* Of the open file, whatever has its name by now. */
enum err_code file_in_info(struct file_in *in, struct file_info *out, struct err *err);
void file_in_close(struct file_in *in); /* NULL is fine */

/*
 * An output file that appears whole or not at all: bytes go to a temporary name in the same
 * folder; commit flushes it to disk and gives it its name. Without force an existing file is
 * ERR_EXISTS, at open and again at commit. Closing without commit removes the temporary file; so
 * does a signal that ends the program (see os_cleanup in os.h).
 */
struct file_out;
struct file_out_opts {
	bool force;
	bool no_device; /* an existing name that is not a regular file is an error */
	bool no_follow; /* an existing link is not written through: ERR_EXISTS, or with force it is
			   replaced */
	bool no_sync;   /* not flushed to disk at commit: for many small copies */
	bool set_times; /* give the file mtime_ns */
	int64_t mtime_ns;
	bool set_mode;
	uint32_t mode;   /* without set_mode: 0666 less the umask */
	bool less_umask; /* the umask applies to mode too */
	/* Owner, access control list and other extended attributes are copied from the replaced
	 * file, as without set_mode, or from like; not on Windows. A group that cannot be kept
	 * leaves the new one what all may do. lost, unless NULL, gets FILE_LOST_... at commit:
	 * what could not be copied.
	 */
	bool keep;
	const char *like; /* NULL: none */
	unsigned *lost;
	/* path, which is not a link, must still be the file described by was: not modified since,
	 * of the same owner and mode; else commit leaves it unchanged with ERR_IO. */
	bool unchanged;
	struct file_info was;
};
#define FILE_LOST_OWNER      1u
#define FILE_LOST_ATTRIBUTES 2u
enum err_code file_out_open(
	const char *path, const struct file_out_opts *opts, struct file_out **out, struct err *err);
enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err);
/* Reads back what was written so far, to verify it. */
enum err_code file_out_read(
	struct file_out *f, uint64_t off, void *ptr, size_t cap, size_t *got, struct err *err);
/* Overwrites bytes written before (container headers). */
enum err_code file_out_patch(
	struct file_out *f, uint64_t off, const void *ptr, size_t len, struct err *err);
/* The error that opts.unchanged would give a commit now. */
enum err_code file_out_check_unchanged(const struct file_out *f, struct err *err);
enum err_code file_out_commit(struct file_out *f, struct err *err); /* always closes f */
void file_out_abort(struct file_out *f);                            /* NULL is fine */
/*
 * Commit in three steps, for many files at once. finish prepares each; after a failed one only
 * file_out_abort may follow.
 * file_out_flush writes them to disk, in one step where the system has one; it may wait on a thread
 * of its own. file_out_commit_all then renames each and closes it. errs has one entry per file,
 * which flush fills in, ERR_OK on success.
 */
enum err_code file_out_finish(struct file_out *f, struct err *err);
void file_out_flush(struct file_out *const *files, struct err *errs, size_t count);
void file_out_commit_all(struct file_out *const *files, struct err *errs, size_t count);

/* Whether the name is that of an output file before commit. */
bool file_is_temp(const char *path);

/* Checks before long work that an output can be opened: returns the error that opening would give,
 * prefixed with the path. Creates nothing; NULL is fine. */
enum err_code file_out_check(const char *path, bool force, struct err *err);

/* open + write + commit */
enum err_code file_write(const char *path, struct span data, bool force, struct err *err);

/* Appends data to a file, created when absent, in one step: the data of several programs is not
 * mixed. A FIFO without a reader is an error. */
enum err_code file_append(const char *path, struct span data, struct err *err);

/* Whether path is a regular file of exactly these bytes. False on any failure. */
bool file_holds(const char *path, struct span data);

enum err_code file_mkdirs(const char *path, struct err *err); /* parents too; existing is fine */
/* The same; *there: length of the part of path that existed before, 0: none. On failure removes
 * the folders it made, and *there is the whole length. */
enum err_code file_mkdirs_new(const char *path, size_t *there, struct err *err);
/* Of those folders, a copy of like and of what is above it under the same names: other users may do
 * no more than there. */
void file_limit_folders(const char *path, size_t there, const char *like);
/* Removes those folders, the innermost first; keeps those that are not empty. */
void file_drop_folders(const char *path, size_t there);
enum err_code file_remove(const char *path, struct err *err);
enum err_code file_rename(const char *from, const char *to, bool force, struct err *err);
enum err_code file_set_mtime(const char *path, int64_t mtime_ns, struct err *err);
/* Sets the times whose has_... is true, of a link itself. The time of creation is set on Windows
 * only and ignored elsewhere. */
struct file_times {
	bool has_mtime, has_atime, has_created;
	int64_t mtime_ns, atime_ns, created_ns; /* since 1970-01-01 UTC */
};
enum err_code file_set_times(const char *path, const struct file_times *times, struct err *err);
/* The 9 permission bits of a folder (never through a link); nothing to do on Windows. */
enum err_code file_set_folder_mode(const char *path, uint32_t mode, struct err *err);
enum err_code file_read_link(const char *path, struct blob *out, struct err *err); /* target text */
enum err_code file_make_link(const char *target, const char *path, struct err *err);
/* Absolute path with links resolved; out is a NUL-terminated string in a blob. */
enum err_code file_real_path(const char *path, struct blob *out, struct err *err);

/*
 * For a path that may be longer than the system's calls take (Linux: 4,096 bytes). Until it is
 * closed, path is another name of the same file, which all functions here accept. Its folder must
 * exist. Where the system has no such name: ERR_IO or ERR_NOTFOUND.
 */
struct file_reach {
	char *path;
	int held; /* private: the descriptor of its folder and 1; 0: none */
};
enum err_code file_reach_open(const char *path, struct file_reach *out, struct err *err);
void file_reach_close(struct file_reach *reach); /* also one that is all 0 or failed to open */

/*
 * A lock between processes on a file, which is created when absent and not removed. Does not wait:
 * *busy (with ERR_OK and no lock) when another process has it. Released when the process ends.
 */
struct file_lock;
enum err_code file_lock_open(const char *path, struct file_lock **out, bool *busy, struct err *err);
void file_lock_close(struct file_lock *lock); /* NULL is fine */
/* Flushes the entries of a folder: names made, changed and removed are on the disk afterwards. */
enum err_code file_sync_folder(const char *path, struct err *err);

/* Path text; separators are '/' and on Windows also '\'. */
bool path_is_sep(char c);
const char *path_base(const char *path); /* points into path */
enum err_code path_join(const char *folder, const char *name, struct blob *out, struct err *err);
/* For display: on Windows, if the path has a backslash, changes all slashes to backslashes. */
void path_one_sep(char *path);
size_t path_dir_len(const char *path); /* length of the folder part, 0: none */
bool path_is_absolute(const char *path);
/* ERR_USAGE, with the reason, for a path that Windows cannot create: que?.7z, aux, "name.". A
 * device written as \\.\NAME is fine, and so is NUL alone. Files are checked by file_out_open on
 * Windows before anything else. */
enum err_code path_check_windows(const char *path, struct err *err);
/* CON, nul.txt, COM1: whether one part of a path names a device of Windows, with any ending. */
bool path_names_device(const char *part, size_t len);

#endif
