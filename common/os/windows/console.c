/* SPDX-License-Identifier: MIT */
/*
 * Reads keys as records of the console, so that it works without escape sequences too (Windows 7,
 * Wine): keys with a character give it, others what xterm sends. With escape sequences (Windows 10
 * and later) the console makes them itself, and they arrive as characters. A thread reads a
 * standard input that is not a console, because only consoles can be waited on.
 */
#include "biosbelt/console.h"

#include <windows.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/utf.h"
#include "os_private.h"

#ifndef ENABLE_VIRTUAL_TERMINAL_INPUT
#define ENABLE_VIRTUAL_TERMINAL_INPUT 0x0200
#endif
#ifndef ENABLE_VIRTUAL_TERMINAL_PROCESSING
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
#endif
#ifndef DISABLE_NEWLINE_AUTO_RETURN
#define DISABLE_NEWLINE_AUTO_RETURN 0x0008
#endif

#define PIPE_SIZE 4096
#define KEY_MAX   16 /* bytes of one key at most */

struct console {
	HANDLE in;
	HANDLE out;
	bool has_keys;
	bool is_shown;
	bool has_sequences;
	uint32_t high; /* first half of a surrogate pair */
	/* a pipe or file as input */
	HANDLE thread;
	HANDLE filled;  /* event: bytes are there, or the end */
	HANDLE emptied; /* event: they were taken */
	uint8_t bytes[PIPE_SIZE];
	DWORD len;
	DWORD at;
	bool ended;
};

static struct {
	HANDLE in;
	HANDLE out;
	DWORD in_mode;
	DWORD out_mode;
	atomic_bool active;
} found;

static void restore(void)
{
	if (!atomic_exchange(&found.active, false))
		return;
	SetConsoleMode(found.in, found.in_mode);
	if (found.out != NULL)
		SetConsoleMode(found.out, found.out_mode);
}

static const char *_Atomic reset_by;

static void on_signal(void)
{
	const char *text = atomic_exchange(&reset_by, NULL);
	DWORD n;

	if (text != NULL)
		WriteFile(GetStdHandle(STD_OUTPUT_HANDLE), text, (DWORD)strlen(text), &n, NULL);
	restore();
}

static DWORD WINAPI read_pipe(void *user)
{
	struct console *c = user;
	DWORD got = 1;

	while (got > 0) {
		if (!ReadFile(c->in, c->bytes, PIPE_SIZE, &got, NULL))
			got = 0;
		c->len = got;
		c->at = 0;
		SetEvent(c->filled);
		if (got > 0)
			WaitForSingleObject(c->emptied, INFINITE);
	}
	return 0;
}

static enum err_code start_thread(struct console *c, struct err *err)
{
	c->filled = CreateEventW(NULL, TRUE, FALSE, NULL);
	c->emptied = CreateEventW(NULL, FALSE, FALSE, NULL);
	if (c->filled != NULL && c->emptied != NULL)
		c->thread = CreateThread(NULL, 0, read_pipe, c, 0, NULL);
	return c->thread != NULL ? ERR_OK : err_set(err, ERR_NOMEM, "out of memory");
}

static void set_modes(struct console *c)
{
	if (c->is_shown) {
		GetConsoleMode(c->out, &found.out_mode);
		found.out = c->out;
		c->has_sequences = SetConsoleMode(c->out,
			ENABLE_PROCESSED_OUTPUT | ENABLE_WRAP_AT_EOL_OUTPUT |
				ENABLE_VIRTUAL_TERMINAL_PROCESSING | DISABLE_NEWLINE_AUTO_RETURN);
		/* Wine 8 accepts the mode but does not interpret sequences. */
		if (GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != NULL) {
			SetConsoleMode(c->out, found.out_mode);
			c->has_sequences = false;
		}
	}
	if (!SetConsoleMode(c->in, ENABLE_EXTENDED_FLAGS | ENABLE_VIRTUAL_TERMINAL_INPUT))
		SetConsoleMode(c->in, ENABLE_EXTENDED_FLAGS);
}

enum err_code console_open(struct console **out, struct err *err)
{
	struct console *c = calloc(1, sizeof *c);
	DWORD mode;

