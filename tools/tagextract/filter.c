/* SPDX-License-Identifier: MIT */
#include "filter.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/tree.h"

/* The original's list first, then what EDK2 trees hold besides. */
const char *const filter_defaults[] = {"*.c", "*.h", "*.bat", "*.xml", "*.txt", "*.asl", "*.inf",
	"*.dsc", "*.fdf", "*.asm", "*.uni", "*.vfr", "*.vfi", "*.dec", "*.inc", "*.dsc.inc",
	"*.fdf.inc", "*.nasm", "*.s", "*.hfr", "*.asi", "*.aslc", "*.cpp", "*.py", "*.sh", "*.json",
	"*.yaml", "*.cfg", "*.mak", "makefile", "*.sd", "*.sdl", "*.cif", "*.ssl", NULL};

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
}

enum err_code filter_add(struct filter_list *list, const char *pattern, struct err *err)
{
	char **bigger = realloc(list->patterns, (list->count + 1) * sizeof *bigger);
	char *copy = malloc(strlen(pattern) + 1);

	if (bigger != NULL)
		list->patterns = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	memcpy(copy, pattern, strlen(pattern) + 1);
	list->patterns[list->count++] = copy;
	return ERR_OK;
}

enum err_code filter_add_ext(struct filter_list *list, const char *exts, struct err *err)
{
	enum err_code rc = ERR_OK;

	while (*exts != '\0' && rc == ERR_OK) {
		size_t len = strcspn(exts, ",");
		char pattern[64];

		if (*exts == '*')
			return err_set(err, ERR_USAGE, "an extension, not a pattern: %s", exts);
		if (*exts == '.') {
			exts++;
			len--;
		}
		if (len == 0 || len > sizeof pattern - 3)
			return err_set(err, ERR_USAGE, "no extension: %s", exts);
		pattern[0] = '*';
		pattern[1] = '.';
		memcpy(pattern + 2, exts, len);
		pattern[2 + len] = '\0';
		rc = filter_add(list, pattern, err);
		exts += len + (exts[len] == ',');
	}
	return rc;
}

static void list_free(struct filter_list *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		free(list->patterns[i]);
	free(list->patterns);
	*list = (struct filter_list){0};
}

void filter_free(struct filter *f)
{
	list_free(&f->include);
	list_free(&f->exclude);
}

/* "*.ext" is what nearly all patterns are: compared from the end, without the matcher. */
static bool fits(const char *pattern, const char *relative, const char *base, size_t base_len)
{
	size_t len = strlen(pattern);
	size_t i;

	if (pattern[0] != '*' || strpbrk(pattern + 1, "*?[/") != NULL)
		return tree_match(pattern, strchr(pattern, '/') != NULL ? relative : base, true);
	if (base_len < len - 1)
		return false;
	for (i = 1; i < len; i++)
		if (lower(base[base_len - i]) != lower(pattern[len - i]))
			return false;
	return true;
}

static bool list_fits(const struct filter_list *list, const char *relative)
{
	const char *base = path_base(relative);
	size_t base_len = strlen(base);
	size_t i;

	for (i = 0; i < list->count; i++)
		if (fits(list->patterns[i], relative, base, base_len))
			return true;
	return false;
}

bool filter_excludes(const struct filter *f, const char *relative)
{
	return f->exclude.count > 0 && list_fits(&f->exclude, relative);
}

bool filter_takes(const struct filter *f, const char *relative)
{
	const char *base = path_base(relative);
	size_t base_len = strlen(base);
	size_t i;

	if (filter_excludes(f, relative))
		return false;
	if (f->all || list_fits(&f->include, relative))
		return true;
	if (f->include.count > 0 && !f->keep_defaults)
		return false;
	for (i = 0; filter_defaults[i] != NULL; i++)
		if (fits(filter_defaults[i], relative, base, base_len))
			return true;
	return false;
}
