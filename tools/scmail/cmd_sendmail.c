/* SPDX-License-Identifier: MIT */
#include "cmd_sendmail.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "biosbelt/tr.h"
#include "cmd_send.h"
#include "cmd_status.h"
#include "compose/ready.h"
#include "compose/textin.h"
#include "options.h"
#include "sending/missed.h"
#include "sendmail/aliases.h"
#include "sendmail/args.h"
#include "sendmail/smtp_in.h"
#include "smtp/route.h"

#define MESSAGE_MAX ((size_t)1 << 30) /* bytes */

/* sysexits.h, which callers of sendmail expect; missing on Windows. */
enum sysexit {
	SYS_OK = 0,
	SYS_USAGE = 64,
	SYS_DATAERR = 65,
	SYS_NOUSER = 67,
	SYS_UNAVAILABLE = 69,
	SYS_IOERR = 74,
	SYS_TEMPFAIL = 75,
	SYS_PROTOCOL = 76,
	SYS_NOPERM = 77,
	SYS_CONFIG = 78
};

/* State of one call. */
struct call {
	struct options o;
	struct sendmail_args args;
	struct blob aliases_text;
	struct aliases aliases;
	char *domain;     /* for names without one */
	char *local_from; /* "user@domain", or the configured sender */
	char *local_name; /* display name of the configured sender; NULL: none */
	bool kept;        /* the mail is in the queue */
	bool some_missed; /* -bs: a mail did not reach all its recipients */
	char warning[TEXTIN_WARNING];
};

bool sendmail_is_called(const struct os_args *args, int *own)
{
	enum sendmail_mode mode;
	int i;

	*own = 1;
	if (sendmail_name(args->argv[0], &mode))
		return true;
	for (i = 1; i < args->argc && strcmp(args->argv[i], "--") != 0; i++) {
		*own = i;
		if (strcmp(args->argv[i], "--sendmail") == 0)
			return true;
	}
	return false;
}

static enum err_code read_aliases(struct call *c, struct err *err)
{
	const char *path = c->o.aliases;
	struct file_info info;
	enum err_code rc;

	if (path == NULL) {
		path = "/etc/aliases";
		if (file_info(path, false, &info, err) != ERR_OK || info.type != FILE_REGULAR)
			return ERR_OK;
	}
	rc = file_read_soon(path, ALIASES_FILE_MAX, FILE_SOON_MS, &c->aliases_text, err);
	c->aliases.text = blob_span(c->aliases_text);
	if (span_starts(c->aliases.text, "\xEF\xBB\xBF", 3)) /* of an editor */
		span_from(c->aliases.text, 3, &c->aliases.text);
	return rc == ERR_OK ? ERR_OK : err_prefix(err, "%s", path);
}

/* mail-domain, else the domain of the configured sender, else this machine's name. */
static enum err_code find_domain(struct call *c, const char *sender, struct err *err)
{
	const char *at = sender != NULL ? strrchr(sender, '@') : NULL;
	struct blob host;
	enum err_code rc = ERR_OK;

	if (c->o.mail_domain != NULL) {
		c->domain = alloc_text(c->o.mail_domain);
	} else if (at != NULL) {
		c->domain = alloc_text(at + 1);
	} else {
		rc = os_host_name(&host, err);
		if (rc == ERR_OK)
			c->domain = alloc_text((const char *)host.ptr);
		if (rc == ERR_OK)
			blob_free(&host);
		else if (rc == ERR_NOTFOUND)
			c->domain = alloc_text("localhost");
		rc = ERR_OK;
	}
	return c->domain != NULL ? rc : err_set(err, ERR_NOMEM, "out of memory");
}

/* The configured sender replaces every local user, as providers accept no other. */
static enum err_code find_local_from(struct call *c, struct err *err)
{
	struct mailbox_list list = {NULL, 0};
	struct blob user = {NULL, 0};
	const char *name = "nobody";
	struct buf b;
	struct blob out;
	enum err_code rc = ERR_OK;

