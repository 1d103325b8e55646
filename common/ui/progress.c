/* SPDX-License-Identifier: MIT */
#include "biosbelt/progress.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/os.h"
#include "biosbelt/out.h"
#include "biosbelt/span.h"
#include "biosbelt/tr.h"
#include "biosbelt/utf.h"
#include "ui_private.h"

#define REDRAW_MS 100
#define WHAT_MAX  256 /* bytes */

static atomic_bool active;
static atomic_bool shown;
static atomic_flag drawing = ATOMIC_FLAG_INIT; /* one thread draws, others skip drawing */
static atomic_ullong done_count;
static atomic_ullong last_draw_ms;
static uint64_t total_count;
static uint64_t start_ms;
static enum progress_unit unit_kind;
static bool disabled;
static char what_text[WHAT_MAX];

void progress_disable(void)
{
	disabled = true;
	progress_end();
}

static void lock(void)
{
	while (atomic_flag_test_and_set(&drawing))
		os_sleep_ms(1);
}

static void unlock(void)
{
	atomic_flag_clear(&drawing);
}

static void set_what(const char *what)
{
	struct buf b;

	buf_init(&b, 0);
	utf8_escape(span_of(what, strlen(what)), &b);
	if (b.failed == ERR_OK && b.len > 0)
		snprintf(what_text, sizeof what_text, "%.*s", (int)b.len, (const char *)b.ptr);
	buf_free(&b);
	/* a character cut in half must not reach the terminal */
	what_text[utf8_valid_len(span_of(what_text, strlen(what_text)))] = '\0';
}

void progress_start(const char *what, uint64_t total, enum progress_unit unit)
{
	if (disabled || diag_quiet())
		return;
	if (!os_is_terminal(OS_STDERR)) { /* nothing is ever drawn */
		disabled = true;
		return;
	}
	lock();
	set_what(what);
	total_count = total;
	unit_kind = unit;
	start_ms = os_time_ms();
	atomic_store(&done_count, 0);
	atomic_store(&last_draw_ms, 0);
	unlock();
	atomic_store(&active, true);
}

static void amount(char *out, size_t cap, double v)
{
	static const char *const prefix[] = {"", "Ki", "Mi", "Gi", "Ti"};
	int i = 0;

	if (unit_kind == PROGRESS_ITEMS) {
		snprintf(out, cap, "%.0f", v);
		return;
	}
	while (v >= 1024 && i < 4) {
		v /= 1024;
		i++;
	}
	snprintf(out, cap, "%.*f %sB", i > 0 ? 1 : 0, v, prefix[i]);
}

/* "12 %, 3.4 MiB/s, 0:05 left" */
static void figures(char *out, size_t cap, uint64_t done, uint64_t elapsed_ms)
{
	char so_far[32];
	char rate[32];
	double per_second = elapsed_ms > 0 ? (double)done * 1000 / (double)elapsed_ms : 0;
	uint64_t left = 0;

	amount(so_far, sizeof so_far, (double)done);
	amount(rate, sizeof rate, per_second);
	if (total_count == 0 || done > total_count) {
		snprintf(out, cap, tr("%s, %s/s"), so_far, rate);
		return;
	}
	if (per_second > 0)
		left = (uint64_t)((double)(total_count - done) / per_second);
	snprintf(out, cap, tr("%3.0f %%, %s/s, %llu:%02u left"),
		(double)done * 100 / (double)total_count, rate, (unsigned long long)(left / 60),
		(unsigned)(left % 60));
}

/* In a narrow terminal the last figures are dropped: a wrapped line could not be redrawn. */
static void fit(char *numbers, size_t room)
{
	while ((size_t)out_width(numbers) > room) {
		char *comma = strrchr(numbers, ',');

		if (comma != NULL)
			*comma = '\0';
		else
			numbers[room] = '\0';
	}
}

static void draw(uint64_t now)
{
	char numbers[96];
	char line[WHAT_MAX + 128];
	unsigned columns = os_terminal_columns();
	struct err ignored;
	int room;
	size_t cut;

	figures(numbers, sizeof numbers, atomic_load(&done_count), now - start_ms);
	fit(numbers, columns > 1 ? columns - 1 : 0);
	room = (int)columns - 1 - out_width(numbers) - 2;
	cut = strlen(what_text);
	while (cut > 0 && (room <= 0 || out_width(what_text) > room)) {
		do {
			cut--;
		} while (cut > 0 && ((unsigned char)what_text[cut] & 0xC0) == 0x80);
		what_text[cut] = '\0';
	}
	snprintf(line, sizeof line, "\r%s%s%s", what_text, cut > 0 ? ": " : "", numbers);
	/* Blanks instead of an escape sequence work on every console. */
	while (out_width(line + 1) < (int)columns - 1 && strlen(line) + 1 < sizeof line)
		strcat(line, " ");
	os_write_text(OS_STDERR, line, strlen(line), &ignored);
	atomic_store(&shown, true);
}

static void maybe_draw(void)
{
	uint64_t now;

	if (!atomic_load(&active))
		return;
	now = os_time_ms();
	if (now - atomic_load(&last_draw_ms) < REDRAW_MS || atomic_flag_test_and_set(&drawing))
		return;
	atomic_store(&last_draw_ms, now);
	draw(now);
	unlock();
}

void progress_what(const char *what)
{
	if (!atomic_load(&active))
		return;
	lock();
	set_what(what);
	unlock();
	maybe_draw();
}

void progress_set(uint64_t done)
{
	atomic_store(&done_count, done);
	maybe_draw();
}

void progress_add(uint64_t more)
{
	atomic_fetch_add(&done_count, more);
	maybe_draw();
}

void progress_hide(void)
{
	char blank[512];
	unsigned columns;
	struct err ignored;

	if (!atomic_load(&shown))
		return;
	lock();
	if (atomic_exchange(&shown, false)) {
		columns = os_terminal_columns();
		if (columns > sizeof blank - 3)
			columns = sizeof blank - 3;
		memset(blank, ' ', sizeof blank);
		blank[0] = '\r';
		blank[columns] = '\r';
		os_write_text(OS_STDERR, blank, columns + 1, &ignored);
	}
	unlock();
}

void progress_clear(void)
{
	progress_hide();
}

void progress_end(void)
{
	atomic_store(&active, false);
	progress_hide();
}
