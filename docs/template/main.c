/* SPDX-License-Identifier: MIT */
/* template: options -> core -> print. Copy the folder, rename, and go on from here. */
#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "template.h"

#define FILE_MAX ((size_t)256 << 20)

/* One member for each row of the table; its type decides how the value is read. */
struct options {
	bool sum;
	bool json;
};

#define OPT(name, letter, field) CLI_OPT(struct options, name, letter, field)
static const struct cli_opt opts[] = {
	{OPT("sum", 's', sum), .help = "Print the 8-bit sum instead of the CRC-32"},
	{OPT("json", 0, json), .flags = CLI_FOR_PROGRAMS, .help = "Report as one JSON document"},
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

static void print_line(const struct options *o, const char *path, const struct template_sum *sum)
{
	if (o->sum)
		out_printf("%02X  ", (unsigned)sum->sum);
	else
		out_printf("%08X  ", (unsigned)sum->crc);
	out_escaped_str(path);
	out_str("\n");
}

static void print_json(struct json *j, const char *path, const struct template_sum *sum)
{
	json_object(j);
	json_kv_str(j, "file", path); /* an input is always "file" */
	json_kv_u64(j, "crc32", sum->crc);
	json_kv_u64(j, "sum", sum->sum);
	json_object_end(j);
}

static int one_file(const struct options *o, const char *path, struct json *j)
{
	struct file_map map;
	struct template_sum sum;
	struct err err;
	enum err_code rc = file_map_open(path, FILE_MAX, false, &map, &err);

	if (rc == ERR_OK) {
		rc = template_add_up(map.data, &sum, &err);
		file_map_close(&map);
	}
	if (rc != ERR_OK) {
		diag_err(path, &err);
		return diag_status(&err);
	}
	if (o->json)
		print_json(j, path, &sum);
	else
		print_line(o, path, &sum);
	return EXIT_DONE;
}

/* The status is that of the first file that failed. */
static int all_files(const struct options *o, const struct cli_list *files)
{
	struct buf document = {0};
	struct json j;
	int status = EXIT_DONE;
	size_t i;

	json_init(&j, &document, false);
	json_array(&j);
	for (i = 0; i < files->count; i++) {
		int one = one_file(o, files->items[i], &j);

		status = status == EXIT_DONE ? one : status;
	}
	json_array_end(&j); /* ends with a newline */
	if (o->json)
		out_text((struct span){document.ptr, document.len});
	buf_free(&document);
	return status;
}

int os_main(const struct os_args *args)
{
	struct options o = {0};
	struct cli_list files = {0};
	struct cli cli;
	int status;

	cli_open(&cli, &spec, args);
	status = cli_read(&cli, &o, &files, NULL) ? all_files(&o, &files) : cli.status;
	cli_list_free(&files);
	cli_close(&cli);
	return out_finish(status);
}