	if (c->o.from != NULL)
		rc = mailbox_parse(&list, span_of(c->o.from, strlen(c->o.from)), err);
	if (rc == ERR_OK)
		rc = find_domain(c, list.count > 0 ? list.items[0].spec : NULL, err);
	if (rc == ERR_OK && list.count > 0 && list.items[0].name[0] != '\0') {
		mailbox_unquote(list.items[0].name);
		c->local_name = alloc_text(list.items[0].name);
		if (c->local_name == NULL)
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	if (rc == ERR_OK && os_user_name(&user, err) == ERR_OK)
		name = (const char *)user.ptr;
	buf_init(&b, 0);
	if (rc == ERR_OK && list.count > 0)
		buf_str(&b, list.items[0].spec);
	else if (rc == ERR_OK)
		buf_printf(&b, "%s@%s", name, c->domain);
	buf_add_u8(&b, 0);
	if (rc == ERR_OK)
		rc = buf_finish(&b, &out, err);
	if (rc == ERR_OK)
		c->local_from = (char *)out.ptr;
	else
		buf_free(&b);
	blob_free(&user);
	mailbox_free(&list);
	c->aliases.domain = c->domain;
	return rc;
}

static enum err_code resolve_all(
	const struct call *c, const struct mailbox_list *list, struct cli_list *to, struct err *err)
{
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < list->count && rc == ERR_OK; i++)
		rc = aliases_resolve(&c->aliases, list->items[i].spec, to, err);
	return rc;
}

static enum err_code recipients(const struct call *c, struct span text,
	const struct cli_list *words, bool from_fields, struct cli_list *to, struct err *err)
{
	struct mailbox_list list = {NULL, 0};
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < words->count && rc == ERR_OK; i++)
		rc = mailbox_parse(&list, span_of(words->items[i], strlen(words->items[i])), err);
	if (rc == ERR_OK && from_fields)
		rc = ready_recipients(text, &list, err);
	if (rc == ERR_OK && list.count == 0)
		rc = err_set(err, ERR_USAGE,
			from_fields
				? N_("no recipient in the message")
				: N_("no recipient: as arguments, or -t for those of the message"));
	if (rc == ERR_OK)
		rc = resolve_all(c, &list, to, err);
	mailbox_free(&list);
	return rc;
}

/* -f, else the configured sender, else From, else the user. To be freed. */
static enum err_code sender_of(
	const struct call *c, struct span text, const char *given, char **out, struct err *err)
{
	char *from;
	enum err_code rc;

	*out = NULL;
	if (given != NULL && (given[0] == '\0' || strchr(given, '@') != NULL)) {
		struct mailbox_list list = {NULL, 0};

		rc = mailbox_parse(&list, span_of(given, strlen(given)), err);
		if (rc == ERR_OK)
			*out = alloc_text(list.count > 0 ? list.items[0].spec : "");
		mailbox_free(&list);
	} else if (given != NULL || c->o.from != NULL) {
		rc = ERR_OK;
		*out = alloc_text(c->local_from);
	} else {
		rc = ready_sender(text, &from, err);
		if (rc == ERR_OK && strchr(from, '@') != NULL) {
			*out = from;
		} else if (rc == ERR_OK) {
			free(from);
			*out = alloc_text(c->local_from);
		}
	}
	return rc == ERR_OK && *out == NULL ? err_set(err, ERR_NOMEM, "out of memory") : rc;
}

/* Completes the message and sends it. *status: scmail's exit status. */
static enum err_code submit(struct call *c, struct span text, const char *sender,
	const struct cli_list *words, bool from_fields, int *status, struct err *err)
{
	struct ready_fill fill = {.from = c->local_from,
		.name = c->args.full_name != NULL ? c->args.full_name : c->local_name,
		.domain = c->domain,
		.local_from = c->o.from != NULL ? c->local_from : NULL};
	struct submission s = {0};
	struct cli_list to = {0};
	struct buf whole;
	char *from = NULL;
	enum err_code rc = recipients(c, text, words, from_fields, &to, err);

	buf_init(&whole, MESSAGE_MAX * 2);
	if (rc == ERR_OK)
		rc = sender_of(c, text, sender, &from, err);
	if (rc == ERR_OK)
		rc = ready_complete(text, &fill, c->warning, &whole, err);
	if (rc == ERR_OK) {
		s = (struct submission){span_of(whole.ptr, whole.len), from, to.items, to.count};
		c->o.submission = &s;
		c->kept = false;
		c->o.kept = &c->kept;
		rc = scmail_send(&c->o, status, err);
		c->o.kept = NULL;
		c->o.submission = NULL;
	}
	if (c->warning[0] != '\0')
		diag_note("%s", c->warning);
	c->warning[0] = '\0';
	buf_free(&whole);
	free(from);
	aliases_free(&to);
	return rc;
}

