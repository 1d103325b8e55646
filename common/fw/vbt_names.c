/* SPDX-License-Identifier: MIT */
/* Block ids and what they hold: Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h, enum
 * bdb_block_id; those it does not name are left without a name. */
#include "biosbelt/vbt.h"

const char *vbt_block_name(uint8_t id)
{
	static const char *const names[256] = {
		[1] = "general features",
		[2] = "general definitions",
		[3] = "old toggle list",
		[4] = "mode support list",
		[5] = "generic mode table",
		[6] = "extended MMIO registers",
		[7] = "software flag MMIO registers",
		[8] = "software flag table",
		[9] = "panel self refresh",
		[10] = "mode removal table",
		[11] = "child device table",
		[12] = "driver features",
		[13] = "driver persistence",
		[14] = "extended table pointers",
		[15] = "DOT clock override",
		[16] = "display select (old)",
		[17] = "driver rotation",
		[18] = "display removal",
		[19] = "OEM custom modes",
		[20] = "EFP list",
		[21] = "SDVO LVDS options",
		[22] = "SDVO panel timings",
		[23] = "SDVO LVDS power sequence",
		[24] = "TV options",
		[25] = "eDP power sequence (old)",
		[26] = "TV options (new)",
		[27] = "embedded DisplayPort",
		[28] = "LFP options for EFP",
		[30] = "display select (Sandy Bridge)",
		[31] = "display select (Ivy Bridge)",
		[32] = "display select (Haswell)",
		[40] = "LFP options",
		[41] = "LFP data pointers",
		[42] = "LFP data",
		[43] = "LFP backlight",
		[44] = "LFP power",
		[45] = "EFP bandwidth (MIPI, old)",
		[46] = "chromaticity",
		[50] = "MIPI (old)",
		[51] = "fixed set mode",
		[52] = "MIPI configuration",
		[53] = "MIPI sequences",
		[54] = "RGB palette",
		[55] = "compression parameters (old)",
		[56] = "compression parameters",
		[57] = "VSWING pre-emphasis",
		[58] = "generic DTD",
		[252] = "private boot settings",
		[253] = "private text",
		[254] = "private BIOS build",
		[255] = "skip",
	};

	return names[id];
}
