/* SPDX-License-Identifier: MIT */
/*
 * The inverse of "Parsing C command-line arguments" (Microsoft C language reference): backslashes
 * are plain unless a quotation mark follows them; then 2n make n and 2n+1 make n and the mark.
 * The first word has no escapes at all.
 */
#include <string.h>

#include "biosbelt/process.h"
#include "process_private.h"

/* Characters for which a word is quoted. cmd separates words at more than blanks. */
static const char needs_quotes[] = " \t\n\v\"";
static const char needs_quotes_batch[] = " \t,;=()'`";

/*
 * Characters that cmd takes for commands, variables or ends of quotation, even between quotation
 * marks or after an odd number of them: the serial number "x&calc" would start a program.
 */
static const char harmful_to_batch[] = "\"&|<>^%!\r\n\t\v";

/* Whether Windows hands the program to cmd; it ignores dots and blanks at the end of a name. */
static bool is_batch(const char *name)
{
	static const char endings[][4] = {"bat", "cmd"};
	size_t len = strlen(name);
	size_t i, k, same;

	while (len > 0 && (name[len - 1] == '.' || name[len - 1] == ' '))
		len--;
	if (len < 4 || name[len - 4] != '.')
		return false;
	for (i = 0; i < 2; i++) {
		for (k = same = 0; k < 3; k++)
			same += (name[len - 3 + k] | 0x20) == endings[i][k];
		if (same == 3)
			return true;
	}
	return false;
}

static void add_word(struct buf *out, const char *word, const char *quoted)
{
	size_t slashes = 0;

	if (word[0] != '\0' && strpbrk(word, quoted) == NULL) {
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
	bool batch = is_batch(argv[0]);
	struct buf line;
	size_t i;

	if (strchr(argv[0], '"') != NULL)
		return err_set(err, ERR_USAGE, "a program's name cannot have quotation marks");
	for (i = 0; batch && argv[i] != NULL; i++)
		if (strpbrk(argv[i], harmful_to_batch) != NULL)
			return err_set(err, ERR_USAGE,
				"'%.100s' cannot be given to a batch file: "
				"cmd interprets \" & | < > ^ %% !",
				argv[i]);
	buf_init(&line, 0);
	if (strpbrk(argv[0], batch ? needs_quotes_batch : " \t") != NULL || argv[0][0] == '\0')
		buf_printf(&line, "\"%s\"", argv[0]);
	else
		buf_str(&line, argv[0]);
	for (i = 1; argv[i] != NULL; i++) {
		buf_str(&line, " ");
		add_word(&line, argv[i], batch ? needs_quotes_batch : needs_quotes);
	}
	buf_add_u8(&line, 0);
	return buf_finish(&line, out, err);
}

void process_show_word(const char *word, struct buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
				    "-_./:,=+@%";
	const char *p = word;

	while (*p != '\0' && (*p == process_separator || strchr(plain, *p) != NULL))
		p++;
	if (word[0] != '\0' && *p == '\0') {
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
