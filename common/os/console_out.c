/* SPDX-License-Identifier: MIT */
/* A thread writes what the console shows: an output that takes nothing for some time must not keep
 * its user from anything else. */
#include "biosbelt/console.h"

#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/thread.h"
#include "os_private.h"

#define QUEUE_MAX (2u << 20) /* as much again is being written at most */
#define WAIT_MS   20 /* for a usual output: order and errors are as if it was written here */
#define STUCK_MS  2000

struct piece { /* before its bytes */
	enum os_stream which;
	size_t len;
};

static struct {
	struct mutex *lock;
	struct condvar *news;
	struct thread *thread;
	struct buf queue;
	bool text;
	bool writing;
	bool behind; /* WAIT_MS were not enough: not waited for until all is written */
	bool skip;   /* what is left */
	bool ending;
	unsigned written; /* pieces */
	uint64_t left_out;
	struct err err; /* of standard output */
} out;

static bool idle(void)
{
	return out.queue.len == 0 && !out.writing;
}

static void write_piece(const struct piece *p, const uint8_t *bytes)
{
	bool stdout_failed = p->which == OS_STDOUT && out.err.code != ERR_OK;
	struct err err;
	enum err_code rc;

	if (out.skip)
		out.left_out += p->len;
	if (out.skip || stdout_failed)
		return;
	mutex_unlock(out.lock);
	rc = p->which == OS_STDERR || out.text ? os_write_text(p->which, bytes, p->len, &err)
					       : os_write_bytes(p->which, bytes, p->len, &err);
	mutex_lock(out.lock);
	out.written++;
	if (rc != ERR_OK && p->which == OS_STDOUT)
		out.err = err;
}

static void write_all(void *unused)
{
	struct buf mine;

	(void)unused;
	buf_init(&mine, QUEUE_MAX);
	mutex_lock(out.lock);
	while (!out.ending || out.queue.len > 0) {
		struct buf empty = mine;
		struct piece p;
		size_t at;

		mine = out.queue;
		out.queue = empty;
		out.writing = true;
		for (at = 0; at < mine.len; at += p.len) {
			memcpy(&p, mine.ptr + at, sizeof p);
			at += sizeof p;
			write_piece(&p, mine.ptr + at);
		}
		mine.len = 0;
		out.writing = false;
		condvar_wake_all(out.news);
		while (out.queue.len == 0 && !out.ending)
			condvar_wait(out.news, out.lock);
	}
	mutex_unlock(out.lock);
	buf_free(&mine);
}

static void release(void)
{
	condvar_free(out.news);
	mutex_free(out.lock);
	buf_free(&out.queue);
	memset(&out, 0, sizeof out);
}

enum err_code os_console_out_open(bool text, struct err *err)
{
	memset(&out, 0, sizeof out);
	buf_init(&out.queue, QUEUE_MAX);
	out.text = text;
	if (mutex_new(&out.lock, err) == ERR_OK && condvar_new(&out.news, err) == ERR_OK &&
		thread_start(write_all, NULL, &out.thread, err) == ERR_OK)
		return ERR_OK;
	release();
	return err->code;
}

bool os_console_out_close(void)
{
	if (out.skip) /* the thread ends with the process */
		return false;
	mutex_lock(out.lock);
	out.ending = true;
	condvar_wake_all(out.news);
	mutex_unlock(out.lock);
	thread_join(out.thread);
	release();
	return true;
}

static bool settle(unsigned ms)
{
	while (!idle() && condvar_wait_for(out.news, out.lock, ms))
		;
	return idle();
}

static enum err_code put(enum os_stream which, struct span bytes, struct err *err)
{
	struct piece p = {which, bytes.len};
	enum err_code rc;
	size_t before;

	mutex_lock(out.lock);
	before = out.queue.len;
	if (out.left_out == 0) { /* else all until then is shown first */
		buf_add(&out.queue, &p, sizeof p);
		buf_add(&out.queue, bytes.ptr, bytes.len);
	}
	if (out.left_out > 0 || out.queue.failed != ERR_OK) {
		out.queue.len = before;
		out.queue.failed = ERR_OK;
		out.left_out += bytes.len;
	}
	condvar_wake_all(out.news);
	out.behind = !settle(out.behind ? 0 : WAIT_MS);
	rc = out.err.code;
	if (rc != ERR_OK)
		*err = out.err;
	mutex_unlock(out.lock);
	return rc;
}

enum err_code console_write(struct console *c, struct span bytes, struct err *err)
{
	(void)c;
	return put(OS_STDOUT, bytes, err);
}

void console_say(struct console *c, struct span bytes)
{
	struct err ignored;

	(void)c;
	(void)put(OS_STDERR, bytes, &ignored);
}

bool console_left_out(struct console *c, uint64_t *bytes)
{
	bool any;

	(void)c;
	mutex_lock(out.lock);
	any = out.left_out > 0;
	*bytes = idle() ? out.left_out : 0;
	if (idle())
		out.left_out = 0;
	mutex_unlock(out.lock);
	return any;
}

enum err_code console_flush(struct console *c, struct err *err)
{
	enum err_code rc;
	unsigned before;

	(void)c;
	mutex_lock(out.lock);
	do
		before = out.written;
	while (!out.skip && !settle(STUCK_MS) && !out.text && out.written != before);
	if (!out.skip && !idle()) {
		out.skip = true;
		out.skip = !settle(STUCK_MS);
	}
	rc = out.skip ? err_set(err, ERR_IO, "it takes nothing") : out.err.code;
	if (!out.skip && rc != ERR_OK)
		*err = out.err;
	mutex_unlock(out.lock);
	return rc;
}
