/* SPDX-License-Identifier: MIT */
/* Block ids and what they hold: Linux drivers/gpu/drm/i915/display/intel_vbt_defs.h, enum
 * bdb_block_id, and intel-gpu-tools tools/intel_vbt_defs.h, which names more. */
#include "biosbelt/vbt.h"

const char *vbt_block_name(uint8_t id)
{
	static const char *const names[256] = {
		[1] = "general features",
		[2] = "general definitions",
		[3] = "display toggle",
		[4] = "mode support list",
		[5] = "generic mode table",
		[6] = "extended MMIO registers",
		[7] = "software flag IO registers",
		[8] = "software flag MMIO registers",
		[9] = "panel self refresh",
		[10] = "mode removal table",
		[11] = "child device table",
		[12] = "driver features",
		[13] = "driver persistence",
		[14] = "extended table pointers",
		[15] = "DOT clock override",
		[16] = "display select (old)",
		[17] = "SV test functions",
		[18] = "driver rotation",
		[19] = "display removal (old)",
		[20] = "OEM custom modes",
		[21] = "EFP list",
		[22] = "SDVO LVDS options",
		[23] = "SDVO LVDS timings",
		[24] = "SDVO LVDS PnP ids",
		[25] = "SDVO LVDS power sequence",
		[26] = "TV options",
		[27] = "embedded DisplayPort",
		[28] = "EFP timings",
		[29] = "display select (Ivy Bridge)",
		[30] = "display removal (Ivy Bridge)",
		[31] = "display select (Haswell)",
		[32] = "display removal (Haswell)",
		[40] = "LFP options",
		[41] = "LFP data pointers",
		[42] = "LFP data",
		[43] = "LFP backlight",
		[44] = "LFP power",
		[45] = "eDP black frame insertion",
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
		[252] = "INT 15h hook",
		[253] = "PRD table",
		[254] = "private VBIOS build",
	};

	return names[id];
}
