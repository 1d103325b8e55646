/* SPDX-License-Identifier: MIT */
/*
 * Files. Paths are UTF-8 on every system (on Linux any bytes); "-" has no meaning here. Windows
 * paths over 260 characters work. Errors carry the system's number and words; err.code says
 * ERR_NOTFOUND, ERR_EXISTS, ERR_DENIED, ERR_IO, ERR_LIMIT, ERR_NOMEM apart.
 */
#ifndef BIOSBELT_FILE_H
#define BIOSBELT_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "biosbelt/err.h"
#include "biosbelt/span.h"

enum file_type { FILE_NONE, FILE_REGULAR, FILE_FOLDER, FILE_LINK, FILE_OTHER };

struct file_info {
	enum file_type type; /* FILE_NONE: there is nothing of that name */
	uint64_t size;
	int64_t mtime_ns; /* since 1970-01-01 UTC */
	int64_t ctime_ns; /* of the last change of bytes, mode, names; 0 on Windows */
	uint32_t mode;    /* POSIX bits; on Windows 0644, 0444 or 0755 in their stead */
	uint64_t dev;     /* dev and ino together identify a file */
	uint64_t ino;
	uint64_t links;
	bool hidden;
};

/* Follows links unless no_follow. A missing file is ERR_OK with FILE_NONE. */
enum err_code file_info(const char *path, bool no_follow, struct file_info *out, struct err *err);

/* Whether both names lead to one file, by links too. Any failure is a no. */
bool file_same(const char *a, const char *b);

/* A whole file in memory, also from a pipe or device. Longer than max: ERR_LIMIT. */
enum err_code file_read(const char *path, size_t max, struct blob *out, struct err *err);

/* The same, but a FIFO that nobody has begun to write after wait_ms is ERR_IO. Pipes in /dev and
 * /proc, such as a shell's <(...), have a writer and all the time they need. */
#define FILE_SOON_MS 60000 /* for a program that asks somebody for a passphrase */
enum err_code file_read_soon(
	const char *path, size_t max, unsigned wait_ms, struct blob *out, struct err *err);

/*
 * The first cap bytes of a regular file, with as few system calls as can be: for looking into many
 * small files. *got == cap: there may be more. Never waits for a FIFO.
 */
enum err_code file_peek(const char *path, void *ptr, size_t cap, size_t *got, struct err *err);

/* Standard input to its end, as bytes. */
enum err_code file_read_stdin(size_t max, struct blob *out, struct err *err);

/*
 * A read-only view of a file: mapped where possible, read otherwise. The file may shrink under a
 * mapping; private copies (copy = true) are safe from that and cost memory.
 */
struct file_map {
	struct span data;
	void *handle; /* private */
	bool mapped;
};
enum err_code file_map_open(
	const char *path, size_t max, bool copy, struct file_map *out, struct err *err);
void file_map_close(struct file_map *map);
/* Are regular files mapped on this system, without memory of our own? */
bool file_maps(void);
/* len bytes from off on, both of whole pages (64 KB), will hardly be read again: a mapping holds no
 * memory for them until they are. */
void file_map_forget(const struct file_map *map, size_t off, size_t len);

/* Sequential reading without limit of size. */
struct file_in;
enum err_code file_in_open(const char *path, struct file_in **out, struct err *err);
/* As file_read_soon has it; on Windows the same as file_in_open. */
enum err_code file_in_open_soon(
	const char *path, unsigned wait_ms, struct file_in **out, struct err *err);
enum err_code file_in_stdin(struct file_in **out, struct err *err);
/* *got < cap only at the end (0: end). */
enum err_code file_in_read(struct file_in *in, void *ptr, size_t cap, size_t *got, struct err *err);
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
	bool no_device; /* an existing name that is not a regular file is refused, not written into
			 */
	bool no_follow; /* an existing link is not written through: it exists, and with force it
			   goes */
	bool no_sync;   /* not flushed to disk at commit: for many small copies */
	bool set_times; /* give the file mtime_ns */
	int64_t mtime_ns;
	bool set_mode;
	uint32_t mode;   /* without set_mode: 0666 less the umask */
	bool less_umask; /* of mode too, as for a file that a program makes */
	/* Owner, access control list and other extended attributes are those of the file that is
	 * replaced; on Windows nothing. lost, unless NULL, says after commit what could not be
	 * kept.
	 */
	bool keep;
	unsigned *lost;
	/* The file that is replaced was read: when it is no longer this one, or was written to
	 * since, commit leaves it as it is, with ERR_IO. */
	bool unchanged;
	struct file_info was;
};
#define FILE_LOST_OWNER      1u
#define FILE_LOST_ATTRIBUTES 2u
enum err_code file_out_open(
	const char *path, const struct file_out_opts *opts, struct file_out **out, struct err *err);
