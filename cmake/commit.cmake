# SPDX-License-Identifier: MIT
# BIOSBELT_COMMIT: what the sources are, for --version; BIOSBELT_TIME: when they were committed, in
# seconds since 1970, for packages. From the caller, else from the file that git archive fills in,
# else from git; empty where nobody knows.
file(STRINGS ${PROJECT_SOURCE_DIR}/cmake/commit.txt found)
if(found MATCHES "^[0-9a-f]+ [0-9]+$")
  separate_arguments(found)
elseif(EXISTS ${PROJECT_SOURCE_DIR}/.git)
  execute_process(COMMAND git -C ${PROJECT_SOURCE_DIR} log -1 "--format=%H;%ct"
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  # the next commit makes it run again
  set(log ${PROJECT_SOURCE_DIR}/.git/logs/HEAD)
  if(EXISTS ${log} AND CMAKE_BUILD_TYPE STREQUAL "Release")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${log})
  endif()
else()
  set(found "")
endif()
if(found AND NOT DEFINED BIOSBELT_COMMIT)
  list(GET found 0 BIOSBELT_COMMIT)
  list(GET found 1 BIOSBELT_TIME)
endif()
string(SUBSTRING "${BIOSBELT_COMMIT}" 0 12 BIOSBELT_COMMIT)
if(NOT BIOSBELT_TIME)
  file(TIMESTAMP ${PROJECT_SOURCE_DIR}/CMakeLists.txt BIOSBELT_TIME %s)
endif()
