/* SPDX-License-Identifier: MIT */
/*
 * What each kind of comment says of the tag T_1 in it: begin or end, the family, how sure (see
 * MARK_SURE and the like), weak where it may be prose. The scores decide between two signs of one
 * comment and between the rounds in which marks are paired.
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/marks.h"

static const struct {
	const char *comment;
	const char *says; /* "": nothing */
} rows[] = {
	{"T_1 add-s liwei", "begin word 45 weak"},
	{"T_1 add-e liwei", "end word 45 weak"},
	{"T_1 non-e liwei", ""},
	{"T_1 【始】 张三 2024.5.5", "begin word 45 weak"},
	{"T_1 【终】 张三 2024.5.5", "end word 45 weak"},
	{"T_1 (起) 张三", "begin word 45 weak"},
	{"T_1 (终点) 张三", ""},
	{"--[ T_1 ]--", "begin element 44 weak"},
	{"--[ /T_1 ]--", "end element 77 weak"},
	{"T_1_BEGIN__", "begin word 90"},
	{"T_1_BEGIN_", ""},
	{"T_1_20200131", ""},
	{"T_1_x2020013_START", ""},
	{"T_1_2020013x_START", ""},
	{"T_1+)", "begin plus 62 weak"},
	{"--T_1--", "end plus 50 weak"},
	{"-- T_1--", "end plus 50 weak"},
	{"--T_1 --", "end plus 50 weak"},
	{"++T_1++", "begin plus 75"},
	{"T_0, T_1 >>", "begin chevron 75"},
	{", T_1 >>", "begin chevron 75"},
	{"T_1 wangwei 2024/03/11 begin: fix fan table", "begin word 63 weak"},
	{"T_1 wangwei 2024/03/11 finish", "end word 63 weak"},
	{"==== T_1 START ====", "begin word 80"},
	{"==== T_1 STOP ====", "end word 80"},
	{"T_1 - zhang.san 20240501 - 新增开始", "begin word 78"},
	{"T_1 - zhang.san 20240501 - 新增结束", "end word 78"},
	{"T_1 修改起始 韩梅梅", "begin word 78"},
	{"T_1 修改终止", "end word 78"},
	{"T_1_BEGIN", "begin word 90"},
	{"T_1_FINISH", "end word 90"},
	{"<T_1 by=\"kk\">", "begin element 77 weak"},
	{"</T_1>", "end element 77 weak"},
	{"T_1 >>", "begin chevron 75"},
	{"T_1 <<", "end chevron 75"},
	{"+++ T_1 2024-02-01 Ann +++", "begin plus 76"},
	{"--- T_1 2024-02-01 Ann ---", "end plus 55 weak"},
	{"T_1-S add battery method", "begin word 85 weak"},
	{"T_1-E", "end word 85 weak"},
	{"T_1* Begin", "begin word 80"},
	{"T_1* End", "end word 80"},
	{"{ T_1 rework", "begin brace 61 weak"},
	{"} T_1", "end brace 61 weak"},
	{">>> T_1 - 05/11/23 - jlee", "begin chevron 76"},
	{"<<< T_1 - 05/11/23 - jlee", "end chevron 76"},
	{"T_1 == START ==", "begin word 80"},
	{"T_1 == END ==", "end word 80"},
	{"T_1 (+)", "begin plus 62 weak"},
	{"T_1 (-)", "end plus 62 weak"},
	{"-->T_1 20240101 fix hang", "begin arrow 76"},
	{"<--T_1 20240101 fix hang", "end arrow 76"},
	{"T_1 (1/2) enter", "begin opposite 54 weak"},
	{"T_1 (2/2) leave", "end opposite 54 weak"},
	{"T_1 Added Begin", "begin word 66"},
	{"T_1 Added Over", "end word 45 weak"},
	{"T_1:S", "begin word 85 weak"},
	{"T_1:E", "end word 85 weak"},
	{"T_1 ↓↓↓", "begin word 78"},
	{"T_1 ↑↑↑", "end word 78"},
	{"T_1 ここから", "begin word 78"},
	{"T_1 ここまで", "end word 78"},
	{"T_1 수정 시작", "begin word 78"},
	{"T_1 수정 끝", "end word 78"},
	{"T_1 改动头", "begin word 45 weak"},
	{"T_1 改动尾", "end word 45 weak"},
	{"vvvvvvvv T_1 vvvvvvvv", "begin word 80"},
	{"^^^^^^^^ T_1 ^^^^^^^^", "end arrow 76"},
	{"[T_1 - In]", "begin opposite 54 weak"},
	{"[T_1 - Out]", "end opposite 54 weak"},
	{"T_1+[", "begin brace 75"},
	{"T_1+]", "end brace 75"},
	{"BOM: T_1", "begin opposite 54 weak"},
	{"EOM: T_1", "end opposite 54 weak"},
	{"=== BEGIN: T_1 === #", "begin word 80"},
	{"=== END: T_1 === #", "end word 80"},
	{"T_1 ==> added by lin 2022-8-9", "begin arrow 76"},
	{"T_1 <==", "end arrow 76"},
	{"T_1# start", "begin word 80"},
	{"T_1# finish", "end word 80"},
	{"T_1 Mod S", "begin word 45 weak"},
	{"T_1 Mod E", "end word 45 weak"},
	{"T_1 ###  {", "begin brace 61 weak"},
	{"T_1 ###  }", "end brace 61 weak"},
	{"需求T_1 新加代码开始 20230202", "begin word 78"},
	{"需求T_1 新加代码结束 20230202", "end word 78"},
	{"为T_1添加，从此开始", "begin word 78"},
	{"为T_1添加，到此结束", "end word 78"},
	{"T_1 变更→", "begin word 45 weak"},
	{"T_1 变更←", "end word 45 weak"},
	{"T_1 修改前...>>", "begin chevron 58"},
	{"T_1 修改后...<<", "end chevron 58"},
	{"T_1-->>", "begin chevron 76"},
	{"T_1<<--", "end chevron 76"},
	{"Begin T_1 Sean 2021/12/12", "begin word 80 weak"},
	{"End T_1", "end word 80"},
	{"T_1 [+]", "begin plus 62 weak"},
	{"T_1 [-]", "end plus 62 weak"},
	{"T_1 {", "begin brace 61 weak"},
	{"T_1 }", "end brace 61 weak"},
	{"T_1 Start ##", "begin word 80"},
	{"T_1 Stop ##", "end word 80"},
	{"-------- T_1 START --------", "begin word 80"},
	{"-------- T_1 END ----------", "end word 80"},
	{"[T_1] BEGIN>>>", "begin word 80"},
	{"[T_1] END<<<", "end word 80"},
	{"BEGIN T_1", "begin word 80"},
	{"END T_1", "end word 80"},
	{"T_1 ljx 2013-7-8 add <", ""},
	{"T_1 ljx 2013-7-8 add >", ""},
	{"T_1 modify@start", "begin word 63 weak"},
	{"T_1 modify@end", "end word 63 weak"},
	{"T_1.begin()", "begin word 80"},
	{"T_1.end()", "end word 80"},
	{"{ T_1", "begin brace 61 weak"},
	{"(T_1", "begin element 45 weak"},
	{"T_1)", "end element 45 weak"},
	{"T_1, zhoumin.wt, ADD, 20210315, S, aw9610 sensor bringup", "begin word 45 weak"},
	{"T_1, zhoumin.wt, ADD, 20210315, E, aw9610 sensor bringup", "end word 45 weak"},
	{"+Bug T_1, lili.wt, 2022.3.1, modify charger current", "begin plus 45 weak"},
	{"-Bug T_1, lili.wt, 2022.3.1, modify charger current", "end plus 45 weak"},
	{"TabA7 Lite code for T_1 by chenyt at 20210108 start", "begin word 63 weak"},
	{"TabA7 Lite code for T_1 by chenyt at 20210108 end", "end word 63 weak"},
	{"HS03s for T_1 by wangzikang at 20211104 Start", "begin word 63 weak"},
	{"HS03s for T_1 by wangzikang at 20211104 EnD", "end word 63 weak"},
	{"MIUI ADD: T_1", ""},
	{"MIUI MOD: START T_1", "begin word 80"},
	{"MIUI MOD: END T_1", "end word 80"},
	{"lenovo-sw T_1 zhangjk2 2015-04-01 add begin", "begin word 66"},
	{"lenovo-sw T_1 zhangjk2 2015-04-01 add end", "end word 66"},
	{"ZSW_ADD T_1 for dual mic, begin", "begin word 63 weak"},
	{"ZSW_ADD T_1 for dual mic, end", "end word 63 weak"},
	{"vivo zhangsan add T_1 for power begin", "begin word 63 weak"},
	{"vivo zhangsan add T_1 for power end", "end word 63 weak"},
	{"{--T_1", "begin brace 76"},
	{"T_1--}", "end brace 76"},
	{"Gionee <T_1> <wangym> <20190410> modify for camera begin", "begin word 63 weak"},
	{"Gionee <T_1> <wangym> <20190410> modify for camera end", "end word 63 weak"},
	{"T_1 | 2023/6/2 | add | -->", "begin arrow 58"},
	{"T_1 | 2023/6/2 | add | <--", "end arrow 58"},
	{">>>> T_1 : Ryan >>>>", "begin chevron 76"},
	{"<<<< T_1 : Ryan <<<<", "end chevron 76"},
	{"T_1 : Start -- mask GPP_D4", "begin word 80 weak"},
	{"T_1 : End", "end word 80"},
	{"T_1_SOC - S3 hang", ""},
	{"T_1_EOC", ""},
	{"T_1 +>>", "begin chevron 76"},
	{"T_1 <<+", "end chevron 76"},
	{"T_1***BEGIN***", "begin word 80"},
	{"T_1***END***", "end word 80"},
	{"~~~ T_1 start ~~~", "begin word 80"},
	{"~~~ T_1 end ~~~", "end word 80"},
	{"[T_1 2022-11-30] +++++++ add PL2 table", "begin plus 55"},
	{"[T_1 2022-11-30] -------", "end plus 58 weak"},
	{"(T_1) | Begin |", "begin word 80"},
	{"(T_1) | End |", "end word 80"},
	{"_Start_T_1_", "begin word 89"},
	{"_End_T_1_", "end word 89"},
	{"<T_1> +", "begin plus 45 weak"},
	{"<T_1> -", "end plus 45 weak"},
	{"==T_1==>", "begin arrow 76"},
	{"<==T_1==", "end arrow 76"},
	{"T_1#>", "begin chevron 60 weak"},
	{"T_1#<", "end chevron 60 weak"},
	{"T_1 (START) 2024W12", "begin word 80"},
	{"T_1 (END) 2024W12", "end word 80"},
	{"T_1 code start {{", "begin word 63"},
	{"}} T_1 code end", "end brace 75"},
	{"begin: T_1 <chen.li@odm.com>", "begin word 80 weak"},
	{"end: T_1 <chen.li@odm.com>", "end word 80 weak"},
	{"T_1.1.2 : b e g i n", ""},
	{"T_1.1.2 : e n d", ""},
	{"T_1 张伟 2023年5月6日 新增代码【开始】", "begin word 78"},
	{"T_1 张伟 2023年5月6日 新增代码【结束】", "end word 78"},
	{"T_1 修改部分 自此开始", "begin word 78"},
	{"T_1 修改部分 至此结束", "end word 78"},
	{"增加(T_1)起", "begin word 45 weak"},
	{"增加(T_1)止", "end word 45 weak"},
	{"T_1 从这里开始改", "begin word 78"},
	{"T_1 改到这里", "end word 45 weak"},
	{"↓T_1 王↓", "begin word 45 weak"},
	{"↑T_1 王↑", "end word 45 weak"},
	{"【T_1 修改 Start】", "begin word 80"},
	{"【T_1 修改 End】", "end word 80"},
	{"T_1 删除代码起始行", "begin word 78"},
	{"T_1 删除代码结束行", "end word 78"},
	{"客户需求 T_1：打开", ""},
	{"客户需求 T_1：关闭", ""},
	{"「T_1", ""},
	{"T_1」", ""},
	{"T_1 ◆◆ 修改開始 ◆◆ 陳", "begin word 78"},
	{"T_1 ◆◆ 修改結束 ◆◆", "end word 78"},
	{"T_1 - For UCSI ----", "end plus 58 weak"},
	{"T_1 - For UCSI <------", "end arrow 58"},
	{"T_1 {+", "begin brace 75"},
	{"T_1 +}", "end brace 75"},
	{"T_1 : modify by Ken - begin ->", "begin word 63 weak"},
	{"T_1 : modify by Ken - end <-", "end word 63 weak"},
	{"T_1=============START", "begin word 80"},
	{"T_1=============END", "end word 80"},
	{"[T_1>>]", "begin chevron 75"},
	{"[T_1<<]", "end chevron 75"},
	{"T_1 b 2023-03-04", ""},
	{"T_1 e 2023-03-04", ""},
	{"===== T_1 : BEGIN (Kevin) =====", "begin word 80"},
	{"===== T_1 : END (Kevin) =====", "end word 80"},
	{">>T_1", "begin chevron 75"},
	{"<<T_1", "end chevron 75"},
	{"T_1: added, start", "begin word 63 weak"},
	{"T_1: added, stop", "end word 63 weak"},
	{"+ T_1", "begin plus 45 weak"},
	{"- T_1", "end plus 45 weak"},
	{"+T_1 Tom 230405", "begin plus 62 weak"},
	{"-T_1 Tom 230405", "end plus 62 weak"},
	{"T_1 /*", ""},
	{"T_1", ""},
	{"[T_1] Feature >>>>> Start", "begin word 63"},
	{"[T_1] Feature <<<<< End", "end word 63"},
	{"T_1:begin", "begin word 80"},
	{"T_1:end", "end word 80"},
	{"T_1 : hide menu (BEGIN)", "begin word 70"},
	{"T_1 : hide menu (END)", "end word 70"},
	{"T_1 --- start of ODM change ---", "begin word 80 weak"},
	{"T_1 --- end of ODM change ---", "end word 80 weak"},
	{"%% begin T_1", "begin word 80"},
	{"%% end T_1", "end word 80"},
	{"T_1, li.na, start, 20240311", "begin word 40 weak"},
	{"T_1, li.na, end, 20240311", "end word 40 weak"},
	{"T_1 add config start", "begin word 63 weak"},
	{"T_1 add config finished", "end word 63 weak"},
	{"<<< T_1", "end chevron 76"},
	{"T_1 >>>", "begin chevron 76"},
	{"T_1 : sound node : in", ""},
	{"T_1 : sound node : out", ""},
	{"[T_1 BSP] START---", "begin word 70"},
	{"[T_1 BSP] END---", "end word 70"},
	{"T_1 bring-up kernel config -- START --", "begin word 70"},
	{"T_1 bring-up kernel config -- STOP --", "end word 70"},
	{"T_1 : jason.wu@20230906 >>> add thermal zone", "begin chevron 55"},
	{"T_1 : jason.wu@20230906 <<<", "end chevron 58"},
	{"vvv T_1 vvv", "begin word 80"},
	{"^^^ T_1 ^^^", "end arrow 76"},
	{"begin-T_1", "begin word 80"},
	{"end-T_1", "end word 80"},
	{"T_1 {{{ fan", "begin brace 76"},
	{"T_1 }}}", "end brace 76"},
	{"T_1 ####### Start of workaround #######", "begin word 80 weak"},
	{"T_1 ####### End of workaround #######", "end word 80 weak"},
	{"[Begin][T_1]", "begin word 80"},
	{"[End][T_1]", "end word 80"},
	{"==>T_1", "begin arrow 76"},
	{"<==T_1", "end arrow 76"},
	{"-- T_1: open block", "end plus 64 weak"},
	{"-- T_1: close block", "end plus 64 weak"},
	{"T_1_B", ""},
	{"T_1_E", "end word 90"},
	{"T_1 (begin, by Kai, 230101)", "begin word 80 weak"},
	{"T_1 (end, by Kai, 230101)", "end word 80 weak"},
	{"Kai 230101 T_1 ------- S T A R T", "begin word 70"},
	{"Kai 230101 T_1 ------- E N D", "end word 70"},
	{"T_1: ifdef for board B", ""},
	{"T_1: endif for board B", "end word 80 weak"},
	{"T_1 修改（开始）：调整风扇", "begin word 78"},
	{"T_1 修改（结束）", "end word 78"},
	{">>>> 修改 T_1 李工 2024.1.2", "begin chevron 58"},
	{"<<<< 修改 T_1", "end chevron 58"},
	{"T_1 新增-头", "begin word 45 weak"},
	{"T_1 新增-尾", "end word 45 weak"},
	{"T_1 屏蔽开始 ---", "begin word 78"},
	{"T_1 屏蔽结束 ---", "end word 78"},
	{"T_1：以下由王工修改", "begin word 45 weak"},
	{"T_1：以上由王工修改", "end word 45 weak"},
	{"★T_1 START★", "begin word 80"},
	{"★T_1 END★", "end word 80"},
	{"[T_1][+] 加日志", "begin plus 62 weak"},
	{"[T_1][-] 加日志", "end plus 62 weak"},
	{">> T_1 (_DSD for touch)", "begin chevron 75"},
	{"<< T_1 (_DSD for touch)", "end chevron 75"},
	{"T_1 Begin {", "begin word 80"},
	{"T_1 End }", "end word 80"},
	{"T_1 ++++++++++++++++++", "begin plus 76"},
	{"T_1 ------------------", "end plus 76"},
	{"T_1: Start--add library", "begin word 80 weak"},
	{"T_1: End--add library", "end word 80 weak"},
	{"<T_1 2024>", "begin element 77 weak"},
	{"T_1 ->", "begin arrow 75"},
	{"T_1 <-", "end arrow 75"},
	{">>>>>>>> T_1 >>>>>>>>", "begin chevron 76"},
	{"<<<<<<<< T_1 <<<<<<<<", "end chevron 76"},
	{"[T_1: begin]", "begin word 80"},
	{"[T_1: end]", "end word 80"},
	{"add by Kai for T_1 begin", "begin word 80 weak"},
	{"add by Kai for T_1 end", "end word 80 weak"},
	{"T_1 custom begin ##", "begin word 66"},
	{"T_1 custom end ##", "end word 66"},
	{"modify T_1 fan node by Kai start", "begin word 63 weak"},
	{"modify T_1 fan node by Kai end", "end word 63 weak"},
	{"T_1 -Begin-", "begin word 80"},
	{"T_1 -End-", "end word 80"},
	{"T_1 >", "begin chevron 60 weak"},
	{"T_1 <", "end chevron 60 weak"},
	{"> T_1", "begin chevron 60 weak"},
	{"< T_1", "end chevron 60 weak"},
	{"T_1 x >>", "begin chevron 58"},
	{"T_1 x >>>", "begin chevron 58"},
	{"x >> T_1", "begin chevron 75"},
	{">> x T_1", "begin chevron 58"},
	{"T_1 x >> y", ""},
	{"T_1 x >>> y", "begin chevron 55"},
	{"T_1 -> x", ""},
	{"T_1 -->", "begin arrow 76"},
	{"T_1 x -->", "begin arrow 58"},
	{"T_1 x --> y", "begin arrow 55"},
	{"T_1 +", "begin plus 45 weak"},
	{"T_1+", "begin plus 62 weak"},
	{"+T_1", "begin plus 62 weak"},
	{"T_1 +x", ""},
	{"T_1 ++", "begin plus 75"},
	{"T_1++", "begin plus 75"},
	{"T_1++ x", "begin plus 75"},
	{"T_1 x ++", "begin plus 55 weak"},
	{"T_1 x ++ y", ""},
	{"T_1 x +++ y", "begin plus 55"},
	{"T_1 --", "end plus 64 weak"},
	{"T_1--", "end plus 75"},
	{"T_1-- x", "end plus 64 weak"},
	{"T_1 -- x|--T_1", "end plus 64 weak"},
	{"-- T_1", "end plus 64 weak"},
	{"T_1 x --", "end plus 55 weak"},
	{"T_1 x ---", "end plus 58 weak"},
	{"T_1 x --- y", "end plus 55 weak"},
	{"--- T_1 ---", "end plus 50 weak"},
	{"-- T_1 --", "end plus 50 weak"},
	{"--- T_1 --", "end plus 76"},
	{"T_1 -", "end plus 45 weak"},
	{"(+) T_1", "begin plus 62 weak"},
	{"( + ) T_1", ""},
	{"x (+) T_1", "begin plus 62 weak"},
	{"T_1 [+] x", "begin plus 62 weak"},
	{"[T_1 x +]", ""},
	{"[T_1 +", "begin element 45 weak"},
	{"T_1 +]", "end brace 75"},
	{"T_1 x {", "begin brace 61 weak"},
	{"T_1 { x", "begin brace 61 weak"},
	{"T_1 x { y", ""},
	{"T_1 {}", ""},
	{"T_1 {{{ x", "begin brace 76"},
	{"T_1 [[", ""},
	{"T_1 [[[", "begin brace 76"},
	{"T_1 +[", "begin brace 75"},
	{"T_1 -[", ""},
	{"T_1 ^^", ""},
	{"T_1 ^^^", "end arrow 76"},
	{"x ^^^ T_1", "end arrow 76"},
	{"T_1 ===", ""},
	{"T_1 = x", ""},
	{"<T_1>", "begin element 77 weak"},
	{"<T_1 a>", "begin element 77 weak"},
	{"<T_1 a", "end chevron 60 weak"},
	{"x <T_1>", "begin element 44 weak"},
	{"x <T_1 a>", ""},
	{"x </T_1>", "end element 77 weak"},
	{"</T_1 a>", "end chevron 60 weak"},
	{"<T_1>+", "begin plus 62 weak"},
	{"<T_1> x -", "begin element 44 weak"},
	{"[T_1]", "begin element 44 weak"},
	{"[/T_1]", "end element 77 weak"},
	{"x [/T_1]", "end element 77 weak"},
	{"(T_1)", ""},
	{"(T_1 (x)", ""},
	{"[T_1 x", "begin element 45 weak"},
	{"x T_1]", "end element 45 weak"},
	{"x [T_1", ""},
	{"T_1]x", ""},
	{"[[T_1", "begin element 45 weak"},
	{"T_1]]", "end element 45 weak"},
	{"[T_1>>]]", ""},
	{"[>>T_1]", "begin chevron 75"},
	{"[[>>T_1]", ""},
	{"+[T_1", "begin plus 45 weak"},
	{"[T_1]>>>", "begin chevron 76"},
	{"[T_1]+", "begin plus 45 weak"},
	{"[T_1]S", "begin word 80"},
	{"[T_1]Sx", "begin element 44 weak"},
	{"(T_1)E", "end word 80"},
	{"(T_1]S", "begin element 45 weak"},
	{"[T_1] S", "begin word 45 weak"},
	{"T_1 S", "begin word 45 weak"},
	{"T_1, S, x", "begin word 45 weak"},
	{"T_1 S x", ""},
	{"xS T_1", ""},
	{"T_1 [S]", "begin word 80"},
	{"T_1 (E)", "end word 80"},
	{"T_1(S)", ""},
	{"T_1 <S>", "begin word 80"},
	{"T_1 -E-", "end word 80"},
	{"T_1-S", "begin word 85 weak"},
	{"T_1.E", "end word 85 weak"},
	{"T_1:s", ""},
	{"T_1-Sx", ""},
	{"T_1_S", "begin word 90"},
	{"T_1_s", "begin word 90"},
	{"T_1_START", "begin word 90"},
	{"T_1_end", "end word 90"},
	{"T_1_x", ""},
	{"T_1_20200131_START", "begin word 90"},
	{"T_1_200131_END", "end word 90"},
	{"T_1_2001311_END", ""},
	{"T_1_OPEN", "begin word 44 weak"},
	{"T_1_open", ""},
	{"T_1_CLOSE", "end word 44 weak"},
	{"T_1_OVER", "end word 44 weak"},
	{"START_T_1", "begin word 89"},
	{"_START_T_1", "begin word 89"},
	{"S_T_1", ""},
	{"end_T_1", "end word 89"},
	{"x_T_1", ""},
	{"AMI_OVERRIDE_T_1", ""},
	{"T_1 start", "begin word 80"},
	{"start T_1", "begin word 80"},
	{"T_1 x start", "begin word 63 weak"},
	{"T_1 START", "begin word 80"},
	{"T_1 x START y", "begin word 70"},
	{"T_1 x y z START w", "begin word 70"},
	{"T_1 x start y", "begin word 40 weak"},
	{"T_1 x y start z", "begin word 40 weak"},
	{"T_1 x y z start w", ""},
	{"T_1 x y z w start: v", "begin word 63 weak"},
	{"start x T_1", "begin word 63 weak"},
	{"x start y T_1", "begin word 40 weak"},
	{"T_1 >>> start", "begin chevron 76"},
	{"T_1 >>> START", "begin chevron 76"},
	{"T_1 start end", "begin word 80"},
	{"T_1 START END", "begin word 80"},
	{"T_1 x START y END z", ""},
	{"start end T_1", "end word 80"},
	{"T_1 add start", "begin word 66"},
	{"T_1 add start x", "begin word 40 weak"},
	{"T_1 add start by x", "begin word 66"},
	{"T_1 start add", "begin word 80"},
	{"T_1 start add x", "begin word 80 weak"},
	{"T_1 add-begin-x", "begin word 66"},
	{"x add begin 2020 T_1", "begin word 66"},
	{"x add begin T_1", "begin word 80"},
	{"T_1 x add begin author y", "begin word 66"},
	{"T_1 x add begin date y", "begin word 66"},
	{"T_1 x add    begin y", "begin word 40 weak"},
	{"T_1 x add....begin", "begin word 63 weak"},
	{"T_1 x y z begin modify by w", "begin word 66"},
	{"T_1 x CHANGE_S y", "begin word 65"},
	{"T_1 CHANGE_s", ""},
	{"T_1 BEGIN_CHANGE", "begin word 65"},
	{"T_1 A_S", ""},
	{"T_1 over", "end word 45 weak"},
	{"T_1 x over", "end word 45 weak"},
	{"T_1 x y over", "end word 45 weak"},
	{"T_1 x y z over", ""},
	{"T_1 below", "begin word 45 weak"},
	{"T_1 above x", ""},
	{"ifdef T_1", "begin word 39 weak"},
	{"ifndef T_1 x", "begin word 39 weak"},
	{"x ifdef T_1", ""},
	{"endif T_1", "end word 80"},
	{"T_1 vvv", "begin word 80"},
	{"T_1 vv", ""},
	{"T_1 vvx", ""},
	{"T_1 S T A R T", "begin word 70"},
	{"T_1 S T A", ""},
	{"T_1 S T A R Tx", ""},
	{"T_1 xS T A R T", ""},
	{"]>>>", ""},
	{"]}", "end brace 58"},
	{"+-+ T_1 -- reason", "end plus 64 weak"},
	{"T_1 E N D", "end word 70"},
	{"E N D T_1", "end word 70"},
	{"T_1 x B E G I N y", "begin word 70"},
	{"T_1 S TART", ""},
	{"T_1 FIN", "end word 80"},
	{"T_1 boc", "begin word 80"},
	{"EOC T_1", "end word 80"},
	{"T_1 XOM", ""},
	{"EOM T_1", "end opposite 54 weak"},
	{"[-start-1-T_1-add]", "begin bracket 100"},
	{"[-end-1-T_1-add]", "end bracket 100"},
	{"[-start-1] T_1", "begin word 63"},
	{"[-start 1-T_1]", "begin word 63"},
	{"[-start-1]T_1", "begin word 63"},
	{"[-start-1-]T_1]", "begin word 63"},
	{"[x] [-start-1-T_1", "begin bracket 100"},
	{"[-x-T_1]", ""},
	{"[start-T_1]", "begin word 80"},
	{"T_1 on", "begin opposite 54 weak"},
	{"T_1 off", "end opposite 54 weak"},
	{"T_1 on x", ""},
	{"T_1 on off", ""},
	{"T_1 from here", "begin opposite 54 weak"},
	{"to here T_1", "end opposite 54 weak"},
	{"T_1 1 in", "begin opposite 54 weak"},
	{"T_1 0 in", "begin opposite 54 weak"},
	{"T_1 9 in", "begin opposite 54 weak"},
	{"T_1 9a in", ""},
	{"BOA: T_1", "begin opposite 54 weak"},
	{"SOZ: T_1", "begin opposite 54 weak"},
	{"SO[: T_1", ""},
	{"T_1 add for it begin 0", "begin word 40 weak"},
	{"T_1 add for it begin 9", "begin word 40 weak"},
	{"T_1 add for it begin x", ""},
	{"T_1 code in", "begin opposite 54 weak"},
	{"T_1 8<---", ""},
	{"T_1 |--", "begin brace 55 weak"},
	{"T_1 --|", "end brace 55 weak"},
	{"|--T_1", "begin brace 55 weak"},
	{"T_1 ", ""},
	{"--", "end plus 55 weak"},
	{"", ""},
	{"T_1 8--", ""},
	{"T_1 修改开始", "begin word 78"},
	{"T_1 结束", "end word 78"},
	{"T_1 开始结束", ""},
	{"T_1 起", "begin word 45 weak"},
	{"T_1 止 x", ""},
	{"T_1 完.", "end word 45 weak"},
	{"T_1 以下", "begin word 45 weak"},
	{"T_1 以上", "end word 45 weak"},
	{"T_1 ↓", "begin word 45 weak"},
	{"T_1 ↑", "end word 45 weak"},
	{"T_1 ↓↓", "begin word 78"},
	{"T_1 到这里", "end word 45 weak"},
	{"x", ""},
	{"start", "begin word 63"},
	{">>>", "begin chevron 58"},
	{"<<<", "end chevron 58"},
	{"---", "end plus 58 weak"},
	{"Mod-END by x", "end word 70"},
	{"x end y", ""},
	{"}", "end brace 61 weak"},
	{">", ""},
	{"+", ""},
	{"modify end", "end word 66"},
	{"End", "end word 63"},
	{"E", ""},
	{"<-- x", "end arrow 58"},
	{"AMI_OVERRIDE_END", "end word 65"},
	{"T_1 >>Start", "begin chevron 75"},
	{"begin>>T_1", "begin chevron 75"},
	{"T_1+# start", "begin word 80"},
	{"完成", "end word 45 weak"},
	{"修改完成", "end word 45 weak"},
	{"[[T_1 +]]", "end brace 76"},
	{"[T_1 +]]", "end brace 76"},
	{"+++ T_1 -- reason", "begin plus 76"},
	{"++  T_1 -- reason", "begin plus 75"},
	{"++x T_1 -- reason", "end plus 64 weak"},
	{"T_1-)", "end plus 62 weak"},
	{"T_1-(", "end plus 62 weak"},
	{"T_1-]", ""},
	{"T_1-:", "end plus 62 weak"},
	{"<T_1>>", "begin element 77 weak"},
	{"</T_1+>", "begin chevron 75"},
	{"<T_1>{", "begin element 77 weak"},
	{"T_1 T_1->>>", "begin chevron 76"},
	{"//<[T_1] abc", "end chevron 75"},
	{"<[T_1] abc", "end chevron 75"},
	{"[<[T_1]", "end chevron 75"},
	{"<[T_1]---", "end chevron 75"},
	{"T_1_GIN", ""},
	{"T_1_EO", ""},
	{"<(T_1) abc", "end chevron 75"},
	{"[T_1]> abc", "begin chevron 75"},
	{"(T_1)> abc", "begin chevron 75"},
	{"_e", ""},
	{"_S", ""},
	{"T_1 modify x y z the begin by bob", ""},
	{"T_1 modify x the begin by bob", ""},
	{"T_1- {", "end plus 62 weak"},
	{"T_1+ x_", "begin plus 62 weak"},
	{"<T1T_1]>", "begin chevron 60 weak"},
	{"(T_0)(T_1)>", "begin chevron 75"},
	{"<(T_0)(T_1)", "end chevron 75"},
	{"(T_1)(T_2)>", "begin chevron 75"},
	{"<(T_1)(T_2)", "end chevron 75"},
	{"(T_1+)(T_2)>", "begin chevron 75"},
	{"(T_1)(T_2", ""},
	{"(T_1)>>", "begin chevron 75"},
	{"<<(T_1)", "end chevron 75"},
	{")(T_1)>", "begin chevron 75"},
	{"++x+ T_1 -- reason", "end plus 64 weak"},
	{"T_0, T_1 >>", "begin chevron 75"},
	{"T_0, T_1 end", "end word 80"},
	{"T_0, T_1", ""},
	{"T_0,T_1 +++", "begin plus 76"},
	{"A(S)T_1", ""},
	{"S T A R T[E]x1 T_1", "begin word 70"},
	{"T_1|-4-", ""},
	{"-4-T_1==", "end plus 45 weak"},
	{"e:T_1END[", ""},
	{"<---->T_1s", ""},
	{"S::T_1", "begin word 45 weak"},
	{"-4-)T_1", "end plus 45 weak"},
	{"@T_1<", "end chevron 60 weak"},
	{"[E]%-add]T_1", "end word 63"},
	{"[-start T_1]", "begin word 80"},
	{"[-end T_1 of]", "end word 80 weak"},
	{"(T_1+)>>", "begin chevron 58"},
	{"+++yT_1 -- ", "begin plus 58"},
	{"-)(T_1", "end plus 45 weak"},
	{"--- -- T_1", "end plus 58 weak"},
	{"--- --- T_1", "end plus 64 weak"},
	{"--2-] T_1 --ok-s", "end plus 55 weak"},
	{"->>", "begin chevron 58"},
	{"-T_1|T", "end plus 62 weak"},
	{"//ASUSA_BSP: Bob --", "end plus 55 weak"},
	{"1[E]", "end word 63"},
	{"8<--", ""},
	{"<)(T_1)", "end chevron 60 weak"},
	{"<<(T_1)---", "end plus 76"},
	{"<<(T_1)>", "begin chevron 75"},
	{"B20H4/01/0\"_T_1_", ""},
	{"BOu T_1", ""},
	{"E N D # ", "end word 70"},
	{"Ivv", ""},
	{"Mod-E", ""},
	{"T[E]1", ""},
	{"[] T_1]", ""},
	{"[]T_1]", ""},
	{"[[] T_1]", ""},
	{"[+] T_1]", "begin plus 62 weak"},
	{"[++]T_1", ""},
	{"T_1[++]", ""},
	{"[T_1++]", "begin plus 75"},
	{"[T_1++]]", "end brace 76"},
	{"[++T_1]", "begin plus 75"},
	{"[+x+T_1]", ""},
	{"[--]T_1]", ""},
	{"[[--T_1]", ""},
	{"[>>T_1]", "begin chevron 75"},
	{"[>> x] T_1]", ""},
	{"[T_1 T", "begin element 45 weak"},
	{"add start 9", "begin word 66"},
	{"end add 1 ", "end word 66"},
	{"x-e-1-add", ""},
	{"头x", ""},
};

