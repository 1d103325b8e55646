/* SPDX-License-Identifier: MIT */
/* How often a mail is tried, where, and what the tries come to: deliver.c with a server that
 * answers as each case states. */
#include "test.h"

#include "imap/imap.h"
#include "os/scratch.h"
#include "scmail/mails.h"
#include "sending/sending.h"
#include "sending/sent.h"

/* A try: its outcome, the code of the last reply (0: none), and a letter for each recipient that is
 * tried: D(elivered), L(ater), M (452, too many), R(efused). */
struct turn {
	enum smtp_outcome outcome;
	int code;
	const char *rcpt;
};

static const struct turn *turns;
static size_t turn_count;
static size_t turn; /* tries so far */
static size_t dials;
static unsigned ports[8]; /* of each dial */

struct smtp {
	int unused;
};

enum err_code smtp_open(const struct smtp_opts *opts, struct smtp **out, struct err *err)
{
	(void)err;
	assert_true(dials < 8);
	ports[dials++] = opts->port;
	*out = calloc(1, sizeof **out);
	assert_non_null(*out);
	return ERR_OK;
}

enum err_code smtp_send(struct smtp *s, struct message *m, const char *from, const char *const *to,
	size_t to_count, struct smtp_result *out, struct err *err)
{
	static const char letters[] = "DLMR";
	static const int codes[] = {250, 451, 452, 550};
	const struct turn *now = &turns[turn++];
	size_t i;

	(void)s;
	(void)m;
	(void)from;
	(void)to;
	(void)err;
	assert_true(turn <= turn_count);
	assert_int_equal(to_count, strlen(now->rcpt));
	*out = (struct smtp_result){.outcome = now->outcome, .last.code = now->code};
	out->rcpt = calloc(to_count + 1, sizeof *out->rcpt);
	assert_non_null(out->rcpt);
	out->rcpt_count = to_count;
	for (i = 0; i < to_count; i++)
		out->rcpt[i].code =
			now->rcpt[i] == '-' ? 0 : codes[strchr(letters, now->rcpt[i]) - letters];
	return ERR_OK;
}

/* Every connection carries another mail, but for one that gave no answer. */
bool smtp_reusable(const struct smtp *s)
{
	(void)s;
	return turns[turn - 1].code != 0 && turns[turn - 1].code != 421;
}

void smtp_close(struct smtp *s)
{
	free(s);
}

void smtp_result_free(struct smtp_result *r)
{
	free(r->rcpt);
	*r = (struct smtp_result){0};
}

enum err_code smtp_dsn_ok(const char *when, struct err *err)
{
	(void)when;
	(void)err;
	return ERR_OK;
}

bool smtp_proxy_ok(const char *proxy)
{
	(void)proxy;
	return true;
}

const char *smtp_outcome_word(enum smtp_outcome o)
{
	(void)o;
	return "";
}

/* A folder that has every mail it is asked for. */
struct imap {
	size_t asked;
};

static struct imap folder;

enum err_code imap_open(
	const char *url, const struct smtp_opts *o, struct imap **out, struct err *err)
{
	(void)url;
	(void)o;
	(void)err;
	folder.asked = 0;
	*out = &folder;
	return ERR_OK;
}

enum err_code imap_append(struct imap *i, struct message *m, struct err *err)
{
	(void)i;
	(void)m;
	(void)err;
	return ERR_OK;
}

enum err_code imap_find(struct imap *i, const char *id, bool *found, struct err *err)
{
	(void)id;
	(void)err;
	i->asked++;
	*found = true;
	return ERR_OK;
}

void imap_close(struct imap *i)
{
	(void)i;
}

static const char *const to[] = {"a@x.com", "b@x.com", "c@x.com", "d@x.com", "e@x.com"};

/* Sends mails to so many recipients over one run; the outcome of the last one. */
static enum smtp_outcome send_mails(
	struct options *o, const struct turn *now, size_t count, size_t rcpts, size_t mails)
{
	enum smtp_outcome outcome = SMTP_FAILED;
	struct sending s;
	struct err err;

