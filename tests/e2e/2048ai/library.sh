# SPDX-License-Identifier: MIT
# The examples of docs/2048-library.md against the installed library.
[ -z "$RUNNER" ] || skip 'programs of another system'
for need in cc cmake pkg-config python3; do
	command -v $need >/dev/null || lacks "$need"
done
cmake --install "$BIN/.." --component dev --prefix "$PWD/there" >/dev/null || fail 'it does not install'
mv there moved
PKG_CONFIG_PATH=$(find "$PWD/moved" -type d -name pkgconfig)
export PKG_CONFIG_PATH
LD_LIBRARY_PATH=$(pkg-config --variable=libdir biosbelt-2048)
export LD_LIBRARY_PATH
# a program that is not built with AddressSanitizer cannot load a library that is
! nm -D "$LD_LIBRARY_PATH/libbiosbelt-2048.so" | grep -q __asan_init || skip 'a library with AddressSanitizer'
[ "$(readlink "$LD_LIBRARY_PATH/libbiosbelt-2048.so")" = libbiosbelt-2048.so.1 ] || fail 'not of soname 1, as docs/2048-library.md says'
code() { sed -n '/^```'"$1"'$/,/^```$/{/^```/!p}' "$SRC/docs/2048-library.md"; }
code c >play.c
code 'c player' >player.c
code python >play.py
# a program may have names of its own that the suite has too
printf 'int player_open(void); int err_set(void);\nint player_open(void) { return 1; }\nint err_set(void) { return 1; }\n' >names.c
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror -o play play.c $(pkg-config --cflags --libs biosbelt-2048) || fail 'play.c'
./play >out || fail 'play'
expect_out ' points, '
# the same game by the program itself: the first legal move is what this replay holds
cc -o static play.c "-I$PWD/moved/include" "$LD_LIBRARY_PATH/libbiosbelt-2048.a" || fail 'static'
./static | cmp - out || fail 'another game by the static library'
# a player, by both; it thinks as the program does
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror -o player player.c $(pkg-config --cflags --libs biosbelt-2048) || fail 'player.c'
# shellcheck disable=SC2046
cc -o player-static player.c names.c "-I$PWD/moved/include" "$LD_LIBRARY_PATH/libbiosbelt-2048.a" \
	$(pkg-config --static --libs-only-l biosbelt-2048 | sed 's/-lbiosbelt-2048//') || fail 'player.c, static'
./player >thinks || fail 'player'
grep -qE '^(up|down|left|right) is worth [1-9][0-9]* points' thinks || fail "$(cat thinks)"
./player-static | cmp - thinks || fail 'the static player thinks otherwise'
python3 play.py "$LD_LIBRARY_PATH/libbiosbelt-2048.so" >py || fail 'play.py'
grep -q '^[1-9][0-9]* points, [1-9][0-9]* games over$' py || fail "play.py: $(cat py)"
printf 'new 7\nbest\nquit\n' | tool 2048ai --serve --depth=2 >serve
best=$(sed -n '2s/.*"best":"\([a-z]*\)".*/\1/p' serve)
[ "$(sed -n '2s/ .*//p' py)" = "$best" ] || fail "the library plays $(sed -n 2p py), the program $best"
mkdir outside
cat >outside/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(outside C)
find_package(biosbelt-2048 REQUIRED)
add_executable(play ../play.c)
target_link_libraries(play biosbelt-2048::static)
add_executable(player ../player.c)
target_link_libraries(player biosbelt-2048::static)
END
(cd outside && cmake "-DCMAKE_PREFIX_PATH=$PWD/../moved" . && cmake --build .) >log 2>&1 || fail "$(tail -5 log)"
outside/play | cmp - out || fail 'another game by the CMake package'
outside/player | cmp - thinks || fail 'another player by the CMake package'
# nothing of the suite's own leaves the shared library
command -v nm >/dev/null || exit 0
nm -D --defined-only "$LD_LIBRARY_PATH/libbiosbelt-2048.so" | grep -v ' [TA] g2048_\| A ' >names || true
[ ! -s names ] || fail "$(head -3 names)"
