/* SPDX-License-Identifier: MIT */
/* Endgame tables, with their checksums made right; large tables are left out. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/hash.h"
#include "endgame/endgame.h"

#define STATES_MAX (1u << 14)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_small(struct span file, uint32_t tables)
{
	for (uint32_t i = 0; i < tables; i++) {
		uint64_t free_cells, states = 1;
		uint32_t target;

		if (!span_u64le(file, 16 + 20 * (size_t)i, &free_cells) ||
			!span_u32le(file, 24 + 20 * (size_t)i, &target))
			return false;
		for (unsigned c = 0; c < 16; c++)
			if (((free_cells >> (4 * c)) & 15) != 0 && states <= STATES_MAX)
				states *= target;
		if (states > STATES_MAX)
			return false;
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct endgame_set set;
	struct err err;
	uint32_t tables;
	uint8_t *copy;
	size_t head;

	if (!span_u32le(span_of(data, size), 12, &tables) || tables > ENDGAME_MAX ||
		!is_small(span_of(data, size), tables))
		return 0;
	head = 16 + 20 * (size_t)tables + 8;
	copy = malloc(size);
	if (copy == NULL)
		return 0;
	memcpy(copy, data, size);
	if (head <= size) {
		put_u32le(copy + head - 8, crc32_update(0, span_of(copy + head, size - head)));
		put_u32le(copy + head - 4, crc32_update(0, span_of(copy, head - 4)));
	}
	if (endgame_read(span_of(copy, size), NULL, 1, &set, &err) == ERR_OK) {
		float chance[4];

		(void)endgame_look(&set, 0xEDCBA98765432100ull, chance);
		endgame_free(&set);
	}
	free(copy);
	return 0;
}
