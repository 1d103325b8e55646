/* SPDX-License-Identifier: MIT */
#include "biosbelt/lzma_section.h"

#include <string.h>

/* PI 1.8, volume 3: EFI_SECTION_GUID_DEFINED and EFI_GUIDED_SECTION_PROCESSING_REQUIRED */
#define SECTION_GUID_DEFINED 0x02
#define PROCESSING_REQUIRED  0x01
#define SIZE_EXTENDED        0xFFFFFFu /* EFI_COMMON_SECTION_HEADER2: the size follows */

bool lzma_section_parse(struct span in, struct lzma_section *out)
{
	struct cursor c = {.in = in};
	struct lzma_section g = {.size = cursor_u24le(&c)};
	struct span id;

	if (cursor_u8(&c) != SECTION_GUID_DEFINED)
		return false;
	if (g.size == SIZE_EXTENDED)
		g.size = cursor_u32le(&c);
	id = cursor_take(&c, GUID_LEN);
	g.data_offset = cursor_u16le(&c);
	g.attributes = cursor_u16le(&c);
	if (c.bad || g.data_offset < c.pos || g.size < g.data_offset)
		return false;
	if (!span_slice(in, g.data_offset, g.size - g.data_offset, &g.data))
		return false;
	memcpy(g.guid.b, id.ptr, GUID_LEN);
	*out = g;
	return true;
}

bool lzma_section_filter(const struct guid *guid, enum branch_kind *filter)
{
	enum fw_packing packing = fw_guid_packing(guid);

	if (packing != FW_PACKING_LZMA && packing != FW_PACKING_LZMA_F86)
		return false;
	*filter = packing == FW_PACKING_LZMA_F86 ? BRANCH_X86 : BRANCH_NONE;
	return true;
}

#define HEAD_SHORT (4 + GUID_LEN + 4)
#define HEAD_LONG  (HEAD_SHORT + 4)

enum err_code lzma_section_write(
	const struct guid *guid, struct span data, struct blob *out, struct err *err)
{
	bool extended = data.len >= SIZE_EXTENDED - HEAD_SHORT;
	size_t head = extended ? HEAD_LONG : HEAD_SHORT;
	struct buf b;

	if (data.len > UINT32_MAX - head)
		return err_set(err, ERR_LIMIT, "a section cannot hold %zu bytes", data.len);
	buf_init(&b, 0);
	buf_add_u24le(&b, extended ? SIZE_EXTENDED : (uint32_t)(head + data.len));
	buf_add_u8(&b, SECTION_GUID_DEFINED);
	if (extended)
		buf_add_u32le(&b, (uint32_t)(head + data.len));
	buf_add(&b, guid->b, GUID_LEN);
	buf_add_u16le(&b, (uint16_t)head);
	buf_add_u16le(&b, PROCESSING_REQUIRED);
	buf_add(&b, data.ptr, data.len);
	return buf_finish(&b, out, err);
}
