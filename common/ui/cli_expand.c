/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/cli.h"
#include "biosbelt/diag.h"
#include "biosbelt/file.h"
#include "biosbelt/glob.h"
#include "ui_private.h"

#define MATCHES_MAX 100000

/* A pattern of cmd as one of glob_find: '[' is a character of names, "*.*" takes names without a
 * dot, too. */
static bool pattern_of(const char *operand, struct blob *out, struct err *err)
{
	size_t len = strlen(operand);
	struct buf b;

	if (strcmp(path_base(operand), "*.*") == 0)
		len -= 2;
	buf_init(&b, 0);
	for (size_t i = 0; i < len; i++)
		buf_str(&b, operand[i] == '[' ? "[[]" : (const char[2]){operand[i], '\0'});
	buf_add_u8(&b, 0);
	return buf_finish(&b, out, err) == ERR_OK;
}

/* ERR_IO: none. */
static enum err_code add_matches(
	struct cli *cli, const char *operand, struct cli_list *out, struct err *err)
{
	static const struct glob_opts opts = {.max = MATCHES_MAX, .folders = true};
	size_t skip = strpbrk(operand, "/\\:") == NULL ? 2 : 0; /* "./" */
	struct glob_list found;
	struct blob pattern;
	enum err_code rc;

	if (!pattern_of(operand, &pattern, err))
		return err->code;
	rc = glob_find((const char *)pattern.ptr, &opts, &found, err);
	blob_free(&pattern);
	if (rc != ERR_OK)
		return rc == ERR_NOMEM || rc == ERR_LIMIT ? rc : ERR_IO;
	for (size_t i = 0; rc == ERR_OK && i < found.count; i++) {
		const char *name = cli_own(cli, found.paths[i]);

		found.paths[i] = NULL;
		if (name == NULL || !cli_list_add(out, name + skip))
			rc = err_set(err, ERR_NOMEM, "out of memory");
	}
	glob_free(&found);
	return rc;
}

/* \\?\ and //?/ before a path are not a pattern: their '?' would have the whole drive searched. */
static bool is_pattern(const char *operand)
{
	bool verbatim = path_is_sep(operand[0]) && path_is_sep(operand[1]) && operand[2] == '?' &&
			path_is_sep(operand[3]);

	return !verbatim && strpbrk(operand, "*?") != NULL;
}

bool cli_expand(struct cli *cli, struct cli_list *operands)
{
	struct cli_list out = {0};
	enum err_code rc = ERR_OK;
	struct err err;

	if (!path_is_sep('\\'))
		return true;
	for (size_t i = 0; rc == ERR_OK && i < operands->count; i++) {
		const char *operand = operands->items[i];

		rc = is_pattern(operand) ? add_matches(cli, operand, &out, &err) : ERR_IO;
		if (rc == ERR_IO)
			rc = cli_list_add(&out, operand)
				     ? ERR_OK
				     : err_set(&err, ERR_NOMEM, "out of memory");
	}
	if (rc != ERR_OK) {
		diag_err(NULL, &err);
		cli->status = EXIT_FAILED;
		cli_list_free(&out);
		return false;
	}
	cli_list_free(operands);
	*operands = out;
	return true;
}
