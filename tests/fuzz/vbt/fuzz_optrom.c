/* SPDX-License-Identifier: MIT */
/* Chains of option ROM images. */
#include <stdlib.h>

#include "biosbelt/optrom.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size);
	struct optrom chain;
	unsigned i;

	if (!optrom_parse(in, 0, &chain))
		return 0;
	if (chain.count == 0 || chain.len > size)
		abort();
	for (i = 0; i < chain.count; i++) {
		const struct optrom_image *image = &chain.images[i];

		if (image->off > size || (image->whole && image->len > size - image->off))
			abort();
		if (image->efi && (image->efi_off > size - image->off ||
					  image->efi_len > size - image->off - image->efi_off))
			abort();
	}
	return 0;
}
