/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/process.h"
#include "biosbelt/tr.h"

/* Copies one word from p into out, which is large enough; returns the rest, or NULL. */
static const char *take_word(const char *p, char *out)
{
	char quote = '\0';

	while (*p != '\0' && (quote != '\0' || (*p != ' ' && *p != '\t'))) {
		if (quote == '\0' && (*p == '"' || *p == '\'')) {
			quote = *p++;
		} else if (quote != '\0' && *p == quote) {
			quote = '\0';
			p++;
		} else {
			p += quote == '"' && *p == '\\' && (p[1] == '"' || p[1] == '\\');
			*out++ = *p++;
		}
	}
	*out = '\0';
	return quote == '\0' ? p : NULL;
}

enum err_code process_words(const char *line, char ***argv, struct err *err)
{
	char **words = calloc(PROCESS_WORDS_MAX + 1, sizeof *words);
	const char *p = line + strspn(line, " \t");
	size_t count = 0;

	if (words == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	while (*p != '\0' && count < PROCESS_WORDS_MAX) {
		words[count] = malloc(strlen(p) + 1);
		if (words[count] == NULL) {
			process_words_free(words);
			return err_set(err, ERR_NOMEM, "out of memory");
		}
		p = take_word(p, words[count++]);
		if (p == NULL) {
			process_words_free(words);
			return err_set(err, ERR_USAGE, "a quotation mark without its partner");
		}
		p += strspn(p, " \t");
	}
	if (count == 0 || *p != '\0') {
		process_words_free(words);
		return err_set(err, ERR_USAGE,
			count == 0 ? N_("no command") : N_("more than %d words"),
			PROCESS_WORDS_MAX);
	}
	*argv = words;
	return ERR_OK;
}

void process_words_free(char **argv)
{
	size_t i;

	if (argv == NULL)
		return;
	for (i = 0; argv[i] != NULL; i++)
		free(argv[i]);
	free(argv);
}
