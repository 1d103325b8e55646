/* SPDX-License-Identifier: MIT */
/* txtcopy: copies texts without garbling them; detects, checks and converts their encoding. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/json.h"
#include "biosbelt/out.h"
#include "biosbelt/progress.h"
#include "options.h"

/* Splits the labels, which are separated by blanks. */
static void labels_json(struct json *j, const char *labels)
{
	json_key(j, "labels");
	json_array(j);
	while (*labels != '\0') {
		size_t len = strcspn(labels, " ");

		if (len != 0)
			json_str_n(j, span_of(labels, len));
		labels += len + (labels[len] == ' ');
	}
	json_array_end(j);
}

static void list_json(void)
{
	struct json j;
	struct buf text;

	buf_init(&text, 0);
	json_init(&j, &text, false);
	json_object(&j);
	json_key(&j, "encodings");
	json_array(&j);
	for (int i = TEXT_ASCII; i < TEXT_ENC_COUNT; i++) {
		json_object(&j);
		json_kv_str(&j, "name", text_enc_name((enum text_enc)i));
		labels_json(&j, text_enc_labels((enum text_enc)i));
		json_object_end(&j);
	}
	json_array_end(&j);
	json_object_end(&j);
	out_buf(&text);
}

static int list_encodings(bool json)
{
	if (json) {
		list_json();
		return EXIT_DONE;
	}
	for (int i = TEXT_ASCII; i < TEXT_ENC_COUNT; i++)
		out_printf("%-16s %s\n", text_enc_name((enum text_enc)i),
			text_enc_labels((enum text_enc)i));
	return EXIT_DONE;
}

static int run(struct cli *cli, struct txt_args *a)
{
	const struct text_hints hints = txt_hints(&a->walk.opts);
	struct report report;
	struct err err;
	enum err_code rc;

	if (a->list)
		return list_encodings(a->json);
	report_begin(&report, a->walk.opts.mode, a->json);
	a->walk.report = &report;
	a->walk.opts.progress = progress_add;
	if (a->json)
		progress_disable();
	if (a->walk.opts.mode == TXT_COPY)
		progress_start(a->files.items[0], 0, PROGRESS_BYTES);
	a->walk.opts.neighbours = neighbours_open(&hints);
	rc = walk_all(&a->walk, a->files.items, a->files.count, &err);
	neighbours_close(a->walk.opts.neighbours);
	if (rc == ERR_USAGE) {
		buf_free(&report.text);
		return cli_usage_error(cli, "%s", err.text);
	}
	if (rc != ERR_OK)
		report_error(&report, a->files.items[0], &err);
	progress_end();
	report_end(&report);
	if (report.files == 0 && a->walk.opts.mode != TXT_COPY) {
		diag_error("no file to look at");
		return EXIT_NOTHING;
	}
	return report.failed != 0 ? EXIT_FAILED : EXIT_DONE;
}

int os_main(const struct os_args *args)
{
	struct txt_args a = {0};
	struct cli cli;
	int status;

	diag_init("txtcopy");
	cli_open(&cli, &txtcopy_spec, args);
	status = args_read(&cli, &a) ? run(&cli, &a) : cli.status;
	cli_close(&cli);
	args_free(&a);
	return out_finish(status);
}
