# SPDX-License-Identifier: MIT
# Initial cache of liblzma's configure.
foreach(off CREATE_XZ_SYMLINKS ENABLE_NLS XZ_NLS)
  set(${off} OFF CACHE BOOL "")
endforeach()
# Only encoders and decoders that we do not call have threads, and windows.h for them.
set(XZ_THREADS no CACHE STRING "")
set(CMAKE_C_FLAGS_RELEASE -O2 CACHE STRING "")
set(BIOSBELT_LEFT_OUT
    string_conversion alone_encoder block_buffer_decoder easy_decoder_memusage file_info index_decoder
    microlzma_encoder microlzma_decoder
    CACHE STRING "")
