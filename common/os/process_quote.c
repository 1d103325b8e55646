/* SPDX-License-Identifier: MIT */
/*
 * The inverse of "Parsing C command-line arguments" (Microsoft C language reference): backslashes
 * are plain unless a quotation mark follows them; then 2n make n and 2n+1 make n and the mark.
 * The first word knows no escapes at all.
 */
#include <string.h>

#include "biosbelt/process.h"

static void add_word(struct buf *out, const char *word)
{
	size_t slashes = 0;

	if (word[0] != '\0' && strpbrk(word, " \t\n\v\"") == NULL) {
		buf_str(out, word);
		return;
	}
	buf_str(out, "\"");
	for (; *word != '\0'; word++) {
		if (*word == '\\') {
			slashes++;
			continue;
		}
		buf_fill(out, '\\', *word == '"' ? 2 * slashes + 1 : slashes);
		slashes = 0;
		buf_add(out, word, 1);
	}
	buf_fill(out, '\\', 2 * slashes);
	buf_str(out, "\"");
}

enum err_code process_quote(char *const *argv, struct blob *out, struct err *err)
{
	struct buf line;
	size_t i;

	if (strchr(argv[0], '"') != NULL)
		return err_set(err, ERR_USAGE, "a program's name cannot have quotation marks");
	buf_init(&line, 0);
	if (strpbrk(argv[0], " \t") != NULL || argv[0][0] == '\0')
		buf_printf(&line, "\"%s\"", argv[0]);
	else
		buf_str(&line, argv[0]);
	for (i = 1; argv[i] != NULL; i++) {
		buf_str(&line, " ");
		add_word(&line, argv[i]);
	}
	buf_add_u8(&line, 0);
	return buf_finish(&line, out, err);
}

void process_show_word(const char *word, struct buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./:,=+@%\\";

	if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
		buf_str(out, word);
		return;
	}
	buf_str(out, "'");
	for (; *word != '\0'; word++) {
		if (*word == '\'')
			buf_str(out, "'\\''");
		else
			buf_add(out, word, 1);
	}
	buf_str(out, "'");
}
