/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <shlobj.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/os.h"
#include "biosbelt/utf.h"
#include "os_private.h"
#include "pty_name.h"

/* ntsecapi.h names it RtlGenRandom. */
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG len);

#define ENV_MAX       64   /* variables os_getenv remembers */
#define PIPE_NAME_MAX 256  /* CreateNamedPipe's limit */
#define CONSOLE_MAX   8192 /* UTF-16 units given to WriteConsoleW at once: it has a 64 KiB limit */

static enum os_encoding out_encoding = OS_UTF8;

/*
 * Names of 248 characters and more need the \\?\ form (Windows API, "Maximum Path Length
 * Limitation"), which takes full paths only.
 */
/* CreateDirectory needs room for an 8.3 name after the folder's path; files may use a few
 * characters more. */
#define PLAIN_PATH_MAX 247

/* Allocated; NULL when out of memory or when the system cannot resolve it. */
wchar_t *os_full_path(const wchar_t *wide, size_t before)
{
	DWORD len = GetFullPathNameW(wide, 0, NULL, NULL);
	wchar_t *full = len != 0 ? malloc((before + len) * sizeof *full) : NULL;

	if (full != NULL && GetFullPathNameW(wide, len, full + before, NULL) == 0) {
		free(full);
		full = NULL;
	}
	return full;
}

wchar_t *os_wide_path(const char *path)
{
	wchar_t *wide = os_wide(path);
	wchar_t *full;
	wchar_t *p;
	bool unc;

	if (wide == NULL)
		return wide;
	if (wcsncmp(wide, L"\\\\?\\", 4) == 0) {
		/* the system takes it as it is: '/', which our paths have, would be part of a name
		 */
		for (p = wide; *p != L'\0'; p++)
			if (*p == L'/')
				*p = L'\\';
		return wide;
	}
	/* The limit applies to the full path: a short name in a deep working folder exceeds it
	 * too. */
	full = os_full_path(wide, 8);
	if (full == NULL || wcslen(full + 8) <= PLAIN_PATH_MAX ||
		wcsncmp(full + 8, L"\\\\.\\", 4) == 0 || wcsncmp(full + 8, L"\\\\?\\", 4) == 0) {
		free(full);
		return wide;
	}
	free(wide);
	unc = full[8] == L'\\' && full[9] == L'\\';
	memmove(full + (unc ? 7 : 4), full + (unc ? 9 : 8),
		(wcslen(full + (unc ? 9 : 8)) + 1) * sizeof *full);
	memcpy(full, unc ? L"\\\\?\\UNC" : L"\\\\?\\", (unc ? 7 : 4) * sizeof *full);
	return full;
}

/* Not _wgetenv: in a program with main, msvcrt.dll makes the wide variables of the narrow ones, and
 * the characters that the code page lacks are lost. Allocated; NULL: not set. */
static wchar_t *environment(const char *name)
{
	wchar_t *wide = os_wide(name);
	DWORD len = wide != NULL ? GetEnvironmentVariableW(wide, NULL, 0) : 0;
	wchar_t *value = len != 0 ? calloc(len, sizeof *value) : NULL;

	if (value != NULL && GetEnvironmentVariableW(wide, value, len) >= len) {
		free(value); /* it has grown meanwhile */
		value = NULL;
	}
	free(wide);
	return value;
}

const char *os_getenv(const char *name)
{
	static struct {
		char *name;
		char *value;
	} known[ENV_MAX];
	wchar_t *value = environment(name);
	int i;

	if (value == NULL)
		return NULL;
	for (i = 0; i < ENV_MAX - 1 && known[i].name != NULL; i++)
		if (strcmp(known[i].name, name) == 0)
			break;
	if (known[i].name == NULL)
		known[i].name = alloc_text(name);
	free(known[i].value);
	known[i].value = os_narrow(value);
	free(value);
	return known[i].value;
}

/* Large pages need a privilege that ordinary users lack. */
void os_keep_freed(void)
{
}

void os_prefer_large_pages(void *ptr, size_t len)
{
	(void)ptr;
	(void)len;
}

void *os_alloc_large(size_t len)
{
	return malloc(len);
}

void os_will_write(void *ptr, size_t len)
{
	(void)ptr;
	(void)len;
}

enum err_code os_random(void *ptr, size_t len, struct err *err)
{
	/* RtlGenRandom is in advapi32, which Windows loads from the system folder only. */
	if (len > ULONG_MAX || !SystemFunction036(ptr, (ULONG)len))
		return err_set(err, ERR_IO, "no random bytes");
	return ERR_OK;
}

static enum err_code known_folder(int csidl, struct blob *out, struct err *err)
{
	wchar_t wide[MAX_PATH];
	char *base;
	enum err_code rc;

