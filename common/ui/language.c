/* SPDX-License-Identifier: MIT */
/* The language of a run: --lang, else the system's; English when a program reads the output. */
#include <string.h>

#include "biosbelt/os.h"
#include "biosbelt/tr.h"
#include "ui_private.h"

static bool for_programs; /* an option like --json was given */

void language_set(const char *name)
{
	tr_use(!for_programs && strcmp(name, "zh") == 0);
}

void language_for_programs(void)
{
	for_programs = true;
	tr_use(false);
}

/* --lang applies from the first message on, wherever it is on the command line. */
void language_open(const struct os_args *args)
{
	const char *name = NULL;
	int i;

	if (!tr_offered())
		return;
	for (i = 1; i < args->argc && strcmp(args->argv[i], "--") != 0; i++) {
		const char *word = args->argv[i];

		if (strncmp(word, "--lang=", 7) == 0)
			name = word + 7;
		else if (strcmp(word, "--lang") == 0 && i + 1 < args->argc)
			name = args->argv[i + 1];
		else if (strncmp(word, "/lang[zh", 8) == 0 || strncmp(word, "/lang[en", 8) == 0)
			name = word[6] == 'z' ? "zh" : "en";
	}
	if (name != NULL)
		language_set(name);
	else
		tr_use(os_speaks_chinese());
}