/* The message ends at a line with only a dot, unless -i or -oi is given. */
static struct span up_to_dot(struct span text)
{
	size_t start = 0;

	while (start < text.len) {
		size_t end = span_find(text, start, "\n", 1);
		size_t len = (end == SIZE_MAX ? text.len : end) - start;

		if (len > 0 && text.ptr[start] == '.' &&
			(len == 1 || (len == 2 && text.ptr[start + 1] == '\r')))
			return span_of(text.ptr, start);
		if (end == SIZE_MAX)
			break;
		start = end + 1;
	}
	return text;
}

/* Reads the message, with an empty line before a text. */
static enum err_code read_message(const struct call *c, struct buf *out, struct err *err)
{
	struct blob text;
	struct span used;
	enum err_code rc = file_read_stdin(MESSAGE_MAX, &text, err);

	if (rc != ERR_OK)
		return err_prefix(err, "standard input");
	used = c->args.dots ? blob_span(text) : up_to_dot(blob_span(text));
	if (ready_is_text(used))
		buf_add_u8(out, '\n');
	buf_add(out, used.ptr, used.len);
	blob_free(&text);
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code send_mail(struct call *c, int *status, struct err *err)
{
	struct missed missed;
	struct buf text;
	enum err_code rc;

	buf_init(&text, 0);
	rc = read_message(c, &text, err);
	if (rc != ERR_OK) {
		buf_free(&text);
		return rc;
	}
	missed_init(&missed);
	c->o.missed = &missed;
	rc = submit(c, span_of(text.ptr, text.len), c->args.sender, &c->args.to,
		c->args.from_fields, status, err);
	c->o.missed = NULL;
	/* no recipient got it, and some may later: the caller may try again */
	if (rc == ERR_OK && *status == EXIT_PARTLY && !missed.reached && missed.later)
		*status = EXIT_TEMPORARY;
	missed_free(&missed);
	buf_free(&text);
	return rc;
}

/* A queued mail counts as accepted, whatever keeps it there: sendmail returns 0. After any other
 * status the caller may send it again. */
static int sysexit_of(const struct call *c, int status)
{
	if (c->kept && status != EXIT_PARTLY && status != EXIT_UNCONFIRMED)
		return SYS_OK;
	switch (status) {
	case EXIT_DONE:
		return SYS_OK;
	case EXIT_TEMPORARY:
		return c->args.mode == SENDMAIL_FLUSH ? SYS_OK : SYS_TEMPFAIL;
	case EXIT_USAGE:
		return SYS_USAGE;
	case EXIT_PARTLY:
		return SYS_NOUSER;
	case EXIT_UNCONFIRMED:
		return SYS_PROTOCOL;
	case EXIT_NO_LOGIN:
		return SYS_NOPERM;
	default:
		return SYS_UNAVAILABLE;
	}
}

static int sysexit_of_err(const struct err *err)
{
	switch (err->code) {
	case ERR_USAGE:
		return SYS_USAGE;
	case ERR_FORMAT:
	case ERR_LIMIT:
		return SYS_DATAERR;
	case ERR_IO:
	case ERR_DENIED:
		return SYS_IOERR;
	case ERR_NOTFOUND: /* a file of the settings is missing */
	case ERR_UNSUPPORTED:
		return SYS_CONFIG;
	default: /* out of memory, or busy */
		return SYS_TEMPFAIL;
	}
}

/* An SMTP client gets one reply for all recipients, and does not show the text of a positive one.
 * So the sender gets a mail about recipients that were not reached, as from a mail server. */
static void write_to_sender(struct call *c, const struct missed *missed, const char *sender)
{
	struct cli_list to = {0};
	struct buf letter;
	struct err err;
	int status;
	enum err_code rc = ERR_OK;

	if (sender[0] == '\0')
		return;
	buf_init(&letter, MESSAGE_MAX);
	missed_letter(missed, sender, &letter);
	if (letter.failed != ERR_OK || !cli_list_add(&to, sender))
		rc = err_set(&err, ERR_NOMEM, "out of memory");
	if (rc == ERR_OK)
		rc = submit(c, span_of(letter.ptr, letter.len), NULL, &to, false, &status, &err);
	if (rc != ERR_OK)
		diag_err(NULL, &err);
	buf_free(&letter);
	cli_list_free(&to);
}

/* True when some have the mail or will get it; words name the others. */
static bool taken_for_some(struct call *c, const struct missed *missed, const char *sender,
	int status, char *words, size_t cap)
{
	if (status == EXIT_UNCONFIRMED || missed->count == 0 || (!missed->reached && !c->kept))
		return false;
	snprintf(words, cap, "accepted, but not for %.*s%s", (int)missed->names.len,
		(const char *)missed->names.ptr, missed->cut ? " and others" : "");
	c->some_missed = true;
	write_to_sender(c, missed, sender);
	return true;
}

/* Handles a mail of the dialogue of -bs. */
static enum smtp_in_answer take_mail(
	void *user, const struct smtp_in_mail *m, char *words, size_t cap)
{
	struct call *c = user;
	struct missed missed;
	struct err err;
	int status = EXIT_FAILED;
	enum err_code rc;
	bool some;
	int end;

	missed_init(&missed);
	c->o.missed = &missed;
	rc = submit(c, m->text, m->sender, &m->to, false, &status, &err);
	c->o.missed = NULL;
	end = rc == ERR_OK || c->kept ? sysexit_of(c, status) : sysexit_of_err(&err);
	some = rc == ERR_OK && taken_for_some(c, &missed, m->sender, status, words, cap);
	missed_free(&missed);
	if (some)
		return SMTP_IN_TAKEN;
	if (rc != ERR_OK)
		diag_err(NULL, &err);
	snprintf(words, cap, "%s",
		end == SYS_OK         ? "accepted"
		: rc != ERR_OK        ? err.text
		: end == SYS_NOUSER   ? "some recipients were refused, and nobody has it yet"
		: end == SYS_PROTOCOL ? "sent, but not confirmed"
				      : "the server did not take it");
	/* some refused and none reached: worth another try for the others */
	return end == SYS_OK                              ? SMTP_IN_TAKEN
	       : end == SYS_TEMPFAIL || end == SYS_NOUSER ? SMTP_IN_LATER
							  : SMTP_IN_REFUSED;
}

/* A single wrong recipient is refused alone, not the whole mail. */
static bool may_receive(void *user, const char *path)
{
	const struct call *c = user;
	struct mailbox_list list = {NULL, 0};
	struct addr_list parsed = {NULL, 0};
	struct cli_list to = {0};
	struct err err;
	enum err_code rc = mailbox_parse(&list, span_of(path, strlen(path)), &err);
	size_t i;

	if (rc == ERR_OK && list.count != 1)
		rc = err_set(&err, ERR_USAGE, "'%s' is not one recipient", path);
	if (rc == ERR_OK)
		rc = resolve_all(c, &list, &to, &err);
	for (i = 0; i < to.count && rc == ERR_OK; i++)
		rc = addr_parse(&parsed, to.items[i], "recipient", &err);
	if (rc != ERR_OK)
		diag_err(NULL, &err);
	addr_free(&parsed);
	aliases_free(&to);
	mailbox_free(&list);
	return rc == ERR_OK;
}

static enum err_code speak_smtp(struct call *c, int *status, struct err *err)
{
	struct smtp_in_ways ways = {.take = take_mail, .check = may_receive, .user = c};
	struct file_in *in;
	enum err_code rc = file_in_stdin(&in, err);

