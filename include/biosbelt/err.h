/* SPDX-License-Identifier: MIT */
/*
 * Errors: every call that can fail returns an enum err_code and fills a struct err that its
 * caller owns. Nothing here allocates, so "out of memory" can be reported too. Outputs of a failed
 * call are not written. A struct err pointer is never NULL.
 */
#ifndef BIOSBELT_ERR_H
#define BIOSBELT_ERR_H

#include <stddef.h>

enum err_code {
	ERR_OK = 0,
	ERR_NOMEM,       /* out of memory */
	ERR_IO,          /* reading or writing failed; os_error has the reason */
	ERR_FORMAT,      /* damaged, or of another format */
	ERR_LIMIT,       /* a documented limit was exceeded */
	ERR_UNSUPPORTED, /* valid, but not implemented here */
	ERR_NOTFOUND,    /* not a failure, but the thing does not exist */
	ERR_EXISTS,      /* the output exists and --force was not given */
	ERR_USAGE,       /* the request itself is wrong */
	ERR_BUSY,        /* temporary failure: may work later */
	ERR_DENIED,      /* the system refused access */
	ERR_CANCELLED    /* the user stopped it */
};

#define ERR_TEXT_MAX 256 /* bytes of struct err.text, the final NUL included */

struct err {
	enum err_code code;
	long os_error; /* errno or GetLastError(); 0 when the system was not asked */
	char text[ERR_TEXT_MAX];
};

#if defined(__MINGW32__)
#define ERR_PRINTF(fmt, args) __attribute__((format(gnu_printf, fmt, args)))
#elif defined(__GNUC__)
#define ERR_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ERR_PRINTF(fmt, args)
#endif

/* Fills err and returns code. A text that is too long is cut at a UTF-8 boundary. */
enum err_code err_set(struct err *err, enum err_code code, const char *fmt, ...) ERR_PRINTF(3, 4);

/* The same with the number of a failed system call. */
enum err_code err_set_os(struct err *err, enum err_code code, long os_error, const char *fmt, ...)
	ERR_PRINTF(4, 5);

/* Puts "prefix: " before the text; callers add the place with it. When both do not fit, the
 * beginning of the prefix is cut off, not the text. */
enum err_code err_prefix(struct err *err, const char *fmt, ...) ERR_PRINTF(2, 3);
/* Adds to the end of the text, such as advice. Cut when there is no room. */
enum err_code err_append(struct err *err, const char *fmt, ...) ERR_PRINTF(2, 3);

#ifdef __clang_analyzer__
/* An analyser sees one file at a time: this shows it that the result is the given code. */
#define err_set(err, code, ...)              (err_set(err, code, __VA_ARGS__), (code))
#define err_set_os(err, code, os_error, ...) (err_set_os(err, code, os_error, __VA_ARGS__), (code))
#endif

/* A short English name of a code, such as "damaged data"; never NULL. */
const char *err_name(enum err_code code);

#endif
