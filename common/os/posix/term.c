/* SPDX-License-Identifier: MIT */
/* ANSI terminals: sequences of xterm's ctlseqs.ms that every current terminal supports. */
#define _DEFAULT_SOURCE /* SIGWINCH */
#include "biosbelt/term.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "biosbelt/longrun.h"
#include "biosbelt/os.h"
#include "os_private.h"
#include "posix/stop.h"

#define INPUT_MAX  256 /* bytes kept until they make an event */
#define ESC_MS     30  /* an Escape with nothing after it for this long is the key itself */
#define OUTPUT_MAX (8u << 20)

/* Leave: mouse off, attributes off, cursor on, main screen back. */
#define SEQ_ENTER     "\033[?1049h\033[?25l\033[2J"
#define SEQ_LEAVE     "\033[?1006l\033[?1000l\033[0m\033[?25h\033[?1049l"
#define SEQ_MOUSE     "\033[?1000h\033[?1006h"
#define SEQ_CURSOR    "\033[?25h"
#define SEQ_NO_CURSOR "\033[?25l"

struct term {
	struct termios saved;
	struct termios raw;
	enum term_colours colours;
	bool mouse;
	uint8_t input[INPUT_MAX];
	size_t input_len;
	struct buf out;
	struct term_style style;
	bool style_known;
	bool cursor_shown;
	int columns;
	int rows;
};

/* For signal handlers: there is one terminal, and nothing frees these. */
static struct termios restore_to;
static atomic_bool active;
static volatile sig_atomic_t resized;
static volatile sig_atomic_t resumed;
static int signal_pipe[2] = {-1, -1};

static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/* Signal-safe. */
static void restore(void)
{
	ssize_t n;

	if (!atomic_exchange(&active, false))
		return;
	n = write(STDOUT_FILENO, SEQ_LEAVE, sizeof SEQ_LEAVE - 1);
	(void)n; /* nothing to do when it fails */
	tcsetattr(STDIN_FILENO, TCSANOW, &restore_to);
}

static void wake_up(void)
{
	int saved = errno;
	ssize_t n = write(signal_pipe[1], "", 1);

	(void)n; /* a full pipe will be read anyway */
	errno = saved;
}

static void on_resize(int number)
{
	(void)number;
	resized = 1;
	wake_up();
}

static void on_continue(int number)
{
	(void)number;
	resumed = 1;
	wake_up();
}

static void catch (int number, void (*handler)(int), int flags)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = flags;
	sigemptyset(&action.sa_mask);
	sigaction(number, &action, NULL);
}

/* Stops as the default action would. Without a shell that could resume the program (ssh HOST
 * PROGRAM) the system does not stop it, and the screen comes back. */
static void on_stop(int number)
{
	sigset_t only, before;
	int saved = errno;

	restore();
	signal(number, SIG_DFL);
	raise(number);
	sigemptyset(&only);
	sigaddset(&only, number);
	sigprocmask(SIG_UNBLOCK, &only, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	catch (number, on_stop, SA_RESTART);
	on_continue(SIGCONT);
	errno = saved;
}

static void on_crash(int number)
{
	restore();
	signal(number, SIG_DFL);
	raise(number);
}

static void catch_signals(bool on)
{
	size_t i;

	catch (SIGWINCH, on ? on_resize : SIG_DFL, SA_RESTART);
	catch (SIGCONT, on ? on_continue : SIG_DFL, SA_RESTART);
	catch (SIGTSTP, on ? on_stop : SIG_DFL, SA_RESTART);
	for (i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
		catch (crashes[i], on ? on_crash : SIG_DFL, 0);
}

static enum term_colours find_colours(void)
{
	const char *no = os_getenv("NO_COLOR");
	const char *direct = os_getenv("COLORTERM");
	const char *name = os_getenv("TERM");

	if (no != NULL && no[0] != '\0')
		return TERM_COLOURS_NONE;
	if (direct != NULL &&
		(strcasecmp(direct, "truecolor") == 0 || strcasecmp(direct, "24bit") == 0))
		return TERM_COLOURS_TRUE;
	if (name != NULL && strstr(name, "direct") != NULL)
		return TERM_COLOURS_TRUE;
	if (name != NULL && strstr(name, "256") != NULL)
		return TERM_COLOURS_256;
	if (name != NULL && strncmp(name, "vt", 2) == 0) /* vt100, vt220: monochrome */
		return TERM_COLOURS_NONE;
	return TERM_COLOURS_16;
}

static void read_size(struct term *t)
{
	struct winsize size;

	t->columns = 80;
	t->rows = 24;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0) {
		t->columns = size.ws_col;
		t->rows = size.ws_row;
	}
}

static void enter(struct term *t)
{
	tcsetattr(STDIN_FILENO, TCSADRAIN, &t->raw);
	buf_str(&t->out, SEQ_ENTER);
	if (t->mouse)
		buf_str(&t->out, SEQ_MOUSE);
	t->style_known = false;
	t->cursor_shown = false;
	atomic_store(&active, true);
}

static void make_raw(struct term *t)
{
	t->raw = t->saved;
	t->raw.c_iflag &= (tcflag_t) ~(IXON | ICRNL | INLCR | ISTRIP | BRKINT);
	t->raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ECHONL | ISIG | IEXTEN);
	t->raw.c_cc[VMIN] = 1;
	t->raw.c_cc[VTIME] = 0;
}

