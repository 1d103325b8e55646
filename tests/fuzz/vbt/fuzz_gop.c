/* SPDX-License-Identifier: MIT */
/* Reading of PE32, PE32+ and TE headers and of a driver's version. */
#include <stdlib.h>
#include <string.h>

#include "biosbelt/gop.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct span in = span_of(data, size), at;
	struct gop_info gop;
	struct pe_info pe;
	unsigned i;

	if (pe_parse(in, &pe)) {
		for (i = 0; i < pe.section_count; i++)
			if (pe_at_rva(&pe, pe.sections[i].rva, &at) &&
				(at.ptr < data || (size_t)(at.ptr - data) + at.len > size))
				abort();
		if (pe.whole != (pe.extent <= size))
			abort();
	}
	if (gop_probe(in, &gop) && (strlen(gop.version) >= GOP_VERSION_MAX || gop.size == 0))
		abort();
	return 0;
}
