# SPDX-License-Identifier: MIT
# What is installed beside the programs, and the packages: one .deb or .zip for the whole suite.
# The same sources give the same package, byte for byte, wherever and whenever it is built: times
# are SOURCE_DATE_EPOCH, which is the last commit's time unless the environment sets it.

get_property(tools GLOBAL PROPERTY BIOSBELT_TOOLS)

# The completion script comes out of the program itself, so a foreign system's has to do without.
if(NOT CMAKE_CROSSCOMPILING)
  set(completions "")
  foreach(tool ${tools})
    get_property(aliases GLOBAL PROPERTY BIOSBELT_ALIASES_${tool})
    foreach(name ${tool} ${aliases})
      set(file ${CMAKE_BINARY_DIR}/completions/${name})
      add_custom_command(OUTPUT ${file} DEPENDS ${tool} VERBATIM
        COMMAND sh -c "\"$1\" --completion=bash | sed \"\\$s/ $2$/ $3/\" >\"$4\"" sh
          $<TARGET_FILE:${tool}> ${tool} ${name} ${file})
      list(APPEND completions ${file})
    endforeach()
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/completions)
  if(completions)
    add_custom_target(completions ALL DEPENDS ${completions})
    install(FILES ${completions} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tools)
  endif()
endif()

if(WIN32)
  install(FILES LICENSE DESTINATION . RENAME LICENSE.txt COMPONENT tools)
  # The libraries are inside the programs: their licences go along.
  get_property(licences GLOBAL PROPERTY BIOSBELT_LICENCES)
  foreach(entry ${licences})
    string(REPLACE "|" ";" entry ${entry})
    list(GET entry 0 name)
    list(GET entry 1 file)
    install(FILES ${file} DESTINATION licences RENAME ${name}.txt COMPONENT tools)
  endforeach()
else()
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT tools)
endif()

# For programs built on the common layer: version 0 promises nothing, so only on request
# (cmake --install DIR --component dev).
install(DIRECTORY include/biosbelt DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT dev EXCLUDE_FROM_ALL)
install(TARGETS biosbelt_base biosbelt_os biosbelt_ui ARCHIVE COMPONENT dev EXCLUDE_FROM_ALL)

set(CPACK_PACKAGE_NAME biosbelt)
set(CPACK_PACKAGE_VENDOR "biosbelt project")
set(CPACK_PACKAGE_CONTACT "biosbelt project <biosbelt@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGE_DESCRIPTION "Small command-line programs for people who work on BIOS and UEFI firmware.
Every program does one job, says what went wrong in one line, and works the
same on Linux and Windows.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_MONOLITHIC_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
if(WIN32)
  set(CPACK_GENERATOR ZIP)
  set(CPACK_PACKAGE_FILE_NAME biosbelt-${PROJECT_VERSION}-windows-x64)
else()
  set(CPACK_GENERATOR DEB)
  set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
  set(CPACK_DEBIAN_PACKAGE_SECTION utils)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()

# What programs load while they run is no business of the loader's: modules that are linked with
# those libraries, and not installed, say which packages they are in.
get_property(late GLOBAL PROPERTY BIOSBELT_LATE)
set(late_files "")
foreach(target ${late})
  string(APPEND late_files " -e$<TARGET_FILE:${target}>")
endforeach()
if(late AND NOT CMAKE_CROSSCOMPILING)
  file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/package-late.cmake CONTENT "
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/late/debian)
file(WRITE ${CMAKE_BINARY_DIR}/late/debian/control \"Source: biosbelt\\n\\nPackage: biosbelt\\nArchitecture: any\\n\")
execute_process(COMMAND dpkg-shlibdeps --ignore-missing-info -O${late_files}
  WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/late OUTPUT_VARIABLE late OUTPUT_STRIP_TRAILING_WHITESPACE
  ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE \"^.*shlibs:Depends=\" \"\" CPACK_DEBIAN_PACKAGE_DEPENDS \"\${late}\")
")
endif()

file(WRITE ${CMAKE_BINARY_DIR}/package-time.cmake "
if(CPACK_GENERATOR STREQUAL DEB)
  include(${CMAKE_BINARY_DIR}/package-late.cmake OPTIONAL)
endif()
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C \"${PROJECT_SOURCE_DIR}\" log -1 --format=%ct
    OUTPUT_VARIABLE time OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    file(TIMESTAMP \"${PROJECT_SOURCE_DIR}/CMakeLists.txt\" time %s)
  endif()
  set(ENV{SOURCE_DATE_EPOCH} \${time})
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
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package_ar.cmake)
include(CPack)
