/* SPDX-License-Identifier: MIT */
/* The console of the UEFI applications and its page of checks, on a firmware of our own. */
#include <string.h>

#include "console.h"
#include "test.h"

enum clock { CLOCK_RUNS, CLOCK_STANDS, CLOCK_BROKEN };

/* The firmware, of which there is one. */
static struct {
	enum clock clock;
	uint64_t now_us;
	uint64_t stall_us; /* that a wait of a millisecond takes */
	bool on_console;   /* the console's handle has a graphics output */
	size_t watchdog;
	unsigned infos; /* that were handed out and not freed */
	struct efi_gop of_console, other;
	char text[4096];
} firmware;

static efi_status read_key(struct efi_text_input *self, struct efi_key *key)
{
	(void)self;
	*key = (struct efi_key){0, 'x'};
	return EFI_SUCCESS;
}

static efi_status output(struct efi_text_output *self, const uint16_t *text)
{
	size_t len = strlen(firmware.text);

	(void)self;
	for (; *text != 0 && len + 1 < sizeof(firmware.text); text++)
		firmware.text[len++] = (char)*text;
	firmware.text[len] = '\0';
	return EFI_SUCCESS;
}

static efi_status clear(struct efi_text_output *self)
{
	(void)self;
	return EFI_SUCCESS;
}

static efi_status get_time(struct efi_time *time, void *capabilities)
{
	(void)capabilities;
	firmware.now_us += 10;
	if (firmware.clock == CLOCK_BROKEN)
		return EFI_ERROR_BIT | 7u;
	time->second =
		firmware.clock == CLOCK_STANDS ? 7 : (uint8_t)(firmware.now_us / 1000000 % 60);
	return EFI_SUCCESS;
}

static efi_status stall(size_t microseconds)
{
	firmware.now_us += microseconds * firmware.stall_us / 1000;
	return EFI_SUCCESS;
}

static efi_status set_watchdog(size_t seconds, uint64_t code, size_t size, const uint16_t *data)
{
	(void)code;
	(void)size;
	(void)data;
	firmware.watchdog = seconds;
	return EFI_SUCCESS;
}

static efi_status free_pool(void *buffer)
{
	(void)buffer;
	firmware.infos--;
	return EFI_SUCCESS;
}

static efi_status handle_protocol(efi_handle handle, const struct efi_guid *guid, void **out)
{
	(void)handle;
	(void)guid;
	*out = firmware.on_console ? &firmware.of_console : NULL;
	return firmware.on_console ? EFI_SUCCESS : EFI_ERROR_BIT | 3u;
}

static efi_status locate_protocol(const struct efi_guid *guid, void *registration, void **out)
{
	(void)guid;
	(void)registration;
	*out = &firmware.other;
	return EFI_SUCCESS;
}

static struct efi_gop_info info = {.width = 800, .height = 600, .pixels_per_line = 832};

static efi_status query_mode(
	struct efi_gop *self, uint32_t mode, size_t *size, struct efi_gop_info **out)
{
	(void)self;
	(void)mode;
	*size = sizeof(info);
	*out = &info;
	firmware.infos++;
	return EFI_SUCCESS;
}

static efi_status blt(struct efi_gop *self, struct efi_pixel *buffer, unsigned operation,
	size_t from_x, size_t from_y, size_t x, size_t y, size_t width, size_t height, size_t delta)
{
	(void)self;
	(void)buffer;
	(void)from_x;
	(void)from_y;
	(void)delta;
	assert_int_equal(operation, EFI_BLT_FILL);
	assert_true(
		width > 0 && height > 0 && x + width <= info.width && y + height <= info.height);
	firmware.now_us += 20000;
	return EFI_SUCCESS;
}

static struct efi_gop_mode mode = {.max_mode = 3, .mode = 1, .info = &info};
static struct efi_text_input in = {.read_key = read_key};
static struct efi_text_output out = {.output = output, .clear = clear};
static struct efi_runtime_services runtime = {.get_time = get_time};
static struct efi_boot_services boot = {.stall = stall,
	.set_watchdog = set_watchdog,
	.free_pool = free_pool,
	.handle_protocol = handle_protocol,
	.locate_protocol = locate_protocol};
static struct efi_system_table table = {.in = &in, .out = &out, .runtime = &runtime, .boot = &boot};

static void open_on(struct console *c, enum clock clock, bool on_console)
{
	memset(&firmware, 0, sizeof(firmware));
	firmware.clock = clock;
	firmware.stall_us = 1000;
	firmware.watchdog = 300;
	firmware.on_console = on_console;
	firmware.of_console = firmware.other =
		(struct efi_gop){.query_mode = query_mode, .blt = blt, .mode = &mode};
	console_open(c, &table);
}

static void the_screen_of_the_text_is_drawn_on(void **state)
{
	struct console c;

	(void)state;
	open_on(&c, CLOCK_RUNS, true);
	assert_ptr_equal(c.gop, &firmware.of_console);
	open_on(&c, CLOCK_RUNS, false);
	assert_ptr_equal(c.gop, &firmware.other);
}

static void the_watchdog_is_off(void **state)
{
	struct console c;

	(void)state;
	open_on(&c, CLOCK_RUNS, true);
	assert_int_equal(firmware.watchdog, 0);
}

static void nothing_is_drawn_beyond_the_screen(void **state)
{
	static const struct efi_pixel colour = {1, 2, 3, 0};
	struct console c;

	(void)state;
	open_on(&c, CLOCK_RUNS, true);
	console_fill(&c, colour, -20, -20, 2000, 2000); /* blt asserts */
	console_fill(&c, colour, 790, 590, 20, 20);
	console_fill(&c, colour, 800, 0, 20, 20);
	console_fill(&c, colour, 0, -30, 20, 20);
}

static void the_page_of_checks_counts(void **state)
{
	struct console c;

	(void)state;
	open_on(&c, CLOCK_RUNS, true);
	console_check(&c);
	assert_non_null(strstr(firmware.text, "GOP modes: 800x600 [800x600] 800x600"));
	assert_non_null(strstr(firmware.text, "Full-screen fills a second: 50"));
	/* with the look at the clock a wait takes 1.01 ms here */
	assert_non_null(strstr(firmware.text, "3 seconds of the clock: 297"));
	assert_int_equal(firmware.infos, 0);
}

/* A clock that cannot be read, one that stands still and waits without time are not confused. */
static void what_is_wrong_with_the_clock_is_told(void **state)
{
	struct console c;

	(void)state;
	open_on(&c, CLOCK_BROKEN, true);
	console_check(&c);
	assert_non_null(strstr(firmware.text, "Clock: cannot be read"));
	open_on(&c, CLOCK_STANDS, true);
	console_check(&c);
	assert_non_null(strstr(firmware.text, "waits of a millisecond:"));
	open_on(&c, CLOCK_RUNS, true);
	firmware.stall_us = 0;
	console_check(&c);
	assert_non_null(strstr(firmware.text, "waits of a millisecond:"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_screen_of_the_text_is_drawn_on),
		cmocka_unit_test(the_watchdog_is_off),
		cmocka_unit_test(nothing_is_drawn_beyond_the_screen),
		cmocka_unit_test(the_page_of_checks_counts),
		cmocka_unit_test(what_is_wrong_with_the_clock_is_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
