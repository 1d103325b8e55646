/* SPDX-License-Identifier: MIT */
#include "tree/filter.h"

#include <stdlib.h>
#include <string.h>

#include "biosbelt/alloc.h"
#include "biosbelt/file.h"
#include "biosbelt/span.h"
#include "biosbelt/tree.h"
#include "tags/word.h"

/*
 * Sources in the trees of EDK2, coreboot, U-Boot, Linux and vendors, in byte order: the extensions
 * of the original's list, descriptions of builds and boards, scripts, and settings.
 */
static const char *const default_ends[] = {"ac", "acpi", "act", "adb", "ads", "am", "arm", "asi",
	"asl", "aslc", "asm", "awk", "bat", "bb", "bbappend", "bbclass", "c", "cb", "cc", "cfg",
	"chg", "cif", "cmake", "cmd", "conf", "config", "cpp", "csh", "cxx", "dec", "def", "depex",
	"dlt", "dox", "dsc", "dsl", "dts", "dtsi", "dtso", "ejs", "env", "eqc", "equ", "f", "fdf",
	"fmd", "fmf", "gpr", "h", "hfr", "hh", "hpp", "hxx", "i", "ia32", "in", "inc", "inf", "ini",
	"inl", "inx", "its", "java", "js", "json", "ksh", "kts", "l", "ld", "lds", "lua", "m4",
	"mac", "macro", "mak", "makefile", "mat", "md", "mk", "mof", "ms", "nas", "nasm", "nsh",
	"oem", "opp", "patch", "pcd", "pl", "pm", "ps1", "py", "rc", "rs", "rst", "s", "scr", "sd",
	"sdb", "sdl", "sed", "sh", "spec", "src", "ssl", "ssp", "sty", "sv", "t", "tcl", "template",
	"toml", "tpl", "txt", "uni", "v", "veb", "vfi", "vfr", "vh", "vhd", "vhdl", "xml", "xs",
	"xsd", "xsl", "y", "yaml", "yml"};

/* Names without an extension, in lower case, with a '*' at the end or the beginning. */
static const char *const default_names[] = {"makefile*", "gnumakefile", "kconfig*", "kbuild*",
	"*_defconfig", "defconfig", "*.config", ".config", "*.lds.s", "maintainers", "dockerfile*",
	"sconstruct", "sconscript", "config.*", "configure", "readme*", "changelog*", "version",
	"depends", "ms.*"};

/* Modifies text. */
static struct filter_pattern pattern_of(char *text)
{
	size_t len = strlen(text);
	bool path;
	size_t i;

	for (i = 0; i < len; i++)
		if (path_is_sep(text[i]))
			text[i] = '/';
	while (len > 0 && text[len - 1] == '/')
		text[--len] = '\0';
	path = strchr(text, '/') != NULL;
	while (text[0] == '.' && text[1] == '/') {
		memmove(text, text + 2, len - 1);
		len -= 2;
	}
	return (struct filter_pattern){.text = text,
		.len = len,
		.is_end = !path && text[0] == '*' && strpbrk(text + 1, "*?[") == NULL,
		.path = path};
}

enum err_code filter_add(struct filter_list *list, const char *pattern, struct err *err)
{
	struct filter_pattern *bigger;
	char *copy;

	if (pattern[0] == '\0')
		return err_set(err, ERR_USAGE, "an empty pattern");
	bigger = realloc(list->patterns, (list->count + 1) * sizeof *bigger);
	copy = alloc_text(pattern);
	if (bigger != NULL)
		list->patterns = bigger;
	if (bigger == NULL || copy == NULL) {
		free(copy);
		return err_set(err, ERR_NOMEM, "out of memory");
	}
	list->patterns[list->count++] = pattern_of(copy);
	return ERR_OK;
}

enum err_code filter_add_ext(struct filter_list *list, const char *exts, struct err *err)
{
	enum err_code rc = ERR_OK;

	if (*exts == '\0')
		return err_set(err, ERR_USAGE, "--ext: no extension given");
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
		free(list->patterns[i].text);
	free(list->patterns);
	*list = (struct filter_list){0};
}

void filter_free(struct filter *f)
{
	list_free(&f->include);
	list_free(&f->exclude);
}

static bool ends_with(struct span name, const char *end, size_t len)
{
	size_t i;

	if (name.len < len)
		return false;
	for (i = len; i > 0; i--) /* names differ at their ends first */
		if (tag_lower(name.ptr[name.len - len + i - 1]) != tag_lower((uint8_t)end[i - 1]))
			return false;
	return true;
}

static bool list_fits(const struct filter_list *list, const char *relative, struct span base)
{
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct filter_pattern *p = &list->patterns[i];

		if (p->is_end ? ends_with(base, p->text + 1, p->len - 1)
			      : tree_match(
					p->text, p->path ? relative : (const char *)base.ptr, true))
			return true;
	}
	return false;
}

static bool name_fits(struct span base, const char *pattern)
{
	size_t len = strlen(pattern);

	if (pattern[0] == '*')
		return ends_with(base, pattern + 1, len - 1);
	if (pattern[len - 1] != '*')
		return base.len == len && ends_with(base, pattern, len);
	return base.len >= len - 1 && ends_with(span_of(base.ptr, len - 1), pattern, len - 1);
}

static int by_end(const void *key, const void *item)
{
	const char *end = key;
	const char *known = *(const char *const *)item;

	for (; *end != '\0' && tag_lower((uint8_t)*end) == (uint8_t)*known; end++)
		known++;
	return tag_lower((uint8_t)*end) - (uint8_t)*known;
}

bool filter_is_default(const char *base)
{
	const char *dot = strrchr(base, '.');
	struct span name = span_of(base, strlen(base));
	size_t i;

	if (dot != NULL &&
		bsearch(dot + 1, default_ends, sizeof default_ends / sizeof default_ends[0],
			sizeof default_ends[0], by_end) != NULL)
		return true;
	for (i = 0; i < sizeof default_names / sizeof default_names[0]; i++)
		if (name_fits(name, default_names[i]))
			return true;
	return false;
}

bool filter_excludes(const struct filter *f, const char *relative, const char *base)
{
	return f->exclude.count > 0 &&
	       list_fits(&f->exclude, relative, span_of(base, strlen(base)));
}

enum err_code filter_excludes_path(
	const struct filter *f, const char *relative, bool *out, struct err *err)
{
	const char *p;
	char *part;

	*out = filter_excludes(f, relative, path_base(relative));
	if (*out || f->exclude.count == 0)
		return ERR_OK;
	part = alloc_text(relative);
	if (part == NULL)
		return err_set(err, ERR_NOMEM, "out of memory");
	for (p = relative; !*out && (p = strchr(p, '/')) != NULL; p++) {
		part[p - relative] = '\0';
		*out = filter_excludes(f, part, path_base(part));
		part[p - relative] = '/';
	}
	free(part);
	return ERR_OK;
}

bool filter_takes(const struct filter *f, const char *relative, const char *base)
{
	struct span name = span_of(base, strlen(base));

	if (f->exclude.count > 0 && list_fits(&f->exclude, relative, name))
		return false;
	if (f->all || list_fits(&f->include, relative, name))
		return true;
	return !f->no_defaults && filter_is_default(base);
}
