/* SPDX-License-Identifier: MIT */
/*
 * The classic console API: Windows 7 has no escape sequences, and Wine 8 accepts the mode for them
 * but ignores it. A screen buffer of our own preserves the user's screen; the system removes it
 * when the program ends for whatever reason.
 */
#include "biosbelt/term.h"

#include <windows.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/utf.h"
#include "os_private.h"

#define WIDE_MAX 4096 /* units drawn at a time */

struct term {
	HANDLE in;
	HANDLE old; /* the screen buffer before ours */
	HANDLE own;
	DWORD in_mode;
	WORD plain; /* attribute of TERM_DEFAULT */
	DWORD buttons;
	uint32_t high; /* first half of a surrogate pair */
	int columns;
	int rows;
};

static struct {
	HANDLE in;
	HANDLE old;
	DWORD in_mode;
	atomic_bool active;
} saved;

static void restore(void)
{
	if (!atomic_exchange(&saved.active, false))
		return;
	SetConsoleActiveScreenBuffer(saved.old);
	SetConsoleMode(saved.in, saved.in_mode);
}

static void read_size(struct term *t)
{
	CONSOLE_SCREEN_BUFFER_INFO info;

	t->columns = 80;
	t->rows = 25;
	if (GetConsoleScreenBufferInfo(t->own, &info)) {
		t->columns = info.srWindow.Right - info.srWindow.Left + 1;
		t->rows = info.srWindow.Bottom - info.srWindow.Top + 1;
	}
}

static void fit_buffer(struct term *t)
{
	CONSOLE_SCREEN_BUFFER_INFO info;
	COORD size;

	read_size(t);
	size.X = (SHORT)t->columns;
	size.Y = (SHORT)t->rows;
	/* Setting the same size again would be reported as a change, in an endless loop. */
	if (!GetConsoleScreenBufferInfo(t->own, &info) || info.dwSize.X != size.X ||
		info.dwSize.Y != size.Y)
		SetConsoleScreenBufferSize(t->own, size);
}

static enum err_code open_handles(struct term *t, struct err *err)
{
	CONSOLE_SCREEN_BUFFER_INFO info;

	t->in = CreateFileW(L"CONIN$", GENERIC_READ | GENERIC_WRITE,
		FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
	t->old = CreateFileW(L"CONOUT$", GENERIC_READ | GENERIC_WRITE,
		FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING, 0, NULL);
	if (t->in == INVALID_HANDLE_VALUE || t->old == INVALID_HANDLE_VALUE ||
		!GetConsoleMode(t->in, &t->in_mode) || !GetConsoleScreenBufferInfo(t->old, &info))
		return err_set_os(err, ERR_UNSUPPORTED, (long)GetLastError(), "no console");
	t->plain = info.wAttributes & 0xFF;
	t->own = CreateConsoleScreenBuffer(GENERIC_READ | GENERIC_WRITE,
		FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, CONSOLE_TEXTMODE_BUFFER, NULL);
	if (t->own == INVALID_HANDLE_VALUE)
		return os_fail(err, (long)GetLastError(), "no screen buffer");
	return ERR_OK;
}

static void close_handle(HANDLE h)
{
	if (h != NULL && h != INVALID_HANDLE_VALUE)
		CloseHandle(h);
}

enum err_code term_open(bool mouse, struct term **out, struct err *err)
{
	struct term *t;
	enum err_code rc;

	if (!os_is_terminal(OS_STDIN) || !os_is_terminal(OS_STDOUT)) {
		err_set(err, ERR_UNSUPPORTED, "no console");
		(void)os_add_winpty(err);
		return err->code;
	}
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	rc = open_handles(t, err);
	if (rc != ERR_OK) {
		term_close(t);
		return rc;
	}
	saved.in = t->in;
	saved.old = t->old;
	saved.in_mode = t->in_mode;
	atomic_store(&saved.active, true);
	atexit(restore);
	os_set_exit_hook(restore);
	/* ENABLE_EXTENDED_FLAGS without quick edit: else the mouse selects text. */
	SetConsoleMode(t->in,
		ENABLE_EXTENDED_FLAGS | ENABLE_WINDOW_INPUT | (mouse ? ENABLE_MOUSE_INPUT : 0));
	SetConsoleMode(t->own, 0); /* no wrapping, or the last cell would scroll */
	SetConsoleActiveScreenBuffer(t->own);
	fit_buffer(t);
	*out = t;
	return ERR_OK;
}

void term_close(struct term *t)
{
	if (t == NULL)
		return;
	restore();
	os_set_exit_hook(NULL);
	close_handle(t->own);
	close_handle(t->old);
	close_handle(t->in);
	free(t);
}

void term_size(struct term *t, int *columns, int *rows)
{
	*columns = t->columns;
	*rows = t->rows;
}

enum term_colours term_colours(const struct term *t)
{
	const char *no = os_getenv("NO_COLOR");