/* The comment with another tag; its place, SIZE_MAX: it has none. */
static size_t put_tag(const char *comment, const char *tag, char out[256])
{
	const char *at = strstr(comment, "T_1");

	if (at == NULL)
		snprintf(out, 256, "%s", comment);
	else
		snprintf(out, 256, "%.*s%s%s", (int)(at - comment), comment, tag, at + 3);
	return at != NULL ? (size_t)(at - comment) : SIZE_MAX;
}

static size_t count_wrong(const char *tag)
{
	size_t bad = 0;
	size_t i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char comment[256];
		size_t at = put_tag(rows[i].comment, tag, comment);
		struct exact text = exact_of(comment);
		struct mark m = mark_read(
			NULL, text.span, at != SIZE_MAX ? at : 0, at != SIZE_MAX ? strlen(tag) : 0);
		char got[64] = "";

		if (m.kind != HIT_MARK)
			snprintf(got, sizeof got, "%s %s %u%s",
				m.kind == HIT_BEGIN ? "begin" : "end", mark_family_name(m.family),
				m.score, m.weak ? " weak" : "");
		/* for comments of a tag that is no word of a mark itself */
		if (strcmp(got, rows[i].says) != 0 ||
			m.beside != (m.kind != HIT_MARK && !m.weak && m.score >= MARK_SURE)) {
			print_error("%u: %s: %s\n", (unsigned)i, comment, got);
			bad++;
		}
		exact_free(&text);
	}
	return bad;
}

