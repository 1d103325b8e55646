# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034
about="what lzenc writes in the decoders of EDK2 and U-Boot, built from Debian's sources"
packages='dpkg-dev'
label=readers
