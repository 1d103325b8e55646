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
