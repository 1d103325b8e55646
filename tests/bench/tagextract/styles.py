#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""styles.py TAGEXTRACT: marks of changes as teams may write them, each made up without a look at the program: two
blocks of it in a file of its own, and lines that name the tag alone. Counts the styles whose places and blocks are
read as they were written, without a warning, and the tags that --list-tags finds; the others are printed.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# ending of the file, tag, begin, end
FIRST = [
    ('c', 'WSTR-3021', '/* WSTR-3021 wangwei 2024/03/11 begin: fix fan table */', '/* WSTR-3021 wangwei 2024/03/11 finish */'),
    ('c', 'CZ20230518', '// CZ20230518 [Bug 7712] Lijun >>>>>>', '// CZ20230518 [Bug 7712] Lijun <<<<<<'),
    ('c', 'PWR_S5_FIX', '//==== PWR_S5_FIX START ====', '//==== PWR_S5_FIX STOP ===='),
    ('h', 'NB_X13', '/*--- NB_X13 on ---*/', '/*--- NB_X13 off ---*/'),
    ('c', 'Req8812', '// Req8812 - zhang.san 20240501 - 新增开始', '// Req8812 - zhang.san 20240501 - 新增结束'),
    ('c', 'M00077', '/* 开始 M00077 李雷 修改风扇策略 */', '/* 结束 M00077 */'),
    ('c', 'T10451', '// T10451 修改起始 韩梅梅', '// T10451 修改终止'),
    ('c', 'SVN4471', '//[SVN4471]{ 2023.05.06 by Tom', '//[SVN4471]} 2023.05.06 by Tom'),
    ('c', 'QUANTA_Z8', '//QUANTA_Z8_BEGIN', '//QUANTA_Z8_FINISH'),
    ('c', 'CSB-119', '// <CSB-119>', '// </CSB-119>'),
    ('xml', 'CSB-120', '<!-- <CSB-120 by="kk"> -->', '<!-- </CSB-120> -->'),
    ('inf', 'INF0099', '# INF0099: add driver -- BEGIN', '# INF0099: add driver -- END'),
    ('dec', 'GUIDFIX', '  ## GUIDFIX >>', '  ## GUIDFIX <<'),
    ('dsc', 'ODM_WIFI', '#--ODM_WIFI-- start of change', '#--ODM_WIFI-- end of change'),
    ('fdf', 'FDF_7', '# +++ FDF_7 2024-02-01 Ann +++', '# --- FDF_7 2024-02-01 Ann ---'),
    ('asl', 'EC_RAM2', '// EC_RAM2 begin {{{', '// EC_RAM2 end }}}'),
    ('asl', 'ASL777', '/* ASL777-S add battery method */', '/* ASL777-E */'),
    ('vfr', 'SETUP_01', '//<<SETUP_01 begin>>', '//<<SETUP_01 end>>'),
    ('uni', 'UNI_ZH', '// *UNI_ZH* Begin', '// *UNI_ZH* End'),
    ('py', 'PYT55', '# region PYT55', '# endregion PYT55'),
    ('py', 'PYT56', '#{ PYT56 rework', '#} PYT56'),
    ('nasm', 'ASM_FX', '; ASM_FX ---- begin ----', '; ASM_FX ---- end ----'),
    ('asm', 'RST9', '; >>> RST9 - 05/11/23 - jlee', '; <<< RST9 - 05/11/23 - jlee'),
    ('S', 'ENTRY64', '# @ENTRY64.begin', '# @ENTRY64.end'),
    ('bat', 'BLD_33', 'REM BLD_33 == START ==', 'REM BLD_33 == END =='),
    ('bat', 'BLD_34', '@rem {BLD_34', '@rem BLD_34}'),
    ('cmd', 'BLD_35', ':: BLD_35 (+)', ':: BLD_35 (-)'),
    ('c', 'HOT_KEY', '#if HOT_KEY', '#endif'),
    ('c', 'HOT_KEY2', '#if defined(HOT_KEY2) && HOT_KEY2', '#endif /* HOT_KEY2 */'),
    ('h', 'HOT_KEY3', '#ifndef HOT_KEY3', '#endif'),
    ('c', 'HOT_KEY4', '#if (HOT_KEY4 == 1)', '#endif // HOT_KEY4 == 1'),
    ('dsc', 'DSCTOK', '!if $(DSCTOK) == TRUE', '!endif'),
    ('fdf', 'FDFTOK', '!ifdef $(FDFTOK)', '!endif'),
    ('asl', 'ASLTOK', '#ifdef ASLTOK', '#endif'),
    ('c', 'LCFC_12', '//-->LCFC_12 20240101 fix hang', '//<--LCFC_12 20240101 fix hang'),
    ('c', 'P1_2041', '//|--P1_2041', '//--|P1_2041'),
    ('c', 'Mod_A', '// Mod_A (1/2) enter', '// Mod_A (2/2) leave'),
    ('c', 'JIRA-BIOS-501', '/* JIRA-BIOS-501, chenx, 2024-06-07, ADD_START */', '/* JIRA-BIOS-501, chenx, 2024-06-07, ADD_END */'),
    ('c', 'JIRA-BIOS-502', '// JIRA-BIOS-502 Added Begin', '// JIRA-BIOS-502 Added Over'),
    ('c', 'ABO77', '// ABO77_OPEN', '// ABO77_CLOSE'),
    ('c', 'WX-8', '//WX-8:S', '//WX-8:E'),
    ('c', 'WX-9', '//(s) WX-9 new gpio', '//(e) WX-9 new gpio'),
    ('c', 'K9', '/* K9 ↓↓↓ */', '/* K9 ↑↑↑ */'),
    ('c', 'K10', '// ↓ K10 追加 2023/10/10', '// ↑ K10 追加 2023/10/10'),
    ('c', 'K11', '// K11 ここから', '// K11 ここまで'),
    ('c', 'K12', '// K12 修正開始', '// K12 修正終了'),
    ('c', 'K13', '// K13 수정 시작', '// K13 수정 끝'),
    ('c', 'K14', '// 【K14】 增加 开始', '// 【K14】 增加 完'),
    ('c', 'K15', '// K15 改动头', '// K15 改动尾'),
    ('c', 'SGH_22', '#pragma region SGH_22', '#pragma endregion SGH_22'),
    ('c', 'SGH_23', '//vvvvvvvv SGH_23 vvvvvvvv', '//^^^^^^^^ SGH_23 ^^^^^^^^'),
    ('c', 'SGH_24', '/* SGH_24: changes from here */', '/* SGH_24: changes until here */'),
    ('c', 'SGH_25', '// [SGH_25 - In]', '// [SGH_25 - Out]'),
    ('c', 'SGH_26', '//BEGIN_SGH_26', '//END_SGH_26'),
    ('c', 'SGH_27', '/*SGH_27+[*/', '/*SGH_27+]*/'),
    ('c', 'SGH_28', '// ---8<--- SGH_28', '// --->8--- SGH_28'),
    ('c', 'SGH_29', '// BOM: SGH_29', '// EOM: SGH_29'),
    ('c', 'SGH_30', '// TODO(SGH_30) >>> temp', '// TODO(SGH_30) <<<'),
    ('sh', 'SGH_31', '#=== BEGIN: SGH_31 === #', '#=== END: SGH_31 === #'),
    ('c', 'SGH_32', '// start_modify SGH_32 by zq', '// stop_modify SGH_32 by zq'),
]
SECOND = [
    ('c', 'BUG5512', '/* BUG5512 ==> added by lin 2022-8-9 */', '/* BUG5512 <== */'),
    ('c', 'MS_H81', '// MS_H81 - BEGIN HERE', '// MS_H81 - END HERE'),
    ('c', 'ECN0042', '//#ECN0042# start', '//#ECN0042# finish'),
    ('c', 'PEGA_101', '/* PEGA_101, S, wu */', '/* PEGA_101, E, wu */'),
    ('c', 'PEGA_102', '// PEGA_102 Mod S', '// PEGA_102 Mod E'),
    ('c', 'W230', '// -- W230 begins here --', '// -- W230 ends here --'),
    ('c', 'GH8', '// ### GH8 ###  {', '// ### GH8 ###  }'),
    ('c', 'R2D', '// customize R2D: begin', '// customize R2D: end'),
    ('c', 'TN-77', '// 需求TN-77 新加代码开始 20230202', '// 需求TN-77 新加代码结束 20230202'),
    ('c', 'TN78', '/* 张三 TN78 修改 begin */', '/* 张三 TN78 修改 end */'),
    ('c', 'TN79', '// 为TN79添加，从此开始', '// 为TN79添加，到此结束'),
    ('c', 'TN80', '// TN80 上', '// TN80 下'),
    ('c', 'TN81', '//TN81 变更→', '//TN81 变更←'),
    ('c', 'TN82', '// 《TN82》', '// 《/TN82》'),
    ('c', 'TN83', '// TN83 修改前...>>', '// TN83 修改后...<<'),
    ('asl', 'BAT_3', '// (BAT_3) [Begin] - support dual battery', '// (BAT_3) [End] - support dual battery'),
    ('asl', 'BAT_4', '//BAT_4-->>', '//BAT_4<<--'),
    ('inf', 'SPI_1', '#[SPI_1]>', '#[SPI_1]<'),
    ('inf', 'SPI_2', '# Begin SPI_2 Sean 2021/12/12', '# End SPI_2'),
    ('dec', 'SPI_3', '# SPI_3_S', '# SPI_3_E'),
    ('dsc', 'SPI_4', '#SPI_4 [+]', '#SPI_4 [-]'),
    ('fdf', 'SPI_5', '# --- SPI_5: Start', '# --- SPI_5: Stop'),
    ('vfr', 'STR_3', '//;STR_3 {', '//;STR_3 }'),
    ('py', 'PYX1', '# PYX1: begin of patch', '# PYX1: end of patch'),
    ('py', 'PYX2', '## PYX2 Start ##', '## PYX2 Stop ##'),
    ('nasm', 'NS_1', ';;<NS_1>', ';;</NS_1>'),
    ('asm', 'NS_2', ';-------- NS_2 START --------', ';-------- NS_2 END ----------'),
    ('S', 'NS_3', '/* start NS_3 2020.02.20 */', '/* end NS_3 */'),
    ('bat', 'NS_4', 'REM [NS_4] BEGIN>>>', 'REM [NS_4] END<<<'),
    ('cmd', 'NS_5', '::NS_5+', '::NS_5-'),
    ('xml', 'NS_6', '<!-- BEGIN NS_6 -->', '<!-- END NS_6 -->'),
    ('xml', 'NS_7', '<!--NS_7 add>>-->', '<!--NS_7 add<<-->'),
    ('c', 'CQ00112233', '// CQ00112233 ljx 2013-7-8 add <', '// CQ00112233 ljx 2013-7-8 add >'),
    ('c', 'CQ00112234', '/* merge CQ00112234 by ljx start */', '/* merge CQ00112234 by ljx end */'),
    ('c', 'FAE-MTK-9', '/* FAE-MTK-9 modify@start */', '/* FAE-MTK-9 modify@end */'),
    ('c', 'SW_7', '//{SW_7', '//}SW_7'),
    ('c', 'SW_8', '// SW_8.begin()', '// SW_8.end()'),
    ('c', 'SW_9', '// \\begin{SW_9}', '// \\end{SW_9}'),
    ('c', 'SW_10', '/* @{ SW_10 */', '/* @} SW_10 */'),
    ('c', 'SW_11', '// [[SW_11', '// SW_11]]'),
    ('c', 'SW_12', '// (SW_12', '// SW_12)'),
    ('c', 'SW_13', '// SW_13 patch applied below', '// SW_13 patch applied above'),
    ('c', 'SW_14', '#if 1 // SW_14', '#endif // SW_14'),
    ('c', 'SW_15', '#ifdef SW_15_SUPPORT //SW_15', '#endif //SW_15'),
    ('c', 'SW_16', '#if (BOARD == 3) // SW_16 begin', '#endif // SW_16 end'),
]
THIRD = [
    ('c', 'WT5588', '/* WT5588, zhoumin.wt, ADD, 20210315, S, aw9610 sensor bringup */', '/* WT5588, zhoumin.wt, ADD, 20210315, E, aw9610 sensor bringup */'),
    ('c', 'BU3RDTEE', '//+Bug BU3RDTEE, lili.wt, 2022.3.1, modify charger current', '//-Bug BU3RDTEE, lili.wt, 2022.3.1, modify charger current'),
    ('c', 'EKELLIS-66', '/*TabA7 Lite code for EKELLIS-66 by chenyt at 20210108 start*/', '/*TabA7 Lite code for EKELLIS-66 by chenyt at 20210108 end*/'),
    ('c', 'HS03_1204', '/*HS03s for HS03_1204 by wangzikang at 20211104 Start */', '/*HS03s for HS03_1204 by wangzikang at 20211104 EnD*/'),
    ('c', 'PSW_BSP_77', '#ifdef VENDOR_EDIT /* PSW_BSP_77 liu.peng 2019/04/05 Add for key */', '#endif /* VENDOR_EDIT PSW_BSP_77 */'),
    ('c', 'MIUI_T1', '// MIUI ADD: MIUI_T1', '// END MIUI_T1'),
    ('c', 'MIUI_T2', '// MIUI MOD: START MIUI_T2', '// MIUI MOD: END MIUI_T2'),
    ('h', 'LNV-204', '//lenovo-sw LNV-204 zhangjk2 2015-04-01 add begin', '//lenovo-sw LNV-204 zhangjk2 2015-04-01 add end'),
    ('h', 'ZTE_BT5', '/*ZSW_ADD ZTE_BT5 for dual mic, begin*/', '/*ZSW_ADD ZTE_BT5 for dual mic, end*/'),
    ('c', 'VIVO_88', '/* vivo zhangsan add VIVO_88 for power begin */', '/* vivo zhangsan add VIVO_88 for power end */'),
    ('c', 'MEIZU_3', '/* {--MEIZU_3 */', '/* MEIZU_3--} */'),
    ('c', 'GIO-9', '//Gionee <GIO-9> <wangym> <20190410> modify for camera begin', '//Gionee <GIO-9> <wangym> <20190410> modify for camera end'),
    ('c', 'A55X-1', '/* A55X-1 | 2023/6/2 | add | --> */', '/* A55X-1 | 2023/6/2 | add | <-- */'),
    ('c', 'SS_CAM2', '/* >>>> SS_CAM2 : Ryan >>>> */', '/* <<<< SS_CAM2 : Ryan <<<< */'),
    ('c', 'HPQ-0317', '/// HPQ-0317 : Start -- mask GPP_D4', '/// HPQ-0317 : End'),
    ('c', 'DELL_7411', '// DELL_7411_SOC - S3 hang', '// DELL_7411_EOC'),
    ('c', 'ACER0021', '//ACER0021 +>>', '//ACER0021 <<+'),
    ('c', 'CLEVO_R3', '//***CLEVO_R3***BEGIN***', '//***CLEVO_R3***END***'),
    ('c', 'BIOSCR-881', '// ~~~ BIOSCR-881 start ~~~', '// ~~~ BIOSCR-881 end ~~~'),
    ('c', 'PT_0009', '//[PT_0009 2022-11-30] +++++++ add PL2 table', '//[PT_0009 2022-11-30] -------'),
    ('c', 'OEM_CH2', '// (OEM_CH2) | Begin |', '// (OEM_CH2) | End |'),
    ('c', 'L05_SMB', '//_Start_L05_SMB_', '//_End_L05_SMB_'),
    ('c', 'KBC_31', '// <KBC_31> +', '// <KBC_31> -'),
    ('c', 'T7_EC', '/*==T7_EC==>*/', '/*<==T7_EC==*/'),
    ('c', 'P55_AX', '//#P55_AX#>', '//#P55_AX#<'),
    ('c', 'N17', '// N17 (START) 2024W12', '// N17 (END) 2024W12'),
    ('c', 'RD_4412', '/* RD_4412 code start {{ */', '/* }} RD_4412 code end */'),
    ('c', 'RD_4413', '/* begin: RD_4413 <chen.li@odm.com> */', '/* end: RD_4413 <chen.li@odm.com> */'),
    ('c', 'QB-5', '/* QB-5.1.2 : b e g i n */', '/* QB-5.1.2 : e n d */'),
    ('c', 'TT_3310', '// TT_3310 张伟 2023年5月6日 新增代码【开始】', '// TT_3310 张伟 2023年5月6日 新增代码【结束】'),
    ('c', 'TT_3311', '// TT_3311 修改部分 自此开始', '// TT_3311 修改部分 至此结束'),
    ('c', 'TT_3312', '/* 增加(TT_3312)起 */', '/* 增加(TT_3312)止 */'),
    ('c', 'TT_3313', '// TT_3313 从这里开始改', '// TT_3313 改到这里'),
    ('c', 'TT_3314', '/* ↓TT_3314 王↓ */', '/* ↑TT_3314 王↑ */'),
    ('c', 'TT_3315', '// 【TT_3315 修改 Start】', '// 【TT_3315 修改 End】'),
    ('c', 'TT_3316', '// TT_3316 删除代码起始行', '// TT_3316 删除代码结束行'),
    ('c', 'TT_3317', '// 客户需求 TT_3317：打开', '// 客户需求 TT_3317：关闭'),
    ('c', 'TT_3318', '//「TT_3318', '//TT_3318」'),
    ('c', 'TT_3319', '// TT_3319 ◆◆ 修改開始 ◆◆ 陳', '// TT_3319 ◆◆ 修改結束 ◆◆'),
    ('asl', 'ACPI_E1', '// ACPI_E1 - For UCSI ------>', '// ACPI_E1 - For UCSI <------'),
    ('asl', 'ACPI_E2', '//ACPI_E2 {+', '//ACPI_E2 +}'),
    ('asl', 'ACPI_E3', '/* ACPI_E3 : modify by Ken - begin ->*/', '/* ACPI_E3 : modify by Ken - end <-*/'),
    ('asm', 'ASM_E1', ';ASM_E1=============START', '; ASM_E1=============END'),
    ('asm', 'ASM_E2', '; [ASM_E2>>]', '; [ASM_E2<<]'),
    ('nasm', 'NAS_E1', ';;; NAS_E1 b 2023-03-04', ';;; NAS_E1 e 2023-03-04'),
    ('bat', 'BAT_E1', '@REM ===== BAT_E1 : BEGIN (Kevin) =====', '@REM ===== BAT_E1 : END (Kevin) ====='),
    ('bat', 'BAT_E2', '::>>BAT_E2', '::<<BAT_E2'),
    ('xml', 'XML_E1', '<!-- XML_E1: added, start -->', '<!-- XML_E1: added, stop -->'),
    ('xml', 'XML_E2', '<!--+ XML_E2 -->', '<!--- XML_E2 -->'),
    ('inf', 'INF_E1', '#+INF_E1 Tom 230405', '#-INF_E1 Tom 230405'),
    ('inf', 'INF_E2', '# INF_E2 /*', '# INF_E2 */'),
    ('dsc', 'DSC_E1', '# [DSC_E1] Feature >>>>> Start', '# [DSC_E1] Feature <<<<< End'),
    ('dsc', 'DSC_E2', '!if $(DSC_E2) == 1   # DSC_E2', '!endif                # DSC_E2'),
    ('fdf', 'FDF_E1', '#//FDF_E1:begin', '#//FDF_E1:end'),
    ('vfr', 'VFR_E1', '// VFR_E1 : hide menu (BEGIN)', '// VFR_E1 : hide menu (END)'),
    ('py', 'PY_E1', '# PY_E1 --- start of ODM change ---', '# PY_E1 --- end of ODM change ---'),
    ('py', 'PY_E2', '#%% begin PY_E2', '#%% end PY_E2'),
    ('mk', 'MK_E1', '# MK_E1, li.na, start, 20240311', '# MK_E1, li.na, end, 20240311'),
    ('mk', 'MK_E2', 'ifeq ($(MK_E2),y)', 'endif'),
    ('ini', 'KC_E1', '# KC_E1 add config start', '# KC_E1 add config finished'),
    ('ini', 'KC_E2', '## <<< KC_E2', '## KC_E2 >>>'),
    ('dts', 'DT_E1', '/* DT_E1 : sound node : in */', '/* DT_E1 : sound node : out */'),
    ('dts', 'DT_E2', '// [DT_E2 BSP] START---', '// [DT_E2 BSP] END---'),
]
FOURTH = [
    ('c', 'MTK_0091', '/* MTK_0091 bring-up kernel config -- START -- */', '/* MTK_0091 bring-up kernel config -- STOP -- */'),
    ('c', 'HCI-77', '//HCI-77 : jason.wu@20230906 >>> add thermal zone', '//HCI-77 : jason.wu@20230906 <<<'),
    ('c', 'BZ12345', '/* vvv BZ12345 vvv */', '/* ^^^ BZ12345 ^^^ */'),
    ('c', 'CR004', '// begin-CR004', '// end-CR004'),
    ('c', 'CR005', '//!CR005 {{{ fan', '//!CR005 }}}'),
    ('c', 'TASK991', '// TASK991 ####### Start of workaround #######', '// TASK991 ####### End of workaround #######'),
    ('c', 'TASK992', '/* [Begin][TASK992] */', '/* [End][TASK992] */'),
    ('c', 'PROJ7_A1', '//==>PROJ7_A1', '//<==PROJ7_A1'),
    ('c', 'PROJ7_A2', '//-- PROJ7_A2: open block', '//-- PROJ7_A2: close block'),
    ('c', 'OEM_0005', '/*OEM_0005_B*/', '/*OEM_0005_E*/'),
    ('c', 'RND_88', '// RND_88 (begin, by Kai, 230101)', '// RND_88 (end, by Kai, 230101)'),
    ('c', 'RND_89', '// Kai 230101 RND_89 ------- S T A R T', '// Kai 230101 RND_89 ------- E N D'),
    ('c', 'RND_90', '/* RND_90: ifdef for board B */', '/* RND_90: endif for board B */'),
    ('c', 'SI2024_3', '// SI2024_3 修改（开始）：调整风扇', '// SI2024_3 修改（结束）'),
    ('c', 'SI2024_4', '// >>>> 修改 SI2024_4 李工 2024.1.2', '// <<<< 修改 SI2024_4'),
    ('c', 'SI2024_5', '/* SI2024_5 新增-头 */', '/* SI2024_5 新增-尾 */'),
    ('c', 'SI2024_6', '// SI2024_6 屏蔽开始 ---', '// SI2024_6 屏蔽结束 ---'),
    ('c', 'SI2024_7', '// SI2024_7：以下由王工修改', '// SI2024_7：以上由王工修改'),
    ('c', 'SI2024_8', '// ★SI2024_8 START★', '// ★SI2024_8 END★'),
    ('c', 'SI2024_9', '// [SI2024_9][+] 加日志', '// [SI2024_9][-] 加日志'),
    ('asl', 'DSD_1', '// >> DSD_1 (_DSD for touch)', '// << DSD_1 (_DSD for touch)'),
    ('asl', 'DSD_2', '/* DSD_2 Begin { */', '/* DSD_2 End } */'),
    ('asm', 'RES_1', '; RES_1 ++++++++++++++++++', '; RES_1 ------------------'),
    ('inf', 'RES_2', '# RES_2: Start--add library', '# RES_2: End--add library'),
    ('dsc', 'RES_3', '  # <RES_3 2024>', '  # </RES_3>'),
    ('fdf', 'RES_4', '#RES_4 ->', '#RES_4 <-'),
    ('bat', 'RES_5', 'rem >>>>>>>> RES_5 >>>>>>>>', 'rem <<<<<<<< RES_5 <<<<<<<<'),
    ('py', 'RES_6', '# [RES_6: begin]', '# [RES_6: end]'),
    ('xml', 'RES_7', '<!-- add by Kai for RES_7 begin -->', '<!-- add by Kai for RES_7 end -->'),
    ('mk', 'RES_8', '## RES_8 custom begin ##', '## RES_8 custom end ##'),
    ('dts', 'RES_9', '/* modify RES_9 fan node by Kai start */', '/* modify RES_9 fan node by Kai end */'),
    ('vfr', 'RES_10', '// RES_10 -Begin-', '// RES_10 -End-'),
]
# Forms that public vendor trees have, with other names and numbers. Rules were made with the fifth set at hand; the
# sixth was written down at the same time and only judges.
FIFTH = [
    ('c', 'QAD_CF', '/*QAD_CF* Add Begin */', '/*QAD_CF* Add End */'),
    ('c', 'd50321', '/*ACME HGW d50321 2006-3-4 add begin */', '/*ACME HGW d50321 2006-3-4 add end */'),
    ('c', 'harbin', '/* harbin add begin */', '/* harbin add end */'),
    ('c', 'lijing', '/* 2010-09-22 lijing add begin */', '/* 2010-09-22 lijing add end */'),
    ('c', 'CP7D00911', '/*CP7D00911.X3G.R12: liuna 2008-2-3 ADD BEGIN */', '/* CP7D00911.X3G.R12: liuna 2008-2-3 ADD END*/'),
    ('c', 'CP7D010YY', '/*  <CP7D010YY.Portal server: liuna 2008-1-4 ADD BEGIN */', '/*  CP7D010YY.Portal server: liuna 2008-1-4 ADD END> */'),
    ('c', 'wangxiao', '/*acme wangxiao add begin */', '/*acme wangxiao add end */'),
    ('c', 'SPN_CHANGE', '//SPN_CHANGE_S:<ana.lopez@spn.com><03/06/2013><feature porting from X>', '//SPN_CHANGE_E:<ana.lopez@spn.com><03/06/2013><feature porting from X>'),
    ('c', 'SPN_CHANGE', '/* SPN_CHANGE_S [ana@spn.com] 2012-02-09*/', '/* SPN_CHANGE_E [ana@spn.com] 2012-02-09*/'),
    ('c', 'SPN_CHANGE', '/* SPN_CHANGE_S, yt.jo@spn.com, Flash driver B/U 2013-10-04*/', '/* SPN_CHANGE_E, yt.jo@spn.com, Flash driver B/U 2013-10-04*/'),
    ('c', 'SPN_BSP_COMMON', '#if 0  /* SPN_BSP_COMMON SPN_CHANGE_S 140306 kim : Calibration write */', '#endif  /* SPN_BSP_COMMON SPN_CHANGE_E 140306 kim : Calibration write */'),
    ('c', 'SPN_CHANGE', '/*SPN_CHANGE_S: ana 27-06-2012*/', '/*SPN_CHANGE_E: ana 27-06-2012*/'),
    ('c', 'Bug-847241', '//[BugFix]-Add-Begin by TSXX,Li.Ming,24/11/2014,Bug-847241', '//[BugFix]-Add-END by TSXX,Li.Ming'),
    ('c', 'DEFECT1126561', '///[BUGFIX]-ADD-BEGIN BY TSNJ.LIMING ON 2016/01/12 FOR DEFECT1126561', '///[BUGFIX]-ADD-END BY TSNJ.LIMING'),
    ('c', '641476', '/* [BUGFIX]-Add-BEGIN by TCXNB.XYZ, 2014/05/20, BUG 641476 modify NFC gpio*/', '/* [BUGFIX]-Add-End by TCXNB.XYZ*/'),
    ('c', 'task1416592', '/*[BUGFIX]-Add-BEGIN by li.ming,1/13/2016,task1416592, port from FR807275 and 622651*/', '/*[BUGFIX]-Add-END by li.ming*/'),
    ('c', 'PR-578733', '//[BUGFIX]-Add begin-by TCXNB.li.ming,12/25/2013,PR-578733', '//[BUGFIX]-Add end-by TCXNB.li.ming,12/25/2013,PR-578733'),
    ('c', 'FR-728853', '//[FEATURE]-Mod-Begin by TSXX.li.ming,10/29/2014, FR-728853  Presidential msg on top', '//[FEATURE]-Mod-End by TSXX.li.ming,10/29/2014,'),
    ('c', 'Task-403393', '//[Feature]-Mod-BEGIN by TCXSZ. print log li@x.com, 2015/08/06, for [Task-403393]', '//[Feature]-Mod-END by TCXSZ. print log li@x.com, 2015/08/06, for [Task-403393]'),
    ('c', 'CONFLICT_20002', '//TS: MOD by liming for CONFLICT_20002 START', '//TS: MOD by liming for CONFLICT_20002 END'),
    ('c', 'BUGFIX-791735', '//TS: li-ming 2015-10-27 EMAIL BUGFIX-791735 MOD_S', '//TS: li-ming 2015-10-27 EMAIL BUGFIX-791735 MOD_E'),
    ('c', 'UT-094', '/* 2021/1/4 UT-094 modify start */', '/* 2021/1/4 UT-094 modify end */'),
    ('c', 'noff', '/* noff modify start */', '/* noff modify end */'),
    ('c', 'UT-147', '/* 2021/01/15 UT-147 cui modify start */', '/* 2021/01/15 UT-147 cui modify end */'),
    ('c', 'BP4', '/* BP4 Do NOT Modify Start */', '/* BP4 Do NOT Modify End */'),
    ('c', 'Alan', '/* 2011/05/23 Alan.Chan Modify Start */', '/* 2011/05/23 Alan.Chan Modify End */'),
    ('c', 'hooxi', '//--start by hooxi', '//--end by hooxi'),
    ('c', 'hooxi', '//+++ add by hooxi -- 10.3.29', '//--- end by hooxi'),
    ('c', 'tere', '//+++ add by tere 2008/4/8 07:09下午', '//--- add by tere'),
    ('c', 'siyo', '//+++ add by siyo 2006/8/21 08:47下午 ---//', '//--- add by siyo'),
    ('c', 'Actionz', '/* Actionz add start */', '/* Actionz add end */'),
]
SIXTH = [
    ('c', 'BUG-1939181', '/*MODIFIED-BEGIN by hai.tan, 2016-04-14,BUG-1939181*/', '/*MODIFIED-END by hai.tan,BUG-1939181*/'),
    ('c', 'BUG-9554562', '/* MODIFIED-BEGIN by fu.wan, 2020-07-18,BUG-9554562*/', '/* MODIFIED-END   by fu.wan, 2020-07-18,BUG-9554562*/'),
    ('sh', 'Shawnx', '#ASUX BSP Shawnx +++', '#ASUX BSP Shawnx ---'),
    ('sh', 'ASUX_BSP', '#ASUX_BSP+++ Allen "Add native service for test"+++', '#ASUX_BSP--- Allen "Add native service for test"---'),
    ('sh', 'ASUX_BSP', '#ASUX_BSP Deen : add for Led test +++', '#ASUX_BSP Deen : add for Led test ---'),
    ('c', 'ASUX_BSP', '///+++ASUX_BSP+++ Eas_Chan  SW gauge', '///---ASUX_BSP--- Eas_Chan  SW gauge'),
    ('c', 'ASUX_BSP', '// ASUX_BSP+++ Wen "Modify for modem restart"', '// ASUX_BSP--- Wen "Modify for modem restart"'),
    ('c', 'ASUX_BSP', '/* ASUX_BSP+++ Land "[ZE501][USB][NA][Spec] Support charger" */', '/* ASUX_BSP--- Land "[ZE501][USB][NA][Spec] Support charger" */'),
    ('c', 'ASUX_BSP', '//ASUX_BSP+++ for Linux build', '//ASUX_BSP--- for Linux build'),
    ('c', 'tccx', '//tccx customization start', '//tccx customization end'),
    ('c', '26533', '// Client customizations for wip #26533 starts', '// Client customizations for wip #26533 ends'),
    ('xml', 'QXcustom1', '<!-- ________QXcustom1 starts here________ -->', '<!-- ________QXcustom1 ends here________ -->'),
    ('xml', 'custom_9', '<!-- keep by custom_9: begin -->', '<!-- keep by custom_9: end -->'),
    ('c', 'ZTX_MODIFY', '/* ZTX_MODIFY lizh modified for touch earlysuspend 20130825 */', '/* ZTX_MODIFY lizh end */'),
    ('c', 'ZTX_MODIFY', '/* ZTX_MODIFY : added  begin by liy 2013-6-18 */', '/* ZTX_MODIFY : modify end by liy 2013-6-18 */'),
    ('c', 'ZTX_MODIFY', '/* ZTX_MODIFY : added for dc input limit begin by chen 2013-12-17  */', '/* ZTX_MODIFY : added end by chen 2013-12-17  */'),
    ('c', 'ZTX_MODIFY', '/* ZTX_MODIFY begin: Added by yuan for 3621 nv 2014-03-05 */', '/* ZTX_MODIFY end: by yuan 2014-03-05 */'),
    ('c', 'ZTX_modify', '/* ZTX_modify initialization from incompatible pointer type begin */', '/* ZTX_modify initialization from incompatible pointer type end */'),
    ('c', 'ZTX_MODIFY', '/** ZTX_MODIFY wangz ,   wangz modify for different fw update begin */', '/** ZTX_MODIFY wangz ,   wangz modify for different fw update end */'),
    ('c', 'Defect4554332', '//Added by jia.zhe for Defect4554332 on 2017/05/04 begin', '//Added by jia.zhe for Defect4554332 on 2017/05/04 end'),
    ('c', 'FR437059', '// add by zhuq for FR437059 at 2013.4.25 begin', '// add by zhuq for FR437059 at 2013.4.25 end'),
    ('c', 'Task3697044', '//BEGIN-xin_li add for MINI shutdown requirement Task3697044 2016-12-12', '//END-xin_li add for MINI shutdown requirement Task3697044 2016-12-12'),
    ('c', 'Task2808726', '//-Begin-yaos.li modify for long press power key Task2808726-20160918', '//-End-yaos.li modify for long press power key Task2808726-20160918'),
    ('c', '1862691', '/* begin: modify by binp on 2016.03.31 for Defect 1862691 */', '/* end: add by binp on 2016.03.31 for Defect 1862691 */'),
    ('c', 'FR565401', '/*[FR565401][IEEE1726 requirement] add by [wangx] at [20140213] start*/', '/*[FR565401][IEEE1726 requirement] add by [wangx] at [20140213] end*/'),
    ('c', 'defect1158805', '//[defect1158805] modified by wei for The name of USB Driver begin', '//[defect1158805] modified by wei for The name of USB Driver end'),
    ('c', '1722576', '/*task 1722576 modify by zhan at 20160303 begin*/', '/*task 1722576 modify by zhan at 20160303 end*/'),
    ('c', 'Multimed', '/*yong.z@Multimed, 2015/09/15, Add for MT6756*/', '/*yong.z@Multimed, 2015/09/15, Add for MT6756 End*/'),
    ('c', 'BasicDrx', '/*hu@EXP.BasicDrx, 2015/05/21 Add for 15067 TP START */', '/*hu@EXP.BasicDrx, 2015/05/21 Add for 15067 TP END */'),
    ('c', 'VENDOR_EDIX', '#ifdef VENDOR_EDIX //liu@Mult, 2016/06/28, Add for noise', '#endif /* VENDOR_EDIX */'),
    ('c', 'yex1', '/* Lenovx-sw yex1, optimize the code, 2012-9-19 begin */', '/* Lenovx-sw yex1, optimize the code, 2012-9-19 end */'),
    ('c', 'LENX', '#ifdef LENX//lenx jixu add 20130415 begin area touch', '#endif//lenx jixu add 20130415 end area touch'),
    ('c', 'Sensor7', '//modify by ziq.guo@BasicDrv.Sensor7 2015/07/15 begin', '//modify by ziq.guo@BasicDrv.Sensor7 2015/07/15 end'),
    ('c', 'ABC-55', '// +++ 20130104 ABC-55 -- obj no longer used', '// --- 20130104 ABC-55'),
    ('c', 'PR815865', '/* PR815865 add by xiwu for PowerOn-WP test begin from bin.song */', '/* PR815865 add by xiwu for PowerOn-WP test end from bin.song*/'),
    ('c', 'qmcX984', '//add for qmcX984 start    for layout direction--------', '//add for qmcX984 end    for layout direction--------'),
    ('c', 'Andrex', '//Modified by Andrex --start', '//Modified by Andrex --end'),
    ('c', 'DTX2013051703880', '/* BEGIN PN:DTX2013051703880 ,Added by l00184148, 2013/5/17*/', '/* END PN:DTX2013051703880 , Added by l00184148, 2013/5/17*/'),
]
# As the sixth, written down after the rules that the fifth and sixth led to.
SEVENTH = [
    ('c', 'zhangwx', '/*---add---by---zhangwx---20151104---begin---*/', '/*---add---by---zhangwx---20151104---end---*/'),
    ('c', '270211', '// Denvertox AptioV override Start - EIP#270211 ', '// Denvertox AptioV override End - EIP#270211'),
    ('c', 'IDX', '//2013-09-18  IDX修改 begin', '//2013-09-18  IDX修改 end'),
    ('c', 'wangyx7', '// wangyx7 2018年1月18日15:12:09 Critical问题修改 begin', '// wangyx7 2018年1月18日15:12:09 Critical问题修改 end'),
    ('c', 'wangyx7', '// wangyx7 2018年1月18日15:12:09 Critical问题修改 begin', '//end'),
    ('c', 'R11', '/* R11 NV修改 begin */', '/* R11 NV修改 end */'),
    ('c', 'FJX7', '// FJX7内容修改 begin--', '// FJX7内容修改 end--'),
    ('c', 'LOOPX_STANDALONE', '// LOOPX_STANDALONE_PATCH_START', '// LOOPX_STANDALONE_PATCH_END'),
    ('c', 'AMX_77', '// Porting Start AMX_77', '// Porting End AMX_77'),
    ('c', 'GETX1', '/* GETX1 改为POST ----begin---*/', '/* GETX1 改为POST ----end---*/'),
    ('c', 'BLX', '/*---begin--BLX 适配器---begin---*/', '/*---end--BLX 适配器---end---*/'),
    ('c', 'X5', '/*步骤X5---begin---*/', '/*步骤X5---end---*/'),
]
# ending, tag, line
LINES = [
    ('c', 'ONE_1', '  Status = EFI_SUCCESS; // ONE_1'),
    ('c', 'ONE_2', '  Gpio = 7; //ONE_2+'),
    ('inf', 'ONE_3', '  DriverX.c  # ONE_3 add'),
    ('c', 'ONE_4', '  x = 2; /* <ONE_4> */'),
    ('asm', 'ONE_5', '  mov eax, 5   ; ONE_5 chg 20240101'),
    ('c', 'ONE_6', '  y = 3; // 修改 ONE_6 王五'),
]
BODY = {
    'c': '  Foo (%d);',
    'h': 'extern int Foo%d;',
    'py': 'x = %d',
    'xml': '<a n="%d"/>',
    'asl': 'Name (F%03d, 0)',
    'asm': '  mov eax, %d',
    'nasm': '  mov eax, %d',
    'S': '  movl $%d, %%eax',
    'bat': 'echo %d',
    'cmd': 'echo %d',
    'sh': 'echo %d',
    'uni': '#string STR_%d #language en-US "x"',
    'vfr': '  text help = STRING_TOKEN(%d), text = 0;',
    'inf': '  File%d.c',
    'dec': '  gGuid%d = {0}',
    'dsc': '  Pkg/File%d.inf',
    'fdf': '  INF Pkg/File%d.inf',
    'mk': 'A%d = 1',
    'ini': 'k = %d',
    'dts': '  reg = <%d>;',
}