	turns = now;
	turn_count = count;
	turn = dials = 0;
	o->server = "mail.example.com";
	assert_int_equal(sending_open(&s, o, false, &err), ERR_OK);
	while (mails-- > 0) {
		struct composed c;

		mail_make(&c, to, rcpts, "x");
		assert_int_equal(sending_mail(&s, &c, NULL, &outcome, &err), ERR_OK);
		compose_free(&c);
	}
	assert_int_equal(sending_close(&s, ERR_OK, &err), ERR_OK);
	assert_int_equal(turn, count);
	return outcome;
}

#define SEND(o, rcpts, mails, ...)                                                                 \
	send_mails(o, (const struct turn[]){__VA_ARGS__},                                          \
		sizeof((const struct turn[]){__VA_ARGS__}) / sizeof(struct turn), rcpts, mails)

static void the_tries_of_a_mail_add_up(void **state)
{
	struct options o = {.port = 25};

	(void)state;
	assert_int_equal(SEND(&o, 2, 1, {SMTP_DELIVERED, 250, "DD"}), SMTP_DELIVERED);
	assert_int_equal(SEND(&o, 2, 1, {SMTP_PARTLY, 250, "DR"}), SMTP_PARTLY);
	assert_int_equal(SEND(&o, 2, 1, {SMTP_PARTLY, 250, "DL"}), SMTP_SOME_WAIT);
	assert_int_equal(SEND(&o, 3, 1, {SMTP_PARTLY, 250, "DLR"}), SMTP_PARTLY);
	assert_int_equal(SEND(&o, 2, 1, {SMTP_REFUSED, 550, "RR"}), SMTP_REFUSED);
	assert_int_equal(SEND(&o, 2, 1, {SMTP_REFUSED, 550, "LR"}), SMTP_PARTLY);
	assert_int_equal(SEND(&o, 1, 1, {SMTP_NO_LOGIN, 535, "-"}), SMTP_NO_LOGIN);
}

/* 452: the others follow at once, without --retry. */
static void too_many_recipients_are_sent_in_parts(void **state)
{
	struct options o = {.port = 25};

	(void)state;
	assert_int_equal(SEND(&o, 5, 1, {SMTP_PARTLY, 250, "DDMMM"}, {SMTP_PARTLY, 250, "DDM"},
				 {SMTP_DELIVERED, 250, "D"}),
		SMTP_DELIVERED);
	assert_int_equal(dials, 1);
	/* with nobody accepted that would never end */
	assert_int_equal(SEND(&o, 2, 1, {SMTP_TEMPORARY, 452, "MM"}), SMTP_TEMPORARY);
}

/* It may have arrived: trying again would double it. */
static void what_was_sent_is_never_sent_again(void **state)
{
	struct options o = {.port = 25, .retry = 5};

	(void)state;
	assert_int_equal(SEND(&o, 2, 1, {SMTP_UNCONFIRMED, 0, "DD"}), SMTP_UNCONFIRMED);
}

/* The one who got it before is why it is there. */
static void a_folder_does_not_speak_for_the_second_part(void **state)
{
	struct options o = {.port = 25,
		.user = "me",
		.password = "x",
		.insecure_plaintext = true,
		.settle = "imaps://x/y",
		.retry = 0};

	(void)state;
	assert_int_equal(SEND(&o, 2, 1, {SMTP_UNCONFIRMED, 0, "DD"}), SMTP_DELIVERED);
	assert_int_equal(folder.asked, 1);
	assert_int_equal(SEND(&o, 3, 1, {SMTP_PARTLY, 250, "DMM"}, {SMTP_UNCONFIRMED, 0, "DD"}),
		SMTP_UNCONFIRMED);
	assert_int_equal(folder.asked, 0);
}

