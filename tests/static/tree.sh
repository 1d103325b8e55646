# SPDX-License-Identifier: MIT
# The top of the tree holds what is named here and what git ignores, so that nothing that a test or a
# program left behind is committed; nowhere is there a symbolic link, which Windows cannot check out.
. "$SRC/tests/static/lib/check.sh"
bad=0
for name in .[!.]* *; do
	case $name in
	.ci | .clang-format | .clang-tidy | .editorconfig | .git | .gitattributes | .github | .gitignore | .gitlab-ci.yml) ;;
	CHANGELOG.md | CMakeLists.txt | CMakePresets.json | CONTRIBUTING.md | KNOWN_ISSUES.md | LICENSE) ;;
	PACKAGERS.md | README.md | SECURITY.md) ;;
	cmake | common | data | debian | docs | efi | include | po | script | tests | tools) ;;
	build | build-* | out | compile_commands.json | .*.swp) ;;
	*)
		echo "not a part of the tree: $name"
		bad=1
		;;
	esac
done
links=$(find . \( -name build -o -name 'build-*' -o -name .git -o -name out \) -prune -o -type l -print)
[ -z "$links" ] || {
	echo "symbolic links: $links"
	bad=1
}
[ "$bad" -eq 0 ]