	if (c == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	c->in = GetStdHandle(STD_INPUT_HANDLE);
	c->out = GetStdHandle(STD_OUTPUT_HANDLE);
	c->has_keys = GetConsoleMode(c->in, &found.in_mode);
	c->is_shown = GetConsoleMode(c->out, &mode);
	if (os_console_out_open(c->is_shown, err) != ERR_OK ||
		(!c->has_keys && start_thread(c, err) != ERR_OK)) {
		free(c);
		return err->code;
	}
	if (c->has_keys) {
		found.in = c->in;
		atomic_store(&found.active, true);
		atexit(restore);
		os_set_exit_hook(on_signal);
		set_modes(c);
	}
	*out = c;
	return ERR_OK;
}

void console_close(struct console *c)
{
	if (c == NULL)
		return;
	(void)os_console_out_close();
	console_reset_by(NULL);
	if (c->has_keys) {
		restore();
		os_set_exit_hook(NULL);
		free(c);
	}
	/* else the thread may be in a read that only the end of the process ends */
}

bool console_has_keys(const struct console *c)
{
	return c->has_keys;
}

bool console_is_shown(const struct console *c)
{
	return c->is_shown;
}

bool console_has_sequences(const struct console *c)
{
	return c->has_sequences;
}

intptr_t console_handle(const struct console *c)
{
	return c->ended ? -1 : (intptr_t)(c->has_keys ? c->in : c->filled);
}

/* The sequences that xterm sends for keys without a character (its ctlseqs.ms, "PC-Style Function
 * Keys"). */
static const char *key_text(WORD code)
{
	static const struct {
		WORD code;
		const char *text;
	} keys[] = {{VK_UP, "\033[A"}, {VK_DOWN, "\033[B"}, {VK_RIGHT, "\033[C"},
		{VK_LEFT, "\033[D"}, {VK_HOME, "\033[H"}, {VK_END, "\033[F"},
		{VK_INSERT, "\033[2~"}, {VK_DELETE, "\033[3~"}, {VK_PRIOR, "\033[5~"},
		{VK_NEXT, "\033[6~"}, {VK_F1, "\033OP"}, {VK_F2, "\033OQ"}, {VK_F3, "\033OR"},
		{VK_F4, "\033OS"}, {VK_F5, "\033[15~"}, {VK_F6, "\033[17~"}, {VK_F7, "\033[18~"},
		{VK_F8, "\033[19~"}, {VK_F9, "\033[20~"}, {VK_F10, "\033[21~"},
		{VK_F11, "\033[23~"}, {VK_F12, "\033[24~"}};
	size_t i;

	for (i = 0; i < sizeof keys / sizeof keys[0]; i++)
		if (keys[i].code == code)
			return keys[i].text;
	return NULL;
}

/* The bytes of one key, at most KEY_MAX; 0: it has none. */
static size_t key_bytes(struct console *c, const KEY_EVENT_RECORD *k, uint8_t *out)
{
	uint32_t unit = k->uChar.UnicodeChar;
	bool alt = (k->dwControlKeyState & LEFT_ALT_PRESSED) != 0 &&
		   (k->dwControlKeyState & (LEFT_CTRL_PRESSED | RIGHT_CTRL_PRESSED)) == 0;
	const char *text;
	size_t n = 0;

	/* A character typed as Alt and digits arrives when Alt is released. */
	if (!k->bKeyDown && !(k->wVirtualKeyCode == VK_MENU && unit != 0))
		return 0;
	if (unit == 0) {
		text = key_text(k->wVirtualKeyCode);
		if (text != NULL) {
			n = strlen(text);
			memcpy(out, text, n);
		} else if (k->wVirtualKeyCode == VK_SPACE && k->bKeyDown &&
			   (k->dwControlKeyState & (LEFT_CTRL_PRESSED | RIGHT_CTRL_PRESSED))) {
			out[n++] = 0;
		}
		return n;
	}
	if (unit >= 0xD800 && unit < 0xDC00) {
		c->high = unit;
		return 0;
	}
	if (unit >= 0xDC00 && unit < 0xE000 && c->high != 0)
		unit = 0x10000 + ((c->high - 0xD800) << 10) + (unit - 0xDC00);
	c->high = 0;
	if (alt && unit < 0x80)
		out[n++] = 0x1B;
	return n + utf8_put(unit, out + n);
}

static void read_keys(struct console *c, uint8_t *ptr, size_t cap, size_t *got)
{
	INPUT_RECORD record;
	DWORD count;

	while (cap - *got >= KEY_MAX) {
		WORD i;

		if (!GetNumberOfConsoleInputEvents(c->in, &count)) {
			c->ended = true;
			return;
		}
		if (count == 0 || !ReadConsoleInputW(c->in, &record, 1, &count))
			return;
		if (record.EventType != KEY_EVENT)
			continue;
		for (i = 0; i < record.Event.KeyEvent.wRepeatCount && cap - *got >= KEY_MAX; i++)
			*got += key_bytes(c, &record.Event.KeyEvent, ptr + *got);
	}
}

enum err_code console_read(struct console *c, void *ptr, size_t cap, size_t *got, struct err *err)
{
	DWORD n;

	(void)err;
	*got = 0;
	if (c->has_keys) {
		read_keys(c, ptr, cap, got);
		return ERR_OK;
	}
	if (c->ended || WaitForSingleObject(c->filled, 0) != WAIT_OBJECT_0)
		return ERR_OK;
	if (c->len == 0) {
		c->ended = true;
		return ERR_OK;
	}
	n = c->len - c->at;
	if (n > cap)
		n = (DWORD)cap;
	memcpy(ptr, c->bytes + c->at, n);
	c->at += n;
	*got = n;
	if (c->at == c->len) {
		ResetEvent(c->filled);
		SetEvent(c->emptied);
	}
	return ERR_OK;
}

void console_reset_by(const char *sequences)
{
	atomic_store(&reset_by, sequences);
}

void os_wait(struct os_wait *items, size_t count, int timeout_ms)
{
	HANDLE handles[OS_WAIT_MAX];
	size_t item[OS_WAIT_MAX] = {0};
	DWORD n = 0;
	DWORD first = WAIT_TIMEOUT;
	DWORD i;

	for (i = 0; i < count; i++) {
		items[i].ready = false;
		if (items[i].handle == -1)
			continue;
		item[n] = i;
		handles[n++] = (HANDLE)items[i].handle;
	}
	if (n == 0)
		Sleep(timeout_ms < 0 ? INFINITE : (DWORD)timeout_ms);
	else
		first = WaitForMultipleObjects(
			n, handles, FALSE, timeout_ms < 0 ? INFINITE : (DWORD)timeout_ms);
	for (i = 0; i < n; i++) /* waiting has reset an auto-reset event */
		items[item[i]].ready = i == first - WAIT_OBJECT_0 ||
				       WaitForSingleObject(handles[i], 0) == WAIT_OBJECT_0;
}
