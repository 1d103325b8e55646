# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='the Debian package: its content, and that it is reproducible'
packages='dpkg-dev'
label=package
