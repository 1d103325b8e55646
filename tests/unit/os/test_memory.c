/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"

#define LEN (((size_t)5 << 20) + 1)

#ifndef _WIN32
static void much_begins_where_a_large_page_may(void **state)
{
	void *p = os_alloc_large(LEN);

	(void)state;
	assert_non_null(p);
	assert_int_equal((uintptr_t)p % ((uintptr_t)2 << 20), 0);
	free(p);
}
#endif

static void pages_given_at_once_keep_what_is_there(void **state)
{
	uint8_t *p = os_alloc_large(LEN);

	(void)state;
	assert_non_null(p);
	memset(p, 7, LEN);
	os_will_write(p + 1, LEN - 1);
	assert_int_equal(p[0], 7);
	assert_memory_equal(p, p + 1, LEN - 1);
	os_will_write(p, 0);
	free(p);
	p = os_alloc_large(1);
	assert_non_null(p);
	os_will_write(p, 1);
	p[0] = 1;
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#ifndef _WIN32
		cmocka_unit_test(much_begins_where_a_large_page_may),
#endif
		cmocka_unit_test(pages_given_at_once_keep_what_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