static enum err_code open_pipe(struct err *err)
{
	int i;

	if (signal_pipe[0] >= 0)
		return ERR_OK;
	if (pipe(signal_pipe) != 0)
		return os_fail(err, errno, "no pipe");
	for (i = 0; i < 2; i++) {
		fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
		fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
	}
	return ERR_OK;
}

enum err_code term_open(bool mouse, struct term **out, struct err *err)
{
	const char *name = os_getenv("TERM");
	static bool at_exit;
	struct term *t;

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return err_set(err, ERR_UNSUPPORTED, "no terminal");
	if (name == NULL || name[0] == '\0' || strcmp(name, "dumb") == 0)
		return err_set(err, ERR_UNSUPPORTED, "the terminal cannot move its cursor");
	if (open_pipe(err) != ERR_OK)
		return err->code;
	t = calloc(1, sizeof *t);
	if (t == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	if (tcgetattr(STDIN_FILENO, &t->saved) != 0) {
		free(t);
		return os_fail(err, errno, "terminal settings");
	}
	buf_init(&t->out, OUTPUT_MAX);
	t->mouse = mouse;
	t->colours = find_colours();
	restore_to = t->saved;
	make_raw(t);
	read_size(t);
	if (!at_exit)
		at_exit = atexit(restore) == 0;
	os_set_exit_hook(restore);
	catch_signals(true);
	enter(t);
	*out = t;
	return ERR_OK;
}

void term_close(struct term *t)
{
	if (t == NULL)
		return;
	restore();
	catch_signals(false);
	os_set_exit_hook(NULL);
	buf_free(&t->out);
	free(t);
}

void term_size(struct term *t, int *columns, int *rows)
{
	*columns = t->columns;
	*rows = t->rows;
}

enum term_colours term_colours(const struct term *t)
{
	return t->colours;
}

/* base: 30 for the foreground, 40 for the background. */
static void put_colour(struct term *t, uint32_t colour, unsigned base)
{
	if (colour == TERM_DEFAULT || t->colours == TERM_COLOURS_NONE)
		return;
	if ((colour & 0x02000000u) || t->colours == TERM_COLOURS_16) {
		unsigned n = term_to_16(colour);

		buf_printf(&t->out, ";%u", n < 8 ? base + n : base + 60 + n - 8);
	} else if (t->colours == TERM_COLOURS_256) {
		buf_printf(&t->out, ";%u;5;%u", base + 8, term_to_256(colour));
	} else {
		buf_printf(&t->out, ";%u;2;%u;%u;%u", base + 8, (unsigned)(colour >> 16 & 255),
			(unsigned)(colour >> 8 & 255), (unsigned)(colour & 255));
	}
}

static void put_style(struct term *t, struct term_style style)
{
	if (t->style_known && t->style.fg == style.fg && t->style.bg == style.bg &&
		t->style.attr == style.attr)
		return;
	buf_str(&t->out, "\033[0");
	if (style.attr & TERM_BOLD)
		buf_str(&t->out, ";1");
	if (style.attr & TERM_DIM)
		buf_str(&t->out, ";2");
	if (style.attr & TERM_UNDERLINE)
		buf_str(&t->out, ";4");
	if (style.attr & TERM_REVERSE)
		buf_str(&t->out, ";7");
	put_colour(t, style.fg, 30);
	put_colour(t, style.bg, 40);
	buf_str(&t->out, "m");
	t->style = style;
	t->style_known = true;
}

void term_run(struct term *t, int x, int y, struct term_style style, struct span text)
{
	if (t->cursor_shown) { /* a visible cursor would be seen moving */
		buf_str(&t->out, SEQ_NO_CURSOR);
		t->cursor_shown = false;
	}
	buf_printf(&t->out, "\033[%d;%dH", y + 1, x + 1);
	put_style(t, style);
	buf_add(&t->out, text.ptr, text.len);
}

void term_cursor(struct term *t, int x, int y)
{
	if (x >= 0)
		buf_printf(&t->out, "\033[%d;%dH", y + 1, x + 1);
	if (t->cursor_shown != (x >= 0))
		buf_str(&t->out, x >= 0 ? SEQ_CURSOR : SEQ_NO_CURSOR);
	t->cursor_shown = x >= 0;
}

void term_erase(struct term *t)
{
	buf_str(&t->out, "\033[0m\033[2J");
	t->style_known = false;
}

enum err_code term_flush(struct term *t, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (t->out.failed != ERR_OK)
		rc = err_set(err, t->out.failed, "too much to draw");
	else if (t->out.len > 0)
		rc = os_write_bytes(OS_STDOUT, t->out.ptr, t->out.len, err);
	t->out.len = 0;
	t->out.failed = ERR_OK;
	return rc;
}

static bool take_signals(struct term *t, struct term_event *out)
{
	uint8_t drop[64];

	while (read(signal_pipe[0], drop, sizeof drop) > 0)
		;
	if (!resized && !resumed)
		return false;
	if (resumed) { /* the shell may have changed the terminal, also after SIGSTOP */
		resumed = 0;
		enter(t);
	}
	resized = 0;
	read_size(t);
	*out = (struct term_event){.type = TERM_RESIZE, .columns = t->columns, .rows = t->rows};
	return true;
}

/* Decodes one event from the buffered input; type TERM_NONE when it is incomplete. */
static bool take_input(struct term *t, bool final, struct term_event *out)
{
	while (t->input_len > 0) {
		size_t used = term_decode(span_of(t->input, t->input_len), final, out);

		if (used == 0)
			return false;
		t->input_len -= used;
		memmove(t->input, t->input + used, t->input_len);
		if (out->type == TERM_KEY && out->key == 'z' && out->mods == TERM_CTRL)
			kill(0, SIGTSTP); /* the whole job, as the terminal would */
		else if (out->type != TERM_NONE)
			return true;
	}
	return false;
}

/* Reads available input; false when the terminal is closed. */
static bool fill_input(struct term *t)
{
	ssize_t n = read(STDIN_FILENO, t->input + t->input_len, INPUT_MAX - t->input_len);

	if (n > 0)
		t->input_len += (size_t)n;
	return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

static int time_left(int timeout_ms, uint64_t start)
{
	uint64_t gone = os_time_ms() - start;

	if (timeout_ms < 0)
		return -1;
	return gone >= (uint64_t)timeout_ms ? 0 : timeout_ms - (int)gone;
}

void term_event(struct term *t, int timeout_ms, intptr_t wake, struct term_event *out)
{
	uint64_t start = os_time_ms();

	for (;;) {
		struct pollfd fds[] = {{STDIN_FILENO, POLLIN, 0}, {signal_pipe[0], POLLIN, 0},
			{os_stop_fd(), POLLIN, 0}, {(int)wake, POLLIN, 0}};
		int left = time_left(timeout_ms, start);
		bool escape;
		int n;

		*out = (struct term_event){.type = TERM_NONE};
		if (take_signals(t, out) || take_input(t, false, out))
			return;
		escape = t->input_len > 0;
		if (escape && (left < 0 || left > ESC_MS))
			left = ESC_MS;
		n = poll(fds, sizeof fds / sizeof fds[0], left);
		if (n == 0 && escape && take_input(t, true, out))
			return;
		if (n > 0 && fds[0].revents != 0 && !fill_input(t)) {
			out->type = TERM_CLOSED;
			return;
		}
		if (n > 0 && fds[3].revents != 0) {
			out->type = TERM_WAKE;
			return;
		}
		if (os_stop_requested())
			return; /* a signal that the caller checks */
		if (n <= 0 && !escape && time_left(timeout_ms, start) == 0)
			return;
	}
}
