# SPDX-License-Identifier: MIT
# Every VBT of the corpus is read with the header values its list gives.
dir=$(corpus firmware)/ || skip "no corpus"
[ -f "${dir}vbt-set.tar.xz" ] || skip "no corpus"
command -v xz >/dev/null || lacks xz
[ -z "${RUNNER:-}" ] || skip "the same code as natively, 222 starts of wine"
mkdir set && xz -dc "${dir}vbt-set.tar.xz" | tar xf - -C set
count=0
tab=$(printf '\t')
while IFS="$tab" read -r file sha origin size platform vbt_size field sum bdb_version rest; do
	[ "$file" != file ] || continue
	run bytgvs --show --json "set/$file"
	[ "$rc" -le 1 ] || fail "$file: status $rc"
	expect_out "\"vbt_size\": $vbt_size,"
	expect_out "\"bdb_version\": $bdb_version,"
	expect_out "\"checksum\": $field,"
	case $sum in
	ok) expect_out '"checksum_ok": true' ;;
	*) expect_out '"checksum_ok": false' ;;
	esac
	count=$((count + 1))
done <"${dir}vbt-set.tsv"
[ "$count" -eq 222 ] || fail "$count VBTs read, not 222"
