/* SPDX-License-Identifier: MIT */
/* template: options -> core -> print. Copy the folder, rename, and go on from here. */
#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "template.h"

#define FILE_MAX ((size_t)256 << 20)

enum { OPT_SUM = 1 };

static const struct cli_opt opts[] = {
	{"sum", 's', CLI_FLAG, NULL, "Print the 8-bit sum instead of the CRC-32", NULL, NULL,
		OPT_SUM, 0},
	{0},
};

static const struct cli_spec spec = {
	.tool = "template",
	.summary = "prints the CRC-32 of files",
	.usage = "template [OPTION]... FILE...",
	.opts = opts,
	.min_operands = 1,
	.max_operands = -1,
};

static int one_file(const char *path, bool sum)
{
	struct file_map map;
	struct template_sum result;
	struct err err;
	enum err_code rc = file_map_open(path, FILE_MAX, false, &map, &err);

	if (rc == ERR_OK) {
		rc = template_add_up(map.data, &result, &err);
		file_map_close(&map);
	}
	if (rc != ERR_OK) {
		diag_err(path, &err);
		return diag_status(&err);
	}
	if (sum)
		out_printf("%02X  ", (unsigned)result.sum);
	else
		out_printf("%08X  ", (unsigned)result.crc);
	out_escaped_str(path);
	out_str("\n");
	return EXIT_DONE;
}

int os_main(const struct os_args *args)
{
	struct cli cli;
	bool sum = false;
	int status = EXIT_DONE;
	int id;

	/* Operands may come before options: the first round only looks at the options. */
	cli_open(&cli, &spec, args);
	while ((id = cli_next(&cli)) != CLI_END && id != CLI_ERROR && id != CLI_DONE)
		sum = sum || id == OPT_SUM;
	if (id != CLI_END)
		status = cli.status;
	cli_close(&cli);
	if (id != CLI_END)
		return out_finish(status);

	cli_open(&cli, &spec, args);
	while ((id = cli_next(&cli)) != CLI_END) {
		if (id == CLI_OPERAND) {
			int one = one_file(cli.value, sum);

			status = status == EXIT_DONE ? one : status;
		}
	}
	cli_close(&cli);
	return out_finish(status);
}
