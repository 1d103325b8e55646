# SPDX-License-Identifier: MIT
# Games as text: what is read, what is refused and where.
printf '(;GM[4]SZ[9]RU[renju]C[a \\] b](;B[ee];W[ef]\n;B[fe];W[ff];B[ge];W[gf];B[he];W[hf];B[de])(;W[aa]))' >game.sgf
run gobang --replay=game.sgf
expect_rc 0
cat >want <<'END'
renju, 9x9
  1 X E5
  2 O E4
  3 X F5
  4 O F4
  5 X G5
  6 O G4
  7 X H5
  8 O H4
  9 X D5
 9 . . . . . . . . .
 8 . . . . . . . . .
 7 . . . . . . . . .
 6 . . . . . . . . .
 5 . . . X X X X X .
 4 . . . . O O O O .
 3 . . . . . . . . .
 2 . . . . . . . . .
 1 . . . . . . . . .
   A B C D E F G H I
black wins
END
tr -d '\r' <out | cmp - want
tool gobang --replay=- <game.sgf | tr -d '\r' | cmp - want

printf '(;GM[4]SZ[5]RE[W+R];B[aa])' >resigned.sgf
run gobang --replay=resigned.sgf
expect_out 'white wins'

# A name in GBK or Big5 whose last byte is a ']' or a backslash; the moves after it count.
printf '(;SZ[5]PB[\204\135]C[\245\134];B[aa]C[\223\135x];W[bb])' >gbk.sgf
run gobang --replay=gbk.sgf
expect_rc 0
expect_out '  2 O B4'

# Text before the game, names as before FF[4], a size as two, a rule with capitals, a draw in a word.
printf 'From: a (b)\nTo: c\n\n(;FileFormat[3]GaMe[4]SiZe[9:9]RUles[Renju]RE[Draw];Black[aa];White[bb])' >old.sgf
run gobang --replay=old.sgf
expect_rc 0
expect_out 'renju, 9x9'
expect_out '  2 O B8'
expect_out 'draw'

# refused TEXT REASON
refused() {
	printf '%s' "$1" >bad.sgf
	run gobang --replay=bad.sgf
	expect_rc 1
	expect_err "bad.sgf: $2"
	[ ! -s out ] || fail "partial output of $1"
}
refused '' 'byte 0: not an SGF file'
refused '(;GM[1];B[aa])' 'byte 7: another game'
refused '(;SZ[25];B[aa])' 'byte 8: this size'
refused '(;SZ[15:19];B[aa])' 'byte 11: this size'
refused '(SZ[9])' 'byte 0: not an SGF file'
refused '(;B[aa];B[bb])' "byte 13: it is the other side's turn"
refused '(;B[aa];W[aa])' 'byte 13: there is a stone already'
refused '(;B[zz])' 'byte 7: outside the board'
refused '(;B[aa];W[])' 'byte 11: a pass'
refused '(;B[tt])' 'byte 7: a pass'
refused '(;B[a])' 'byte 6: a move has two letters'
refused '(;B[aa]' 'byte 7: the game does not end'
refused '(;B[aa' 'byte 6: a value does not end'
refused '(;AB[aa])' 'byte 5: stones that were set'
refused '(;b[aa])' 'byte 3: no property'
# after a five, and black's double three under renju
refused '(;B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae];W[be])' 'byte 61: the game is over'
refused '(;RU[renju];B[hg];W[aa];B[hf];W[ac];B[gh];W[ae];B[fh];W[ag];B[hh])' 'byte 65: forbidden for black'
# a rule of another name is not passed over: by its place
printf '(;GM[4]SZ[15]RU[swap2];B[aa])' >game.sgf
run gobang --replay=game.sgf
expect_rc 0
expect_err "game.sgf: byte 22: no rule is called 'swap2' (RU): read as freestyle"
printf '(;GM[4]RU[x]RU[Renju];B[hh])' >game.sgf
run gobang --replay=game.sgf
[ ! -s err ] || fail "a rule that was named well after all: $(cat err)"
run gobang --replay=absent.sgf
expect_rc 1