	if (SHGetFolderPathW(NULL, csidl, NULL, 0, wide) != S_OK)
		return err_set(err, ERR_NOTFOUND, "Windows names no settings folder");
	base = os_narrow(wide);
	if (base == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = path_join(base, "biosbelt", out, err);
	free(base);
	return rc;
}

enum err_code os_settings_folder(struct blob *out, struct err *err)
{
	const char *base = os_getenv("APPDATA");

	if (base != NULL && base[0] != '\0')
		return path_join(base, "biosbelt", out, err);
	return known_folder(CSIDL_APPDATA, out, err);
}

enum err_code os_cache_folder(struct blob *out, struct err *err)
{
	const char *base = os_getenv("LOCALAPPDATA");

	if (base != NULL && base[0] != '\0')
		return path_join(base, "biosbelt", out, err);
	return known_folder(CSIDL_LOCAL_APPDATA, out, err);
}

enum err_code os_system_settings_folder(struct blob *out, struct err *err)
{
	return known_folder(CSIDL_COMMON_APPDATA, out, err);
}

static enum err_code narrow_blob(const wchar_t *wide, struct blob *out, struct err *err)
{
	char *text = os_narrow(wide);

	if (text == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	*out = (struct blob){(uint8_t *)text, strlen(text) + 1};
	return ERR_OK;
}

enum err_code os_temp_folder(struct blob *out, struct err *err)
{
	wchar_t wide[MAX_PATH + 1];
	DWORD len = GetTempPathW(MAX_PATH + 1, wide);

	if (len == 0 || len > MAX_PATH)
		return os_fail(err, (long)GetLastError(), "no folder for temporary files");
	return narrow_blob(wide, out, err);
}

enum err_code os_user_name(struct blob *out, struct err *err)
{
	wchar_t wide[257]; /* UNLEN and the NUL */
	DWORD len = 257;

	if (!GetUserNameW(wide, &len) || wide[0] == 0)
		return err_set(err, ERR_NOTFOUND, "Windows names no user");
	return narrow_blob(wide, out, err);
}

enum err_code os_host_name(struct blob *out, struct err *err)
{
	wchar_t wide[512];
	DWORD len = 512;

	if (!GetComputerNameExW(ComputerNameDnsFullyQualified, wide, &len) || wide[0] == 0)
		return err_set(err, ERR_NOTFOUND, "this machine has no name");
	return narrow_blob(wide, out, err);
}

enum err_code os_program_folder(struct blob *out, struct err *err)
{
	wchar_t *wide = malloc(32768 * sizeof *wide);
	char *path;

	if (wide == NULL || GetModuleFileNameW(NULL, wide, 32768) == 0) {
		free(wide);
		return os_fail(err, (long)GetLastError(), "cannot find the program's folder");
	}
	path = os_narrow(wide);
	free(wide);
	if (path == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	*out = (struct blob){(uint8_t *)path, path_dir_len(path)};
	out->ptr[out->len] = '\0';
	return ERR_OK;
}

static HANDLE stream_handle(enum os_stream which)
{
	static const DWORD number[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};

	return GetStdHandle(number[which]);
}

bool os_is_terminal(enum os_stream which)
{
	DWORD mode;

	return GetConsoleMode(stream_handle(which), &mode) != 0;
}

/* MSYS and Cygwin terminals are pipes with names of their own; other pipes have no such name. */
static bool is_msys_terminal(enum os_stream which)
{
	union {
		FILE_NAME_INFO info;
		uint8_t bytes[sizeof(FILE_NAME_INFO) + PIPE_NAME_MAX * sizeof(wchar_t)];
	} name = {0}; /* the system writes no NUL */
	HANDLE h = stream_handle(which);
	char *text;
	bool is;

	if (GetFileType(h) != FILE_TYPE_PIPE || !GetFileInformationByHandleEx(h, FileNameInfo,
							&name, sizeof name - sizeof(wchar_t)))
		return false;
	text = os_narrow(name.info.FileName);
	is = text != NULL && pty_name_is(text);
	free(text);
	return is;
}

char *os_tool_name(const wchar_t *program)
{
	const wchar_t *base = program;
	const wchar_t *p;
	char *name;
	size_t len;

	for (p = program; *p != L'\0'; p++)
		if (*p == L'\\' || *p == L'/' || *p == L':')
			base = p + 1;
	name = os_narrow(base);
	len = name != NULL ? strlen(name) : 0;
	if (len > 4 && _stricmp(name + len - 4, ".exe") == 0)
		name[len - 4] = '\0';
	return name;
}

bool os_add_winpty(struct err *err)
{
	wchar_t program[MAX_PATH] = L"";
	char *name;

	if (!is_msys_terminal(OS_STDIN) && !is_msys_terminal(OS_STDOUT))
		return false;
	GetModuleFileNameW(NULL, program, MAX_PATH - 1);
	name = os_tool_name(program);
	if (name == NULL)
		return false;
	err_append(err, "; this window has no Windows console: start 'winpty %s'", name);
	free(name);
	return true;
}

unsigned os_terminal_columns(void)
{
	CONSOLE_SCREEN_BUFFER_INFO info;

	if (GetConsoleScreenBufferInfo(stream_handle(OS_STDERR), &info) ||
		GetConsoleScreenBufferInfo(stream_handle(OS_STDOUT), &info))
		return (unsigned)(info.srWindow.Right - info.srWindow.Left + 1);
	return 80;
}

void os_set_output_encoding(enum os_encoding encoding)
{
	out_encoding = encoding;
}

/* A terminal shows nothing for a NUL; this console would show a blank. */
static size_t without_nul(wchar_t *wide, size_t count)
{
	size_t n = 0;
	size_t i;

	for (i = 0; i < count; i++)
		if (wide[i] != L'\0')
			wide[n++] = wide[i];
	return n;
}

static enum err_code write_console(HANDLE h, wchar_t *wide, size_t count, struct err *err)
{
	size_t left = without_nul(wide, count);

