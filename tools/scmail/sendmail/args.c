/* SPDX-License-Identifier: MIT */
#include "sendmail/args.h"

#include <string.h>

/* Letters with a value, in the same or the next word; the others are flags. */
#define WITH_VALUE "ABCDFLNOPRVXbefhopr"

bool sendmail_name(const char *program, enum sendmail_mode *mode)
{
	static const struct {
		const char *name;
		enum sendmail_mode mode;
	} names[] = {{"sendmail", SENDMAIL_MAIL}, {"mailq", SENDMAIL_QUEUE},
		{"newaliases", SENDMAIL_ALIASES}};
	size_t len = strlen(program);
	size_t i;

	if (len > 4 && strcmp(program + len - 4, ".exe") == 0)
		len -= 4;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		if (strlen(names[i].name) == len && memcmp(program, names[i].name, len) == 0) {
			*mode = names[i].mode;
			return true;
		}
	}
	return false;
}

static enum err_code set_mode(struct sendmail_args *a, const char *value, struct err *err)
{
	switch (value[0]) {
	case 'm':
		a->mode = SENDMAIL_MAIL;
		break;
	case 's':
		a->mode = SENDMAIL_SMTP;
		break;
	case 'p':
		a->mode = SENDMAIL_QUEUE;
		break;
	case 'i':
		a->mode = SENDMAIL_ALIASES;
		break;
	default:
		return err_set(err, ERR_USAGE,
			"-b%s: scmail sends mail; it is not a daemon and checks no addresses",
			value);
	}
	return ERR_OK;
}

/* "<a@b>" is a@b. */
static enum err_code set_sender(struct sendmail_args *a, const char *value, struct err *err)
{
	if (a->sender != NULL && strcmp(a->sender, value) != 0)
		return err_set(err, ERR_USAGE, "-f: two senders");
	a->sender = strcmp(value, "<>") == 0 ? "" : value;
	return ERR_OK;
}

static enum err_code set_return(struct sendmail_args *a, const char *value, struct err *err)
{
	a->dsn_return = value;
	return strcmp(value, "full") == 0 || strcmp(value, "hdrs") == 0
		       ? ERR_OK
		       : err_set(err, ERR_USAGE, "-R: full or hdrs");
}

static enum err_code set_value(
	struct sendmail_args *a, char letter, const char *value, struct err *err)
{
	switch (letter) {
	case 'b':
		return set_mode(a, value, err);
	case 'f':
	case 'r':
		return set_sender(a, value, err);
	case 'R':
		return set_return(a, value, err);
	case 'F':
		a->full_name = value;
		break;
	case 'C':
		a->config = value;
		break;
	case 'N':
		a->dsn = value;
		break;
	case 'V':
		a->envelope_id = value;
		break;
	case 'X':
		a->transcript = value;
		break;
	case 'o': /* sets an old option by its letter */
		a->dots = a->dots || value[0] == 'i';
		break;
	default: /* body type, error mode, hop count, protocol, tag, macros, options */
		break;
	}
	return ERR_OK;
}

static enum err_code set_flag(struct sendmail_args *a, char letter, struct err *err)
{
	if (letter == '\0' || strchr("GIUimntvx", letter) == NULL)
		return err_set(err, ERR_USAGE, "sendmail has no option -%c here",
			letter > ' ' && letter < 0x7F ? letter : '?');
	a->from_fields = a->from_fields || letter == 't';
	a->dots = a->dots || letter == 'i';
	a->verbose = a->verbose || letter == 'v';
	if (letter == 'I') /* newaliases of Postfix and sendmail 8 */
		a->mode = SENDMAIL_ALIASES;
	return ERR_OK;
}

/* -q, or "-q30m", which is for a daemon and has no effect where there is a message. */
static void set_queue(struct sendmail_args *a, char next)
{
	a->every = next >= '0' && next <= '9';
	a->mode = SENDMAIL_FLUSH;
}

/* Refuses a call that has a message and does something else: the message would be lost. */
static enum err_code judge_mode(struct sendmail_args *a, struct err *err)
{
	if (a->mode == SENDMAIL_MAIL || a->mode == SENDMAIL_SMTP ||
		(a->to.count == 0 && !a->from_fields))
		return ERR_OK;
	if (a->mode != SENDMAIL_FLUSH || !a->every)
		return err_set(
			err, ERR_USAGE, "recipients or -t, but the other options read no message");
	a->mode = SENDMAIL_MAIL;
	return ERR_OK;
}

/* Handles one word with a dash; *i moves to the last word used. */
static enum err_code take_word(
	struct sendmail_args *a, const char *const *words, size_t count, size_t *i, struct err *err)
{
	const char *p = words[*i] + 1;
	enum err_code rc = ERR_OK;

	for (; *p != '\0' && rc == ERR_OK; p++) {
		if (*p == 'q') {
			set_queue(a, p[1]);
			return ERR_OK;
		}
		if (*p == 'd') /* its value is in the same word */
			return ERR_OK;
		if (strchr(WITH_VALUE, *p) == NULL) {
			rc = set_flag(a, *p, err);
			continue;
		}
		if (p[1] != '\0')
			return set_value(a, *p, p + 1, err);
		if (*i + 1 >= count)
			return err_set(err, ERR_USAGE, "-%c needs a value", *p);
		return set_value(a, *p, words[++*i], err);
	}
	return rc;
}

enum err_code sendmail_args_read(
	const char *const *words, size_t count, struct sendmail_args *out, struct err *err)
{
	bool ended = false;
	enum err_code rc = ERR_OK;
	size_t i;

	for (i = 0; i < count && rc == ERR_OK; i++) {
		if (!ended && strcmp(words[i], "--") == 0)
			ended = true;
		else if (!ended && words[i][0] == '-' && words[i][1] != '\0')
			rc = take_word(out, words, count, &i, err);
		else if (!cli_list_add(&out->to, words[i]))
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	return rc == ERR_OK ? judge_mode(out, err) : rc;
}