def check(program, folder, ext, tag, lines, places):
    """Writes the lines; returns whether the places are read so, and what was printed."""
    with open(os.path.join(folder, "f." + ext), "w", encoding="utf-8") as f:
        f.write("\n".join(lines) + "\n")
    r = subprocess.run([program, "-n", tag, folder], capture_output=True, text=True, check=False)
    told = [line for line in r.stdout.splitlines() if line.startswith("f.")]
    found = re.findall(r"\d+(?:-\d+)?", told[0].split(tag, 1)[-1]) if told else []
    return found == places and not r.stderr, (told, r.stderr.strip())


def is_listed(program, folder, tag):
    r = subprocess.run([program, "-l", "--json", folder], capture_output=True, text=True, check=False)
    return any(row["tag"] == tag for row in json.loads(r.stdout)["tags"]) if r.stdout else False


def measure(program, name, styles):
    right = listed = 0
    for ext, tag, begin, end in styles:
        x = [BODY[ext] % i for i in range(8)]
        lines = [x[0], x[1], begin, x[2], x[3], end, x[4], x[5], begin, x[6], end, x[7]]
        with tempfile.TemporaryDirectory() as folder:
            good, told = check(program, folder, ext, tag, lines, ["3-6", "9-11"])
            listed += is_listed(program, folder, tag)
        right += good
        if not good:
            print("not read:", begin, end, *told, sep=" | ")
    print(f"{name}: {right} of {len(styles)} read, {listed} listed")


def main():
    program = os.path.abspath(sys.argv[1])
    measure(program, "first set", FIRST)
    measure(program, "second set", SECOND)
    measure(program, "third set", THIRD)
    measure(program, "fourth set", FOURTH)
    measure(program, "fifth set", FIFTH)
    measure(program, "sixth set", SIXTH)
    measure(program, "seventh set", SEVENTH)
    right = 0
    for ext, tag, line in LINES:
        with tempfile.TemporaryDirectory() as folder:
            x = [BODY[ext] % i for i in range(3)]
            right += check(program, folder, ext, tag, [x[0], x[1], line, x[2]], ["3"])[0]
    print(f"single lines: {right} of {len(LINES)}")


if __name__ == "__main__":
    main()
