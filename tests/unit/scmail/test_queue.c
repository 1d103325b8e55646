/* SPDX-License-Identifier: MIT */
/* Files of the queue: what comes out is what went in, and a file that is not whole is refused. */
#include "test.h"

#include "os/scratch.h"
#include "queue/queue.h"
#include "scmail/mails.h"

/* the second with a full-width comma, which separates addresses that are typed */
static const char *const two[] = {"a@x.com", "b\xEF\xBC\x8C@x.com"};

static void put(const char *folder, char id[QUEUE_ID_MAX])
{
	struct composed c;
	struct err err;

	mail_make(&c, two, 2, "text \xE4 of it");
	assert_int_equal(queue_make(folder, &err), ERR_OK);
	assert_int_equal(queue_put(folder, QUEUE_WAITING, &c, two, 2, id, &err), ERR_OK);
	compose_free(&c);
}

static void what_comes_out_is_what_went_in(void **state)
{
	char *folder = scratch_make();
	char id[QUEUE_ID_MAX];
	char text[200];
	size_t got = 0;
	struct composed c;
	struct err err;

	(void)state;
	put(folder, id);
	assert_true(queue_id_ok(id));
	assert_int_equal(queue_load(folder, QUEUE_WAITING, id, &c, &err), ERR_OK);
	assert_int_equal(c.to_count, 2);
	assert_string_equal(c.to[1], two[1]);
	assert_string_equal(c.mail.from.items[0].spec, "me@x.y");
	assert_string_equal(message_id(c.message), "<1@x.y>");
	assert_true(message_is_8bit(c.message));
	assert_int_equal(message_read(c.message, text, sizeof text, &got, &err), ERR_OK);
	assert_int_equal(got, message_len(c.message));
	assert_memory_equal(text + got - 14, "text \xE4 of it\r\n", 14);
	compose_free(&c);
	scratch_remove(folder);
}

static void mails_of_later_come_later(void **state)
{
	char *folder = scratch_make();
	char ids[3][QUEUE_ID_MAX];
	struct queue_ids list;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++)
		put(folder, ids[i]);
	assert_int_equal(queue_list(folder, QUEUE_WAITING, &list, &err), ERR_OK);
	assert_int_equal(list.count, 3);
	for (i = 0; i < 3; i++)
		assert_string_equal(list.ids[i], ids[i]);
	free(list.ids);
	scratch_remove(folder);
}

static void a_mail_is_in_one_place_at_a_time(void **state)
{
	char *folder = scratch_make();
	char id[QUEUE_ID_MAX];
	struct err err;

	(void)state;
	put(folder, id);
	assert_int_equal(queue_move(folder, id, QUEUE_WAITING, QUEUE_SENDING, &err), ERR_OK);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 0);
	assert_int_equal(mails_in(folder, QUEUE_SENDING), 1);
	assert_int_equal(queue_move(folder, id, QUEUE_WAITING, QUEUE_SENDING, &err), ERR_NOTFOUND);
	assert_int_equal(queue_remove(folder, QUEUE_SENDING, id, &err), ERR_OK);
	assert_int_equal(queue_remove(folder, QUEUE_SENDING, id, &err), ERR_NOTFOUND);
	scratch_remove(folder);
}

/* Every file that was cut, and every file with one other byte. */
static void a_file_that_is_not_whole_is_refused(void **state)
{
	char *folder = scratch_make();
	char id[QUEUE_ID_MAX];
	struct composed c;
	struct blob whole;
	struct err err;
	char *path;
	size_t i;

	(void)state;
	put(folder, id);
	path = scratch_path(folder, id);
	assert_int_equal(file_read(path, 100000, &whole, &err), ERR_OK);
	for (i = 0; i < whole.len; i++) {
		assert_int_equal(file_write(path, span_of(whole.ptr, i), true, &err), ERR_OK);
		assert_int_equal(queue_load(folder, QUEUE_WAITING, id, &c, &err), ERR_FORMAT);
		compose_free(&c);
		whole.ptr[i] ^= 1;
		assert_int_equal(file_write(path, blob_span(whole), true, &err), ERR_OK);
		assert_int_not_equal(queue_load(folder, QUEUE_WAITING, id, &c, &err), ERR_OK);
		compose_free(&c);
		whole.ptr[i] ^= 1;
	}
	blob_free(&whole);
	free(path);
	scratch_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_comes_out_is_what_went_in),
		cmocka_unit_test(mails_of_later_come_later),
		cmocka_unit_test(a_mail_is_in_one_place_at_a_time),
		cmocka_unit_test(a_file_that_is_not_whole_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
