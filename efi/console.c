/* SPDX-License-Identifier: MIT */
#include "console.h"

#define KEY_WAIT_US 5000
#define LINE_MAX    100

void console_open(struct console *c, struct efi_system_table *system)
{
	static const struct efi_guid guid = EFI_GOP_GUID;
	void *gop = NULL;

	*c = (struct console){.system = system};
	(void)system->boot->set_watchdog(
		0, 0, 0, NULL); /* else the firmware resets after 5 minutes */
	/* the screen of the text first: with two graphics cards any other may be found */
	if (system->boot->handle_protocol(system->out_handle, &guid, &gop) == EFI_SUCCESS ||
		system->boot->locate_protocol(&guid, NULL, &gop) == EFI_SUCCESS)
		c->gop = gop;
}

void console_clear(const struct console *c)
{
	(void)c->system->out->clear(c->system->out);
}

void console_text(const struct console *c, const char *text)
{
	while (*text != '\0') {
		uint16_t line[LINE_MAX];
		unsigned count = 0;

		while (*text != '\0' && count + 3 < LINE_MAX) {
			if (*text == '\n')
				line[count++] = '\r';
			line[count++] = (uint8_t)*text++;
		}
		line[count] = 0;
		(void)c->system->out->output(c->system->out, line);
	}
}

void console_number(const struct console *c, uint32_t number)
{
	char text[12], *p = text + sizeof(text);

	*--p = '\0';
	do
		*--p = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	console_text(c, p);
}

struct efi_key console_key(struct console *c)
{
	struct efi_key key = {0, 0};

	while (c->system->in->read_key(c->system->in, &key) != EFI_SUCCESS)
		(void)c->system->boot->stall(KEY_WAIT_US);
	c->keys[c->key_count++ % CONSOLE_KEYS] = key;
	return key;
}

/* False: the end. */
static bool on_key(struct console *c, const struct console_app *app, void *state, bool *text)
{
	struct efi_key key = console_key(c);
	char letter = key.unicode < 128 ? (char)key.unicode : '\0';

	letter = letter >= 'a' && letter <= 'z' ? (char)(letter - 32) : letter;
	switch (letter) {
	case 'Q':
		return false;
	case 'U':
		app->take_back(state);
		break;
	case 'R':
		app->restart(state);
		break;
	case 'V':
		*text = !*text;
		break;
	case 'T':
		console_check(c);
		break;
	default:
		app->key(state, letter, key.scan);
		break;
	}
	return true;
}

/* The picture comes with the first key: before it, the text lists the keys. */
void console_run(struct console *c, const struct console_app *app, void *state)
{
	bool text = false;

	do {
		console_clear(c);
		app->show(state);
		if (c->gop != NULL && !text && c->key_count > 0)
			app->draw(state);
	} while (on_key(c, app, state, &text));
	console_clear(c);
}

void console_fill(
	const struct console *c, struct efi_pixel colour, int x, int y, int width, int height)
{
	int right = x + width, bottom = y + height;
	const struct efi_gop_info *info;

	if (c->gop == NULL)
		return;
	info = c->gop->mode->info;
	x = x < 0 ? 0 : x;
	y = y < 0 ? 0 : y;
	right = right > (int)info->width ? (int)info->width : right;
	bottom = bottom > (int)info->height ? (int)info->height : bottom;
	if (x < right && y < bottom)
		(void)c->gop->blt(c->gop, &colour, EFI_BLT_FILL, 0, 0, (size_t)x, (size_t)y,
			(size_t)(right - x), (size_t)(bottom - y), 0);
}

void console_blank(const struct console *c)
{
	static const struct efi_pixel black = {0, 0, 0, 0};

	if (c->gop != NULL)
		console_fill(c, black, 0, 0, (int)c->gop->mode->info->width,
			(int)c->gop->mode->info->height);
}