	if (rc != ERR_OK)
		return rc;
	rc = smtp_in_run(in, c->domain, &ways, err);
	c->kept = false; /* each mail has had its reply */
	if (rc == ERR_OK && c->some_missed)
		*status = EXIT_PARTLY;
	file_in_close(in);
	return rc;
}

static int run_mode(struct call *c)
{
	struct err err;
	int status = EXIT_DONE;
	enum err_code rc = ERR_OK;

	switch (c->args.mode) {
	case SENDMAIL_QUEUE:
		rc = c->o.queue != NULL ? status_print(&c->o, &status, &err) : ERR_OK;
		if (rc == ERR_OK && c->o.queue == NULL)
			out_str("Mail queue is empty\n");
		break;
	case SENDMAIL_ALIASES:
		rc = aliases_check(c->aliases.text, &err);
		break;
	case SENDMAIL_FLUSH:
		c->o.flush = true;
		status = c->o.queue != NULL ? scmail_run(&c->o) : EXIT_DONE;
		break;
	case SENDMAIL_SMTP:
		rc = speak_smtp(c, &status, &err);
		break;
	default:
		rc = send_mail(c, &status, &err);
		break;
	}
	if (rc != ERR_OK)
		diag_err(NULL, &err);
	return rc == ERR_OK || c->kept ? sysexit_of(c, status) : sysexit_of_err(&err);
}

static bool sends(const struct call *c)
{
	return c->args.mode == SENDMAIL_MAIL || c->args.mode == SENDMAIL_SMTP ||
	       (c->args.mode == SENDMAIL_FLUSH && c->o.queue != NULL);
}

static int prepare_and_run(struct call *c)
{
	struct err err;
	enum err_code rc;

	/* programs read both: the dialogue, and the list (monitoring) */
	if (c->args.mode == SENDMAIL_SMTP || c->args.mode == SENDMAIL_QUEUE)
		tr_use(false);
	rc = read_aliases(c, &err);

	if (rc == ERR_OK)
		rc = find_local_from(c, &err);
	if (rc == ERR_OK && sends(c) && route_host(&c->o) == NULL && !c->o.dry_run) {
		err_set(&err, ERR_USAGE,
			"no server: the settings (scmail.conf) of this user or of all name one");
		diag_err(NULL, &err);
		return SYS_CONFIG;
	}
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		return SYS_CONFIG;
	}
	return run_mode(c);
}

