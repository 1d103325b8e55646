/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "biosbelt/cli.h"

enum { SERVER = 1, SUBJECT, ATTA, FORCE, LEVEL, COLOUR, NUMBER };

static const struct cli_opt opts[] = {
	{"server", 's', CLI_VALUE, "HOST", "Mail server", NULL, NULL, SERVER, 0},
	{"subject", 0, CLI_VALUE, "TEXT", "Subject", NULL, NULL, SUBJECT, CLI_MAY_BE_EMPTY},
	{"atta", 'a', CLI_VALUE, "FILE", "Attachment", NULL, NULL, ATTA, CLI_REPEAT | CLI_IS_FILE},
	{"force", 'f', CLI_FLAG, NULL, "Overwrite", NULL, NULL, FORCE, CLI_REPEAT},
	{"level", 'l', CLI_VALUE, "N", "Level", "low|mid|high", NULL, LEVEL, 0},
	{"lvl", 0, CLI_VALUE, "N", "Level", "low|mid|high", NULL, LEVEL, CLI_ALIAS},
	{"colour", 0, CLI_OPTIONAL, "WHEN", "Colour", NULL, NULL, COLOUR, 0},
	{"number", 'n', CLI_VALUE, "N", "Number", NULL, NULL, NUMBER, 0},
	{0},
};

static const struct cli_spec spec = {.tool = "probe",
	.summary = "Tests the command line.",
	.usage = "probe [OPTION]... FILE...",
	.opts = opts,
	.max_operands = 2};

/* Runs the words through the parser and writes what came out: "server=x;op=y;ERR;". */
static void parse(char *out, size_t cap, const char *raw_line, int argc, char **argv)
{
	struct os_args args = {argc, argv, raw_line};
	struct cli cli;
	int id;

	out[0] = '\0';
	cli_open(&cli, &spec, &args);
	while ((id = cli_next(&cli)) != CLI_END) {
		size_t len = strlen(out);

		if (id == CLI_ERROR || id == CLI_DONE) {
			snprintf(out + len, cap - len, "%s%d", id == CLI_ERROR ? "ERR" : "DONE",
				cli.status);
			break;
		}
		snprintf(out + len, cap - len, "%s=%s;", id == CLI_OPERAND ? "op" : cli.name,
			cli.value != NULL ? cli.value : "");
	}
	cli_close(&cli);
}

static void expect(const char *raw_line, const char *want, int argc, char **argv)
{
	char got[1024];

	parse(got, sizeof got, raw_line, argc, argv);
	assert_string_equal(got, want);
}

#define WORDS(...)                                                                                 \
	(int)(sizeof((const char *[]){"probe", __VA_ARGS__}) / sizeof(char *)),                    \
		(char **)(const char *[])                                                          \
	{                                                                                          \
		"probe", __VA_ARGS__                                                               \
	}

static void long_and_short(void **state)
{
	(void)state;
	expect(NULL, "server=h;op=x;", WORDS("--server=h", "x"));
	expect(NULL, "server=h;op=x;", WORDS("--server", "h", "x"));
	expect(NULL, "server=h;", WORDS("-sh"));
	expect(NULL, "server=h;", WORDS("-s", "h"));
	expect(NULL, "force=;force=;server=h;", WORDS("-ffsh"));
	expect(NULL, "op=-;op=-f;", WORDS("-", "--", "-f"));
	expect(NULL, "colour=;op=x;", WORDS("--colour", "x"));
	expect(NULL, "colour=never;", WORDS("--colour=never"));
	expect(NULL, "subject=;", WORDS("--subject="));
	expect(NULL, "ERR2", WORDS("--server="));
	expect(NULL, "ERR2", WORDS("-s", ""));
	expect(NULL, "ERR2", WORDS("--colour="));
	expect(NULL, "server=--force;", WORDS("--server", "--force"));
}

static bool fits(unsigned mode, int argc, char **argv)
{
	static const struct cli_fit table[] = {{FORCE, 1}, {ATTA, 1 | 2}, {NUMBER, 2}, {0, 0}};
	struct os_args args = {argc, argv, NULL};
	struct cli cli;
	bool ok;
	int id;

	cli_open(&cli, &spec, &args);
	while ((id = cli_next(&cli)) != CLI_END)
		assert_int_not_equal(id, CLI_ERROR);
	ok = cli_fits(&cli, table, mode, "the other mode");
	assert_int_equal(cli.status, ok ? 0 : EXIT_USAGE);
	cli_close(&cli);
	return ok;
}

static void options_of_another_mode_do_not_fit(void **state)
{
	(void)state;
	assert_true(fits(1, WORDS("--force", "--atta=x", "--server=h")));
	assert_true(fits(2, WORDS("--number=1", "-ax", "-ay", "--server=h")));
	assert_true(fits(2, WORDS("operand")));
	assert_false(fits(2, WORDS("-ff")));
	assert_false(fits(1, WORDS("--number", "1")));
	assert_false(fits(4, WORDS("-ax", "-ay")));
}