enum err_code file_out_write(struct file_out *f, const void *ptr, size_t len, struct err *err);
/* Reading back what was written so far, for verify-after-write. */
enum err_code file_out_read(
	struct file_out *f, uint64_t off, void *ptr, size_t cap, size_t *got, struct err *err);
/* Overwrites bytes written before (container headers). */
enum err_code file_out_patch(
	struct file_out *f, uint64_t off, const void *ptr, size_t len, struct err *err);
enum err_code file_out_commit(struct file_out *f, struct err *err); /* f is closed either way */
void file_out_abort(struct file_out *f);                            /* NULL is fine */
/*
 * Commit in two steps, for many files at once: finish does all but what file_out_commit_all does,
 * which flushes them to disk, in one step where the system has it, and then gives each its name.
 * errs has an error for each, ERR_OK where it went well; all are closed. After a failed finish only
 * file_out_abort may follow.
 */
enum err_code file_out_finish(struct file_out *f, struct err *err);
void file_out_commit_all(struct file_out *const *files, struct err *errs, size_t count);

/* Is it by its name one that an output has before commit? */
bool file_is_temp(const char *path);

/* Minutes of work are not begun for a file that may not be written in the end: the error that
 * opening it would give, the path before it. Nothing is left behind; NULL is fine. */
enum err_code file_out_check(const char *path, bool force, struct err *err);

/* open + write + commit */
enum err_code file_write(const char *path, struct span data, bool force, struct err *err);

/* Adds data to the end of a file, which is made when absent, in one step: what several programs
 * append does not mix. A FIFO that nobody reads is an error. */
enum err_code file_append(const char *path, struct span data, struct err *err);

/* Is there a regular file of exactly these bytes? Any failure is a no. */
bool file_holds(const char *path, struct span data);

enum err_code file_mkdirs(const char *path, struct err *err); /* parents too; existing is fine */
/* The same; *there: length of the start of path that stood before, 0: nothing. After a failure all
 * of it, for what was made until then is gone again. */
enum err_code file_mkdirs_new(const char *path, size_t *there, struct err *err);
/* Undoes that, the innermost folder first; what is not empty stays. */
void file_drop_folders(const char *path, size_t there);
enum err_code file_remove(const char *path, struct err *err);
enum err_code file_rename(const char *from, const char *to, bool force, struct err *err);
enum err_code file_set_mtime(const char *path, int64_t mtime_ns, struct err *err);
/* Times that have is set for; a link's are its own. That of creation can be set on Windows only,
 * and counts for nothing elsewhere. */
struct file_times {
	bool has_mtime, has_atime, has_created;
	int64_t mtime_ns, atime_ns, created_ns; /* since 1970-01-01 UTC */
};
enum err_code file_set_times(const char *path, const struct file_times *times, struct err *err);
/* POSIX permission bits of a folder (never through a link); nothing to do on Windows. */
enum err_code file_set_folder_mode(const char *path, uint32_t mode, struct err *err);
enum err_code file_read_link(const char *path, struct blob *out, struct err *err); /* target text */
enum err_code file_make_link(const char *target, const char *path, struct err *err);
/* Absolute path with links resolved; out is a NUL-terminated string in a blob. */
enum err_code file_real_path(const char *path, struct blob *out, struct err *err);

/*
 * A path that may be longer than the system's calls take (Linux: 4,096 bytes): until it is closed,
 * path names the same in a form that all functions here take. Its folder must be there. Where the
 * system has no way, ERR_IO or ERR_NOTFOUND of the call that says so.
 */
struct file_reach {
	char *path;
	int held; /* private: the descriptor of its folder and 1; 0: none */
};
enum err_code file_reach_open(const char *path, struct file_reach *out, struct err *err);
void file_reach_close(struct file_reach *reach); /* also one that is all 0 or failed to open */

/* Path words; pure text, '/' and on Windows also '\'. */
/*
 * A lock between processes on a file, which is made when absent and stays behind. Does not wait:
 * *busy (with ERR_OK and no lock) when another process has it. Ends with the process.
 */
struct file_lock;
enum err_code file_lock_open(const char *path, struct file_lock **out, bool *busy, struct err *err);
void file_lock_close(struct file_lock *lock); /* NULL is fine */
/* Names made, changed and removed in a folder are on the disk when this returns. */
enum err_code file_sync_folder(const char *path, struct err *err);

bool path_is_sep(char c);
const char *path_base(const char *path); /* points into path */
enum err_code path_join(const char *folder, const char *name, struct blob *out, struct err *err);
/* For a path to be shown: on Windows, slashes become backslashes where there is one already. */
void path_one_sep(char *path);
size_t path_dir_len(const char *path); /* length of the folder part, 0: none */
bool path_is_absolute(const char *path);
/* ERR_USAGE, with the reason, for a path that Windows cannot create: que?.7z, nul, "name.". A
 * device written as \\.\NAME is fine. Files are checked by file_out_open on Windows before anything
 * else. */
enum err_code path_check_windows(const char *path, struct err *err);

#endif
