/* SPDX-License-Identifier: MIT */
#include <windows.h>

#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "os_private.h"

static enum err_code read_line(HANDLE in, wchar_t *line, struct err *err)
{
	DWORD n = 0;

	if (!ReadConsoleW(in, line, OS_ANSWER_MAX, &n, NULL))
		return os_fail(err, (long)GetLastError(), "cannot read from the console");
	if (n == OS_ANSWER_MAX && line[n - 1] != L'\n')
		return err_set(err, ERR_LIMIT, "an answer of more than %d units", OS_ANSWER_MAX);
	while (n > 0 && (line[n - 1] == L'\n' || line[n - 1] == L'\r'))
		n--;
	line[n] = L'\0';
	return ERR_OK;
}

static enum err_code ask(HANDLE in, struct blob *out, struct err *err)
{
	static wchar_t line[OS_ANSWER_MAX + 1];
	char *text;
	enum err_code rc = read_line(in, line, err);

	if (rc != ERR_OK)
		return rc;
	text = os_narrow(line);
	SecureZeroMemory(line, sizeof line);
	if (text == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = blob_copy(span_of(text, strlen(text) + 1), out, err);
	SecureZeroMemory(text, strlen(text));
	free(text);
	return rc;
}

/* For Ctrl-C: the mode of a console outlives the program. */
static HANDLE console;
static DWORD shown;

static void show_typing(void)
{
	SetConsoleMode(console, shown);
}

enum err_code os_ask_secret(const char *prompt, struct blob *out, struct err *err)
{
	struct err unused;
	enum err_code rc;

	console = GetStdHandle(STD_INPUT_HANDLE);
	if (!os_is_terminal(OS_STDIN) || !GetConsoleMode(console, &shown)) {
		err_set(err, ERR_NOTFOUND, "no console to ask at");
		(void)os_add_winpty(err);
		return err->code;
	}
	rc = os_write_text(OS_STDERR, prompt, strlen(prompt), err);
	if (rc != ERR_OK)
		return rc;
	os_set_exit_hook(show_typing);
	SetConsoleMode(console,
		(shown & ~(DWORD)ENABLE_ECHO_INPUT) | ENABLE_LINE_INPUT | ENABLE_PROCESSED_INPUT);
	rc = ask(console, out, err);
	show_typing();
	os_set_exit_hook(NULL);
	(void)os_write_text(OS_STDERR, "\n", 1, &unused);
	return rc;
}
