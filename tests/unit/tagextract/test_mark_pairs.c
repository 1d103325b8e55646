/* SPDX-License-Identifier: MIT */
/*
 * What a comment says of the tag in it, for each of 69 texts before the tag with each of 87 after
 * it: where one sign or word takes precedence over another, and what is next to the ends of the
 * comment and of the tag. Then the same without a tag.
 */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "exact.h"
#include "tags/marks.h"

static const char *const before[] = {"", "x ", "x, ", "+", "+ ", "-", "- ", "++", "-- ", "+++ ",
	"--- ", ">", "> ", ">>", ">>> ", "<", "<<", "<<< ", "{", "{ ", "}}}", "[", "( ", "(", "[+",
	"+[", "(+)", "[-] ", "x[+]", "[-start-1-", "[x] [-end-", "[x] ", "<[", "<(", "(Z_9)", "</",
	"[/", "|--", "--| ", "==", "==> ", "<-- ", "^^^ ", "-->", "start ", "END ",
	"start: ", "x start ", "x START y ", "add start ", "start-add ", "end by x ", "begin>> ",
	"S ", "(E) ", "-S-", "ifdef ", "add ", "START_", "_end_", "s_", "S T A R T ", "on ",
	"from ", "vvv ", "以下 ", "开始", "↑", "x 尾 "};

static const char *const behind[] = {"", " x", ", x", ".x", "+", " +", "-", " - x", "-)", "+]",
	"++", " --", " +++", " ---", " --- x", " -- x", ">", " >", ">>", " >>>", " x >>", "<",
	" <<<", "{", " {", " x }", "]", " ]", ")", "]>", ")>", "+>", "-)<", "]S", ")E", "] S",
	" [S]", "(E)", " -S-", "-S", ":E", "_S", "_s", "_START", "_END__", "_OPEN", "_20240101_END",
	"_240101_S", "_x", "> x", ">+", " a>", "|", " --|", "===", " <==", " ^^^", " x ^^^ y",
	" ->", " x --> y", " start", " x end", " x START y", " x y z w end: v", " add start",
	" add-end", " x add end by y", " begin x", " S", ", E, x", " over", " x over", " x y over",
	" done x", " off", " x off", " to here", " vvv", "起", " 结束", "以上 x", " (1/2)", " 8<--",
	" E N D", " x E N D y", "(Z_9)>", " CHANGE_E"};

/* A letter for each meaning in the tables; '.': none. */
static const char *const meanings[] = {"begin arrow 76", "begin arrow 75", "begin arrow 58",
	"begin arrow 55", "end arrow 76", "end arrow 58", "end arrow 55", "begin brace 75",
	"begin brace 61", "begin brace 61 weak", "begin brace 58", "begin brace 55",
	"begin brace 55 weak", "end brace 76", "end brace 75", "end brace 61", "end brace 61 weak",
	"end brace 58", "end brace 55", "end brace 55 weak", "begin bracket 100", "end bracket 100",
	"begin chevron 76", "begin chevron 75", "begin chevron 60", "begin chevron 60 weak",
	"begin chevron 58", "end chevron 76", "end chevron 75", "end chevron 60",
	"end chevron 60 weak", "end chevron 58", "begin element 77", "begin element 77 weak",
	"begin element 45 weak", "begin element 44 weak", "end element 77 weak",
	"end element 45 weak", "begin opposite 54 weak", "end opposite 54 weak", "begin plus 76",
	"begin plus 75", "begin plus 62", "begin plus 62 weak", "begin plus 58", "begin plus 55",
	"begin plus 55 weak", "begin plus 45 weak", "end plus 76", "end plus 64",
	"end plus 64 weak", "end plus 62", "end plus 62 weak", "end plus 58", "end plus 58 weak",
	"end plus 55", "end plus 55 weak", "end plus 50 weak", "end plus 45 weak", "begin word 90",
	"begin word 89", "begin word 85", "begin word 85 weak", "begin word 80",
	"begin word 80 weak", "begin word 78", "begin word 70", "begin word 66", "begin word 65",
	"begin word 63", "begin word 63 weak", "begin word 45 weak", "begin word 44 weak",
	"begin word 39 weak", "end word 90", "end word 89", "end word 85", "end word 85 weak",
	"end word 80", "end word 78", "end word 70", "end word 66", "end word 65", "end word 63",
	"end word 63 weak", "end word 45 weak", "begin plus 60", "end arrow 60", "begin arrow 60"};
