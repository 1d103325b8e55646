/* SPDX-License-Identifier: MIT */
/* Kinds of damage to the sample firmware, and what must still be found after each. */
#ifndef TEST_DAMAGE_H
#define TEST_DAMAGE_H

#include <stdbool.h>

#include "image.h"

struct random {
	uint64_t state;
};
uint32_t random_u32(struct random *r);
uint32_t random_below(struct random *r, uint32_t n); /* n > 0 */

/* Offsets of the parts of an undamaged image. */
struct anatomy {
	enum fw_codec codec;
	size_t volume; /* outer volume */
	size_t file;   /* file with the packed section */
	size_t section;
	size_t stream; /* compressed stream, 0: not compressed */
	size_t stream_end;
	size_t volume_end;
	size_t gop_file; /* these two only when nothing is compressed */
	size_t vbt_file;
};

struct damage_kind {
	const char *name;
	/* Damages image in place or replaces it; false: does not apply to this one. */
	bool (*apply)(struct blob *image, const struct anatomy *a, struct random *r);
	bool both_survive; /* driver and VBT must be found whole */
	bool is_reported;  /* must be reported as damage */
	bool plain_only;   /* only for an image that is not compressed */
	bool packed_only;
};

extern const struct damage_kind damage_kinds[];
extern const unsigned damage_kind_count;

#endif