static void usage_errors(void **state)
{
	(void)state;
	expect(NULL, "ERR2", WORDS("--nonsense"));
	expect(NULL, "ERR2", WORDS("-x"));
	expect(NULL, "ERR2", WORDS("--server"));
	expect(NULL, "ERR2", WORDS("--force=1"));
	expect(NULL, "server=a;ERR2", WORDS("--server=a", "--server=b"));
	expect(NULL, "level=low;ERR2", WORDS("--level=low", "--lvl=mid"));
	expect(NULL, "ERR2", WORDS("--level=medium"));
	expect(NULL, "op=1;op=2;ERR2", WORDS("1", "2", "3"));
	expect(NULL, "atta=1;atta=2;", WORDS("--atta=1", "-a2"));
}

static void slash_form_is_joined(void **state)
{
	(void)state;
	expect(NULL, "server=smtp.sina.com;subject=Hi, buddy;op=x;",
		WORDS("/server[smtp.sina.com]", "/subject[Hi,", "buddy]", "x"));
	expect(NULL, "subject=Re: [edk2] fix;", WORDS("/subject[Re:", "[edk2]", "fix]"));
	expect(NULL, "subject=[a];", WORDS("/subject[[a]]"));
	expect(NULL, "subject=;", WORDS("/subject[]"));
	expect(NULL, "ERR2", WORDS("/server[]"));
	expect(NULL, "server=h;", WORDS("/SERVER[h]"));
	expect(NULL, "subject=a --force b;", WORDS("/subject[a", "--force", "b]"));
}

static void slash_fallback_rule(void **state)
{
	(void)state;
	/* the depth never returns to 0: first word ending in ] that is last or before an option */
	expect(NULL, "subject=:-[ sad;", WORDS("/subject[:-[", "sad]"));
	expect(NULL, "subject=:-[ a] b;server=h;", WORDS("/subject[:-[", "a]", "b]", "/server[h]"));
	expect(NULL, "ERR2", WORDS("/subject[no", "end"));
	expect(NULL, "ERR2", WORDS("/subject[a]b"));
	/* no other option is swallowed */
	expect(NULL, "ERR2", WORDS("/subject[no", "end", "/server[h]"));
	expect(NULL, "subject=see /server[x] there;",
		WORDS("/subject[see", "/server[x]", "there]"));
}

static void slash_on_linux_is_a_path_unless_known(void **state)
{
	(void)state;
	expect(NULL, "op=/srv[1];", WORDS("/srv[1]"));
	expect(NULL, "op=/server;", WORDS("/server"));
	expect(NULL, "op=/s[1];", WORDS("/s[1]"));
}

static void windows_keeps_blanks(void **state)
{
	(void)state;
	expect("probe.exe /subject[Hi,   buddy] x", "subject=Hi,   buddy;op=x;",
		WORDS("/subject[Hi,", "buddy]", "x"));
	expect("\"C:\\my tools\\probe.exe\" \"/subject[a  b]\" /atta[c:\\1.bin]",
		"subject=a  b;atta=c:\\1.bin;", WORDS("/subject[a  b]", "/atta[c:\\1.bin]"));
}

static void windows_bare_slash_is_an_option(void **state)
{
	(void)state;
	expect("probe /force x", "force=;op=x;", WORDS("/force", "x"));
	expect("probe /f x", "force=;op=x;", WORDS("/f", "x"));
	expect("probe /nonsense", "ERR2", WORDS("/nonsense"));
	expect("probe /tmp/x", "op=/tmp/x;", WORDS("/tmp/x"));
}

static void numbers_are_checked(void **state)
{
	static const struct {
		const char *word;
		bool ok;
	} cases[] = {{"--number=5", true}, {"--number=0", false}, {"--number=11", false},
		{"--number=-1", false}, {"--number=5x", false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char *argv[] = {(char *)"probe", (char *)cases[i].word, NULL};
		struct os_args args = {2, argv, NULL};
		struct cli cli;
		uint64_t v = 0;
		int n = 0;

		cli_open(&cli, &spec, &args);
		assert_int_equal(cli_next(&cli), NUMBER);
		assert_int_equal(cli_u64(&cli, 1, 10, &v), cases[i].ok);
		assert_int_equal(cli_int(&cli, 1, 10, &n), cases[i].ok);
		assert_int_equal(cli.status, cases[i].ok ? 0 : EXIT_USAGE);
		cli_close(&cli);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(long_and_short),
		cmocka_unit_test(options_of_another_mode_do_not_fit),
		cmocka_unit_test(usage_errors),
		cmocka_unit_test(slash_form_is_joined),
		cmocka_unit_test(slash_fallback_rule),
		cmocka_unit_test(slash_on_linux_is_a_path_unless_known),
		cmocka_unit_test(windows_keeps_blanks),
		cmocka_unit_test(windows_bare_slash_is_an_option),
		cmocka_unit_test(numbers_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
