/* SPDX-License-Identifier: MIT */
/* Every decoder over the same bytes; the first byte chooses one. */
#include <stdlib.h>

#include "biosbelt/fwcodec.h"

#define OUTPUT_MAX ((size_t)128 << 10)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fw_unpacked u;
	struct err err;
	enum fw_codec codec;

	if (size == 0)
		return 0;
	codec = (enum fw_codec)(data[0] % FW_CODEC_COUNT);
	if (fw_unpack(codec, span_of(data + 1, size - 1), OUTPUT_MAX, &u, &err) != ERR_OK)
		return 0;
	if (u.bytes.len > OUTPUT_MAX || u.used > size)
		abort();
	if (u.end == FW_END_WHOLE && u.claimed != UINT64_MAX && !u.repaired &&
		u.claimed != u.bytes.len)
		abort();
	blob_free(&u.bytes);
	return 0;
}