	(void)t;
	return no != NULL && no[0] != '\0' ? TERM_COLOURS_NONE : TERM_COLOURS_16;
}

/* ANSI has red in bit 0 and blue in bit 2; the console has them the other way round. */
static WORD console_colour(uint32_t colour, WORD plain)
{
	unsigned n;

	if (colour == TERM_DEFAULT)
		return plain;
	n = term_to_16(colour);
	return (WORD)((n & 10u) | (n & 1u) << 2 | (n & 4u) >> 2);
}

static WORD attribute(const struct term *t, struct term_style style)
{
	WORD fg = console_colour(style.fg, t->plain & 15);
	WORD bg = console_colour(style.bg, t->plain >> 4);

	if (style.attr & TERM_BOLD)
		fg |= FOREGROUND_INTENSITY;
	if (style.attr & TERM_DIM)
		fg = fg == 0 ? fg : FOREGROUND_INTENSITY; /* dark grey */
	if (style.attr & TERM_REVERSE)
		return (WORD)(bg | fg << 4);
	return (WORD)(fg | bg << 4 | (style.attr & TERM_UNDERLINE ? COMMON_LVB_UNDERSCORE : 0));
}

void term_run(struct term *t, int x, int y, struct term_style style, struct span text)
{
	wchar_t wide[WIDE_MAX];
	DWORD wrote;
	int n = MultiByteToWideChar(
		CP_UTF8, 0, (const char *)text.ptr, (int)text.len, wide, WIDE_MAX);

	SetConsoleCursorPosition(t->own, (COORD){(SHORT)x, (SHORT)y});
	SetConsoleTextAttribute(t->own, attribute(t, style));
	if (n > 0)
		WriteConsoleW(t->own, wide, (DWORD)n, &wrote, NULL);
}

void term_cursor(struct term *t, int x, int y)
{
	CONSOLE_CURSOR_INFO info = {25, x >= 0};

	if (x >= 0)
		SetConsoleCursorPosition(t->own, (COORD){(SHORT)x, (SHORT)y});
	SetConsoleCursorInfo(t->own, &info);
}

void term_erase(struct term *t)
{
	COORD origin = {0, 0};
	DWORD cells = (DWORD)t->columns * (DWORD)t->rows;
	DWORD done;

	FillConsoleOutputCharacterW(t->own, L' ', cells, origin, &done);
	FillConsoleOutputAttribute(t->own, t->plain, cells, origin, &done);
}

/* The console draws at once; nothing is buffered. */
enum err_code term_flush(struct term *t, struct err *err)
{
	(void)t;
	(void)err;
	return ERR_OK;
}

static uint32_t virtual_key(WORD code)
{
	static const struct {
		WORD code;
		uint32_t key;
	} keys[] = {{VK_UP, TERM_KEY_UP}, {VK_DOWN, TERM_KEY_DOWN}, {VK_LEFT, TERM_KEY_LEFT},
		{VK_RIGHT, TERM_KEY_RIGHT}, {VK_HOME, TERM_KEY_HOME}, {VK_END, TERM_KEY_END},
		{VK_PRIOR, TERM_KEY_PAGE_UP}, {VK_NEXT, TERM_KEY_PAGE_DOWN},
		{VK_INSERT, TERM_KEY_INSERT}, {VK_DELETE, TERM_KEY_DELETE},
		{VK_BACK, TERM_KEY_BACKSPACE}, {VK_ESCAPE, TERM_KEY_ESCAPE}};
	size_t i;

	for (i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (keys[i].code == code)
			return keys[i].key;
	if (code >= VK_F1 && code <= VK_F12)
		return TERM_KEY_F1 + (uint32_t)(code - VK_F1);
	return 0;
}

static unsigned mods_of(DWORD state)
{
	return (state & SHIFT_PRESSED ? TERM_SHIFT : 0) |
	       (state & (LEFT_ALT_PRESSED | RIGHT_ALT_PRESSED) ? TERM_ALT : 0) |
	       (state & (LEFT_CTRL_PRESSED | RIGHT_CTRL_PRESSED) ? TERM_CTRL : 0);
}

/* A key that gave a character; Ctrl with a letter gives a control character. */
static uint32_t key_of_character(uint32_t unit, DWORD state, unsigned *mods)
{
	if (unit == '\r' || unit == '\n')
		return '\r';
	if (unit == 0x1B)
		return TERM_KEY_ESCAPE;
	if (unit == 8 || unit == 0x7F)
		return TERM_KEY_BACKSPACE;
	if (unit < 0x1B && unit != '\t') {
		*mods |= TERM_CTRL;
		return unit + 'a' - 1;
	}
	if (unit >= 0x20) {
		*mods &= TERM_ALT; /* AltGr appears as Ctrl+Alt; the character is enough */
		if ((state & (LEFT_CTRL_PRESSED | RIGHT_ALT_PRESSED)) != 0)
			*mods = 0;
	}
	return unit;
}

static void key_record(struct term *t, const KEY_EVENT_RECORD *k, struct term_event *out)
{
	uint32_t unit = k->uChar.UnicodeChar;

	if (!k->bKeyDown)
		return;
	out->mods = mods_of(k->dwControlKeyState);
	out->key = virtual_key(k->wVirtualKeyCode);
	if (out->key == 0 && unit >= 0xD800 && unit < 0xDC00) {
		t->high = unit;
		return;
	}
	if (out->key == 0 && unit >= 0xDC00 && unit < 0xE000 && t->high != 0)
		unit = 0x10000 + ((t->high - 0xD800) << 10) + (unit - 0xDC00);
	t->high = 0;
	if (out->key == 0 && k->wVirtualKeyCode == VK_TAB && (out->mods & TERM_SHIFT))
		out->key = TERM_KEY_BACKTAB;
	if (out->key == 0 && unit == 0)
		return; /* Shift and other modifiers alone */
	if (out->key == 0)
		out->key = key_of_character(unit, k->dwControlKeyState, &out->mods);
	out->type = TERM_KEY;
}

static void mouse_record(struct term *t, const MOUSE_EVENT_RECORD *m, struct term_event *out)
{
	static const int button_of[3] = {1, 3, 2}; /* left, right, middle: order of the bits */
	DWORD changed = m->dwButtonState ^ t->buttons;
	int i;

	out->x = m->dwMousePosition.X;
	out->y = m->dwMousePosition.Y;
	out->mods = mods_of(m->dwControlKeyState);
	if (m->dwEventFlags & MOUSE_WHEELED) {
		out->type = TERM_MOUSE;
		out->mouse = (m->dwButtonState & 0x80000000u) ? TERM_WHEEL_DOWN : TERM_WHEEL_UP;
		return;
	}
	if (m->dwEventFlags & DOUBLE_CLICK)
		changed = m->dwButtonState; /* only this flag marks a press */
	t->buttons = m->dwButtonState;
	for (i = 0; i < 3; i++) {
		if (!(changed >> i & 1))
			continue;
		out->type = TERM_MOUSE;
		out->button = button_of[i];
		out->mouse = (m->dwButtonState >> i & 1) ? TERM_PRESS : TERM_RELEASE;
		return;
	}
}

static void resize_event(struct term *t, struct term_event *out)
{
	int columns = t->columns;
	int rows = t->rows;

	fit_buffer(t);
	if (t->columns == columns && t->rows == rows)
		return; /* our own change of the buffer is reported as well */
	*out = (struct term_event){.type = TERM_RESIZE, .columns = t->columns, .rows = t->rows};
}

/* False when the console is closed. */
static bool take_record(struct term *t, struct term_event *out)
{
	INPUT_RECORD record;
	DWORD count = 0;

	if (!GetNumberOfConsoleInputEvents(t->in, &count))
		return false;
	if (count == 0)
		return true;
	if (!ReadConsoleInputW(t->in, &record, 1, &count))
		return false;
	if (record.EventType == KEY_EVENT)
		key_record(t, &record.Event.KeyEvent, out);
	else if (record.EventType == MOUSE_EVENT)
		mouse_record(t, &record.Event.MouseEvent, out);
	else if (record.EventType == WINDOW_BUFFER_SIZE_EVENT)
		resize_event(t, out);
	return true;
}

static DWORD time_left(int timeout_ms, uint64_t start)
{
	uint64_t gone = os_time_ms() - start;

	if (timeout_ms < 0)
		return INFINITE;
	return gone >= (uint64_t)timeout_ms ? 0 : (DWORD)((uint64_t)timeout_ms - gone);
}

void term_event(struct term *t, int timeout_ms, intptr_t wake, struct term_event *out)
{
	uint64_t start = os_time_ms();

	for (;;) {
		HANDLE handles[2] = {t->in, (HANDLE)wake};
		DWORD left = time_left(timeout_ms, start);
		DWORD which;

		*out = (struct term_event){.type = TERM_NONE};
		which = WaitForMultipleObjects(wake != -1 ? 2 : 1, handles, FALSE, left);
		if (which == WAIT_OBJECT_0 + 1) {
			out->type = TERM_WAKE;
			return;
		}
		if (which == WAIT_TIMEOUT)
			return;
		if (which != WAIT_OBJECT_0 || !take_record(t, out)) {
			out->type = TERM_CLOSED;
			return;
		}
		if (out->type != TERM_NONE || time_left(timeout_ms, start) == 0)
			return; /* records without an event must not delay the timeout */
	}
}