	while (left > 0) {
		DWORD step = left < CONSOLE_MAX ? (DWORD)left : CONSOLE_MAX;
		DWORD done = 0;

		if (step < left && (wide[step - 1] & 0xFC00) == 0xD800)
			step--; /* the halves of a surrogate pair go together */
		if (!WriteConsoleW(h, wide, step, &done, NULL) || done == 0)
			return os_fail(err, (long)GetLastError(), "write failed");
		wide += done;
		left -= done;
	}
	return ERR_OK;
}

#define ESCAPE_MAX 6 /* \uXXXX, more than a character takes in any code page */

#define CP_GB18030 54936

/* A character in the ANSI code page; 0 when it has none. UTF-8 and GB 18030 have all, and no flags
 * are allowed with them. */
static size_t put_ansi(const wchar_t *wide, int units, char *to)
{
	bool whole = GetACP() == CP_UTF8 || GetACP() == CP_GB18030;
	BOOL lacking = FALSE;
	int len = WideCharToMultiByte(CP_ACP, whole ? 0 : WC_NO_BEST_FIT_CHARS, wide, units, to,
		ESCAPE_MAX, NULL, whole ? NULL : &lacking);

	return len > 0 && !lacking ? (size_t)len : 0;
}

/* What the code page lacks is escaped in messages, and an error in what a program may read. */
static enum err_code to_ansi(
	bool escape, const wchar_t *wide, size_t count, struct buf *out, struct err *err)
{
	for (size_t i = 0; i < count;) {
		size_t units = i + 1 < count && IS_SURROGATE_PAIR(wide[i], wide[i + 1]) ? 2 : 1;
		char text[ESCAPE_MAX + 1];
		size_t len = put_ansi(wide + i, (int)units, text);

		if (len == 0 && !escape)
			return err_set(err, ERR_UNSUPPORTED,
				"code page %u lacks a character of this output: see "
				"--output-encoding",
				(unsigned)GetACP());
		if (len == 0) {
			len = (size_t)snprintf(text, sizeof(text), "\\u%04X", (unsigned)wide[i]);
			units = 1;
		}
		buf_add(out, text, len);
		i += units;
	}
	return out->failed == ERR_OK ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static enum err_code write_ansi(
	enum os_stream which, const wchar_t *wide, size_t count, struct err *err)
{
	struct buf ansi;
	enum err_code rc;

	buf_init(&ansi, 0);
	rc = to_ansi(which == OS_STDERR, wide, count, &ansi, err);
	if (rc == ERR_OK)
		rc = os_write_bytes(which, ansi.ptr, ansi.len, err);
	buf_free(&ansi);
	return rc;
}

enum err_code os_write_text(enum os_stream which, const void *ptr, size_t len, struct err *err)
{
	bool console = os_is_terminal(which);
	wchar_t *wide;
	size_t count;
	enum err_code rc;

	if (!console && out_encoding == OS_UTF8)
		return os_write_bytes(which, ptr, len, err);
	wide = os_wide_span(span_of(ptr, len), &count);
	if (wide == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = console ? write_console(stream_handle(which), wide, count, err)
		     : write_ansi(which, wide, count, err);
	free(wide);
	return rc;
}

enum err_code os_write_bytes(enum os_stream which, const void *ptr, size_t len, struct err *err)
{
	HANDLE h = stream_handle(which);
	const uint8_t *p = ptr;

	while (len > 0) {
		DWORD step = len < (1u << 20) ? (DWORD)len : 1u << 20;
		DWORD done = 0;

		if (!WriteFile(h, p, step, &done, NULL))
			return os_fail(err, (long)GetLastError(), "write failed");
		if (done == 0)
			return os_fail(err, ERROR_DISK_FULL, "write failed");
		p += done;
		len -= done;
	}
	return ERR_OK;
}
