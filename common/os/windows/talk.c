/* SPDX-License-Identifier: MIT */
#include "biosbelt/talk.h"

#include <windows.h>

#include <stdlib.h>

#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

#define LOOK_MS   2 /* anonymous pipes cannot be waited for */
#define PIPE_SIZE 65536

struct talk {
	HANDLE process, in, out; /* our ends: of its output, of its input; NULL: none */
	HANDLE job;              /* closing it ends all processes that it started */
};

bool talk_can(enum talk_way way)
{
	return way != TALK_THREE_FOUR;
}

/* Makes a pipe whose end theirs the program inherits (0: the end to read). */
static bool open_pipe(HANDLE ends[2], unsigned theirs)
{
	return CreatePipe(&ends[0], &ends[1], NULL, PIPE_SIZE) &&
	       SetHandleInformation(ends[theirs], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

static void close_handle(HANDLE h)
{
	if (h != NULL && h != INVALID_HANDLE_VALUE)
		CloseHandle(h);
}

static HANDLE make_job(void)
{
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
		.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE};
	HANDLE job = CreateJobObjectW(NULL, NULL);

	if (job != NULL)
		SetInformationJobObject(
			job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
	return job;
}

static enum err_code start(char *const *argv, const struct talk_opts *opts, HANDLE in, HANDLE out,
	HANDLE none, struct talk *t, struct err *err)
{
	STARTUPINFOW startup = {.cb = sizeof startup,
		.dwFlags = STARTF_USESTDHANDLES,
		.hStdInput = in != NULL ? in : none,
		.hStdOutput = out != NULL ? out : none,
		.hStdError = none};
	PROCESS_INFORMATION info;
	enum err_code rc = process_create(argv, opts->folder, &startup,
		CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP |
			(opts->way == TALK_NOTHING ? CREATE_NO_WINDOW : 0),
		&info, err);

	if (rc != ERR_OK)
		return rc;
	t->process = info.hProcess;
	t->job = make_job();
	/* Windows 7 has no nested jobs: then only the program itself is ended */
	if (t->job != NULL)
		(void)AssignProcessToJobObject(t->job, info.hProcess);
	ResumeThread(info.hThread);
	CloseHandle(info.hThread);
	return ERR_OK;
}

enum err_code talk_start(
	char *const *argv, const struct talk_opts *opts, struct talk **out, struct err *err)
{
	SECURITY_ATTRIBUTES inherit = {.nLength = sizeof inherit, .bInheritHandle = TRUE};
	struct talk *t = calloc(1, sizeof(*t));
	HANDLE to[2] = {NULL, NULL}, from[2] = {NULL, NULL}, none;
	enum err_code rc = ERR_OK;

	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	none = CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
		&inherit, OPEN_EXISTING, 0, NULL);
	if (opts->way != TALK_NOTHING && (!open_pipe(to, 0) || !open_pipe(from, 1)))
		rc = os_fail(err, (long)GetLastError(), "no pipe");
	if (rc == ERR_OK)
		rc = start(argv, opts, to[0], from[1], none, t, err);
	close_handle(to[0]);
	close_handle(from[1]);
	close_handle(none);
	t->in = from[0];
	t->out = to[1];
	if (rc == ERR_OK) {
		*out = t;
		return ERR_OK;
	}
	close_handle(to[1]);
	close_handle(from[0]);
	free(t);
	return rc;
}

bool talk_is_alive(struct talk *t)
{
	return WaitForSingleObject(t->process, 0) == WAIT_TIMEOUT;
}

enum err_code talk_write(
	struct talk *t, const void *ptr, size_t len, unsigned timeout_ms, struct err *err)
{
	const char *at = ptr;

	(void)timeout_ms; /* an anonymous pipe takes everything or waits */
	while (len > 0) {
		DWORD n = 0;

		if (!WriteFile(t->out, at, (DWORD)(len < PIPE_SIZE ? len : PIPE_SIZE), &n, NULL))
			return os_fail(err, (long)GetLastError(), "it does not read any more");
		at += n;
		len -= n;
	}
	return ERR_OK;
}

enum err_code talk_read(
	struct talk *t, void *ptr, size_t cap, unsigned timeout_ms, size_t *got, struct err *err)
{
	uint64_t until = os_time_ms() + timeout_ms;
	DWORD there = 0, n = 0;

	*got = 0;
	for (;;) {
		if (!PeekNamedPipe(t->in, NULL, 0, NULL, &there, NULL))
			return err_set(err, ERR_NOTFOUND, "it has ended");
		if (there != 0)
			break;
		if (os_time_ms() >= until)
			return err_set(err, ERR_BUSY, "no answer within %u ms", timeout_ms);
		os_sleep_ms(LOOK_MS);
	}
	if (!ReadFile(t->in, ptr, (DWORD)(cap < PIPE_SIZE ? cap : PIPE_SIZE), &n, NULL))
		return os_fail(err, (long)GetLastError(), "cannot read");
	*got = n;
	return ERR_OK;
}

intptr_t talk_handle(const struct talk *t)
{
	(void)t; /* an anonymous pipe cannot be waited on */
	return -1;
}

int talk_end(struct talk *t, unsigned grace_ms)
{
	DWORD code = 0;
	bool ended;

	if (t == NULL)
		return -1;
	close_handle(t->out);
	ended = WaitForSingleObject(t->process, grace_ms) == WAIT_OBJECT_0 &&
		GetExitCodeProcess(t->process, &code);
	if (!ended)
		TerminateProcess(t->process, 1);
	if (t->job != NULL)
		TerminateJobObject(t->job, 1);
	close_handle(t->job);
	if (!ended)
		WaitForSingleObject(t->process, PROCESS_END_MS);
	CloseHandle(t->process);
	close_handle(t->in);
	free(t);
	return ended ? (int)code : -1;
}
