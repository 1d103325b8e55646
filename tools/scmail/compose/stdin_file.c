/* SPDX-License-Identifier: MIT */
#include "compose/stdin_file.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"

#define PIECE 65536

static int cleanup = -1;

static enum err_code choose_path(struct blob *out, struct err *err)
{
	static const char *const names[] = {"TMPDIR", "TEMP", "TMP"};
	const char *folder = "/tmp";
	struct buf name;
	uint8_t random[8];
	size_t i;
	enum err_code rc = os_random(random, sizeof random, err);

	if (rc != ERR_OK)
		return rc;
	for (i = 0; i < sizeof names / sizeof names[0]; i++) {
		const char *value = os_getenv(names[i]);

		if (value != NULL && value[0] != '\0') {
			folder = value;
			break;
		}
	}
	buf_init(&name, 0);
	buf_str(&name, "scmail-");
	for (i = 0; i < sizeof random; i++)
		buf_printf(&name, "%02x", random[i]);
	buf_add_u8(&name, 0);
	if (name.failed == ERR_OK)
		rc = path_join(folder, (const char *)name.ptr, out, err);
	else
		rc = err_set(err, ERR_NOMEM, "out of memory");
	buf_free(&name);
	return rc;
}

static enum err_code copy_all(
	struct file_in *in, struct file_out *to, const char *path, struct err *err)
{
	static uint8_t piece[PIECE];
	size_t got = 1;

	while (got > 0) {
		if (file_in_read(in, piece, sizeof piece, &got, err) != ERR_OK)
			return err_prefix(err, "standard input");
		if (got > 0 && file_out_write(to, piece, got, err) != ERR_OK)
			return err_prefix(err, "%s", path);
	}
	return ERR_OK;
}

static enum err_code write_spool(const char *path, struct err *err)
{
	struct file_out_opts opts = {.no_sync = true, .set_mode = true, .mode = 0600};
	struct file_in *in;
	struct file_out *to;
	enum err_code rc = file_in_stdin(&in, err);

	if (rc != ERR_OK)
		return err_prefix(err, "standard input");
	if (file_out_open(path, &opts, &to, err) != ERR_OK) {
		rc = err_prefix(err, "%s", path);
	} else {
		rc = copy_all(in, to, path, err);
		if (rc != ERR_OK)
			file_out_abort(to);
		else if (file_out_commit(to, err) != ERR_OK)
			rc = err_prefix(err, "%s", path);
	}
	file_in_close(in);
	return rc;
}

enum err_code spool_stdin(struct options *o, struct err *err)
{
	struct blob path;
	size_t i;
	enum err_code rc;

	for (i = 0; i < o->attach.count; i++)
		if (strcmp(o->attach.items[i], "-") == 0)
			break;
	if (i == o->attach.count)
		return o->stdin_name == NULL
			       ? ERR_OK
			       : err_set(err, ERR_USAGE, "--stdin-name goes with --atta=-");
	rc = choose_path(&path, err);
	if (rc != ERR_OK)
		return rc;
	cleanup = os_cleanup_add((const char *)path.ptr);
	rc = write_spool((const char *)path.ptr, err);
	o->spool = (char *)path.ptr;
	return rc;
}

void spool_remove(struct options *o)
{
	struct err err;

	if (o->spool == NULL)
		return;
	(void)file_remove(o->spool, &err); /* missing when writing it failed */
	os_cleanup_drop(cleanup);
	free(o->spool);
	o->spool = NULL;
}
