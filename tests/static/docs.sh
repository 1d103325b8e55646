# SPDX-License-Identifier: MIT
# The two READMEs have the same headings by level, the same commands and the same links, in the
# same order, and what they name exists: files of the tree, programs and their options.
. "$SRC/tests/static/lib/check.sh"
bad=0
shape() {
	awk '/^```/ { code = !code; print; next }
		code && /^[$] / { print; next }
		!code && /^#+ / { print $1 }' "$1"
}
shape README.md >"$BUILD/shape.en"
shape docs/README.zh-CN.md >"$BUILD/shape.zh"
diff "$BUILD/shape.en" "$BUILD/shape.zh" || {
	echo 'FAIL: README.md and docs/README.zh-CN.md differ in headings or commands'
	bad=1
}
for file in $(sources '*.md'); do
	folder=$(dirname "$file")
	for link in $(grep -oE '\]\([^)#]+' "$file" | sed 's/^](//' | grep -v '^[a-z]*:'); do
		[ -e "$folder/$link" ] || {
			echo "$file: no such file: $link"
			bad=1
		}
	done
done
# The labels that a plain test run leaves out are the same in the groups and in the presets.
needy=$(sed -n "s/^needy='\(.*\)'/\1/p" script/lib/group.sh)
grep -qF "\"label\": \"$needy\"" CMakePresets.json || {
	echo "CMakePresets.json leaves out other labels than script/lib/group.sh: $needy"
	bad=1
}
for label in $(echo "$needy" | tr '|' ' '); do
	grep -qF "\`$label\`" docs/hacking.md || {
		echo "docs/hacking.md does not name the label $label"
		bad=1
	}
done
# The tables of tools: a row says of its tool what --help says, and both languages have the same
# rows. A tool that has no row yet is named, which is not a failure: nobody has to edit two READMEs to
# try a new tool.
sed -n 's/^| `\([^`]*\)` | \(.*\) |$/\1 \2/p' README.md >"$BUILD/rows"
sed -n 's/^| `\([^`]*\)` | .*/\1/p' docs/README.zh-CN.md >"$BUILD/rows.zh"
cut -d' ' -f1 "$BUILD/rows" | diff - "$BUILD/rows.zh" || {
	echo 'FAIL: the tables of tools of the two READMEs have other rows'
	bad=1
}
while read -r tool words; do
	said=$("$BUILD/bin/$tool" --help | sed -n '/^$/{n;p;q;}')
	[ "$said" = "$words" ] || {
		echo "FAIL: README.md says of $tool: $words; its --help: $said"
		bad=1
	}
	said=$("$BUILD/bin/$tool" --lang=zh --help | sed -n '/^$/{n;p;q;}')
	grep -qxF "| \`$tool\` | $said |" docs/README.zh-CN.md || {
		echo "FAIL: docs/README.zh-CN.md says of $tool something else than its --lang=zh --help: $said"
		bad=1
	}
done <"$BUILD/rows"
for tool in $TOOLS; do
	grep -q "^$tool " "$BUILD/rows" || echo "note: README.md has no row for $tool"
done
# Commands shown in the README use options that the programs have.
grep -hE '^[$] ' README.md | sed 's/^[$] //' >"$BUILD/commands"
while read -r program rest; do
	case " $TOOLS " in *" $program "*) ;; *) continue ;; esac
	"$BUILD/bin/$program" --dump-options | tr ' ' '\n' >"$BUILD/known"
	for word in $rest; do
		case $word in
		--*) option=${word%%=*} ;;
		*) continue ;;
		esac
		grep -qxF -- "$option" "$BUILD/known" || {
			echo "README.md: $program has no option $option"
			bad=1
		}
	done
done <"$BUILD/commands"
# Each section of the benchmarks that has a table names a program that makes figures. All that it names, the
# papers and the files of the forges exist.
named='(tests|script|[.]ci)/[A-Za-z0-9_/.-]*[A-Za-z0-9_]'
for paper in docs/benchmarks.md docs/hacking.md docs/releasing.md CONTRIBUTING.md PACKAGERS.md SECURITY.md \
	.gitlab-ci.yml .github/workflows/*.yml; do
	for program in $(grep -oE "(^|[^A-Za-z0-9_/.<-])$named" "$paper" | grep -oE "$named" | sort -u); do
		[ -e "$program" ] || {
			echo "$paper: no such program: $program"
			bad=1
		}
	done
done
awk -v named="(tests/(bench|e2e|readers)|script)/" '
	function section() { if (table && !program) { print "docs/benchmarks.md: tables without a program that makes them: " title; bad = 1 } }
	/^##/ { section(); title = $0; table = program = 0 }
	/^\|/ { table = 1 }
	$0 ~ named || /`(ninja|ctest) / { program = 1 }
	END { section(); exit bad }' docs/benchmarks.md || bad=1
exit "$bad"
