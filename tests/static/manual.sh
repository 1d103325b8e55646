# SPDX-License-Identifier: MIT
# Every program has a manual page; every option of its table stands in the page's OPTIONS as a
# long name, and the page names no option that the table lacks.
. "$SRC/tests/static/lib/check.sh"
bad=0
[ -n "$TOOLS" ]
for tool in $TOOLS; do
	page=tools/$tool/$tool.1
	[ -f "$page" ] || {
		echo "$tool has no manual page"
		bad=1
		continue
	}
	for section in NAME SYNOPSIS DESCRIPTION OPTIONS 'EXIT STATUS' EXAMPLES 'SEE ALSO'; do
		grep -qiE "^\.S[hH] \"?$section\"?\$" "$page" || {
			echo "$page: no section $section"
			bad=1
		}
	done
	"$BUILD/bin/$tool" --dump-options | sed 's/ .*//' | sort -u >"$BUILD/options.table"
	# In the page a dash may be written \-. Options of other programs stand in EXAMPLES, so only
	# the paragraphs' heads in OPTIONS count as declared.
	sed 's/\\-/-/g; s/\\f[BIRP]//g; s/\\&//g' "$page" |
		awk '/^\.S[hH]/ { inside = tolower($0) ~ /options/; next } inside' |
		grep -oE '(^|[^-a-zA-Z0-9])--[a-z0-9][a-z0-9-]*' | grep -oE -- '--[a-z0-9-]+' | sort -u >"$BUILD/options.page"
	comm -23 "$BUILD/options.table" "$BUILD/options.page" | sed "s|^|$page: OPTIONS lacks |" >"$BUILD/drift"
	comm -13 "$BUILD/options.table" "$BUILD/options.page" | sed "s|^|$page: OPTIONS has an unknown |" >>"$BUILD/drift"
	[ ! -s "$BUILD/drift" ] || {
		cat "$BUILD/drift"
		bad=1
	}
	# each heading of the help once, with one colon
	"$BUILD/bin/$tool" --help | sed '/^Exit status/,$d' | grep -E '^[A-Z].*:$' | sort >"$BUILD/headings"
	{ grep '::$' "$BUILD/headings" || true; uniq -d "$BUILD/headings"; } >"$BUILD/drift"
	[ ! -s "$BUILD/drift" ] || {
		sed "s|^|$tool --help: heading |" "$BUILD/drift"
		bad=1
	}
done
exit "$bad"
