# SPDX-License-Identifier: MIT
# Toolchain: programs for any Linux on x86-64, with the C library inside, by Debian's musl-tools.
set(CMAKE_C_COMPILER musl-gcc)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(BIOSBELT_STATIC musl)

# The kernel's headers, which musl's do not bring along.
set(kernel ${CMAKE_BINARY_DIR}/kernel-headers)
file(MAKE_DIRECTORY ${kernel})
file(CREATE_LINK /usr/include/linux ${kernel}/linux SYMBOLIC)
file(CREATE_LINK /usr/include/asm-generic ${kernel}/asm-generic SYMBOLIC)
file(CREATE_LINK /usr/include/x86_64-linux-gnu/asm ${kernel}/asm SYMBOLIC)
set(CMAKE_C_FLAGS_INIT "-idirafter ${kernel}")

# Programs of this machine are fine; its headers and libraries are of another C library.
set(CMAKE_FIND_ROOT_PATH ${BIOSBELT_PREFIXES} /usr/lib/x86_64-linux-musl)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
