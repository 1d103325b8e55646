# SPDX-License-Identifier: MIT
# Initial cache of PCRE2's configure.
foreach(off PCRE2_BUILD_PCRE2GREP PCRE2_BUILD_TESTS)
  set(${off} OFF CACHE BOOL "")
endforeach()
set(PCRE2_SUPPORT_JIT ON CACHE BOOL "")
set(CMAKE_C_FLAGS_RELEASE -O2 CACHE STRING "")
set(BIOSBELT_LEFT_OUT
    pcre2_config pcre2_convert pcre2_dfa_match pcre2_maketables pcre2_match_next
    pcre2_serialize pcre2_substitute pcre2_substring
    CACHE STRING "")
