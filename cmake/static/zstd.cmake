# SPDX-License-Identifier: MIT
# Initial cache of zstd's configure.
foreach(off ZSTD_BUILD_PROGRAMS ZSTD_BUILD_SHARED ZSTD_LEGACY_SUPPORT ZSTD_MULTITHREAD_SUPPORT ZSTD_BUILD_DICTBUILDER)
  set(${off} OFF CACHE BOOL "")
endforeach()
# One decoder instead of four, by its README, "Modular build": 60 KB less in each program.
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG -DDYNAMIC_BMI2=0 -DHUF_FORCE_DECOMPRESS_X1" CACHE STRING "")
