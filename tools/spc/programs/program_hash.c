/* SPDX-License-Identifier: MIT */
/* The hash of the program to be started: repackaged PuTTYs with back doors exist. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/diag.h"
#include "biosbelt/digest.h"
#include "biosbelt/file.h"
#include "biosbelt/out.h"
#include "programs/select_program.h"

#define PROGRAM_SIZE_MAX (256u << 20)

enum err_code verify_hash(const char *path, char out[65], struct err *err)
{
	struct file_map map;
	enum err_code rc = file_map_open(path, PROGRAM_SIZE_MAX, true, &map, err);

	if (rc != ERR_OK)
		return rc;
	sha256_hex(map.data, out);
	file_map_close(&map);
	return ERR_OK;
}

static enum err_code pins_path(const struct app *app, struct blob *out, struct err *err)
{
	struct blob folder;
	enum err_code rc;

	if (app->last_path.len == 0)
		return err_set(err, ERR_NOTFOUND, "the system has no place for settings");
	rc = blob_copy(blob_span(app->last_path), &folder, err);
	if (rc != ERR_OK)
		return rc;
	/* cut the copy to the folder */
	folder.ptr[path_dir_len((const char *)app->last_path.ptr)] = '\0';
	rc = path_join((const char *)folder.ptr, "spc.pins", out, err);
	blob_free(&folder);
	return rc;
}

static enum err_code read_pins(const struct app *app, struct settings *out, struct err *err)
{
	struct blob path;
	enum err_code rc;

	*out = (struct settings){NULL, 0};
	if (app->last_path.len == 0)
		return ERR_OK;
	rc = pins_path(app, &path, err);
	if (rc == ERR_OK) {
		rc = settings_read((const char *)path.ptr, out, err);
		blob_free(&path);
	}
	return rc;
}

/* The absolute name under which a program is pinned. Links in its folder are resolved, but not the
 * program itself: if a link's target changes, it is another program under the pinned name. */
static enum err_code pin_name(const char *path, struct blob *out, struct err *err)
{
	struct blob folder, real;
	size_t len = path_dir_len(path);
	enum err_code rc =
		blob_copy(span_of(len > 0 ? path : ".", len > 0 ? len + 1 : 2), &folder, err);

	if (rc != ERR_OK)
		return rc;
	if (len > 0)
		folder.ptr[len] = '\0';
	rc = file_real_path((const char *)folder.ptr, &real, err);
	blob_free(&folder);
	if (rc != ERR_OK)
		return rc;
	rc = path_join((const char *)real.ptr, path_base(path), out, err);
	blob_free(&real);
	return rc;
}

/* On Windows file names are compared without regard to case. */
static bool same_name(const char *a, const char *b)
{
	bool fold = path_is_sep('\\');

	for (; *a != '\0' || *b != '\0'; a++, b++) {
		bool capital_a = fold && *a >= 'A' && *a <= 'Z';
		bool capital_b = fold && *b >= 'A' && *b <= 'Z';

		if ((capital_a ? *a + 32 : *a) != (capital_b ? *b + 32 : *b))
			return false;
	}
	return true;
}

/* Lines are "hash = path": a path may contain '='. */
static const char *find_pin(const struct settings *pins, const char *path)
{
	size_t i;

	for (i = pins->count; i > 0; i--)
		if (same_name(pins->items[i - 1].value, path))
			return pins->items[i - 1].key;
	return NULL;
}

enum err_code verify_check(const struct app *app, const char *path, struct err *err)
{
	struct settings pins;
	struct blob name;
	const char *pin;
	char hash[65];
	enum err_code rc = read_pins(app, &pins, err);

	if (rc != ERR_OK)
		return rc;
	rc = pin_name(path, &name, err);
	if (rc != ERR_OK) {
		settings_free(&pins);
		return rc;
	}
	pin = find_pin(&pins, (const char *)name.ptr);
	blob_free(&name);
	if (pin != NULL) {
		rc = verify_hash(path, hash, err);
		if (rc == ERR_OK && strcmp(pin, hash) != 0)
			rc = err_set(err, ERR_DENIED,
				"it is not the program that was pinned (SHA-256 %.64s)", hash);
	}
	settings_free(&pins);
	return rc;
}

/* A name that a line of the file cannot hold would be read as the pin of another program, or of
 * none. */
static bool can_be_kept(const char *path)
{
	size_t len = strlen(path);

	return strpbrk(path, "\r\n") == NULL && path[len - 1] != ' ' && path[len - 1] != '\t';
}

static enum err_code save_pin(
	const struct app *app, const char *path, const char *hash, struct err *err)
{
	struct settings pins;
	struct blob file;
	struct blob text;
	struct buf out;
	size_t i;
	enum err_code rc = read_pins(app, &pins, err);

	if (rc != ERR_OK)
		return rc;
	buf_init(&out, 0);
	buf_str(&out, "# Written by spc --verify --pin: SHA-256 = program\n");
	for (i = 0; i < pins.count; i++)
		if (!same_name(pins.items[i].value, path))
			buf_printf(&out, "%s = %s\n", pins.items[i].key, pins.items[i].value);
	buf_printf(&out, "%s = %s\n", hash, path);
	settings_free(&pins);
	rc = pins_path(app, &file, err);
	if (rc != ERR_OK) {
		buf_free(&out);
		return rc;
	}
	rc = buf_finish(&out, &text, err);
	if (rc == ERR_OK) {
		file.ptr[path_dir_len((const char *)file.ptr)] = '\0';
		rc = file_mkdirs((const char *)file.ptr, err);
		if (rc != ERR_OK)
			err_prefix(err, "%s", (const char *)file.ptr);
		blob_free(&file);
		if (rc == ERR_OK)
			rc = pins_path(app, &file, err);
		if (rc == ERR_OK &&
			file_write((const char *)file.ptr, blob_span(text), true, err) != ERR_OK)
			rc = err_prefix(err, "%s", (const char *)file.ptr);
		blob_free(&text);
	}
	blob_free(&file);
	return rc;
}

static enum err_code pin(const struct app *app, const char *path, const char *hash, struct err *err)
{
	struct blob name;
	enum err_code rc = pin_name(path, &name, err);

	if (rc != ERR_OK)
		return rc;
	if (can_be_kept((const char *)name.ptr))
		rc = save_pin(app, (const char *)name.ptr, hash, err);
	else
		rc = err_set(err, ERR_UNSUPPORTED,
			"a name that ends in a blank or has a line end in it cannot be pinned");
	blob_free(&name);
	return rc;
}

int verify_run(struct app *app)
{
	struct chosen chosen;
	struct err err;
	char hash[65];
	const char *path;
	enum err_code rc = launch_choose(app, NULL, NULL, &chosen, &err);

	path = (const char *)chosen.path.ptr;
	if (rc == ERR_OK && chosen.builtin)
		rc = err_set(&err, ERR_USAGE, "the builtin terminal is spc itself");
	if (rc == ERR_OK)
		rc = verify_hash(path, hash, &err);
	if (rc == ERR_OK) {
		out_printf("%s  ", hash);
		out_escaped_str(path);
		out_str("\n");
		rc = app->opt.pin ? pin(app, path, hash, &err) : verify_check(app, path, &err);
	}
	if (rc != ERR_OK)
		diag_err(path, &err);
	chosen_free(&chosen);
	if (rc == ERR_OK)
		return EXIT_DONE;
	return diag_status(&err);
}
