# SPDX-License-Identifier: MIT
# Whatever allocation fails, an answer is there or the run fails.
board=2,4,8,16,2,4,8,16,0,0,0,0,2,2,4,4
survives 1 2048ai --board=$board --depth=1
survives 1 2048ai --board=$board --depth=1 --json --player=expectimax
survives 1 2048ai --board=$board --json --player=greedy