static const char letters[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&'()*+,-/:;<=>@[]^_`{}|";

#define BEFORE (sizeof before / sizeof before[0])
#define BEHIND (sizeof behind / sizeof behind[0])

/* A row for each text before the tag, a letter for each text after it. */
static const char *const tagged[BEFORE] = {
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````.n.n#+>`..@@.]",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```.....$+>`..@@.]",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```.....$+>`..@@.]",
	"rrrrrr.r.OpyowyyrrXWqrbrrrrrrrrX.rrr#r#!<777/r/7rrXrrrrEErBq#_&_'[[$rrrrrrrrr#r>rrr@@r]",
	"vvvvrv0v0OpyowyyZZXWaebJJQ.v.ZZX0vv+#v#!<777/v/7vvXvvTvEEGBD#_&_'[[$+....vnvn#+>.vv@@v]",
	"0000.0000Opyowyy00XW00b00000000X0000#0#!<777/0/700X0000EEzB0#_&_'[[$000000000#0>000@@0]",
	"6666r.060OpyowyyZZXWaebJJQl6lZZX066.#6#!<777/6/766X66T6EEGBD#_&_'[[$.````6n6n#.>`66@@6]",
	"ppppppppp.{powpppppWppbppppppppppppp#p#9<777/p/7pppppppEEppp#pppppp#ppppppppp#p>ppppppp",
	"yyyyyyyyyOp5owy5yyXWyybyyyyyyyyXyyyy#y#!<777/y/7yyXyyTyEExBD#y&y'[[$yyyyyyyyy#y>yy5@@y]",
	"oooooooooooo{.oooooooo.ooooooooooooo#o#9<777/o/7ooooooo..ooo#oooooo#ooooooooo#o>ooooooo",
	"wwwwwwwwwwww.55wwww.wwwwwwwwwwwwwwww#w#!;777/w/7wwwwwwwwwwww#wwwwww$wwwwwwwww#w>wwwwwww",
	"ZZZZrZ0Z0OpyowyyZZXWZ.bJJQZZZZZX0ZZZ#Z#!<777/Z/7ZZXZZZZEEZBY#_&_'[[$ZZZZZZZZZ#Z>ZZZ@@Z]",
	"ZZZZrZ0Z0OpyowyyZZXWZ.bJJQZZZZZX0ZZZ#Z#!<777/Z/7ZZXZZZZEEZBY#_&_'[[$ZZZZZZZZZ#Z>ZZZ@@Z]",
	"XXXXXXXXX.XXowXXXXXWXXbXXXXXXXXXXXXX#X#9<777/X/7XXXXXXXEEXXX#XXXXXX#XXXXXXXXX#X>XXXXXXX",
	"WWWWWWWWWWWWW.WWWWWWWW.WWWWWWWWWWWWW#W#9<777/W/7WWWWWWW..WWW#WWWWWW#WWWWWWWWW#W>WWWWWWW",
	"eeeere0e0OpyowyyhhhggebJJQeee..X0eee#e#!<777/e/7ehrheeeEEdge#_&_'[[$eeeeeeeee#e>eee@@e]",
	"cccccccccc.cowccec.Wdcbccccccccecccc#c#!;777/c/7cerccccEEc.c#cccccc$ccccccccc#c>ccccccc",
	"bbbbbbbbbbbb.bbbbbb.bbbbbbbbbbbbbbbb#b#!;777/b/7bbbbbbbbbbbb#bbbbbb$bbbbbbbbb#b>bbbbbbb",
	"JJJJrJ0J0OpyowyyJJXWIJbJJ.JJJJJX0JJJ#J#!<777/J/7JJXJJJJEEJBI#_&_'[[$JJJJJJJJJ#J>JJJ@@J]",
	"JJJJrJ0J0OpyowyyJJXWIJbJJ.JJJJJX0JJJ#J#!<777/J/7JJXJJJJEEJBI#_&_'[[$JJJJJJJJJ#J>JJJ@@J]",
	"NNNNNNNNNNNN.NNNNNN.NNNNNNNNNNNNNNNN#N#!;777/N/7NNNNNNNNNNNN#NNNNNN$NNNNNNNNN#N>NNNNNNN",
	"iiiiri0i0rpyowyyZZXWaebJJQjj.XZX0#i+#i#!<777/i/7iiXiiTiEEGBD#_&_'[[$+....inin#+>.ii@@i]",
	"....rv0.0OpyowyyZZXWaebJJQl..ZZX0..+#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````.n.n#+>`..@@.]",
	"iiiiri0i6OpyowyyZZXWaebJJQ.i.ZXX.i=+#.#!<777/i/7iiXiiTiEEGBD#_&_'[[$+....inin#+>..i@@.]",
	"HHHHHHHHH.HHowHHHHHWHHbHHHrHHrHHHrHr#H#9<777/H/7HHHHHHHEEHHH#HHHHHH#HHHHHHHHH#H>HHHHHHH",
	"vvvvrv0v0rpyowyyZZXWaebJJQvv.XZX0#v+#v#!<777/v/7vvXvvTvEEGBD#_&_'[[$+....vnvn#+>.vv@@v]",
	"rrrrrr.r.OpyowyyrrXWqrbrrrrrrrrX.rrr#r#!<777/r/7rrXrrrrEErBq#_&_'[[$rrrrrrrrr#r>rrr@@r]",
	"0000.0000Opyowyy00XW00b00000000X0000#0#!<777/0/700X0000EEzB0#_&_'[[$000000000#0>000@@0]",
	"rrrrrr.r.OpyowyyrrXWqrbrrrrrrrrX.rrr#r#!<777/r/7rrXrrrrEErBq$_&_'[[$rrrrrrrrr$r>rrr@@r]",
	"UUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUUU",
	"VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVV",
	"....rv0.0OpyowyyZZXWaebJJQ..lZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```.....$+>`..@@.]",
	"eeeere0e0cpyowyy..XWeebJJQcee..X0#ec#e#!<777/e/7eeXeeeeEEdBe#_&_'[[$eeeeeeeee#e>eee@@e]",
	"eeeere0ecOpyowyy..XWeebJJQeec..Xce=e#e#!<777/e/7eeXeeeeEEdBe#_&_'[[$eeeeeeeee#e>eee@@e]",
	"....rv0.0OpyowyyZZXWaebJJQl..ZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```.....$+>`..@@.]",
	"eeeere0e0Opyowyyk.kWeebJJQeee..X0eee#e#!<777/e/7ekkeeeeEEdBe#_&_'[[$eeeeeeeee#e>eee@@e]",
	"....rv0.0OpyowyyZZXWaebJJQkklkZX0k.k#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````.n.n#+>`..@@.]",
	"MMMMrM0M0OpMowyMZZXWaebJJQMMMZZX0MMM#M#!<777/M/7MMXMM.MEE.BL#_&_'[[$MMMMMMnMn#M>MMM@@M]",
	"TTTTrT0T0OpTowyTZZXWaebJJQTTTZZX0TTT#T#!<777/T/7TTXTTTTEESB.#_&_'[[$TTTTTTnTn#T>TTT@@T]",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````.n.n#+>`..@@.]",
	"AAAAAAAAAAAAA.AAAAAAAA.AAAAAAAAAAAAA#A#9<777/A/7AAAAAAA..AAA#AAAAAA#AAAAAAAAA#A>AAAAAAA",
	"EEEEEEEEEEEE.EEEEEE.EEEEEEEEEEEEEEEE#E#!;777/E/7EEEEEEEEEEEE#EEEEEE$EEEEEEEEE#E>EEEEEEE",
	"EEEEEEEEEEEE.EEEEEE.EEEEEEEEEEEEEEEE#E#!;777/E/7EEEEEEEE}EEE#EEEEEE$EEEEEEEEE#E>EEEEEEE",
	"AAAAAAAAAAAAA.AAAAAAAA.AAAAAAAAAAAAA#A#9<777/A/7AAAAAAA..AAA#AAAAAA#AAAAAAAAA#A>AA|AAAA",
	"#$$$###$######$$#########$#############!<777/#/7#$#$#####$###$$$$$$$#$$$$$$$$###$##$$$$",
	"====================================.=.!<777/=/7============.======.=========.=========",
	"#$$$###$######$$#########$#############!<777/#/7#$#$#####$###$$$$$$$#$$$$$$$$###$##$$$$",
	"$$$$$$$$$$#$#$$$$$###$$$$$$$$$$#$$$$$$$!<777/$/7$$#$$$$$$$##$$$$$$$$$$$$$$$$$$$$$$$$$$$",
	"&&&&&&&&&Op&ow&&&&XW&&b&&&&&&&&X&&&&#&#!<777/&/7&&X&&&&EE&B&$&&&&&&$&&&&&&&&&$&>&&&..&&",
	"#######################################!<777/#/7#######################################",
	"'''''''''Op'ow''''XW''b''''''''X''''#'#!<777/'/7''X''''EE'B'$'&''..$'''''''''$'>'''@@''",
	"_________Opyowyy__XW__b________X____#_#!<777/_/7__X____EE^B_$_&_'[[$_________$_>___@@_]",
	"XXXXXXXXX.XXowXXXXXWXXbXXXXXXXXXXXXX#X#9<777/X/7XXXXXXXEEXXX#XXXXXX#XXXXXXXXX#X>XXXXXXX",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````....#+>`..@@.]",
	"====================================.=.!<777/=/7============.======.=========.=========",
	"#######################################!<777/#/7#######################################",
	"----rv0-0OpyowyyZZXWaebJJQl-lZZX0--+#-#!<777/,/7--X--T-EEGBD$_&_'[[$+```-----$+>`--@@-]",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```..n.n$+>`..@@.]",
	"88888888888888888888888888888888888888888777/,/7888888888888888888888888888888888888888",
	":::::::::::::::::::::::::::::::::::::::::777/,/7:::::::::::::::::::::::::::::::::::::::",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD#_&_'[[$+````.n.n#+>`..@@.]",
	"&&&&&&&&&Op&ow&&&&XW&&b&&&&&&&&X&&&&#&#!<777/&/7&&X&&&&EE&B&$&&&&&&$&&&&&&&&&$&>&&&&&&&",
	"m...rm0.0OpyowyyZZXWaebJJQmmmZZX0..+#.#!<777/m/7m.X.mmmEEGBD$_&_'[[$+```.....$m>`mm@@.]",
	"m...rm0.0OpyowyyZZXWaebJJQmmmZZX0..+#.#!<777/m/7m.X.mmmEEGBD$_&_'[[$+```.....$m>`mm@@.]",
	"#$$$###$######$$#########$#############!<777/#/7#$#$#####$###$$$$$$$#$$$$$$$$###$##$$$$",
	"++++r+0+0OpyowyyZZXWaebJJQ.+.ZZX0+++#+#!<777/+/7++X++T+EEGBD#_&_'[[$+....+n+n#+>.++@@+]",
	"%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%#%#!<777/%/7%%%%%%%%%%%%#%%%%%%$%%%%%%%%%#%.%%%%%%%",
	"````r.0`0OpyowyyZZXWaebJJQ```ZZX0``.#`#!<777/`/7``X``T`EEGBD#_&_'[[$.`````n`n#.>```@@`]",
	"....rv0.0OpyowyyZZXWaebJJQl.lZZX0..+#.#!<777/,/7..X..T.EEGBD$_&_'[[$+```.....$+>`..@@.]"};

