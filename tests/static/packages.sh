# SPDX-License-Identifier: MIT
# script/demo, script/test and debian/control know the package of every library that this build looked
# for.
. "$SRC/tests/static/lib/check.sh"
bad=0
known=" $(top=$SRC sh -eu -c '. "$top/script/lib/common.sh"; build_packages') "
[ -n "$PACKAGES" ] || {
	echo 'the build told of no library'
	bad=1
}
for package in $PACKAGES; do
	case $known in *" $package "*) ;; *)
		echo "script/lib/common.sh: build_packages does not find $package"
		bad=1
		;;
	esac
	[ "$package" = libcmocka-dev ] || grep -qE "^ +$package( |,|\$)" debian/control || {
		echo "debian/control: Build-Depends lacks $package"
		bad=1
	}
done
exit "$bad"
