# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails: no empty document with status 0.
printf '\326\320\316\304\262\342\312\324\241\243\n' >gbk.txt
survives 1 txtcopy --detect --json gbk.txt
survives 1 txtcopy --list-encodings --json
