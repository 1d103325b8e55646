# SPDX-License-Identifier: MIT
# Initial cache of libarchive's configure.
foreach(off ENABLE_OPENSSL ENABLE_LIBB2 ENABLE_LZ4 ENABLE_LZO ENABLE_ZSTD ENABLE_BZip2 ENABLE_LIBXML2 ENABLE_EXPAT
    ENABLE_PCREPOSIX ENABLE_LIBGCC ENABLE_TAR ENABLE_CPIO ENABLE_CAT ENABLE_UNZIP ENABLE_XATTR ENABLE_ACL
    ENABLE_ICONV ENABLE_TEST ENABLE_COVERAGE ENABLE_INSTALL ENABLE_MBEDTLS ENABLE_NETTLE ENABLE_WERROR)
  set(${off} OFF CACHE BOOL "")
endforeach()
foreach(on ENABLE_LZMA ENABLE_ZLIB)
  set(${on} ON CACHE BOOL "")
endforeach()
set(POSIX_REGEX_LIB NONE CACHE STRING "")
# Small: what takes time is not here.
set(CMAKE_C_FLAGS_RELEASE "-Os -DNDEBUG" CACHE STRING "")
set(BIOSBELT_FIRST_HEADER libarchive/archive_platform.h CACHE STRING "")
set(BIOSBELT_LEFT_OUT
    "archive_entry_(copy|link|stat|strmode).*" "archive_(getdate|match|pack_dev|pathmatch|blake2.*)"
    "archive_read_(append|data_into|disk|extract|open_f|set_format).*"
    "archive_read_support_filter_(all|by_code|grzip|lrzip|lzop|none|rpm|uu)"
    "archive_read_support_format_(all|ar|by_code|cab|cpio|iso9660|lha|mtree|rar5?|warc|xar)"
    "archive_write_(add|disk|open).*" "archive_write_set_format_(ar|by_name|filter.*|v7tar)"
    xxhash
    CACHE STRING "")
