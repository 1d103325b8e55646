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
