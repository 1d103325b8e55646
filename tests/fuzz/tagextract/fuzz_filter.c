/* SPDX-License-Identifier: MIT */
/* Patterns and lists of extensions from the command line against names from a tree. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/tree.h"
#include "tree/filter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The next part of the input up to a newline, as a string; "" at its end. */
static char *next_part(const uint8_t **data, size_t *size)
{
	const uint8_t *end = *size != 0 ? memchr(*data, '\n', *size) : NULL;
	size_t len = end != NULL ? (size_t)(end - *data) : *size;
	char *part = malloc(len + 1);

	if (part == NULL)
		abort();
	if (len != 0)
		memcpy(part, *data, len);
	part[len] = '\0';
	*data += len + (end != NULL);
	*size -= len + (end != NULL);
	return part;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct filter filter = {0};
	char *include = next_part(&data, &size);
	char *exts = next_part(&data, &size);
	char *exclude = next_part(&data, &size);
	char *name = next_part(&data, &size);
	struct err err;

	(void)filter_add(&filter.include, include, &err);
	(void)filter_add_ext(&filter.include, exts, &err);
	(void)filter_add(&filter.exclude, exclude, &err);
	(void)filter_takes(&filter, name, path_base(name));
	(void)filter_excludes(&filter, name, path_base(name));
	(void)tree_match(include, name, true);
	filter_free(&filter);
	free(include);
	free(exts);
	free(exclude);
	free(name);
	return 0;
}
