/* SPDX-License-Identifier: MIT */
/* The generated conversion tables; 0 means "no character". */
#ifndef BIOSBELT_TEXT_TABLES_H
#define BIOSBELT_TEXT_TABLES_H

#include <stdint.h>

#define GB18030_COUNT       9801  /* leads A1 to A9: 190 trails each, AA to FE: 94; 101 of GBK/4 */
#define GBK_HAN_COUNT       14139 /* ideographs of GBK/3 and GBK/4 */
#define GB18030_RANGE_COUNT 206
#define BIG5_COUNT          19782 /* leads 81 to FE, 157 trails each */
#define JIS0208_COUNT       11280 /* leads 81 to 9F and E0 to FC of Shift_JIS, 188 trails each */
#define PLANE94_COUNT       8836  /* 94 rows of 94 cells */
#define CP949_MORE_COUNT    8822  /* syllables of the extension */
#define CNS_RUN_COUNT       90
#define CNS_REST_COUNT      48
#define SINGLE_COUNT        46

/* Which characters from U+4E00 GB 2312 has; the offsets of every 32nd that it lacks. */
extern const uint32_t text_gb2312_has[654];
extern const uint16_t text_gb2312_steps[(GBK_HAN_COUNT + 31) / 32];
extern const uint16_t text_gb18030[GB18030_COUNT];
extern const uint16_t text_gb18030_ranges[2 * GB18030_RANGE_COUNT]; /* pointer, first character */
extern const uint16_t text_big5[BIG5_COUNT];
extern const uint8_t text_big5_plane2[(BIG5_COUNT + 7) / 8];
extern const uint16_t text_jis0208[JIS0208_COUNT];
extern const uint16_t text_jis0212[PLANE94_COUNT];
extern const uint16_t text_ksx1001[PLANE94_COUNT];
/* The same for the syllables from U+AC00. */
extern const uint32_t text_ksx1001_has[350];
extern const uint16_t text_ksx1001_steps[(CP949_MORE_COUNT + 31) / 32];
/* Planes 1 and 2 as runs, ascending: the first cell (of plane 2 plus PLANE94_COUNT), the place in
 * text_big5 or, from BIG5_COUNT on, in text_cns_rest, and the number of cells. */
extern const uint16_t text_cns_runs[3 * CNS_RUN_COUNT];
extern const uint16_t text_cns_rest[CNS_REST_COUNT];
extern const uint16_t text_single[SINGLE_COUNT * 128];

#endif
