/* SPDX-License-Identifier: MIT */
/*
 * Blocks 6 to 8: registers that the video BIOS sets: u16 kind, u8 access, pairs of address and
 * value with the width that access gives, u16 end. Linux
 * drivers/gpu/drm/i915/display/intel_vbt_defs.h, enum bdb_block_id; intel-gpu-tools
 * tools/intel_vbt_defs.h (struct bdb_reg_table).
 */
#include "vbt/table.h"

#define REGISTERS_OFF 3u
#define ACCESS_BYTE   0xCEu
#define ACCESS_DWORD  0x02u

void vbt_decode_registers(struct vbt_decoder *d, struct span data)
{
	static const struct vbt_row head[] = {
		VBT_HEX("table_id", 0, 0, 16, 0, 0), VBT_HEX("access", 2, 0, 8, 0, 0)};
	static const struct vbt_row bytes[] = {
		VBT_HEX("address", 0, 0, 8, 0, 0), VBT_HEX("value", 1, 0, 8, 0, 0)};
	static const struct vbt_row dwords[] = {
		VBT_HEX("address", 0, 0, 32, 0, 0), VBT_HEX("value", 4, 0, 32, 0, 0)};
	static const struct vbt_row tail[] = {VBT_HEX("terminator", 0, 0, 16, 0, 0)};
	uint8_t access = 0;
	struct span list, end;

	vbt_read_rows(d, data, head, VBT_COUNT(head), 0);
	if (data.len < REGISTERS_OFF + 2 || !span_u8(data, 2, &access) ||
		!span_slice(data, REGISTERS_OFF, data.len - REGISTERS_OFF - 2, &list) ||
		!span_slice(data, data.len - 2, 2, &end))
		return;
	if (access == ACCESS_BYTE)
		vbt_read_records(d, "registers", list, 2, 4096, bytes, VBT_COUNT(bytes));
	else if (access == ACCESS_DWORD)
		vbt_read_records(d, "registers", list, 8, 4096, dwords, VBT_COUNT(dwords));
	else
		return;
	vbt_read_rows(d, end, tail, VBT_COUNT(tail), 0);
}
