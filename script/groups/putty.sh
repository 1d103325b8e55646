# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about="Debian's own PuTTY on a virtual display, started by spc"
packages='putty xvfb xdotool socat'
label=putty
