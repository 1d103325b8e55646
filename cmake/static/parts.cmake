# SPDX-License-Identifier: MIT
# Read by the first project() of a library (CMAKE_PROJECT_TOP_LEVEL_INCLUDES). Sources whose name without
# .c matches an expression of BIOSBELT_LEFT_OUT are not compiled: no program and no test of ours calls
# them, and one too many is an undefined symbol when these are linked. BIOSBELT_FIRST_HEADER, which
# the others include first, is compiled once: windows.h takes longer than most files. The object files
# of the others are the same, byte for byte.
cmake_policy(VERSION 3.25)

list(JOIN BIOSBELT_LEFT_OUT "|" biosbelt_left_out)

function(biosbelt_take_parts folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(sources ${target} SOURCES)
    if(NOT sources)
      continue()
    endif()
    if(BIOSBELT_LEFT_OUT)
      list(FILTER sources EXCLUDE REGEX "(^|/)(${biosbelt_left_out})\\.c$")
      set_property(TARGET ${target} PROPERTY SOURCES ${sources})
    endif()
    if(BIOSBELT_FIRST_HEADER)
      target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/${BIOSBELT_FIRST_HEADER})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(each ${folders})
    biosbelt_take_parts(${each})
  endforeach()
endfunction()

cmake_language(DEFER DIRECTORY ${CMAKE_SOURCE_DIR} CALL biosbelt_take_parts ${CMAKE_SOURCE_DIR})