int sendmail_main(const struct os_args *args, int own)
{
	struct call c = {0};
	struct os_args head = {own, args->argv, NULL};
	struct cli cli;
	struct err err;
	int first = own < args->argc && strcmp(args->argv[own], "--sendmail") == 0 ? own + 1 : own;
	int status = SYS_USAGE;
	bool ready;

	cli_open(&cli, &scmail_spec, &head);
	(void)sendmail_name(args->argv[0], &c.args.mode);
	if (sendmail_args_read((const char *const *)(args->argv + first),
		    (size_t)(args->argc - first), &c.args, &err) != ERR_OK) {
		diag_err(NULL, &err);
	} else {
		ready = options_read_sendmail(&c.o, &cli, c.args.config, &status);
		if (ready) {
			c.o.dsn = c.args.dsn != NULL ? c.args.dsn : c.o.dsn;
			c.o.dsn_return = c.args.dsn_return;
			c.o.envelope_id = c.args.envelope_id;
			c.o.transcript = c.args.transcript;
			/* standard output belongs to the caller */
			c.o.silent = true;
			if (c.args.verbose)
				diag_set_verbose(true);
			status = prepare_and_run(&c);
		} else {
			status = status == EXIT_DONE ? SYS_OK : SYS_CONFIG;
		}
		options_free(&c.o);
	}
	cli_list_free(&c.args.to);
	blob_free(&c.aliases_text);
	free(c.domain);
	free(c.local_from);
	free(c.local_name);
	cli_close(&cli);
	return out_finish(status);
}
