# SPDX-License-Identifier: MIT
# A script piped into the game, and no terminal at all.
rc=0
printf 'wasdq' | tool 2048ai --play >out 2>err || rc=$?
expect_rc 1
grep -qE "terminal|console" err || fail "no reason: $(cat err)"
[ ! -s out ] || fail "something was drawn into a pipe"
