# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
about='mail against faulty servers on loopback'
packages='python3'

run_group() {
	build dev
	tests dev -L mail
}
