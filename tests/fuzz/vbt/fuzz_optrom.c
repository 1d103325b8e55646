/* SPDX-License-Identifier: MIT */
/* Chains of option ROM images and the VBT inside a video BIOS. */
#include <stdlib.h>

#include "biosbelt/optrom.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size), rom;
	struct optrom chain;
	size_t off;
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
		span_from(in, image->off, &rom);
		if (image->whole)
			rom.len = image->len;
		if (optrom_is_intel_vbios(image) && optrom_find_vbt(rom, image->vbt_at, &off) &&
			off >= rom.len)
			abort();
	}
	return 0;
}
