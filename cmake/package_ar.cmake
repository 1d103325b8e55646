# SPDX-License-Identifier: MIT
# Run by CPack on the finished .deb: CPack 3.25 gives the members of the ar archive the modes that
# the umask of the build left; a package shall not depend on it.
foreach(package ${CPACK_PACKAGE_FILES})
  if(package MATCHES "[.]deb$")
    execute_process(COMMAND sh ${CMAKE_CURRENT_LIST_DIR}/ar_modes.sh ${package} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endforeach()
