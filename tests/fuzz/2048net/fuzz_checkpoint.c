/* SPDX-License-Identifier: MIT */
/* Training checkpoints; those of large networks end after the head. */
#include <stdlib.h>
#include <string.h>

#include "train/checkpoint.h"

#define ENTRIES_MAX (1u << 16)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct input {
	const uint8_t *data;
	size_t left;
};

static enum err_code take(void *user, void *ptr, size_t len, size_t *got, struct err *err)
{
	struct input *in = user;

	(void)err;
	*got = len < in->left ? len : in->left;
	if (*got > 0)
		memcpy(ptr, in->data, *got);
	in->data += *got;
	in->left -= *got;
	return ERR_OK;
}

static void read_body(struct train_reader *r)
{
	struct trainer *t = calloc(1, sizeof(*t));
	size_t value, trace, pool;
	bool whole = t != NULL;
	struct err err;

	train_sizes(&r->shape, &value, &trace, &pool);
	for (unsigned s = 0; whole && s < r->shape.stages; s++) {
		t->value[s] = calloc(1, value);
		t->trace[s] = calloc(1, trace);
		whole = t->value[s] != NULL && t->trace[s] != NULL;
	}
	for (unsigned i = 0; whole && i < r->shape.stages + r->set.starts; i++) {
		t->pool[i] = calloc(1, pool);
		whole = t->pool[i] != NULL;
	}
	if (whole) {
		t->shape = r->shape;
		(void)train_file_read_body(r, t, &err);
	}
	for (unsigned s = 0; t != NULL && s < r->shape.stages; s++) {
		free((void *)t->value[s]);
		free(t->trace[s]);
	}
	for (unsigned i = 0; t != NULL && i < TRAIN_POOLS_MAX; i++)
		free(t->pool[i]);
	free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	struct train_source source = {take, &in};
	struct train_reader reader;
	struct err err;

	if (train_file_read_head(&source, &reader, &err) == ERR_OK &&
		reader.shape.size <= ENTRIES_MAX)
		read_body(&reader);
	return 0;
}
