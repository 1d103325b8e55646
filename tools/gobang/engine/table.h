/* SPDX-License-Identifier: MIT */
/* The transposition table of the tree search. Threads share it without locks: an entry that two of
 * them wrote at once fails its check and is ignored. */
#ifndef BIOSBELT_GOBANG_TABLE_H
#define BIOSBELT_GOBANG_TABLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT };

struct search_slot {
	_Atomic uint64_t check; /* the key, exclusive or data */
	_Atomic uint64_t data;
};

struct table_entry {
	uint16_t move;
	int16_t value;
	int8_t depth;
	uint8_t bound;
};

/* False: the table has no entry of key. */
static inline bool table_read(const struct search_slot *slot, uint64_t key, struct table_entry *e)
{
	uint64_t data = atomic_load_explicit(&slot->data, memory_order_relaxed);

	if ((atomic_load_explicit(&slot->check, memory_order_relaxed) ^ data) != key)
		return false;
	*e = (struct table_entry){.move = (uint16_t)data,
		.value = (int16_t)(uint16_t)(data >> 16),
		.depth = (int8_t)(uint8_t)(data >> 32),
		.bound = (uint8_t)(data >> 40)};
	return e->bound != BOUND_NONE;
}

static inline void table_write(struct search_slot *slot, uint64_t key, const struct table_entry *e)
{
	uint32_t low = e->move | (uint32_t)(uint16_t)e->value << 16;
	uint32_t high = (uint8_t)e->depth | (uint32_t)e->bound << 8;
	uint64_t data = low | (uint64_t)high << 32;

	atomic_store_explicit(&slot->check, key ^ data, memory_order_relaxed);
	atomic_store_explicit(&slot->data, data, memory_order_relaxed);
}

#endif
