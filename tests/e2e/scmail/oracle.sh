# SPDX-License-Identifier: MIT
# The oracle that judges mails finds each damage it is there for.
[ -x /usr/bin/python3 ] || lacks python3
/usr/bin/python3 "$SRC/tests/e2e/scmail/oracle_test.py"