static void comments_say_so(void **state)
{
	(void)state;
	assert_int_equal(count_wrong("T_1"), 0);
}

/* Whatever the tag, but for two comments with a second one that is like T_1. */
static void of_other_tags_they_say_the_same(void **state)
{
	(void)state;
	assert_int_equal(count_wrong("q"), 2);
	assert_int_equal(count_wrong("EIP12345"), 2);
	assert_int_equal(count_wrong("b7a"), 2);
}

/* A tag that begins with a sign. */
static void a_word_before_the_tag_is_another(void **state)
{
	struct exact text = exact_of("start fan#77");
	struct mark m = mark_read(NULL, text.span, 9, 3);

	(void)state;
	assert_int_equal(m.kind, HIT_BEGIN);
	assert_true(m.weak);
	exact_free(&text);
}

/* ... also of one right before it. */
static void a_word_joined_to_a_sign_is_a_word(void **state)
{
	struct exact text = exact_of("start#77");
	struct mark m = mark_read(NULL, text.span, 5, 3);

	(void)state;
	assert_int_equal(m.kind, HIT_BEGIN);
	assert_int_equal(m.family, MARK_WORD);
	exact_free(&text);
}

static void a_verb_is_beside_the_tag(void **state)
{
	static const struct {
		const char *comment;
		bool has;
	} verbs[] = {{"T_1 mod", true}, {"T_1 mod by x", true}, {"T_1 mod x", false},
		{"T_1 mod for x", true}, {"T_1--|mod", false}, {"T_1 x mod", false},
		{"add: T_1", true}, {"add T_1", false}, {"added by T_1", true}, {"by T_1", false},
		{"add x T_1", false}, {"T_1", false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
		struct exact text = exact_of(verbs[i].comment);
		size_t at = (size_t)(strstr(verbs[i].comment, "T_1") - verbs[i].comment);

		if (mark_has_verb(text.span, at, 3) != verbs[i].has)
			fail_msg("%s", verbs[i].comment);
		exact_free(&text);
	}
}

/* "Tag_ADD_START": only of a tag with a number. */
static void a_verb_may_be_before_a_glued_mark(void **state)
{
	static const struct {
		const char *word;
		size_t tag_len;
		bool glued;
	} words[] = {{"B7_ADD_START", 2, true}, {"7_ADD_START", 1, true}, {"B7a_MOD_END", 3, true},
		{"B7ab_MOD_END", 4, true}, {"Ba_ADD_START", 2, false}, {"a_ADD_START", 1, false},
		{"7-a_ADD_START", 3, false}, {"B7_NOT_START", 2, false}, {"B7_ADD_X", 2, false}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof words / sizeof words[0]; i++) {
		struct exact text = exact_of(words[i].word);
		size_t rest = text.span.len - words[i].tag_len;

		if (mark_glued_after(text.span, words[i].tag_len) != (words[i].glued ? rest : 0))
			fail_msg("%s", words[i].word);
		exact_free(&text);
	}
}

static void delimiters_are_cut(void **state)
{
	static const struct {
		const char *text;
		bool xml;
		const char *rest;
	} cuts[] = {{"// x", false, "x"}, {"/* x */", false, "x"}, {"/** x **/", false, "x"},
		{"REM x", false, "x"}, {"rem x", false, "x"}, {"@Rem\tx", false, "x"},
		{"rem", false, ""}, {"remark", false, "remark"}, {"re", false, "re"},
		{"xrem y", false, "xrem y"}, {"<!-- x -->", true, "x"}, {"-->", true, ""},
		{"<!-- x -->", false, "x -->"}, {"*/", false, ""}, {"x \\", false, "x"},
		{"# ; % x", false, "x"}, {":: x", false, "x"}, {"", false, ""}, {"*", false, ""},
		{"* ", false, ""}, {"<!- x", false, "<!- x"}};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof cuts / sizeof cuts[0]; i++) {
		struct exact text = exact_of(cuts[i].text);
		struct span rest = mark_comment(text.span, cuts[i].xml);

		if (rest.len != strlen(cuts[i].rest) ||
			(rest.len > 0 && memcmp(rest.ptr, cuts[i].rest, rest.len) != 0))
			fail_msg("%s: %.*s", cuts[i].text, (int)rest.len, (const char *)rest.ptr);
		exact_free(&text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_say_so),
		cmocka_unit_test(of_other_tags_they_say_the_same),
		cmocka_unit_test(a_word_before_the_tag_is_another),
		cmocka_unit_test(a_word_joined_to_a_sign_is_a_word),
		cmocka_unit_test(a_verb_is_beside_the_tag),
		cmocka_unit_test(a_verb_may_be_before_a_glued_mark),
		cmocka_unit_test(delimiters_are_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
