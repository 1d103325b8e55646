/* SPDX-License-Identifier: MIT */
/* mtools' configuration and our own map of drive letters, for every letter. */
#include <stdlib.h>
#include <string.h>

#include "formats/drive_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char target[64]; /* small, so that its end is met */
	unsigned partition;
	char letter;

	for (letter = 'a'; letter <= 'z'; letter++) {
		if (drive_in_mtools(
			    span_of(data, size), letter, target, sizeof target, &partition) &&
			strlen(target) == 0)
			abort();
		if (drive_in_map(span_of(data, size), letter, target, sizeof target, &partition) &&
			strlen(target) == 0)
			abort();
	}
	return 0;
}
