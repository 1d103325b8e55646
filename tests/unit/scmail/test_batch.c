/* SPDX-License-Identifier: MIT */
/* Many mails come into a queue in one step, or none of them. */
#include "test.h"

#include "os/scratch.h"
#include "queue/batch.h"
#include "scmail/mails.h"

static const char *const one[] = {"a@x.com"};

/* A batch with so many mails that was not committed yet. */
static struct batch *begin(const char *folder, size_t count)
{
	struct batch *b;
	struct err err;
	size_t i;

	assert_int_equal(queue_make(folder, &err), ERR_OK);
	assert_int_equal(batch_open(folder, &b, &err), ERR_OK);
	for (i = 0; i < count; i++) {
		char text[28];
		struct composed c;

		snprintf(text, sizeof text, "mail %zu", i);
		mail_make(&c, one, 1, text);
		assert_int_equal(batch_add(b, &c, &err), ERR_OK);
		compose_free(&c);
	}
	return b;
}

static void all_come_in_at_once_in_their_order(void **state)
{
	char *folder = scratch_make();
	struct batch *b = begin(folder, 100);
	struct queue_ids ids;
	struct queue_ids list;
	struct err err;
	size_t i;

	(void)state;
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 0);
	assert_int_equal(batch_commit(b, &ids, &err), ERR_OK);
	assert_int_equal(ids.count, 100);
	assert_int_equal(queue_list(folder, QUEUE_WAITING, &list, &err), ERR_OK);
	assert_int_equal(list.count, 100);
	for (i = 0; i < 100; i++) {
		char want[20];
		char text[400] = "";
		size_t got = 0;
		struct composed c;

		assert_string_equal(list.ids[i], ids.ids[i]);
		assert_int_equal(queue_load(folder, QUEUE_WAITING, ids.ids[i], &c, &err), ERR_OK);
		assert_int_equal(
			message_read(c.message, text, sizeof text - 1, &got, &err), ERR_OK);
		snprintf(want, sizeof want, "mail %zu\r\n", i);
		assert_non_null(strstr(text, want));
		compose_free(&c);
	}
	free(ids.ids);
	free(list.ids);
	scratch_remove(folder);
}

static void one_that_is_given_up_leaves_nothing(void **state)
{
	char *folder = scratch_make();
	struct queue_ids left;
	struct err err;

	(void)state;
	batch_abort(begin(folder, 3));
	batch_abort(NULL);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 0);
	assert_int_equal(queue_names(folder, QUEUE_MERGING, "", FILE_FOLDER, &left, &err), ERR_OK);
	assert_int_equal(left.count, 0);
	free(left.ids);
	scratch_remove(folder);
}

/* As after a kill between the step and the moves. */
static void a_whole_batch_is_gone_on_with(void **state)
{
	char *folder = scratch_make();
	struct composed c;
	struct err err;
	struct blob path;

	(void)state;
	assert_int_equal(queue_make(folder, &err), ERR_OK);
	mail_make(&c, one, 1, "x");
	assert_int_equal(
		queue_path(folder, QUEUE_MERGED, "0123456789abcdef01234567.mail", &path, &err),
		ERR_OK);
	assert_int_equal(file_mkdirs((const char *)path.ptr, &err), ERR_OK);
	scratch_file((const char *)path.ptr, "rubbish", "not of ours");
	{
		char *mail = scratch_path((const char *)path.ptr, "0123456789abcdef76543210.mail");

		assert_int_equal(queue_write(mail, &c, one, 1, &err), ERR_OK);
		free(mail);
	}
	compose_free(&c);
	blob_free(&path);
	assert_int_equal(batch_recover(folder, &err), ERR_OK);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 1);
	assert_int_equal(batch_recover(folder, &err), ERR_OK);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 1);
	scratch_remove(folder);
}

/* Its lock says that it is under way. */
static void a_batch_of_a_living_run_is_left_alone(void **state)
{
	char *folder = scratch_make();
	struct batch *b = begin(folder, 2);
	struct queue_ids ids;
	struct err err;

	(void)state;
	assert_int_equal(batch_recover(folder, &err), ERR_OK);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 0);
	assert_int_equal(batch_commit(b, &ids, &err), ERR_OK);
	assert_int_equal(mails_in(folder, QUEUE_WAITING), 2);
	free(ids.ids);
	scratch_remove(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_come_in_at_once_in_their_order),
		cmocka_unit_test(one_that_is_given_up_leaves_nothing),
		cmocka_unit_test(a_whole_batch_is_gone_on_with),
		cmocka_unit_test(a_batch_of_a_living_run_is_left_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
