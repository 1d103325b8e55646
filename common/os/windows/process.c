/* SPDX-License-Identifier: MIT */
#include "biosbelt/process.h"

#include <windows.h>

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "biosbelt/os.h"
#include "os_private.h"
#include "process_private.h"

const char process_separator = '\\';
const char process_path_marks[] = "\\/:";
const char process_list_mark[] = ";";

bool process_is_program(const char *path)
{
	wchar_t *wide = os_wide_path(path);
	DWORD attributes = wide != NULL ? GetFileAttributesW(wide) : INVALID_FILE_ATTRIBUTES;

	free(wide);
	return attributes != INVALID_FILE_ATTRIBUTES && !(attributes & FILE_ATTRIBUTE_DIRECTORY);
}

const char *process_ending(const char *name)
{
	return strchr(path_base(name), '.') == NULL ? ".exe" : "";
}

static BOOL WINAPI ignore_event(DWORD event)
{
	return event == CTRL_C_EVENT || event == CTRL_BREAK_EVENT;
}

enum err_code process_create(char *const *argv, const char *folder, STARTUPINFOW *startup,
	DWORD flags, PROCESS_INFORMATION *info, struct err *err)
{
	BOOL inherit = (startup->dwFlags & STARTF_USESTDHANDLES) != 0;
	struct blob line;
	wchar_t *wide_line;
	wchar_t *wide_path;
	wchar_t *wide_folder;
	enum err_code rc = process_quote(argv, &line, err);

	if (rc != ERR_OK)
		return rc;
	wide_line = os_wide((const char *)line.ptr);
	wide_path = os_wide(argv[0]);
	wide_folder = folder != NULL ? os_wide(folder) : NULL;
	blob_free(&line);
	if (wide_line == NULL || wide_path == NULL || (folder != NULL && wide_folder == NULL))
		rc = err_set(err, ERR_NOMEM, "out of memory, or an argument that is not UTF-8");
	else if (wcslen(wide_line) > 32766) /* CreateProcess: 32,767 with the NUL */
		rc = err_set(err, ERR_LIMIT, "command line longer than 32766 units");
	else if (!CreateProcessW(wide_path, wide_line, NULL, NULL, inherit, flags, NULL,
			 wide_folder, startup, info))
		rc = os_fail(err, (long)GetLastError(), argv[0]);
	free(wide_line);
	free(wide_path);
	free(wide_folder);
	return rc;
}

static void wait_watched(HANDLE process, const struct process_opts *opts)
{
	HANDLE handles[2] = {process, (HANDLE)opts->watch_handle};
	DWORD count = opts->watch_handle == -1 ? 1 : 2;
	DWORD wait = opts->watch_ms != 0 ? opts->watch_ms : INFINITE;

	while (WaitForMultipleObjects(count, handles, FALSE, wait) != WAIT_OBJECT_0)
		if (opts->watch(opts->watch_user)) {
			TerminateProcess(process, 1);
			WaitForSingleObject(process, PROCESS_END_MS);
			return;
		}
}

enum err_code process_run(
	char *const *argv, const struct process_opts *opts, int *status, struct err *err)
{
	STARTUPINFOW startup = {.cb = sizeof startup};
	PROCESS_INFORMATION info;
	DWORD code = 0;
	enum err_code rc;

	if (opts->tee != NULL)
		return err_set(err, ERR_UNSUPPORTED, "only Linux can log a program from outside");
	rc = process_create(
		argv, NULL, &startup, opts->detach ? CREATE_NEW_PROCESS_GROUP : 0, &info, err);
	if (rc != ERR_OK)
		return rc;
	if (!opts->detach) {
		SetConsoleCtrlHandler(ignore_event, TRUE);
		if (opts->watch == NULL)
			WaitForSingleObject(info.hProcess, INFINITE);
		else
			wait_watched(info.hProcess, opts);
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
