# SPDX-License-Identifier: MIT
# The tools that have a Chinese translation use it where it belongs: by the locale and by --lang, in
# help, messages and tables that line up; what programs read is English.
BIN=$BIN/../bin
. "$SRC/tests/e2e/spc/tree.inc"

# zh TOOL ARG...: as run, on a Chinese system.
zh() {
	name=$1
	shift
	if [ -n "${RUNNER:-}" ]; then
		run "$name" --lang=zh "$@"
		return
	fi
	rc=0
	env -u LC_ALL TERM=xterm LANG=zh_CN.UTF-8 "$BIN/$name$EXE" "$@" >out 2>err || rc=$?
}
# same ARG...: a program reads the same as in English.
same() {
	run "$@"
	mv out english
	zh "$@"
	cmp -s english out || fail "$*: $(diff english out)"
}
# Columns of each line: a character of three bytes takes two.
wider_than() {
	LC_ALL=C awk -v most="$1" '{ line = $0; wide = gsub(/[\340-\357]/, "", line)
		if (length($0) - wide > most) print }' "$2" | tr -d '\r'
}

for po in "$SRC"/po/zh_CN/*.po; do
	tool=$(basename "$po" .po)
	[ "$tool" != common ] || continue
	[ -x "$BIN/$tool$EXE" ] || continue

	zh "$tool" --help
	expect_rc 0
	expect_out '用法：'
	expect_out '退出码：'
	# choices without a blank stand in one line
	[ -z "$(wider_than 80 out | grep '^  ' | grep -v '^ *（[^ ]*）$')" ] || fail "$tool --help is too wide: $(wider_than 80 out)"
	# a row with its sentence has Chinese in it, and so has every heading
	grep -E '^  (-.,|   ) --[^ ]+ +[^ ]' out | LC_ALL=C grep -v "$(printf '[\344-\351]')" >english || true
	grep -E '^[A-Z].*:$' out >>english || true
	[ ! -s english ] || fail "$tool --help is English here: $(cat english)"
	zh "$tool" --no-such-option
	expect_rc 2
	expect_err "$tool: 未知选项 --no-such-option"
	[ -z "${RUNNER:-}" ] || continue # the texts are the same there, and zh is --lang
	run "$tool" --lang=zh --help
	cmp -s out - <<-END || fail "$tool: --lang=zh differs from the locale"
		$(zh "$tool" --help && cat out)
	END
	run "$tool" --help
	mv out english
	zh "$tool" --lang=en --help
	cmp -s english out || fail "$tool --lang=en --help is not English"
	same "$tool" --version
	same "$tool" --completion=zsh
	same "$tool" --dump-options
done

# The language of the system: what gettext does with these variables, and English where the terminal
# cannot show it.
if [ -z "${RUNNER:-}" ]; then
	# locale WORD VARIABLE=VALUE...: getpd speaks with WORD.
	locale() {
		word=$1
		shift
		env -u LC_ALL TERM=xterm "$@" "$BIN/getpd" --help >out
		grep -q "^$word" out || fail "$*: not $word"
	}
	locale 用法 LANG=zh_CN.UTF-8
	locale 用法 LANG=zh_CN.utf8
	locale 用法 LANG=en_US.UTF-8 LC_MESSAGES=zh_SG.UTF-8
	locale 用法 LANG=en_US.UTF-8 LANGUAGE=zh_CN:en
	locale Usage LANG=zh_CN.UTF-8 LANGUAGE=en_US:zh
	locale Usage LANG=zh_CN.UTF-8 LC_ALL=C
	locale Usage LANG=zh_CN.UTF-8 LC_ALL=C.UTF-8
	locale Usage LANG=C LANGUAGE=zh_CN
	locale Usage LANG=zh_CN.GBK
	locale Usage LANG=zh_CN
	locale Usage LANG=zh_TW.UTF-8
	locale Usage LANG=zh_CN.UTF-8 LC_CTYPE=C
	locale Usage LANG=zh_CN.UTF-8 TERM=linux
fi

# getpd: a table of volumes with Chinese names, an error, the document for programs.
if [ -z "${RUNNER:-}" ]; then
	tree=$PWD/tree
	mkdir -p "$tree/sys/devices/x/block/sda" "$tree/sys/class/block" "$tree/sys/dev/block" "$tree/proc/self"
	echo 8:0 >"$tree/sys/devices/x/block/sda/dev"
	echo 2048 >"$tree/sys/devices/x/block/sda/size"
	ln -s ../../devices/x/block/sda "$tree/sys/class/block/sda"
	ln -s ../../devices/x/block/sda "$tree/sys/dev/block/8:0"
	printf '1 1 8:0 / %s rw - ext4 /dev/sda rw\n' /mnt/备份 >"$tree/proc/self/mountinfo"
	printf '2 1 0:9 / %s rw - proc proc rw\n' /proc >>"$tree/proc/self/mountinfo"
	zh getpd --sys-root "$tree" /proc
	expect_rc 3
	expect_err 'getpd: /proc: 不在本地磁盘上：是内核的文件系统（proc）'
	zh getpd --sys-root "$tree" --all
	expect_out '/mnt/备份  ext4  /dev/sda'
	same getpd --sys-root "$tree" --all --json
	same getpd --sys-root "$tree" --all --columns volume,state
	same getpd --sys-root "$tree" --json /proc
	zh getpd --sys-root "$tree" --json /proc
	expect_err 'not on a local disk'
	zh getpd --sys-root "$tree" --check
	expect_err "--check 需要一个值：磁盘"
fi

# spc: the table of ports, whose heads and cells begin at the same columns, and the picker.
if [ -z "${RUNNER:-}" ]; then
	tree=$PWD/ports
	usb "$tree" "$hub/1-1" 0403 6001 A50285BI FTDI 调试串口
	tty "$tree" ttyUSB0 "$hub/1-1/1-1:1.0/ttyUSB0"
	zh spc --sys-root "$tree" --list
	expect_out '串口     VID:PID    序列号    描述      驱动  位置'
	expect_out 'ttyUSB0  0403:6001  A50285BI  调试串口        pci-'
	zh spc --sys-root "$tree" ttyUSB7
	expect_rc 3
	expect_err "没有串口 'ttyUSB7'；--list 列出现有的"
	same spc --sys-root "$tree" --json
	if command -v tmux >/dev/null; then
		tm() { tmux -f /dev/null -L "zh$$" "$@"; }
		trap 'tm kill-server 2>/dev/null || true' EXIT
		tm new-session -d -x 40 -y 12 \
			"env LC_ALL=zh_CN.UTF-8 TERM=screen-256color $BIN/spc --sys-root $tree --dry-run"
		for _ in $(seq 50); do
			tm capture-pane -p >seen 2>/dev/null || true
			! grep -q 调试串口 seen || break
			sleep 0.2
		done
		grep -q '^ 串口：1 个 .*115200,8,n,1,N' seen || fail "the title: $(cat seen)"
		grep -q '^      串口     VID:PID    描述' seen || fail "the heads: $(cat seen)"
		grep -q '^ 1    ttyUSB0  0403:6001  调试串口' seen || fail "the port: $(cat seen)"
		grep -q '^ Enter 启动   1-9 启动该项' seen || fail "the keys: $(cat seen)"
	fi
fi

# bytgvs: what is in an image, what stands in its VBT, an error; JSON is English.
helper make_sample_ifwi image.bin 512
zh bytgvs --list image.bin
expect_rc 0
expect_out 'GOP 驱动 7.2.1011，x64'
expect_out '  校验和    正确'
zh bytgvs --show image.bin
expect_out 'VBT "VALLEYVIEW"，版本 '
expect_out '块 40，'
zh bytgvs --diff image.bin
expect_rc 2
expect_err 'bytgvs: --diff 要两个文件'
zh bytgvs --list none.bin
expect_rc 1
same bytgvs --list --json image.bin
same bytgvs --show --json image.bin
same bytgvs --protected --json image.bin

# gobang: a saved game, an error with its place, the result of a match for programs, and the game.
printf '(;GM[4]SZ[15];B[hh];W[hi];B[hh])' >bad.sgf
zh gobang --replay=bad.sgf
expect_rc 1
expect_err '字节：已有棋子'
printf '(;GM[4]SZ[15];B[hh];W[hi])' >good.sgf
zh gobang --replay=good.sgf
expect_out '未下完'
if [ -z "${RUNNER:-}" ] && command -v tmux >/dev/null; then
	tm new-session -d -s gobang -x 90 -y 24 \
		"env LC_ALL=zh_CN.UTF-8 TERM=screen-256color $BIN/gobang --file=$PWD/game.sgf --white=person"
	for _ in $(seq 50); do
		tm capture-pane -t gobang -p >seen 2>/dev/null || true
		! grep -q 黑方走 seen || break
		sleep 0.2
	done
	grep -q '^黑方走  手数 0   X 黑方: 人   O 白方: 人' seen || fail "the head: $(cat seen)"
	grep -q '回车 空格    落子' seen || fail "the keys: $(cat seen)"
	tm send-keys -t gobang q
fi

# 2048ai: the values of a position in columns, a refused line of --advise, what --scores and --auto
# print; --json, --serve and the log of the first programs are English. In the game a message wider
# than the screen goes on at a character.
zh 2048ai --board=64107300a210c000 --depth=1
expect_out '最佳走法：'
expect_out '  上          2'
expect_out '  右              不合法'
printf '2 0 0 4  0 8 2 0  16 0 0 0  64 32 8 2\nup a1\n' >lines
rc=0
zh 2048ai --advise --depth=1 <lines
expect_rc 1
expect_err '标准输入: 第 2 行: a1 在向上之后不是空的'
zh 2048ai --board=12
expect_err '2048ai: --board: 棋盘第 1 格：12 不是 0'
zh 2048ai --auto --player=greedy --games=2
expect_out '中位数   '
expect_out '    方块     局数      比例   95 % 区间'
zh 2048ai
expect_rc 2
expect_err '没有说要做什么'
same 2048ai --board=64107300a210c000 --depth=1 --json
zh 2048ai --auto --player=greedy --log=classic
expect_out 'Current scores: '
zh 2048ai --board=12 --json
expect_err 'is not 0 or a power of two'
echo 'board 12' >lines
run 2048ai --serve --lang=zh <lines
expect_out '"error":"cell 1 of the board: 12 is not'
if [ -z "${RUNNER:-}" ] && command -v tmux >/dev/null; then
	# game NAME COLUMNS ROWS: until it is drawn
	game() {
		tm new-session -d -s "$1" -x "$2" -y "$3" "env HOME=$PWD/$1 LC_ALL=zh_CN.UTF-8 TERM=screen-256color \
			$BIN/2048ai --play --seed=1"
		seen "$1" '\.'
	}
	# seen NAME WORD: until it is on the screen
	seen() {
		for _ in $(seq 50); do
			tm capture-pane -t "$1" -p >seen 2>/dev/null || true
			! grep -q "$2" seen || return 0
			sleep 0.2
		done
		fail "no $2: $(cat seen)"
	}
	game wide 80 24
	seen wide '^ *得分 0   最高 0'
	seen wide '方向键  WASD  HJKL   移动'
	tm send-keys -t wide i
	seen wide ' 下  *[-0-9]'
	tm send-keys -t wide q
	game small 20 5
	tm send-keys -t small c
	seen small '^每走一步，教练会说明$'
	seen small '^损失多少。$'
	tm send-keys -t small q
fi

# lzenc: what became of a file, a test of it, a table of an archive, an error.
mkdir -p src
echo '一些文字' >src/文本.txt
zh lzenc -q -f src out.7z
zh lzenc -f src/文本.txt one.lzma
expect_out 'one.lzma: 13 -> '
zh lzenc -t one.lzma
expect_out 'one.lzma: 正常，13 字节'
zh lzenc -l out.7z
expect_out '          13  文件  '
expect_out '           0  目录  '
same lzenc -l --json out.7z
zh lzenc -d src/文本.txt there
expect_rc 5
expect_err '不是已知格式的压缩文件'

# tagextract: what was copied, the table of tags, an audit, an error.
mkdir -p tagged base
printf '// Tag_SC01 begin\nint x;\n// Tag_SC01 end\n' >tagged/x.c
printf 'int y;\n' >tagged/y.c
printf 'int x;\n' >base/x.c
zh tagextract Tag_SC01 tagged copied
expect_out '带标签的文件 1 个，共 2 个；1 个复制到 copied'
zh tagextract -l tagged
expect_out '未成对  样式       始于       标签'
expect_out '1 个标签，共 2 个文件'
zh tagextract --audit=base tagged
expect_rc 5
expect_out 'y.c: 新增'
expect_out '有改动没有标签'
same tagextract --audit=base --json tagged
same tagextract --audit=base --html tagged
zh tagextract --tag= tagged
expect_rc 2
expect_err '--tag：值为空'

# txtcopy: what a file is, a bad place, a refusal.
printf '\304\343\272\303\243\254\312\300\275\347\243\241\325\342\312\307\262\342\312\324\n' >gbk.txt
zh txtcopy --detect gbk.txt
expect_out 'gbk.txt: GB18030 (zh-Hans)，确定，换行符 LF'
zh txtcopy --check gbk.txt
expect_rc 1
expect_out 'gbk.txt:1:1: 字节 C4 不是 UTF-8（偏移 0）'
zh txtcopy --from utf-8 --to gbk -q gbk.txt no.txt
expect_err '不是有效的 UTF-8；没有写入'
same txtcopy --detect --json gbk.txt

# scmail: errors, what waits in a queue; the mail, JSON and what sendmail says to programs stay.
zh scmail --server=127.0.0.1 --from=a@b.c --to=d@e.f --text=x --header=x
expect_rc 2
expect_err 'scmail: --header: 写成 "Name: text" 的形式'
zh scmail --server=127.0.0.1 --port=1 --from=a@b.c --to=d@e.f --text=x --queue=waiting
expect_rc 4
expect_err '127.0.0.1:1: 暂时失败: '
expect_out '已进入队列 '
zh scmail --queue=waiting --status
expect_out '  等待中  '
expect_out '1 封邮件，'
same scmail --queue=waiting --status --json
zh scmail --queue=waiting --status --json
expect_out '"queue_place": "waiting"'
zh scmail --dry-run --from=a@b.c --to=d@e.f --subject=x --text=x
expect_out 'X-Mailer: scmail (biosbelt)'
printf 'MAIL FROM:<a@b.c>\r\nRCPT TO:<d@e.f>\r\nDATA\r\nx\r\n.\r\nQUIT\r\n' >dialogue
zh scmail --server=127.0.0.1 --port=1 --from=a@b.c --sendmail -bs <dialogue
expect_out '451 4.0.0 the server did not take it'
zh scmail --queue=waiting --sendmail -bp
expect_out '1 mail, '
