/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdatomic.h>

#include "biosbelt/thread.h"

static atomic_int hits[1000];

static void hit(void *user, size_t i)
{
	(void)user;
	atomic_fetch_add(&hits[i], 1);
}

static void every_index_once(void **state)
{
	size_t i;

	(void)state;
	thread_for(1000, 4, hit, NULL);
	for (i = 0; i < 1000; i++)
		assert_int_equal(atomic_load(&hits[i]), 1);
	thread_for(0, 4, hit, NULL);
}

struct meeting {
	struct mutex *m;
	struct condvar *c;
	size_t here;
};

static void wait_for_all(void *user, size_t i)
{
	struct meeting *all = user;

	(void)i;
	mutex_lock(all->m);
	all->here++;
	condvar_wake_all(all->c);
	while (all->here < 20)
		condvar_wait(all->c, all->m);
	mutex_unlock(all->m);
}

static void together_is_at_the_same_time(void **state)
{
	struct meeting all = {NULL, NULL, 0};
	struct err err;

	(void)state;
	assert_int_equal(mutex_new(&all.m, &err), ERR_OK);
	assert_int_equal(condvar_new(&all.c, &err), ERR_OK);
	assert_true(thread_together(20, wait_for_all, &all));
	assert_int_equal(all.here, 20);
	assert_false(thread_together(65, wait_for_all, &all));
	assert_int_equal(all.here, 20);
	condvar_free(all.c);
	mutex_free(all.m);
}

struct shared {
	struct mutex *m;
	struct condvar *c;
	int ready;
	long sum;
};

static void add_many(void *arg)
{
	struct shared *s = arg;
	int i;

	for (i = 0; i < 10000; i++) {
		mutex_lock(s->m);
		s->sum++;
		mutex_unlock(s->m);
	}
	mutex_lock(s->m);
	s->ready++;
	condvar_wake_all(s->c);
	mutex_unlock(s->m);
}

static void locks_and_signals(void **state)
{
	struct shared s = {0};
	struct thread *t[2];
	struct err err;

	(void)state;
	assert_int_equal(mutex_new(&s.m, &err), ERR_OK);
	assert_int_equal(condvar_new(&s.c, &err), ERR_OK);
	assert_int_equal(thread_start(add_many, &s, &t[0], &err), ERR_OK);
	assert_int_equal(thread_start(add_many, &s, &t[1], &err), ERR_OK);
	mutex_lock(s.m);
	while (s.ready < 2)
		condvar_wait(s.c, s.m);
	assert_int_equal(s.sum, 20000);
	assert_false(condvar_wait_for(s.c, s.m, 5)); /* nobody signals any more */
	mutex_unlock(s.m);
	thread_join(t[0]);
	thread_join(t[1]);
	condvar_free(s.c);
	mutex_free(s.m);
	assert_true(thread_cpu_count() >= 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_index_once),
		cmocka_unit_test(together_is_at_the_same_time),
		cmocka_unit_test(locks_and_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
