# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
about='checks of the sources: format, analysers, budgets, manuals, documents'
packages='clang-format-14 clang-tidy-14 cppcheck pmccabe mandoc man-db groff-base shellcheck codespell binutils gettext'
label=static