static const char *const untagged[BEFORE] = {
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"uuuuuuuuuRu.s2.uuuaaaufJJQuuuuuauuuu)u)uuuu(uu]uuuauuuuFF.ut*_&_'[[uuuuuuuuuu*u>uuu@@u]",
	"444444444R.4s24444aaa4fJJQ44444a4444)4)4444(44]444a4444FF34.*_&_'[[4444444444*4>444@@4]",
	"sssssssss.sss.ssssssss.IIQssssssssss)s)ssss(ss]ssssssss..sss)_&_'[[ssssssssss)s>sss@@s]",
	"222222222122.22222...21JJQ22222.2222)2)2222(22]222.222211122*_&_'[[2222222222*2>222@@2]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"aaaaaaaaa.aaa.aaaaaaaa.IIQaaaaaaaaaa)a)aaaa(aa]aaaaaaaa..aaa)_&_'[[aaaaaaaaaa)a>aaa@@a]",
	"aaaaaaaaa.aaa.aaaaaaaa.IIQaaaaaaaaaa)a)aaaa(aa]aaaaaaaa..aaa)_&_'[[aaaaaaaaaa)a>aaa@@a]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"ffffffffffff.fffff...ffJJPfffff.ffff)f)ffff(ff]fff.fffffffff*^&^'[[ffffffffff*f>fff@@f]",
	"ffffffffffff.fffff...ffJJPfffff.ffff)f)ffff(ff]fff.fffffffff*^&^'[[ffffffffff*f>fff@@f]",
	"JJJJJJJJJJJJIJJJJJIIIJJJJ.JJJJJIJJJJ)J)JJJJ(JJ]JJJIJJJJJJJJI*_&_'[[JJJJJJJJJJ*J>JJJ@@J]",
	"JJJJJJJJJJJJIJJJJJIIIJJJJ.JJJJJIJJJJ)J)JJJJ(JJ]JJJIJJJJJJJJI*_&_'[[JJJJJJJJJJ*J>JJJ@@J]",
	"RRRRRRRRRRRR.RRRRR...RRJJQRRRRR.RRRR)R)RRRR(RR]RRR.RRRRRRRRR*^&^'[[RRRRRRRRRR*R>RRR@@R]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"KKKKKKKKK.KKK.KKKKKKKK.JJQKKKKKKKKKK)K)KKKK(KK]KKKKKKKK..KKK)_&_'[[KKKKKKKKKK)K>KKK@@K]",
	"KKKKKKKKK.KKK.KKKKKKKK.JJQKKKKKKKKKK)K)KKKK(KK]KKKKKKKK..KKK)_&_'[[KKKKKKKKKK)K>KKK@@K]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"CCCCCCCCC.CCC.CCCCCCCC.IIQCCCCCCCCCC)C)CCCC(CC]CCCCCCCC..CCC)_&_'[[CCCCCCCCCC)C>CCC@@C]",
	"FFFFFFFFFFFF.FFFFF...FFJJPFFFFF.FFFF)F)FFFF(FF]FFF.FFFFFFFFF*^&^'[[FFFFFFFFFF*F>FFF@@F]",
	"FFFFFFFFFFFF.FFFFF...FFJJPFFFFF.FFFF)F)FFFF(FF]FFF.FFFFFFFFF*^&^'[[FFFFFFFFFF*F>FFF@@F]",
	"CCCCCCCCC.CCC.CCCCCCCC.IIQCCCCCCCCCC)C)CCCC(CC]CCCCCCCC..CCC)_&_'[[CCCCCCCCCC)C>CCC@@C]",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	"@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@.@@@@@@@@@@@@@@@@>@@@@@@@",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	"&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&>&&&..&&",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	"_________^____________^_____________._.____(__]________^^^__._&_'[[__________._>___@@_]",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^.^.^^^^(^^]^^^^^^^^^^^^^.^&^'[[^^^^^^^^^^.^>^^^@@^]",
	")))))))))))))))))))))))))))))))))))))))))))())])))))))))))))).&.'[[))))))))))))>)))@@)]",
	"---------Ru4s24---aaa-fJJQ-----a----)-)----(--]---a----FFG-D*_&_'[[---`------*+>`--@@-]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	"((((((((((((((((((((((((((((((((((((((((((((((](((((((((((((((&('[[((((((((((((>(((@@(.",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...``.....*+>`..@@.]",
	"&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&&>&&&&&&&",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]",
	"************)*****)))**********)***********(**]***)********)*.&.'[[************>***@@*]",
	"+++++++++Ru4s24+++aaa+fJJQ+++++a++++)+)++++(++]+++a++++FFG+D*_&_'[[+++..+++++*+>.++@@+]",
	"%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%.%%%%%%%",
	"`````````Ru4s24```aaa`fJJQ`````a````)`)````(``]```a````FFG`D*_&_'[[``````````*.>```@@`]",
	".........Ru4s24...aaa.fJJQ.....a....).)....(..]...a....FFG.D*_&_'[[...`......*+>`..@@.]"};

static const char *wanted(char c)
{
	const char *letter = strchr(letters, c);

	return letter != NULL ? meanings[letter - letters] : "";
}

static void compare(const char *const table[BEFORE], const char *tag, bool is_tag)
{
	size_t bad = 0;
	size_t i;
	size_t k;

	assert_int_equal(sizeof letters - 1, sizeof meanings / sizeof meanings[0]);
	for (i = 0; i < BEFORE; i++) {
		assert_int_equal(strlen(table[i]), BEHIND);
		for (k = 0; k < BEHIND; k++) {
			const char *want = wanted(table[i][k]);
			char comment[100];
			char got[64] = "";
			struct exact text;
			struct mark m;

			snprintf(comment, sizeof comment, "%s%s%s", before[i], tag, behind[k]);
			text = exact_of(comment);
			m = mark_read(NULL, text.span, is_tag ? strlen(before[i]) : 0,
				is_tag ? strlen(tag) : 0);
			exact_free(&text);
			if (m.kind != HIT_MARK)
				snprintf(got, sizeof got, "%s %s %u%s",
					m.kind == HIT_BEGIN ? "begin" : "end",
					mark_family_name(m.family), m.score, m.weak ? " weak" : "");
			if (strcmp(got, want) == 0)
				continue;
			print_error("%s: \"%s\", not \"%s\"\n", comment, got, want);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

static void each_pair_says_so(void **state)
{
	(void)state;
	compare(tagged, "T_1", true);
}

static void so_does_it_without_a_tag(void **state)
{
	(void)state;
	compare(untagged, "fan", false);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_pair_says_so),
		cmocka_unit_test(so_does_it_without_a_tag),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
