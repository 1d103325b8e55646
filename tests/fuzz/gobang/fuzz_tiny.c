/* SPDX-License-Identifier: MIT */
/* Any position, any rule, level and budget: the move is an empty point and the board is unchanged.
 */
#include <stddef.h>
#include <stdlib.h>

#include "biosbelt/gobang_tiny.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gobang_tiny t, before;
	struct gobang_tiny_tree tree;
	uint8_t colour;
	gobang_at at;

	if (size < 5)
		return 0;
	gobang_tiny_clear(&t, data[0], data[1]);
	colour = (uint8_t)(1 + data[2] % 2);
	for (size_t i = 5; i < size && i < 405; i++)
		(void)gobang_tiny_set(&t, data[i] % 20, (uint8_t)((i + data[i] / 20) % 20),
			(uint8_t)(1 + data[i] / 100 % 2));
	before = t;
	if (data[2] >> 6 == 3)
		at = gobang_tiny_think(&t, &tree, colour, data[3] * 256u + data[4]);
	else
		at = gobang_tiny_move(&t, colour, (uint8_t)(data[2] >> 6), data[3] * 64u + data[4]);
	if (at != GOBANG_TINY_NONE && gobang_tiny_colour(&before, at) != GOBANG_EMPTY)
		abort();
	for (unsigned i = 0; i < GOBANG_CELLS; i++)
		if ((t.cell[i] & 3) != (before.cell[i] & 3))
			abort();
	return 0;
}
