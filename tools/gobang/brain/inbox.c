/* SPDX-License-Identifier: MIT */
#include "brain/inbox.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/thread.h"

#define LINES_MAX 1024 /* of the queue; then the writer waits */

struct inbox {
	struct file_in *file;
	struct thread *thread;
	struct mutex *mutex; /* protects all below */
	struct condvar *changed;
	struct inbox_line lines[LINES_MAX]; /* number n is at n % LINES_MAX */
	uint64_t first, count, looked;      /* looked: number of the next line for inbox_look */
	bool ended; /* the thread has ended, with INBOX_END or END as last line */
	struct err err;
};

/* Adds a line; waits until there is room. */
static void add(struct inbox *in, const struct inbox_line *line, bool last)
{
	mutex_lock(in->mutex);
	while (in->count == LINES_MAX)
		condvar_wait(in->changed, in->mutex);
	in->lines[(in->first + in->count++) % LINES_MAX] = *line;
	in->ended = last;
	condvar_wake_all(in->changed);
	mutex_unlock(in->mutex);
}

/* Reads a line ended by CR, LF or both; empty lines and blanks around a line are skipped. A tab
 * counts as a blank. False: the input has ended. */
static bool read_line(struct inbox *in, struct inbox_line *line)
{
	size_t len = 0;

	line->kind = INBOX_LINE;
	for (;;) {
		size_t got = 0;
		char c = '\0';

		/* byte by byte: an answer is due as soon as a line is complete */
		(void)file_in_read(in->file, &c, 1, &got, &in->err);
		if (got != 0 && c != '\n' && c != '\r') {
			c = c == '\t' ? ' ' : c;
			if (len == 0 && c == ' ')
				continue;
			if (len + 1 < sizeof(line->text))
				line->text[len++] = c;
			else
				line->kind = INBOX_TOO_LONG;
			continue;
		}
		while (len > 0 && line->text[len - 1] == ' ')
			len--;
		line->text[len] = '\0';
		if (line->kind == INBOX_LINE && strlen(line->text) != len)
			line->kind = INBOX_ZERO_BYTE;
		if (len > 0 || got == 0)
			return len > 0;
	}
}

static void read_lines(void *arg)
{
	struct inbox *in = arg;
	struct inbox_line line;
	bool last = false;

	while (!last && read_line(in, &line)) {
		last = line.kind == INBOX_LINE && strcmp(line.text, "END") == 0;
		add(in, &line, last);
	}
	line.kind = INBOX_END;
	if (!last)
		add(in, &line, true);
}

enum err_code inbox_open(struct inbox **out, struct err *err)
{
	struct inbox *in = calloc(1, sizeof(*in));

	if (in == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (file_in_stdin(&in->file, err) == ERR_OK && mutex_new(&in->mutex, err) == ERR_OK &&
		condvar_new(&in->changed, err) == ERR_OK &&
		thread_start(read_lines, in, &in->thread, err) == ERR_OK) {
		*out = in;
		return ERR_OK;
	}
	in->ended = true;
	inbox_close(in);
	return err->code;
}

void inbox_close(struct inbox *in)
{
	bool ended = true;

	if (in == NULL)
		return;
	if (in->thread != NULL) {
		mutex_lock(in->mutex);
		ended = in->ended;
		mutex_unlock(in->mutex);
	}
	if (!ended)
		return;
	thread_join(in->thread);
	if (in->changed != NULL)
		condvar_free(in->changed);
	if (in->mutex != NULL)
		mutex_free(in->mutex);
	file_in_close(in->file);
	free(in);
}

enum err_code inbox_take(struct inbox *in, struct inbox_line *line, struct err *err)
{
	mutex_lock(in->mutex);
	while (in->count == 0)
		condvar_wait(in->changed, in->mutex);
	*line = in->lines[in->first % LINES_MAX];
	if (line->kind != INBOX_END) {
		in->first++;
		in->count--;
	}
	in->looked = in->first;
	condvar_wake_all(in->changed);
	mutex_unlock(in->mutex);
	if (line->kind == INBOX_END && in->err.code != ERR_OK) {
		*err = in->err;
		return err->code;
	}
	return ERR_OK;
}

bool inbox_look(struct inbox *in, struct inbox_line *line)
{
	bool some;

	mutex_lock(in->mutex);
	some = in->looked < in->first + in->count;
	if (some)
		*line = in->lines[in->looked++ % LINES_MAX];
	mutex_unlock(in->mutex);
	return some;
}
