# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='2048ai playing a page in Chromium and Firefox'
packages='chromium firefox-esr python3 procps'
label=browser