/* Nor is anything gained by waiting until the folder has it. */
static void a_part_that_was_left_is_not_waited_for(void **state)
{
	char *queue = scratch_make();
	struct options o = {.queue = queue, .settle_wait_s = 100000};
	struct sending s = {.o = &o, .all = &folder};
	char id[QUEUE_ID_MAX];
	struct composed c;
	struct err err;

	(void)state;
	mail_make(&c, to, 2, "x");
	c.in_parts = true;
	assert_int_equal(queue_make(queue, &err), ERR_OK);
	assert_int_equal(queue_put(queue, QUEUE_UNCONFIRMED, &c, to, 2, id, &err), ERR_OK);
	compose_free(&c);
	folder.asked = 0;
	assert_int_equal(sent_settle_left(&s, &err), ERR_OK);
	assert_int_equal(folder.asked, 0);
	assert_int_equal(mails_in(queue, QUEUE_UNCONFIRMED), 1);
	scratch_remove(queue);
}

static void a_connection_that_became_old_is_made_anew(void **state)
{
	struct options o = {.port = 25};

	(void)state;
	assert_int_equal(SEND(&o, 1, 2, {SMTP_DELIVERED, 250, "D"}, {SMTP_TEMPORARY, 421, "-"},
				 {SMTP_DELIVERED, 250, "D"}),
		SMTP_DELIVERED);
	assert_int_equal(dials, 2);
	/* on a new one the server means it */
	assert_int_equal(SEND(&o, 1, 1, {SMTP_TEMPORARY, 421, "-"}), SMTP_TEMPORARY);
}

static void the_next_port_when_nobody_answers(void **state)
{
	struct options o = {.user = "me", .password = "x"};

	(void)state;
	assert_int_equal(SEND(&o, 1, 1, {SMTP_TEMPORARY, 0, "-"}, {SMTP_DELIVERED, 250, "D"}),
		SMTP_DELIVERED);
	assert_int_equal(ports[0], 465);
	assert_int_equal(ports[1], 587);
	assert_int_equal(SEND(&o, 1, 1, {SMTP_REFUSED, 554, "R"}), SMTP_REFUSED);
	assert_int_equal(SEND(&o, 1, 1, {SMTP_NO_TLS, 0, "-"}), SMTP_NO_TLS);
}

/* A folder in its place is as unreadable as a file without rights, for root too. */
static void an_unreadable_file_fails_alone(void **state)
{
	static const char id[] = "000000000000000000000000.mail";
	char *queue = scratch_make();
	struct options o = {.queue = queue, .server = "mail.example.com", .port = 25};
	enum smtp_outcome outcome = SMTP_DELIVERED;
	struct sending s;
	struct blob path;
	struct err err;

	(void)state;
	assert_int_equal(queue_path(queue, QUEUE_WAITING, id, &path, &err), ERR_OK);
	assert_int_equal(file_mkdirs((const char *)path.ptr, &err), ERR_OK);
	blob_free(&path);
	assert_int_equal(sending_open(&s, &o, true, &err), ERR_OK);
	assert_int_equal(sending_from_queue(&s, id, &outcome, &err), ERR_OK);
	assert_int_equal(outcome, SMTP_FAILED);
	assert_true(s.reached);
	assert_int_equal(sending_from_queue(&s, "0.mail", &outcome, &err), ERR_NOTFOUND);
	assert_int_equal(sending_close(&s, ERR_OK, &err), ERR_OK);
	scratch_remove(queue);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tries_of_a_mail_add_up),
		cmocka_unit_test(too_many_recipients_are_sent_in_parts),
		cmocka_unit_test(what_was_sent_is_never_sent_again),
		cmocka_unit_test(a_folder_does_not_speak_for_the_second_part),
		cmocka_unit_test(a_part_that_was_left_is_not_waited_for),
		cmocka_unit_test(a_connection_that_became_old_is_made_anew),
		cmocka_unit_test(the_next_port_when_nobody_answers),
		cmocka_unit_test(an_unreadable_file_fails_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
