# SPDX-License-Identifier: MIT
# What is installed beside the programs, and the .zip for Windows. Debian's packages are made by
# debian/rules, all of them by script/release. The same sources give the same .zip, byte for byte,
# wherever and whenever it is built: times are SOURCE_DATE_EPOCH, else that of the commit.

get_property(tools GLOBAL PROPERTY BIOSBELT_TOOLS)

# A completion script comes out of the program itself, so a foreign system's has to do without.
# biosbelt_completions(bash FOLDER PREFIX SUFFIX): installs one script a name of a program.
function(biosbelt_completions shell folder prefix suffix)
  set(scripts "")
  foreach(tool ${tools})
    get_property(aliases GLOBAL PROPERTY BIOSBELT_ALIASES_${tool})
    foreach(name ${tool} ${aliases})
      set(file ${CMAKE_BINARY_DIR}/completions/${prefix}${name}${suffix})
      add_custom_command(OUTPUT ${file} DEPENDS ${tool} VERBATIM
        COMMAND sh -c "\"$1\" --completion=$2 | sed \"s/\\b$3\\b/$4/g\" >\"$5\"" sh
          $<TARGET_FILE:${tool}> ${shell} ${tool} ${name} ${file})
      list(APPEND scripts ${file})
    endforeach()
  endforeach()
  add_custom_target(completions_${shell} ALL DEPENDS ${scripts})
  install(FILES ${scripts} DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT tools)
endfunction()
if(tools AND NOT CMAKE_CROSSCOMPILING)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/completions)
  biosbelt_completions(bash bash-completion/completions "" "")
  biosbelt_completions(zsh zsh/vendor-completions _ "")
  biosbelt_completions(fish fish/vendor_completions.d "" .fish)
endif()

# For programs built on our libraries; on request (cmake --install DIR --component dev).
get_property(libraries GLOBAL PROPERTY BIOSBELT_LIBRARIES)
set(dev COMPONENT dev EXCLUDE_FROM_ALL)
install(DIRECTORY include/biosbelt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} ${dev})
install(TARGETS ${libraries} ARCHIVE ${dev})

# The libraries are inside the programs: their licences go along.
if(BIOSBELT_STATIC)
  get_property(licences GLOBAL PROPERTY BIOSBELT_LICENCES)
  foreach(entry ${licences})
    string(REPLACE "|" ";" entry ${entry})
    list(GET entry 0 name)
    list(GET entry 1 file)
    install(FILES ${file} DESTINATION licences RENAME ${name}.txt COMPONENT tools)
  endforeach()
endif()
if(NOT WIN32)
  if(BIOSBELT_STATIC)
    install(FILES LICENSE README.md docs/README.zh-CN.md DESTINATION . COMPONENT tools)
    install(FILES /usr/share/doc/musl-dev/copyright DESTINATION licences RENAME musl.txt COMPONENT tools)
  endif()
  return()
endif()
# For people who open it in Notepad.
foreach(text LICENSE.txt:LICENSE README.txt:README.md README.zh-CN.txt:docs/README.zh-CN.md)
  string(REPLACE ":" ";" text ${text})
  list(GET text 0 name)
  list(GET text 1 from)
  set(file ${CMAKE_BINARY_DIR}/text/${name})
  file(READ ${from} content)
  string(REPLACE "\n" "\r\n" content "${content}")
  file(WRITE ${file} "${content}")
  install(FILES ${file} DESTINATION . COMPONENT tools)
endforeach()
# manual/index.html, with a search, and a page a tool
find_program(BIOSBELT_PYTHON python3)
if(BIOSBELT_MANDOC AND BIOSBELT_PYTHON)
  add_custom_target(manual_html ALL COMMAND ${CMAKE_COMMAND} -E env PYTHONDONTWRITEBYTECODE=1
    ${BIOSBELT_PYTHON} ${PROJECT_SOURCE_DIR}/script/manual-html.py ${CMAKE_BINARY_DIR}/manual-html VERBATIM)
  install(DIRECTORY ${CMAKE_BINARY_DIR}/manual-html/ DESTINATION manual COMPONENT tools)
endif()
set(CPACK_GENERATOR ZIP)
set(CPACK_PACKAGE_FILE_NAME biosbelt-${PROJECT_VERSION}-windows-x64)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_MONOLITHIC_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
file(WRITE ${CMAKE_BINARY_DIR}/package-time.cmake "
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  set(ENV{SOURCE_DATE_EPOCH} \"${BIOSBELT_TIME}\")
endif()
set(ENV{TZ} UTC) # a .zip holds local times
")
# The staged files get that time too; a .zip is written with the times it finds.
file(WRITE ${CMAKE_BINARY_DIR}/package-touch.cmake "
execute_process(COMMAND find \${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @\$ENV{SOURCE_DATE_EPOCH} {} +
  COMMAND_ERROR_IS_FATAL ANY)
")
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_BINARY_DIR}/package-time.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_modes.cmake ${CMAKE_BINARY_DIR}/package-touch.cmake)
include(CPack)
