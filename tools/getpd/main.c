/* SPDX-License-Identifier: MIT */
/* getpd: the physical disk behind a drive letter, a path or a device. */
#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/out.h"
#include "show.h"

#define EXIT_DEGRADED 5

enum { OPT_RAW = 1, OPT_JSON, OPT_ALL, OPT_DISK, OPT_PATH, OPT_STRICT, OPT_MAP, OPT_ROOT };

static const struct cli_opt opts[] = {
	{"raw", 'r', CLI_FLAG, NULL,
		"Print the original's three numbers: device type, disk, partition", NULL, "Output",
		OPT_RAW, 0},
	{"json", 'j', CLI_FLAG, NULL, "Print the whole graph from the path to the disks", NULL,
		NULL, OPT_JSON, 0},
	{"all", 'a', CLI_FLAG, NULL, "Every volume and its disks", NULL, "Questions", OPT_ALL, 0},
	{"disk", 'd', CLI_VALUE, "DISK", "The reverse: the volumes on a disk (number or name)",
		NULL, NULL, OPT_DISK, 0},
	{"path", 'p', CLI_FLAG, NULL, "The operand is a path, whatever it looks like", NULL, NULL,
		OPT_PATH, 0},
	{"map", 0, CLI_VALUE, "RULE", "What \"c:\" means on Linux: only this rule",
		"wsl|wine|mtools|own", NULL, OPT_MAP, 0},
	{"strict", 0, CLI_FLAG, NULL, "Two meanings of a drive letter are an error", NULL, NULL,
		OPT_STRICT, 0},
	{"sys-root", 0, CLI_VALUE, "FOLDER", "Folder before /sys, /dev and /proc", NULL, NULL,
		OPT_ROOT, CLI_HIDDEN | CLI_IS_DIR},
	{NULL, 0, CLI_FLAG, NULL, NULL, NULL, NULL, 0, 0},
};

static const struct cli_spec spec = {
	.tool = "getpd",
	.summary = "tells the physical disk behind a drive letter, a path or a device",
	.usage = "getpd [OPTION]... DRIVE|PATH|DEVICE\ngetpd --all\ngetpd --disk DISK",
	.notes = "Also understood: LABEL=, UUID=, PARTLABEL=, PARTUUID= and MAJOR:MINOR on Linux,\n"
		 "\\\\.\\PhysicalDrive0 and \\\\?\\Volume{...} on Windows.\n\nExamples:\n"
		 "  getpd c:             C: -> \\\\.\\PhysicalDrive0 (partition 2)\n"
		 "  getpd /home          the disks under LVM, LUKS, RAID, btrfs\n"
		 "  getpd --disk 0       what lives on the first disk\n",
	.exits = CLI_HAS_NOTHING | CLI_HAS_TEMPORARY,
	.exit_notes = "5 answered, but degraded, or not all of it could be found out",
	.opts = opts,
	.min_operands = 0,
	.max_operands = 1,
};

static bool take_option(struct cli *cli, int id, struct show *show)
{
	switch (id) {
	case OPT_RAW:
		show->raw = true;
		break;
	case OPT_JSON:
		show->json = true;
		break;
	case OPT_ALL:
		show->all = true;
		break;
	case OPT_DISK:
		show->disk = cli->value;
		break;
	case OPT_PATH:
		show->query.path_only = true;
		break;
	case OPT_STRICT:
		show->query.strict = true;
		break;
	case OPT_MAP:
		show->query.map = cli->value;
		break;
	case OPT_ROOT:
		show->query.root = cli->value;
		break;
	case CLI_OPERAND:
		show->what = cli->value;
		break;
	default:
		return false;
	}
	return true;
}

static bool read_options(struct cli *cli, struct show *show)
{
	int id;

	while ((id = cli_next(cli)) != CLI_END)
		if (!take_option(cli, id, show))
			return false;
	if ((show->what != NULL) + (show->disk != NULL) + show->all != 1) {
		cli->status =
			cli_usage_error(cli, "one drive, path or device; or --all; or --disk");
		return false;
	}
	if (show->disk != NULL && show->disk[0] == '\0') { /* it would mean every disk */
		cli->status = cli_usage_error(cli, "--disk: the name is empty");
		return false;
	}
	if (show->raw && show->json) {
		cli->status = cli_usage_error(cli, "--raw and --json are two forms of output");
		return false;
	}
	return true;
}

static int status_of(const struct err *err)
{
	switch (err->code) {
	case ERR_NOTFOUND:
	case ERR_UNSUPPORTED:
		return EXIT_NOTHING;
	case ERR_BUSY:
	case ERR_DENIED:
		return EXIT_TEMPORARY;
	case ERR_USAGE:
		return EXIT_USAGE;
	default:
		return EXIT_FAILED;
	}
}

static int answer(struct show *show)
{
	struct err err;

	if (show_run(show, &err) != ERR_OK) {
		show_error(show, &err);
		return status_of(&err);
	}
	if (show->status >= 0)
		return show->status;
	return show->degraded ? EXIT_DEGRADED : show->shown ? EXIT_DONE : EXIT_NOTHING;
}

int os_main(const struct os_args *args)
{
	struct show show = {.query = {.root = ""}, .status = -1};
	struct cli cli;
	int status;

	diag_init("getpd");
	cli_open(&cli, &spec, args);
	status = read_options(&cli, &show) ? answer(&show) : cli.status;
	cli_close(&cli);
	return out_finish(status);
}
