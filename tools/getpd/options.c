/* SPDX-License-Identifier: MIT */
#include "options.h"

#include "biosbelt/tr.h"

#include "show/show_table.h"

enum mode { MODE_PATHS = 1, MODE_ALL = 2, MODE_DISK = 4, MODE_CHECK = 8 };
enum { FORM = 1 }; /* only one of these options may be given */

#define OPT(name, letter, field) CLI_OPT(struct show, name, letter, field)
#define LISTS                    (MODE_PATHS | MODE_ALL | MODE_DISK)
static const struct cli_opt opts[] = {
	{OPT("raw", 'r', raw), .flags = CLI_FOR_PROGRAMS, .only = FORM, .modes = LISTS,
		.group = "Output",
		.help = "Print the original's three numbers: device type, disk, partition"},
	{OPT("json", 'j', json), .flags = CLI_FOR_PROGRAMS, .only = FORM,
		.help = "Print the whole graph from the path to the disks"},
	{OPT("tree", 't', tree), .only = FORM, .modes = LISTS,
		.help = "Print every layer from the path to the disks"},
	{OPT("columns", 'c', columns), .flags = CLI_FOR_PROGRAMS, .only = FORM, .modes = LISTS,
		.value = "LIST",
		.help = "Print these columns: volume, type, state, disk, partition, model, "
			"serial, wwid, bus, size, kind, numbers, layers"},
	{OPT("all", 'a', all), .group = "Questions", .help = "Every volume and its disks"},
	{OPT("disk", 'd', disk), .value = "DISK",
		.help = "The reverse: the volumes on a disk (number or name)"},
	{OPT("check", 0, check), .value = "DISK",
		.help = "Whether the disk is free to be overwritten; status 0 only if it provably "
			"is"},
	{OPT("source", 0, against.source), .modes = MODE_CHECK, .value = "IMAGE",
		.flags = CLI_IS_FILE,
		.help = "The image to write: must not be on the disk, and must fit"},
	{OPT("serial", 0, against.serial), .modes = MODE_CHECK, .value = "NUMBER",
		.help = "The disk must have this serial number or WWID; an internal disk is meant "
			"then"},
	{OPT("size", 0, against.size), .modes = MODE_CHECK, .value = "BYTES", .flags = CLI_IS_SIZE,
		.min = 1, .max = UINT64_MAX, .help = "The disk must have this size"},
	{OPT("path", 'p', query.path_only),
		.help = "The operand is a path, whatever it looks like"},
	{OPT("map", 0, query.map), .value = "RULE", .choices = "wsl|wine|mtools|own",
		.help = "What \"c:\" means on Linux: only this rule"},
	{OPT("strict", 0, query.strict), .help = "Two meanings of a drive letter are an error"},
	{OPT("sys-root", 0, query.root), .value = "FOLDER", .flags = CLI_HIDDEN | CLI_IS_DIR,
		.help = "Folder before /sys, /dev and /proc"},
	{0},
};

const struct cli_spec options_spec = {
	.tool = "getpd",
	.summary = "names the physical disk of a drive letter, a path or a device",
	.usage = "getpd [OPTION]... DRIVE|PATH|DEVICE...\ngetpd --all\ngetpd --disk DISK\n"
		 "getpd --check DISK [--source IMAGE] [--serial NUMBER] [--size BYTES]",
	.notes = "Also understood: LABEL=, UUID=, PARTLABEL=, PARTUUID= and MAJOR:MINOR on Linux,\n"
		 "\\\\.\\PhysicalDrive0 and \\\\?\\Volume{...} on Windows.\n\nExamples:\n"
		 "  getpd c:             C: -> \\\\.\\PhysicalDrive0 (partition 2)\n"
		 "  getpd /home          the disks under LVM, LUKS, RAID, btrfs\n"
		 "  getpd --disk 0       the volumes on the first disk\n"
		 "  getpd --check /dev/sdb --source bios.img && dd if=bios.img of=/dev/sdb\n",
	.exits = CLI_HAS_NOTHING | CLI_HAS_TEMPORARY,
	.exit_notes = "5 answered, but degraded or incomplete",
	.opts = opts,
	.min_operands = 0,
	.max_operands = -1,
};

static bool usage(struct cli *cli, const char *text)
{
	cli->status = cli_usage_error(cli, "%s", tr(text));
	return false;
}

bool options_read(struct cli *cli, struct show *show, struct cli_list *operands)
{
	enum mode mode = MODE_PATHS;
	const char *words = N_("a path");

	if (!cli_read(cli, show, operands, NULL))
		return false;
	if ((operands->count > 0) + (show->disk != NULL) + show->all + (show->check != NULL) != 1)
		return usage(cli, "drives, paths or devices; or --all; or --disk; or --check");
	if (show->columns != NULL && !columns_are(show->columns)) {
		cli->status = cli_usage_error(
			cli, "--columns: some of %s, with commas between", COLUMNS_HELP);
		return false;
	}
	if (show->all) {
		mode = MODE_ALL;
		words = "--all";
	} else if (show->disk != NULL) {
		mode = MODE_DISK;
		words = "--disk";
	} else if (show->check != NULL) {
		mode = MODE_CHECK;
		words = "--check";
	}
	return cli_modes(cli, mode, words);
}
