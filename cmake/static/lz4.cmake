# SPDX-License-Identifier: MIT
# All of it is one file, of which our programs need the decoder. The linker leaves out what nothing calls
# where each function is a section of its own that no table for unwinding names; lz4 calls nothing back.
set(CMAKE_C_FLAGS_RELEASE "-Os -ffunction-sections -fno-asynchronous-unwind-tables" CACHE STRING "")
