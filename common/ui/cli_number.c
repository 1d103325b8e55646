/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/num.h"
#include "ui_private.h"

static bool in_range(struct cli *cli, bool parsed, uint64_t v, uint64_t min, uint64_t max)
{
	if (!parsed) {
		cli_usage_error(cli, "--%s: '%s' is not a number", cli->name, cli->value);
		return false;
	}
	if (v < min || v > max) {
		cli_usage_error(cli, "--%s: %s is not between %llu and %llu", cli->name, cli->value,
			(unsigned long long)min, (unsigned long long)max);
		return false;
	}
	return true;
}

bool cli_u64(struct cli *cli, uint64_t min, uint64_t max, uint64_t *out)
{
	uint64_t v = 0;
	bool parsed = num_parse_u64(cli->value, &v);

	if (!in_range(cli, parsed, v, min, max))
		return false;
	*out = v;
	return true;
}

bool cli_size(struct cli *cli, uint64_t min, uint64_t max, uint64_t *out)
{
	uint64_t v = 0;
	bool parsed = num_parse_size(cli->value, &v);

	if (!in_range(cli, parsed, v, min, max))
		return false;
	*out = v;
	return true;
}

bool cli_int(struct cli *cli, int min, int max, int *out)
{
	int64_t v = 0;

	if (!num_parse_i64(cli->value, &v)) {
		cli_usage_error(cli, "--%s: '%s' is not a number", cli->name, cli->value);
		return false;
	}
	if (v < min || v > max) {
		cli_usage_error(
			cli, "--%s: %s is not between %d and %d", cli->name, cli->value, min, max);
		return false;
	}
	*out = (int)v;
	return true;
}

int cli_choice(const struct cli *cli)
{
	const struct cli_opt *opt = cli_find_long(cli->spec, cli->name, strlen(cli->name));

	return opt != NULL && opt->choices != NULL ? cli_choice_index(opt->choices, cli->value)
						   : -1;
}
