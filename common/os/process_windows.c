/* SPDX-License-Identifier: MIT */
#include "biosbelt/process.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/os.h"
#include "os_private.h"

static bool is_program(const char *path)
{
	wchar_t *wide = os_wide_path(path);
	DWORD attributes = wide != NULL ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;

	free(wide);
	return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

static bool has_path(const char *name)
{
	return strpbrk(name, "\\/:") != NULL;
}

/* folder\name, with .exe when the name has no ending. */
static enum err_code try_folder(
	const char *folder, size_t len, const char *name, struct blob *out, struct err *err)
{
	struct buf path;
	enum err_code rc;

	buf_init(&path, 0);
	buf_add(&path, folder, len);
	if (len > 0)
		buf_str(&path, "\\");
	buf_str(&path, name);
	if (strchr(path_base(name), '.') == NULL)
		buf_str(&path, ".exe");
	buf_add_u8(&path, 0);
	rc = buf_finish(&path, out, err);
	if (rc == ERR_OK && !is_program((const char *)out->ptr)) {
		blob_free(out);
		rc = ERR_NOTFOUND;
	}
	return rc;
}

enum err_code process_find(const char *name, struct blob *out, struct err *err)
{
	const char *path = os_getenv("PATH");
	struct blob own;
	enum err_code rc = ERR_NOTFOUND;

	if (name[0] == '\0')
		return err_set(err, ERR_NOTFOUND, "no program named");
	if (has_path(name)) {
		if (try_folder("", 0, name, out, err) == ERR_OK)
			return ERR_OK;
		return err_set(err, ERR_NOTFOUND, "%.200s: no such program", name);
	}
	if (os_program_folder(&own, err) == ERR_OK) {
		rc = try_folder(
			(const char *)own.ptr, strlen((const char *)own.ptr), name, out, err);
		blob_free(&own);
	}
	while (rc == ERR_NOTFOUND && path != NULL && *path != '\0') {
		size_t len = strcspn(path, ";");

		if (len > 0)
			rc = try_folder(path, len, name, out, err);
		path += len;
		path += *path == ';';
	}
	if (rc == ERR_NOTFOUND)
		return err_set(err, rc,
			"%.120s: no such program, neither beside this one nor on PATH", name);
	return rc;
}

static BOOL WINAPI ignore_event(DWORD event)
{
	return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

static enum err_code create(
	char *const *argv, bool detached, PROCESS_INFORMATION *info, struct err *err)
{
	STARTUPINFOW startup = {.cb = sizeof startup};
	struct blob line;
	wchar_t *wide_line;
	wchar_t *wide_path;
	enum err_code rc = process_quote(argv, &line, err);

	if (rc != ERR_OK)
		return rc;
	wide_line = os_wide((const char *)line.ptr);
	wide_path = os_wide(argv[0]);
	blob_free(&line);
	if (wide_line == NULL || wide_path == NULL)
		rc = err_set(err, ERR_NOMEM, "out of memory, or an argument that is no UTF-8");
	else if (wcslen(wide_line) > 32766) /* CreateProcess: 32,767 with the NUL */
		rc = err_set(err, ERR_LIMIT, "command line longer than 32766 units");
	else if (!CreateProcessW(wide_path, wide_line, NULL, NULL, FALSE,
			 detached ? CREATE_NEW_PROCESS_GROUP : 0, NULL, NULL, &startup, info))
		rc = os_fail(err, (long)GetLastError(), argv[0]);
	free(wide_line);
	free(wide_path);
	return rc;
}

enum err_code process_run(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err)
{
	PROCESS_INFORMATION info;
	DWORD code = 0;
	enum err_code rc;

	if (opts->tee != NULL)
		return err_set(err, ERR_UNSUPPORTED, "only Linux can log a program from outside");
	rc = create(argv, opts->detach, &info, err);
	if (rc != ERR_OK)
		return rc;
	if (!opts->detach) {
		SetConsoleCtrlHandler(ignore_event, TRUE);
		WaitForSingleObject(info.hProcess, INFINITE);
		GetExitCodeProcess(info.hProcess, &code);
		SetConsoleCtrlHandler(ignore_event, FALSE);
	}
	CloseHandle(info.hThread);
	CloseHandle(info.hProcess);
	*status = (int)code;
	return ERR_OK;
}

enum err_code process_replace(char *const *argv, struct err *err)
{
	const struct process_opts opts = {0};
	int status;
	enum err_code rc = process_run(argv, &opts, &status, err);

	if (rc == ERR_OK)
		exit(status);
	return rc;
}
