# SPDX-License-Identifier: MIT
# Every message of common/ and of a tool with a .po file has its Chinese, formats agree with the
# English ones, and the punctuation is Chinese. Tools without a .po file speak English only.
. "$SRC/tests/static/lib/check.sh"
want xgettext gettext
work=$BUILD/chinese
rm -rf "$work"
mkdir -p "$work"
bad=0
# report NAME: what went wrong is in $work/faults
report() {
	[ -s "$work/faults" ] || return 0
	sed "s|^|po/zh_CN/$1.po: |" "$work/faults"
	bad=1
}
mkdir -p "$work/common"
for po in po/zh_CN/*.po po/zh_CN/common/*.po; do
	name=${po#po/zh_CN/}
	name=${name%.po}
	msgfmt -c -o /dev/null "$po" 2>"$work/faults" || true
	report "$name"
	for kind in untranslated only-fuzzy only-obsolete; do
		msgattrib --no-wrap "--$kind" "$po" | sed -n "s/^\(#~ \)\{0,1\}msgid \"\(..*\)\"/$kind: \2/p" >"$work/faults"
		report "$name"
	done
	script/po pot "$name" >"$work/$name.pot"
	LC_ALL=C msgcmp -N "$po" "$work/$name.pot" >"$work/out" 2>&1 || true
	# "FILE:LINE: this message is used ..." becomes the message without its row
	awk -F: 'NR == FNR { line[FNR] = $0; next }
		/this message is used but not defined/ { i = $2; while (line[i] !~ /^#:/ && i > 1) i--
			for (j = $2; line[j] !~ /^msgid/ && j > 1; j--)
				;
			if (line[j] == "msgid \"\"") j++
			print "no row for " line[j] "  (" substr(line[i], 4) ")" }' "$work/$name.pot" "$work/out" >"$work/faults"
	report "$name"
	LC_ALL=C msgcmp -N --use-untranslated "$work/$name.pot" "$po" 2>&1 |
		sed -n "s/^[^:]*:\([0-9]*\): this message is used but.*/\1/p" |
		while read -r at; do
			sed -n "1,${at}{/^msgid/h;/^msgid \"\"/{n;H;};};${at}{x;s/\n/ /;s/^/nothing uses: /;p;}" "$po"
		done >"$work/faults"
	report "$name"
	perl po/check.pl "$po" >"$work/faults" || true
	report "$name"
	[ "${name%/*}" = common ] || grep -q '^\.BR\{0,1\} .*\\-\\-lang' "tools/$name/$name.1" || {
		echo "tools/$name/$name.1 has no --lang"
		bad=1
	}
done
for room in common/*/; do
	room=${room%/}
	[ -f "po/zh_CN/$room.po" ] || ! script/po pot "$room" 2>"$work/out" | grep -q '^msgid "..*"' || {
		echo "$room has messages, but no po/zh_CN/$room.po"
		bad=1
	}
done
[ "$bad" -eq 0 ] || echo "script/po update NAME adds the rows that are missing; docs/internals/chinese.md says more"
exit "$bad"
