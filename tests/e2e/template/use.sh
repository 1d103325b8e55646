# SPDX-License-Identifier: MIT
printf '123456789' >digits
run template digits
expect_rc 0
expect_out 'CBF43926  digits' # the check value of CRC-32/ISO-HDLC
run template digits --sum
expect_rc 0
expect_out 'DD  digits'
: >empty
run template empty digits
expect_rc 1
expect_err 'template: empty: the file is empty'
expect_out 'CBF43926  digits'
run template
expect_rc 2
run template digits --json
expect_rc 0
python3 - <<'END' || fail 'the JSON document differs'
import json
text = open("out").read()
assert text.endswith("]\n") and not text.endswith("\n\n")
assert json.loads(text) == [{"file": "digits", "crc32": 0xCBF43926, "sum": 0xDD}]
END
