/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

#define LOOK_MS 20 /* anonymous pipes cannot be waited for */

static enum err_code start(char *const *argv, HANDLE out, HANDLE *process, struct err *err)
{
	STARTUPINFOW startup = {.cb = sizeof startup,
		.dwFlags = STARTF_USESTDHANDLES,
		.hStdInput = GetStdHandle(STD_INPUT_HANDLE),
		.hStdOutput = out,
		.hStdError = GetStdHandle(STD_ERROR_HANDLE)};
	PROCESS_INFORMATION info;
	enum err_code rc = process_create(argv, NULL, &startup, 0, &info, err);

	if (rc == ERR_OK) {
		CloseHandle(info.hThread);
		*process = info.hProcess;
	}
	return rc;
}

/* Reads until nobody can write any more; out has room for max bytes and one more, which shows that
 * there are too many. */
static enum err_code collect(
	HANDLE in, size_t max, uint64_t until, struct blob *out, struct err *err)
{
	for (;;) {
		DWORD there = 0;
		DWORD n = 0;

		if (!PeekNamedPipe(in, NULL, 0, NULL, &there, NULL))
			return ERR_OK; /* a broken pipe: its end */
		if (there == 0 && os_time_ms() >= until)
			return ERR_BUSY;
		if (there == 0) {
			os_sleep_ms(LOOK_MS);
			continue;
		}
		if (!ReadFile(in, out->ptr + out->len, (DWORD)(max + 1 - out->len), &n, NULL))
			return os_fail(err, (long)GetLastError(), "cannot read");
		out->len += n;
		if (out->len > max)
			return err_set(err, ERR_LIMIT, "more than %zu bytes", max);
	}
}

static bool ends_by(HANDLE process, uint64_t until)
{
	uint64_t now = os_time_ms();

	return WaitForSingleObject(process, now < until ? (DWORD)(until - now) : 0) ==
	       WAIT_OBJECT_0;
}

static int finish(HANDLE process)
{
	DWORD code = 0;

	WaitForSingleObject(process, INFINITE);
	GetExitCodeProcess(process, &code);
	CloseHandle(process);
	return (int)code;
}

enum err_code process_capture(char *const *argv, size_t max, unsigned timeout_ms, struct blob *out,
	int *status, struct err *err)
{
	SECURITY_ATTRIBUTES plain = {.nLength = sizeof plain, .bInheritHandle = FALSE};
	uint64_t until = os_time_ms() + timeout_ms;
	HANDLE process = NULL;
	HANDLE in;
	HANDLE theirs;
	struct blob got;
	/* a password may come: in one place, so that none of it is left behind */
	enum err_code rc = blob_alloc(max + 1, &got, err);

	if (rc != ERR_OK)
		return rc;
	got.len = 0;
	if (!CreatePipe(&in, &theirs, &plain, 0)) {
		blob_free(&got);
		return os_fail(err, (long)GetLastError(), "no pipe");
	}
	SetHandleInformation(theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
	rc = start(argv, theirs, &process, err);
	CloseHandle(theirs);
	if (rc == ERR_OK) {
		rc = collect(in, max, until, &got, err);
		if (rc == ERR_OK && !ends_by(process, until))
			rc = ERR_BUSY;
		if (rc == ERR_BUSY)
			err_set(err, rc, "no end within %u s", timeout_ms / 1000);
		if (rc != ERR_OK)
			TerminateProcess(process, 1);
		*status = finish(process);
	}
	CloseHandle(in);
	if (rc == ERR_OK)
		*out = got;
	else
		blob_wipe(&got);
	return rc;
}
