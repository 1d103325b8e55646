/* SPDX-License-Identifier: MIT */
/*
 * The original tools' /name[value]. cmd.exe and every Unix shell split `/subject[Hi, buddy]` into
 * two words, which are joined again here; cli.h has the rules.
 */
#include <stdlib.h>
#include <string.h>

#include "ui_private.h"

/* Reads one word of a Windows command line from *pos, by the rules of CommandLineToArgvW. */
static bool raw_word(const char *line, size_t *pos, bool program, struct cli_word *out)
{
	size_t i = *pos;
	bool quoted = false;
	size_t slashes = 0;

	while (line[i] == ' ' || line[i] == '\t')
		i++;
	if (line[i] == '\0')
		return false;
	out->start = i;
	for (; line[i] != '\0'; i++) {
		if (line[i] == '\\') {
			slashes++;
			continue;
		}
		if (line[i] == '"' && (program || slashes % 2 == 0))
			quoted = !quoted;
		else if (!quoted && (line[i] == ' ' || line[i] == '\t'))
			break;
		slashes = 0;
	}
	out->end = i;
	*pos = i;
	return true;
}

/* Notes the positions of all words in the raw line, unless their number is not argc. */
void cli_slash_open(struct cli_state *s)
{
	const char *line = s->args->raw_line;
	size_t pos = 0;
	int count = 0;
	struct cli_word extra;

	if (line == NULL)
		return;
	s->raw = calloc((size_t)s->args->argc, sizeof *s->raw);
	if (s->raw == NULL)
		return;
	while (count < s->args->argc && raw_word(line, &pos, count == 0, &s->raw[count]))
		count++;
	if (count != s->args->argc || raw_word(line, &pos, false, &extra)) {
		free(s->raw);
		s->raw = NULL;
	}
}

static char ascii_lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

/* As in DOS, names after '/' are compared without regard to case; "/?" is --help. */
static const struct cli_opt *find_slash(const struct cli_spec *spec, const char *name, size_t len)
{
	char low[64];
	size_t i;

	if (len == 0 || len >= sizeof low)
		return NULL;
	if (len == 1 && name[0] == '?')
		return cli_find_long(spec, "help", 4);
	for (i = 0; i < len; i++)
		low[i] = ascii_lower(name[i]);
	return cli_find_long(spec, low, len);
}

static bool on_windows(const struct cli *cli)
{
	return cli->state->args->raw_line != NULL;
}

static const struct cli_opt *option_of(const struct cli *cli, const char *word, bool *bracket)
{
	size_t len = strcspn(word + 1, "[");
	const struct cli_opt *opt = find_slash(cli->spec, word + 1, len);

	*bracket = word[1 + len] == '[';
	if (!*bracket && opt == NULL && strlen(word) == 2 && on_windows(cli))
		opt = cli_find_letter(cli->spec, word[1]);
	return *bracket || on_windows(cli) ? opt : NULL;
}

bool cli_is_option_word(const struct cli *cli, const char *word)
{
	bool bracket;
	size_t len;

	if (word[0] == '/')
		return option_of(cli, word, &bracket) != NULL;
	if (word[0] != '-' || word[1] == '\0')
		return false;
	if (word[1] != '-')
		return cli_find_letter(cli->spec, word[1]) != NULL;
	len = strcspn(word + 2, "=");
	return len == 0 || cli_find_long(cli->spec, word + 2, len) != NULL;
}

/* The depth of brackets after word; sets *closed if it returned to 0. */
static long depth_after(const char *word, long depth, bool *closed)
{
	for (; *word != '\0'; word++) {
		if (*word == '[')
			depth++;
		else if (*word == ']' && --depth == 0)
			*closed = true;
	}
	return depth;
}

static bool ends_in_bracket(const char *word)
{
	size_t len = strlen(word);

	return len > 0 && word[len - 1] == ']';
}

/* True for a word that opens another option: joining it would lose that option. */
static bool opens_option(const struct cli *cli, const char *word)
{
	bool bracket;

	return word[0] == '/' && option_of(cli, word, &bracket) != NULL && bracket;
}

/* Index of the last word of the value that begins in word first; -1: it does not end. */
static int last_word(const struct cli *cli, int first)
{
	const struct os_args *args = cli->state->args;
	long depth = 0;
	bool closed = false;
	int i;

	for (i = first; i < args->argc; i++) {
		depth = depth_after(args->argv[i], depth, &closed);
		if (closed)
			return ends_in_bracket(args->argv[i]) ? i : -1;
	}
	for (i = first; i < args->argc && !(i > first && opens_option(cli, args->argv[i])); i++)
		if (ends_in_bracket(args->argv[i]) &&
			(i + 1 == args->argc || cli_is_option_word(cli, args->argv[i + 1])))
			return i;
	return -1;
}

/* Joins words first to last with the original blanks (one where not known). */
static char *join(const struct cli_state *s, int first, int last)
{
	struct buf b;
	struct blob out;
	struct err err;
	int i;

	buf_init(&b, 0);
	for (i = first; i <= last; i++) {
		buf_str(&b, s->args->argv[i]);
		if (i == last)
			break;
		if (s->raw != NULL)
			buf_add(&b, s->args->raw_line + s->raw[i].end,
				s->raw[i + 1].start - s->raw[i].end);
		else
			buf_add_u8(&b, ' ');
	}
	buf_add_u8(&b, 0);
	return buf_finish(&b, &out, &err) == ERR_OK ? (char *)out.ptr : NULL;
}

static const char *bracket_value(struct cli *cli, const struct cli_opt *opt)
{
	struct cli_state *s = cli->state;
	int first = s->pos - 1;
	int last = last_word(cli, first);
	char *text;
	char *value;

	if (last < 0) {
		cli_usage_error(cli, "/%s[: the closing ] is missing", opt->name);
		return NULL;
	}
	text = cli_own(cli, join(s, first, last));
	if (text == NULL) {
		cli_usage_error(cli, "out of memory");
		return NULL;
	}
	s->pos = last + 1;
	value = strchr(text, '[') + 1;
	value[strlen(value) - 1] = '\0';
	return value;
}

const struct cli_opt *cli_slash(struct cli *cli, const char *word, const char **value)
{
	bool bracket;
	const struct cli_opt *opt = option_of(cli, word, &bracket);

	if (opt == NULL) {
		/* "/tmp/x" is a path even where a bare "/word" would be an option */
		if (on_windows(cli) && word[1] != '\0' && strpbrk(word + 1, "/\\") == NULL)
			cli_usage_error(cli, "unknown option %s", word);
		return NULL;
	}
	if (bracket)
		*value = bracket_value(cli, opt);
	return opt;
}
