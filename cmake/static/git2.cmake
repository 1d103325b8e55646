# SPDX-License-Identifier: MIT
# Initial cache of libgit2's configure: reading repositories, no network.
foreach(off BUILD_TESTS BUILD_CLI BUILD_EXAMPLES BUILD_FUZZERS USE_SSH USE_HTTPS USE_BUNDLED_ZLIB DEPRECATE_HARD
    USE_NTLMCLIENT USE_GSSAPI USE_WINHTTP)
  set(${off} OFF CACHE BOOL "")
endforeach()
set(REGEX_BACKEND pcre2 CACHE STRING "")
set(USE_HTTP_PARSER system CACHE STRING "")
set(USE_SHA1 CollisionDetection CACHE STRING "")
set(USE_SHA256 Builtin CACHE STRING "")
# The library it calls is static too: no __imp_ names.
set(CMAKE_C_FLAGS_RELEASE "-Os -DNDEBUG -DPCRE2_STATIC" CACHE STRING "")
set(BIOSBELT_FIRST_HEADER src/util/git2_util.h CACHE STRING "")
set(BIOSBELT_LEFT_OUT
    debugalloc win32_leakcheck strlist process apply blame blame_git cherrypick config_mem describe diff_parse
    message notes odb_mempack patch_parse reader rebase reset revert stash status openssl_dynamic
    openssl_legacy schannel stransport trailer auth_gssapi auth_ntlmclient credential_helpers ssh ssh_exec
    winhttp
    CACHE STRING "")
