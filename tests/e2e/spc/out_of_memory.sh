# SPDX-License-Identifier: MIT
# Whatever allocation fails, a run says so and fails: a port without its serial number would be another board's.
. "$SRC/tests/e2e/spc/tree.inc"
full_tree "$PWD/tree"
survives 1 spc --sys-root tree --json
survives 1 spc --sys-root tree --list --users
survives 1 spc --sys-root tree --json 0403:6001:A50285BI
survives 1 spc --sys-root tree --program 'tio %p' --dry-run ttyUSB0
