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

/* Reads until all writers have closed the pipe. */
static enum err_code collect(
	HANDLE in, size_t max, uint64_t until, struct buf *out, struct err *err)
{
	for (;;) {
		uint8_t piece[4096];
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
		if (!ReadFile(in, piece, sizeof piece, &n, NULL))
			return os_fail(err, (long)GetLastError(), "cannot read");
		if (out->len + n > max)
			return err_set(err, ERR_LIMIT, "more than %zu bytes", max);
		buf_add(out, piece, n);
		SecureZeroMemory(piece, sizeof piece); /* may have been a password */
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
	struct buf got;
	enum err_code rc;

	if (!CreatePipe(&in, &theirs, &plain, 0))
		return os_fail(err, (long)GetLastError(), "no pipe");
	SetHandleInformation(theirs, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
	rc = start(argv, theirs, &process, err);
	CloseHandle(theirs);
	buf_init(&got, 0);
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
		return buf_finish(&got, out, err);
	buf_free(&got);
	return rc;
}
