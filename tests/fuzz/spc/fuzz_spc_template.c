/* SPDX-License-Identifier: MIT */
/* Templates, line settings, patterns and instance names: the first byte says which. */
#include <stdlib.h>
#include <string.h>

#include "ports_merge.h"
#include "programs/programs.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expand(const char *text)
{
	static char name[] = "COM4";
	struct port port;
	struct launch_values values = {&port, SERIAL_CFG_DEFAULT, "log", true};
	char *argv[PROGRAM_WORDS_MAX + 1];
	struct err err;
	int count = 0;

	memset(&port, 0, sizeof port);
	port.text[PORT_NAME] = name;
	programs_expand(text, &values, argv, &count, &err);
	programs_free_argv(argv, count);
}

static void merge(const char *text)
{
	struct win_device d;
	struct port_list list;
	struct err err;
	const char *names[] = {"COM4"};

	memset(&d, 0, sizeof d);
	strcpy(d.port_name, "COM4");
	strncpy(d.instance, text, sizeof d.instance - 1);
	strncpy(d.friendly, text, sizeof d.friendly - 1);
	d.started = true;
	if (ports_merge(names, 1, &d, 1, &list, &err) != ERR_OK)
		abort();
	if (list.count != 1)
		abort();
	port_matches(&list.items[0], text);
	port_has_words(&list.items[0], text);
	ports_free(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct serial_cfg cfg = SERIAL_CFG_DEFAULT;
	char line[SERIAL_CFG_MAX];
	struct err err;
	char *text;

	if (size == 0)
		return 0;
	text = malloc(size);
	if (text == NULL)
		return 0;
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	if (data[0] % 3 == 0)
		expand(text);
	else if (data[0] % 3 == 1)
		merge(text);
	else if (serial_cfg_parse(text, &cfg, &err) == ERR_OK)
		serial_cfg_write(&cfg, line);
	free(text);
	return 0;
}
