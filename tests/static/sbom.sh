# SPDX-License-Identifier: MIT
# The list of libraries that a release carries is valid SPDX 2.3, and its package URLs are canonical.
. "$SRC/tests/static/lib/check.sh"
want python3 python3
printf '%s\n' 'libarchive 3.6.2-1+deb12u5' 'zlib 1:1.3.dfsg+really1.3.2-4' 'curl 8.21.0~rc2-1' 'libstdc++ 1.0-1' \
	'curl 8.21.0-rc2-1' >"$BUILD/sbom.list"
python3 script/sbom.py 0.1.0 1700000000 "$BUILD/sbom.list" "$BUILD/sbom.json"
python3 tests/static/lib/spdx_valid.py "$BUILD/sbom.json"
# By the specification of package URLs, "Character encoding": letters, digits, .-_~ and the colon stay.
cat >"$BUILD/sbom.expected" <<'LIST'
pkg:generic/biosbelt@0.1.0
pkg:deb/debian/libarchive@3.6.2-1%2Bdeb12u5?arch=source
pkg:deb/debian/zlib@1:1.3.dfsg%2Breally1.3.2-4?arch=source
pkg:deb/debian/curl@8.21.0~rc2-1?arch=source
pkg:deb/debian/libstdc%2B%2B@1.0-1?arch=source
pkg:deb/debian/curl@8.21.0-rc2-1?arch=source
LIST
sed -n 's/.*"referenceLocator": "\(.*\)".*/\1/p' "$BUILD/sbom.json" | diff "$BUILD/sbom.expected" -
# The checker itself notices what is wrong.
for fault in 's/%2B/+/' 's/SPDX-2.3/SPDX-2.4/' 's/"SPDXRef-zlib[^"]*"/"SPDXRef-z+lib"/' 's/NOASSERTION/none/' \
	's/"filesAnalyzed"/"fileAnalyzed"/' 's/T22:13:20Z/ 22:13/' 's,https://biosbelt,biosbelt,' 's/"CONTAINS"/"HOLDS"/'; do
	sed "$fault" "$BUILD/sbom.json" >"$BUILD/sbom.bad"
	! cmp -s "$BUILD/sbom.json" "$BUILD/sbom.bad" || {
		echo "FAIL: $fault changes nothing"
		exit 1
	}
	! python3 tests/static/lib/spdx_valid.py "$BUILD/sbom.bad" >/dev/null || {
		echo "FAIL: not noticed: $fault"
		exit 1
	}
done
