/* SPDX-License-Identifier: MIT */
/*
 * Writes tests/data/fuzz/2048_net and 2048_checkpoint: 2048_seeds FOLDER. A network
 * of two small tuples and two stages, trained for a moment.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "biosbelt/file.h"
#include "biosbelt/os.h"
#include "net/code.h"
#include "net/net.h"
#include "train/checkpoint.h"
#include "train/pack.h"

static int failures;

static void save(const char *folder, const char *name, struct span bytes)
{
	char path[512];
	struct err err;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	if (file_write(path, bytes, true, &err) != ERR_OK) {
		fprintf(stderr, "2048_seeds: %s: %s\n", path, err.text);
		failures++;
	}
}

static enum err_code add(void *user, const void *ptr, size_t len, struct err *err)
{
	(void)err;
	buf_add(user, ptr, len);
	return ERR_OK;
}

static bool make(struct trainer *t, const struct g2048_tables *tables)
{
	size_t value, trace, pool;
	struct err err;

	t->tables = tables;
	t->set = (struct train_settings){.seed = 1, .alpha = 1, .steps = 1, .carousel = 20};
	if (ntuple_parse("01,045", "6", &t->shape, &err) != ERR_OK)
		return false;
	train_sizes(&t->shape, &value, &trace, &pool);
	for (unsigned s = 0; s < t->shape.stages; s++) {
		t->value[s] = calloc(1, value);
		t->trace[s] = calloc(1, trace);
		t->pool[s] = calloc(1, pool);
		if (t->value[s] == NULL || t->trace[s] == NULL || t->pool[s] == NULL)
			return false;
	}
	return true;
}

/* The parts of one tuple without any packing, as fuzz_net takes them: cells - 1, side, main. */
static void save_parts(const char *folder)
{
	int16_t q[256];
	struct buf side, main;
	struct err err;

	buf_init(&side, 0);
	buf_init(&main, 0);
	buf_add_u8(&side, 1);
	for (int i = 0; i < 256; i++)
		q[i] = (int16_t)(i % 3 == 0 ? 0 : (i - 128) * (i % 7 == 0 ? 200 : 1));
	if (net_encode(q, 2, &side, &main, &err) == ERR_OK) {
		buf_add(&side, main.ptr, main.len);
		save(folder, "2048_net/parts", span_of(side.ptr, side.len));
	}
	buf_free(&side);
	buf_free(&main);
}

int os_main(const struct os_args *args)
{
	static struct g2048_tables tables;
	static struct trainer trainer;
	static const atomic_bool stop;
	const char *folder = args->argc > 1 ? args->argv[1] : ".";
	struct train_stats stats;
	struct train_sink sink = {.write = add};
	uint32_t kept[NTUPLE_STAGE_MAX];
	struct blob net;
	struct buf checkpoint;
	struct err err;

	g2048_tables_init(&tables);
	if (!make(&trainer, &tables))
		return 1;
	memset(&stats, 0, sizeof(stats));
	train_run(&trainer, 2000, &stop, &stats);
	if (net_pack(&trainer, 0, 1, &net, kept, &err) != ERR_OK)
		return 1;
	save(folder, "2048_net/small.net", blob_span(net));
	blob_free(&net);
	save_parts(folder);
	/* without its saved positions, which would make it large */
	atomic_store(&trainer.pool[1]->count, 3);
	buf_init(&checkpoint, 0);
	sink.user = &checkpoint;
	if (train_file_write(&trainer, &sink, &err) != ERR_OK || checkpoint.failed != ERR_OK)
		return 1;
	save(folder, "2048_checkpoint/small.ckpt", span_of(checkpoint.ptr, checkpoint.len));
	buf_free(&checkpoint);
	return failures != 0;
}
