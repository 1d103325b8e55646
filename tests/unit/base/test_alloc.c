/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "test.h"

#include "biosbelt/alloc.h"

static void a_list_keeps_what_is_in_it(void **state)
{
	unsigned *list = NULL;
	size_t cap = 0, i, moves = 0, before;

	(void)state;
	for (i = 0; i < 5000; i++) {
		before = cap;
		assert_true(ALLOC_ROOM(list, i, &cap));
		assert_true(cap > i && (cap == before || cap >= 2 * before));
		moves += cap != before;
		list[i] = (unsigned)i * 7u;
	}
	for (i = 0; i < 5000; i++)
		assert_int_equal(list[i], i * 7);
	assert_true(moves < 12);
	free(list);
}

/* What no memory can hold is refused, and the list stays. */
static void too_much_is_refused(void **state)
{
	struct {
		char room[4096];
	} *list = NULL;
	size_t cap = SIZE_MAX / 4096;
	void *was;

	(void)state;
	assert_false(ALLOC_ROOM(list, cap, &cap));
	assert_int_equal(cap, SIZE_MAX / 4096);
	assert_null(list);
	cap = SIZE_MAX;
	assert_false(ALLOC_ROOM(list, cap, &cap));
	cap = 0;
	assert_true(ALLOC_ROOM(list, 0, &cap));
	was = list;
	cap = SIZE_MAX / 2 + 1;
	assert_false(ALLOC_ROOM(list, cap, &cap));
	assert_ptr_equal(list, was);
	free(list);
}

static void a_copy_ends_with_nul(void **state)
{
	char *copy = alloc_text("固件");

	(void)state;
	assert_string_equal(copy, "固件");
	free(copy);
	copy = alloc_text_len("ab\0cd", 4);
	assert_memory_equal(copy, "ab\0c", 5);
	free(copy);
	copy = alloc_text_len(NULL, 0);
	assert_string_equal(copy, "");
	free(copy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_keeps_what_is_in_it),
		cmocka_unit_test(too_much_is_refused),
		cmocka_unit_test(a_copy_ends_with_nul),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
