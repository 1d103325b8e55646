/* SPDX-License-Identifier: MIT */
/*
 * spc_console click|wheel|resize TEXT PROGRAM ARG...: runs a program on this console and does with
 * it what a user's mouse and window do, by records in the console's input (a terminal passes
 * neither on to Wine). TEXT is what stands in the row that is meant; for resize the last row must
 * have it. click   a double click on that row wheel   a click on that row, the wheel one notch
 * down, then Enter resize  the window gets 60 columns and 12 rows; then Escape Ends as the program
 * does; 90 and more: something did not happen.
 */
#include <windows.h>

#include <stdio.h>
#include <string.h>
#include <wchar.h>

#define TRIES  300 /* of 100 ms */
#define SIDE   400
#define NARROW 60
#define LOW    12

static HANDLE open_console(const wchar_t *name)
{
	return CreateFileW(name, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
		NULL, OPEN_EXISTING, 0, NULL);
}

/* Row of the screen that is shown which has text; -1: none. */
static int find_row(const wchar_t *text, int *rows, int *columns)
{
	HANDLE out = open_console(L"CONOUT$"); /* the active buffer, which is the program's */
	CONSOLE_SCREEN_BUFFER_INFO info;
	wchar_t line[SIDE + 1];
	int found = -1;
	SHORT y;

	if (out == INVALID_HANDLE_VALUE || !GetConsoleScreenBufferInfo(out, &info))
		return -1;
	*rows = info.dwSize.Y;
	*columns = info.dwSize.X;
	for (y = 0; y < info.dwSize.Y && found < 0; y++) {
		DWORD n = 0;

		ReadConsoleOutputCharacterW(out, line, SIDE, (COORD){0, y}, &n);
		line[n < (DWORD)info.dwSize.X ? n : (DWORD)info.dwSize.X] = L'\0';
		if (wcsstr(line, text) != NULL)
			found = y;
	}
	CloseHandle(out);
	return found;
}

static int wait_row(const wchar_t *text, int last)
{
	int rows = 0;
	int columns = 0;
	int i;

	for (i = 0; i < TRIES; i++) {
		int y = find_row(text, &rows, &columns);

		if (y >= 0 && (!last || (y == rows - 1 && rows == LOW && columns == NARROW)))
			return y;
		Sleep(100);
	}
	return -1;
}

static void put_mouse(int y, DWORD buttons, DWORD flags)
{
	HANDLE in = open_console(L"CONIN$");
	INPUT_RECORD r;
	DWORD n;

	memset(&r, 0, sizeof r);
	r.EventType = MOUSE_EVENT;
	r.Event.MouseEvent.dwMousePosition = (COORD){8, (SHORT)y};
	r.Event.MouseEvent.dwButtonState = buttons;
	r.Event.MouseEvent.dwEventFlags = flags;
	WriteConsoleInputW(in, &r, 1, &n);
	CloseHandle(in);
}

static void put_key(WORD code, wchar_t unit)
{
	HANDLE in = open_console(L"CONIN$");
	INPUT_RECORD r;
	DWORD n;

	memset(&r, 0, sizeof r);
	r.EventType = KEY_EVENT;
	r.Event.KeyEvent.bKeyDown = TRUE;
	r.Event.KeyEvent.wRepeatCount = 1;
	r.Event.KeyEvent.wVirtualKeyCode = code;
	r.Event.KeyEvent.uChar.UnicodeChar = unit;
	WriteConsoleInputW(in, &r, 1, &n);
	CloseHandle(in);
}

static void click(int y)
{
	put_mouse(y, FROM_LEFT_1ST_BUTTON_PRESSED, 0);
	put_mouse(y, 0, 0);
}

static int resize(void)
{
	HANDLE out = open_console(L"CONOUT$");
	SMALL_RECT window = {0, 0, NARROW - 1, LOW - 1};
	COORD size = {NARROW, LOW};
	int good =
		SetConsoleWindowInfo(out, TRUE, &window) && SetConsoleScreenBufferSize(out, size);

	CloseHandle(out);
	return good;
}

static int act(const wchar_t *what, const wchar_t *text)
{
	int y = wait_row(text, 0);

	if (y < 0)
		return 91;
	if (wcscmp(what, L"resize") == 0) {
		if (!resize())
			return 92;
		if (wait_row(text, 1) < 0)
			return 93;
		put_key(VK_ESCAPE, 0x1B);
		return 0;
	}
	click(y);
	if (wcscmp(what, L"wheel") == 0) {
		put_mouse(y, 0xFF880000u, MOUSE_WHEELED); /* -120 in the upper half */
		put_key(VK_RETURN, L'\r');
		return 0;
	}
	put_mouse(y, FROM_LEFT_1ST_BUTTON_PRESSED, DOUBLE_CLICK);
	put_mouse(y, 0, 0);
	return 0;
}

int wmain(int argc, wchar_t **argv);

int wmain(int argc, wchar_t **argv)
{
	STARTUPINFOW startup = {.cb = sizeof startup};
	PROCESS_INFORMATION process;
	wchar_t line[4096] = L"";
	DWORD status = 99;
	int failed;
	int i;

	for (i = 3; i < argc; i++) {
		wcscat(line, i > 3 ? L" \"" : L"\"");
		wcscat(line, argv[i]);
		wcscat(line, L"\"");
	}
	if (argc < 4 ||
		!CreateProcessW(NULL, line, NULL, NULL, TRUE, 0, NULL, NULL, &startup, &process))
		return 90;
	failed = act(argv[1], argv[2]);
	if (failed)
		TerminateProcess(process.hProcess, 94);
	WaitForSingleObject(process.hProcess, 60000);
	GetExitCodeProcess(process.hProcess, &status);
	return failed ? failed : (int)status;
}
