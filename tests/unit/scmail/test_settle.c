/* SPDX-License-Identifier: MIT */
/* After a try the recipients that wait have a file that waits, and no others. */
#include "test.h"

#include "os/scratch.h"
#include "scmail/mails.h"
#include "sending/settle.h"

/* A mail of a queue that was tried: a letter for each recipient's state: D, L(ater), R, U. */
struct trial {
	char *folder;
	struct options o;
	struct composed c;
	struct sending s;
	struct smtp_result r;
	struct round round;
	char id[QUEUE_ID_MAX];
};

static const char *const three[] = {"a@x.com", "b@x.com", "c@x.com"};

static void try(struct trial *t, const char *states)
{
	static const char letters[] = "LDRU";
	static const int codes[] = {451, 250, 550, 250};
	struct composed first;
	struct err err;
	size_t i;

	*t = (struct trial){.folder = scratch_make(), .r.rcpt_count = 3};
	t->o.queue = t->folder;
	mail_make(&first, three, 3, "x");
	assert_int_equal(queue_make(t->folder, &err), ERR_OK);
	assert_int_equal(
		queue_put(t->folder, QUEUE_WAITING, &first, three, 3, t->id, &err), ERR_OK);
	compose_free(&first);
	assert_int_equal(queue_load(t->folder, QUEUE_WAITING, t->id, &t->c, &err), ERR_OK);
	t->s = (struct sending){.o = &t->o, .c = &t->c, .id = t->id};
	t->s.pending = calloc(3, sizeof *t->s.pending);
	t->s.tried = calloc(3, sizeof *t->s.tried);
	t->r.rcpt = calloc(3, sizeof *t->r.rcpt);
	assert_true(t->s.pending != NULL && t->s.tried != NULL && t->r.rcpt != NULL);
	for (i = 0; i < 3; i++) {
		size_t state = (size_t)(strchr(letters, states[i]) - letters);

		t->s.tried[i] = three[i];
		t->r.rcpt[i].code = codes[state];
		t->round.count[state]++;
		if (state == RCPT_LATER)
			t->s.pending[t->s.pending_count++] = three[i];
	}
	if (strpbrk(states, "DU") != NULL)
		assert_int_equal(settle_before_end(&t->s, &err), ERR_OK);
	assert_int_equal(settle(&t->s, &t->round, &t->r, &err), ERR_OK);
}

/* The recipients of the only mail in a place, "" when there is none. */
static const char *who(const struct trial *t, enum queue_place place)
{
	static char text[100];
	struct queue_ids ids;
	struct composed c;
	struct err err;
	size_t i;

	text[0] = '\0';
	assert_int_equal(queue_list(t->folder, place, &ids, &err), ERR_OK);
	assert_true(ids.count <= 1);
	if (ids.count == 1) {
		assert_int_equal(queue_load(t->folder, place, ids.ids[0], &c, &err), ERR_OK);
		for (i = 0; i < c.to_count; i++)
			strncat(text, c.to[i], 1);
		compose_free(&c);
	}
	free(ids.ids);
	return text;
}

static void end(struct trial *t)
{
	free(t->s.pending);
	free(t->s.tried);
	free(t->r.rcpt);
	compose_free(&t->c);
	scratch_remove(t->folder);
}

static void everybody_has_one_place(void **state)
{
	static const struct {
		const char *states;
		const char *waiting;
		const char *unconfirmed;
		const char *refused;
	} cases[] = {
		{"DDD", "", "", ""},
		{"LLL", "abc", "", ""},
		{"RRR", "", "", "abc"},
		{"DLD", "b", "", ""},
		{"RLD", "b", "", ""},
		{"DRD", "", "", ""}, /* the refusal is reported, and nothing is left to do */
		{"RLR", "b", "", ""},
		{"UUU", "", "abc", ""},
		{"ULU", "b", "ac", ""},
		{"URU", "", "ac", ""},
		{"LUR", "a", "b", ""},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct trial t;

		try(&t, cases[i].states);
		assert_string_equal(who(&t, QUEUE_WAITING), cases[i].waiting);
		assert_string_equal(who(&t, QUEUE_UNCONFIRMED), cases[i].unconfirmed);
		assert_string_equal(who(&t, QUEUE_REFUSED), cases[i].refused);
		assert_int_equal(mails_in(t.folder, QUEUE_SENDING), 0);
		end(&t);
	}
}

/* Is the only mail in a place one that others have, too? */
static bool in_parts(const struct trial *t, enum queue_place place)
{
	struct queue_ids ids;
	struct composed c;
	struct err err;
	bool parts;

	assert_int_equal(queue_list(t->folder, place, &ids, &err), ERR_OK);
	assert_int_equal(ids.count, 1);
	assert_int_equal(queue_load(t->folder, place, ids.ids[0], &c, &err), ERR_OK);
	parts = c.in_parts;
	compose_free(&c);
	free(ids.ids);
	return parts;
}

static void files_say_whether_others_have_the_mail(void **state)
{
	static const struct {
		const char *states;
		enum queue_place place;
		bool parts;
	} cases[] = {
		{"DLD", QUEUE_WAITING, true},
		{"RLR", QUEUE_WAITING, false},
		{"LLL", QUEUE_WAITING, false},
		{"ULR", QUEUE_WAITING, true}, /* that one may have it */
		{"ULR", QUEUE_UNCONFIRMED, true},
		{"URU", QUEUE_UNCONFIRMED, false},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct trial t;

		try(&t, cases[i].states);
		assert_int_equal(in_parts(&t, cases[i].place), cases[i].parts);
		end(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everybody_has_one_place),
		cmocka_unit_test(files_say_whether_others_have_the_mail),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
