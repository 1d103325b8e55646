/* SPDX-License-Identifier: MIT */
/*
 * An SMTP dialogue (RFC 5321) on a file and standard output, as sendmail -bs has it, for mail
 * programs that need it. Every mail is sent before its last answer: "250" means that the
 * server or the queue has it.
 */
#ifndef SCMAIL_SMTP_IN_H
#define SCMAIL_SMTP_IN_H

#include <stdbool.h>

#include "biosbelt/cli.h"
#include "biosbelt/file.h"
#include "biosbelt/span.h"

#define SMTP_IN_MESSAGE ((size_t)1 << 30) /* bytes of a mail */
#define SMTP_IN_TO_MAX  1000

struct smtp_in_mail {
	struct span text;
	const char *sender; /* "": the empty one */
	struct cli_list to;
};

enum smtp_in_answer { SMTP_IN_TAKEN, SMTP_IN_LATER, SMTP_IN_REFUSED };

/* words: for the answer, printable ASCII or UTF-8 without line ends. After anything but
 * SMTP_IN_TAKEN the caller may send the mail again, to all. */
typedef enum smtp_in_answer (*smtp_in_take)(
	void *user, const struct smtp_in_mail *m, char *words, size_t cap);

/* True when mail can go to path, the address of a RCPT. NULL: always. */
typedef bool (*smtp_in_check)(void *user, const char *path);

struct smtp_in_ways {
	smtp_in_take take;
	smtp_in_check check;
	void *user;
};

/* Runs until QUIT or the end of in. A message cut off by the end is not sent. A message ends with
 * the line ends of its DATA: after CR LF, a dot between bare LFs is text (RFC 5321,
 * section 4.1.1.4). */
enum err_code smtp_in_run(
	struct file_in *in, const char *host, const struct smtp_in_ways *ways, struct err *err);

#endif
