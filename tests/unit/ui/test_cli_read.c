/* SPDX-License-Identifier: MIT */
#include "test.h"

#include <stddef.h>
#include <string.h>

#include "biosbelt/cli.h"

enum verb { VERB_PACK, VERB_LIST, VERB_TEST };
enum mode { MODE_PACK = 1, MODE_LOOK = 2 };

struct options {
	const char *from;
	const char *netrc;
	struct cli_list to;
	bool json;
	bool verify;
	enum verb verb;
	unsigned retry;
	int level;
	uint64_t limit;
	unsigned tls;
	unsigned port; /* by read_port */
};

static enum err_code read_port(void *options, const char *value, struct err *err)
{
	struct options *o = options;

	if (strcmp(value, "smtp") != 0)
		return err_set(err, ERR_USAGE, "'%s' is not a service", value);
	o->port = 25;
	return ERR_OK;
}

#define OPT(name, letter, field)          CLI_OPT(struct options, name, letter, field)
#define SETS(name, letter, field, number) CLI_SETS(struct options, name, letter, field, number)
static const struct cli_opt opts[] = {
	{OPT("from", 'f', from), .value = "ADDRESS", .help = "Sender"},
	{OPT("sender", 0, from), .value = "ADDRESS", .help = "Sender", .flags = CLI_ALIAS},
	{CLI_OPT_OPTIONAL(struct options, "netrc", 0, netrc), .value = "FILE", .help = "Passwords"},
	{OPT("to", 't', to), .value = "ADDRESS", .help = "Recipient", .flags = CLI_REPEAT},
	{OPT("json", 0, json), .help = "Report as JSON"},
	{SETS("no-verify", 0, verify, 0), .help = "Do not compare", .modes = MODE_PACK},
	{SETS("list", 'l', verb, VERB_LIST), .help = "List", .only = 1},
	{SETS("test", 0, verb, VERB_TEST), .help = "Test", .only = 1},
	{OPT("retry", 0, retry), .value = "N", .help = "Tries", .max = 100},
	{OPT("level", 0, level), .value = "N", .help = "Level", .min = 1, .max = 9},
	{OPT("limit", 0, limit), .value = "SIZE", .help = "Memory", .flags = CLI_IS_SIZE},
	{OPT("tls", 0, tls), .value = "KIND", .help = "TLS", .choices = "auto|none", .min = 5},
	{CLI_CALLS("port", 'p', read_port), .value = "NAME", .help = "Service"},
	{0},
};

static const struct cli_spec spec = {
	.tool = "probe", .summary = "probes", .usage = "probe", .opts = opts, .max_operands = 3};

static struct options o;
static struct cli_list operands;
static struct cli_given given;

static void clear(void)
{
	cli_list_free(&operands);
	cli_list_free(&o.to);
	o = (struct options){.verify = true};
}

/* The exit status of a failed reading, 0 when all was read and the mode fits. */
static int read_words(unsigned mode, int argc, char **argv)
{
	struct os_args args = {argc, argv, NULL};
	struct cli cli;
	int status = 0;

	clear();
	cli_open(&cli, &spec, &args);
	if (!cli_read(&cli, &o, &operands, &given) ||
		(mode != 0 && !cli_modes(&cli, mode, "that mode")))
		status = cli.status;
	cli_close(&cli);
	return status;
}

#define WORDS(...)                                                                                 \
	(int)(sizeof((const char *[]){"probe", __VA_ARGS__}) / sizeof(char *)),                    \
		(char **)(const char *[])                                                          \
	{                                                                                          \
		"probe", __VA_ARGS__                                                               \
	}

static void every_kind_reaches_its_field(void **state)
{
	(void)state;
	assert_int_equal(read_words(0, WORDS("--from=a", "-t", "b", "x", "--to=c", "--json",
					       "--no-verify", "-l", "--retry=100", "--level", "9",
					       "--limit=64K", "--tls=none", "-p", "smtp", "y")),
		0);
	assert_string_equal(o.from, "a");
	assert_int_equal(o.to.count, 2);
	assert_string_equal(o.to.items[1], "c");
	assert_true(o.json);
	assert_false(o.verify);
	assert_int_equal(o.verb, VERB_LIST);
	assert_int_equal(o.retry, 100);
	assert_int_equal(o.level, 9);
	assert_int_equal(o.limit, 65536);
	assert_int_equal(o.tls, 6);
	assert_int_equal(o.port, 25);
	assert_int_equal(operands.count, 2);
	assert_string_equal(operands.items[1], "y");
}

static void defaults_stay_and_given_knows(void **state)
{
	(void)state;
	assert_int_equal(read_words(0, WORDS("--sender=a", "--netrc")), 0);
	assert_string_equal(o.from, "a");
	assert_string_equal(o.netrc, "");
	assert_true(o.verify);
	assert_true(cli_was_given(&given, opts, offsetof(struct options, from)));
	assert_false(cli_was_given(&given, opts, offsetof(struct options, retry)));
	assert_int_equal(read_words(0, WORDS("--netrc=f")), 0);
	assert_string_equal(o.netrc, "f");
}

static void wrong_values_are_usage_errors(void **state)
{
	(void)state;
	assert_int_equal(read_words(0, WORDS("--retry=101")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--retry=-1")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--level=0")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--level=x")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--limit=1X")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--tls=maybe")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--port=x")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("--from=a", "--sender=b")), EXIT_USAGE);
	assert_int_equal(read_words(0, WORDS("1", "2", "3", "4")), EXIT_USAGE);
}

static void rows_exclude_one_another_and_modes_are_kept(void **state)
{
	(void)state;
	assert_int_equal(read_words(0, WORDS("--list", "--test")), EXIT_USAGE);
	assert_int_equal(read_words(MODE_LOOK, WORDS("--no-verify")), EXIT_USAGE);
	assert_int_equal(read_words(MODE_PACK, WORDS("--no-verify", "--json")), 0);
}

static void a_file_of_settings_sets_the_same_way(void **state)
{
	struct err err;

	(void)state;
	clear();
	assert_int_equal(cli_set(cli_row(opts, "json"), &o, "yes", &err), ERR_OK);
	assert_true(o.json);
	assert_int_equal(cli_set(cli_row(opts, "json"), &o, "no", &err), ERR_OK);
	assert_false(o.json);
	assert_int_equal(cli_set(cli_row(opts, "json"), &o, "maybe", &err), ERR_USAGE);
	assert_int_equal(cli_set(cli_row(opts, "no-verify"), &o, "no", &err), ERR_OK);
	assert_true(o.verify);
	assert_int_equal(cli_set(cli_row(opts, "to"), &o, "", &err), ERR_USAGE);
	assert_int_equal(cli_set(cli_row(opts, "to"), &o, "a", &err), ERR_OK);
	assert_int_equal(o.to.count, 1);
	assert_null(cli_row(opts, "nothing"));
	clear();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_reaches_its_field),
		cmocka_unit_test(defaults_stay_and_given_knows),
		cmocka_unit_test(wrong_values_are_usage_errors),
		cmocka_unit_test(rows_exclude_one_another_and_modes_are_kept),
		cmocka_unit_test(a_file_of_settings_sets_the_same_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
