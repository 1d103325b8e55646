# SPDX-License-Identifier: MIT
# The few functions every CMakeLists.txt of the tree is written with.

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo)
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

# Flags of all our code; third-party libraries never see them.
add_library(biosbelt_flags INTERFACE)
target_include_directories(biosbelt_flags INTERFACE ${PROJECT_SOURCE_DIR}/include)
target_compile_options(biosbelt_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes
  -Wmissing-prototypes -Wold-style-definition -Wformat=2 -Wundef -Wvla -Wpointer-arith -Wwrite-strings
  # tables of options name only the members that a row needs
  -Wno-missing-field-initializers
  -fno-common -fno-strict-aliasing -ffp-contract=off
  -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${PROJECT_SOURCE_DIR}=.
  $<$<BOOL:${BIOSBELT_WERROR}>:-Werror>)
target_compile_definitions(biosbelt_flags INTERFACE BIOSBELT_VERSION="${PROJECT_VERSION}" _FILE_OFFSET_BITS=64)
if(BIOSBELT_STATIC)
  # What nothing refers to is left out, tables of the libraries above all.
  target_link_options(biosbelt_flags INTERFACE -Wl,--gc-sections)
  # Static libraries given as files need one another in any order.
  set(CMAKE_C_LINK_EXECUTABLE "<CMAKE_C_COMPILER> <FLAGS> <CMAKE_C_LINK_FLAGS> <LINK_FLAGS> <OBJECTS> -o <TARGET> -Wl,--start-group <LINK_LIBRARIES> -Wl,--end-group")
endif()
if(WIN32)
  target_compile_definitions(biosbelt_flags INTERFACE _WIN32_WINNT=0x0601 WINVER=0x0601 UNICODE _UNICODE
    WIN32_LEAN_AND_MEAN NOMINMAX __USE_MINGW_ANSI_STDIO=1)
  target_compile_options(biosbelt_flags INTERFACE -fstack-protector-strong)
  target_link_options(biosbelt_flags INTERFACE -static -fstack-protector-strong -Wl,--no-insert-timestamp)
else()
  target_compile_definitions(biosbelt_flags INTERFACE _XOPEN_SOURCE=700)
endif()
if(BIOSBELT_SANITIZE)
  # gcc's -Wconversion is wrong about code that the sanitizer has rewritten; the other builds keep it.
  # Traces need lines only, which build a fifth faster.
  target_compile_options(biosbelt_flags INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all
    -g1 -fno-omit-frame-pointer -Wno-error=conversion -Wno-error=sign-conversion)
  target_link_options(biosbelt_flags INTERFACE -fsanitize=address,undefined)
endif()
if(BIOSBELT_COVERAGE)
  target_compile_options(biosbelt_flags INTERFACE --coverage -fprofile-update=atomic -O0) # threads count too
  target_link_options(biosbelt_flags INTERFACE --coverage)
endif()
if(BIOSBELT_FUZZ)
  # BIOSBELT_SMALL: small buffers and tables, so that short inputs reach their ends and nobody clears megabytes for each
  target_compile_definitions(biosbelt_flags INTERFACE BIOSBELT_SMALL)
  target_compile_options(biosbelt_flags INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(biosbelt_flags INTERFACE -fsanitize=address,undefined)
endif()

# biosbelt_library(base SOURCES a.c ... [LINKS ...]): static library biosbelt_<name>.
function(biosbelt_library name)
  cmake_parse_arguments(A "" "" "SOURCES;LINKS;PRIVATE_LINKS" ${ARGN})
  add_library(biosbelt_${name} STATIC ${A_SOURCES})
  target_include_directories(biosbelt_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(biosbelt_${name} PUBLIC biosbelt_flags ${A_LINKS} PRIVATE ${A_PRIVATE_LINKS})
  set_property(GLOBAL APPEND PROPERTY BIOSBELT_LIBRARIES biosbelt_${name})
endfunction()

# biosbelt_untraced(crc32.c ...): arithmetic on bytes whose comparisons teach a fuzzer nothing and
# take most of its time when traced. Edges and memory are watched as everywhere.
function(biosbelt_untraced)
  if(BIOSBELT_FUZZ)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize-coverage=trace-cmp)
  endif()
endfunction()

# biosbelt_tool(bytgvs CORE x.c ... MAIN main.c ... [LINKS ...] [ALIASES other_name ...]):
# library core_<tool> (no printing, no exit; unit tests and fuzzers link it) and the program.
function(biosbelt_tool name)
  cmake_parse_arguments(A "" "" "CORE;MAIN;LINKS;ALIASES" ${ARGN})
  if(NOT A_MAIN)
    set(A_MAIN main.c)
  endif()
  if(A_CORE)
    add_library(core_${name} STATIC ${A_CORE})
    target_include_directories(core_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(core_${name} PUBLIC biosbelt_flags ${A_LINKS} biosbelt_base)
    set(core core_${name})
  endif()
  add_executable(${name} ${A_MAIN})
  target_link_libraries(${name} PRIVATE ${core} biosbelt_ui ${A_LINKS})
  install(TARGETS ${name} RUNTIME COMPONENT tools)
  biosbelt_translate(${name} biosbelt_ui ${A_LINKS})
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${name}.1)
    biosbelt_manual(${name})
  endif()
  if(WIN32)
    biosbelt_resources(${name} 1)
  endif()
  # Other names of the program: a link where links are usual, else a small program that starts it.
  foreach(alias ${A_ALIASES})
    if(WIN32)
      biosbelt_starter(${alias} ${name})
      continue()
    endif()
    add_custom_command(TARGET ${name} POST_BUILD WORKING_DIRECTORY $<TARGET_FILE_DIR:${name}> VERBATIM
      COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE_NAME:${name}> ${alias}${CMAKE_EXECUTABLE_SUFFIX})
    install(PROGRAMS $<TARGET_FILE_DIR:${name}>/${alias}${CMAKE_EXECUTABLE_SUFFIX}
      DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${alias}.1 ".so man1/${name}.1\n")
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${alias}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
  endforeach()
  set_property(GLOBAL APPEND PROPERTY BIOSBELT_TOOLS ${name})
  set_property(GLOBAL PROPERTY BIOSBELT_ALIASES_${name} "${A_ALIASES}")
endfunction()

# The rooms of common/ that libraries consist of: biosbelt_rooms(OUT biosbelt_text ...).
function(biosbelt_rooms out)
  set(rooms)
  while(ARGN)
    list(POP_FRONT ARGN library)
    if(library MATCHES "^biosbelt_([a-z0-9]+)$" AND NOT library STREQUAL biosbelt_flags AND NOT CMAKE_MATCH_1 IN_LIST rooms)
      list(APPEND rooms ${CMAKE_MATCH_1})
      get_target_property(links ${library} INTERFACE_LINK_LIBRARIES)
      list(APPEND ARGN ${links})
    endif()
  endwhile()
  set(${out} ${rooms} PARENT_SCOPE)
endfunction()

# The Chinese of a program that has a .po file, and of the libraries it links, compiled in; the others speak English.
function(biosbelt_translate name)
  set(folder ${PROJECT_SOURCE_DIR}/po/zh_CN)
  file(GLOB po CONFIGURE_DEPENDS ${folder}/${name}.po)
  if(NOT po)
    return()
  endif()
  biosbelt_rooms(rooms ${ARGN})
  foreach(room ${rooms})
    if(EXISTS ${folder}/common/${room}.po)
      list(APPEND po ${folder}/common/${room}.po)
    endif()
  endforeach()
  find_program(BIOSBELT_AWK awk REQUIRED)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/${name}_zh.c)
  set(script ${PROJECT_SOURCE_DIR}/po/table.awk)
  add_custom_command(OUTPUT ${table} DEPENDS ${script} ${po} VERBATIM
    COMMAND ${BIOSBELT_AWK} -v out=${table} -f ${script} ${po})
  target_sources(${name} PRIVATE ${table})
endfunction()

# What Windows shows of a program; icon: 0 for none. The summary is the one of the manual page.
function(biosbelt_resources program icon)
  set(summary "a tool for BIOS and UEFI firmware")
  if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${program}.1)
    file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${program}.1 summary REGEX "^${program} .- " LIMIT_COUNT 1)
    string(REGEX REPLACE "^${program} .- " "" summary "${summary}")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/windows/program.manifest.in ${program}.manifest @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/windows/program.rc.in ${program}.rc @ONLY)
  target_sources(${program} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${program}.rc)
endfunction()

# biosbelt_starter(ALIAS PROGRAM): ALIAS.exe, which starts PROGRAM.exe beside it.
function(biosbelt_starter alias name)
  add_executable(${alias} ${PROJECT_SOURCE_DIR}/common/os/windows/starter.c)
  target_link_libraries(${alias} PRIVATE biosbelt_flags)
  target_compile_definitions(${alias} PRIVATE STARTER_PROGRAM="${name}.exe")
  # options of the source come behind those of every program
  set_source_files_properties(${PROJECT_SOURCE_DIR}/common/os/windows/starter.c
    PROPERTIES COMPILE_OPTIONS "-fno-stack-protector;-fno-builtin")
  target_link_options(${alias} PRIVATE -nostdlib -s -Wl,-e,starter_entry)
  target_link_libraries(${alias} PRIVATE kernel32)
  biosbelt_resources(${alias} 0)
  add_dependencies(${alias} ${name})
  install(TARGETS ${alias} RUNTIME COMPONENT tools)
endfunction()

# The manual page; as plain text for Windows, where nothing reads the other form.
function(biosbelt_manual name)
  if(NOT WIN32)
    install(FILES ${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tools)
    return()
  endif()
  find_program(BIOSBELT_MANDOC mandoc)
  if(BIOSBELT_MANDOC)
    set(text ${CMAKE_CURRENT_BINARY_DIR}/${name}.txt)
    add_custom_command(OUTPUT ${text} DEPENDS ${name}.1 VERBATIM
      COMMAND sh -c "\"$1\" -T utf8 -O width=78 \"$2\" | col -b >\"$3\"" sh
        ${BIOSBELT_MANDOC} ${CMAKE_CURRENT_SOURCE_DIR}/${name}.1 ${text})
    add_custom_target(manual_${name} ALL DEPENDS ${text})
    install(FILES ${text} DESTINATION manual COMPONENT tools)
  endif()
endfunction()

# biosbelt_unit_test(span SOURCES test_span.c [LINKS ...]): a cmocka program, label unit.
function(biosbelt_unit_test name)
  cmake_parse_arguments(A "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(test_${name} ${A_SOURCES})
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/unit)
  target_link_libraries(test_${name} PRIVATE ${A_LINKS} biosbelt_base biosbelt_cmocka)
  set_target_properties(test_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME unit.${name} COMMAND test_${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit TIMEOUT 300 ENVIRONMENT BIOSBELT_WINE_AGAIN=1)
endfunction()

# biosbelt_fuzz(section SOURCES fuzz_section.c LINKS ...): program fuzz_<name>. Without libFuzzer
# it is linked with a driver that replays files, and ctest runs it over tests/data/fuzz/<name>/.
# MUTATOR: a source with LLVMFuzzerCustomMutator, for libFuzzer alone.
function(biosbelt_fuzz name)
  cmake_parse_arguments(A "" "" "SOURCES;MUTATOR;LINKS" ${ARGN})
  add_executable(fuzz_${name} ${A_SOURCES})
  target_link_libraries(fuzz_${name} PRIVATE ${A_LINKS} biosbelt_base)
  set_target_properties(fuzz_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
  if(BIOSBELT_FUZZ)
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_sources(fuzz_${name} PRIVATE ${A_MUTATOR})
  else()
    target_sources(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c)
    target_link_libraries(fuzz_${name} PRIVATE biosbelt_os)
    add_test(NAME fuzz.${name} COMMAND fuzz_${name} --mutate 50 ${PROJECT_SOURCE_DIR}/tests/data/fuzz/${name})
    set_tests_properties(fuzz.${name} PROPERTIES LABELS fuzz TIMEOUT 300 ENVIRONMENT BIOSBELT_WINE_AGAIN=1)
  endif()
endfunction()

# biosbelt_many(bytgvs): tests/<tool>_many, which runs the tool many times in one process.
function(biosbelt_many tool)
  get_target_property(links ${tool} LINK_LIBRARIES)
  add_executable(${tool}_many ${PROJECT_SOURCE_DIR}/tests/e2e/many.c $<TARGET_OBJECTS:${tool}>)
  target_link_libraries(${tool}_many PRIVATE ${links})
  target_link_options(${tool}_many PRIVATE -Wl,--wrap=os_main)
  set_target_properties(${tool}_many PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
endfunction()

# biosbelt_e2e(bytgvs cases/*.sh ...): each script is a test with a scratch folder of its own.
function(biosbelt_e2e tool)
  # The longest begin first, so that nobody waits for them in the end; most of them wait themselves.
  set(long spc.builtin_send spc.builtin_receive gobang.link 2048ai.keep bytgvs.readme lzenc.readers lzenc.streams
    lzenc.dictionary txtcopy.tables)
  foreach(script ${ARGN})
    get_filename_component(case ${script} NAME_WE)
    get_filename_component(path ${script} ABSOLUTE)
    add_test(NAME e2e.${tool}.${case}
      COMMAND sh ${PROJECT_SOURCE_DIR}/tests/e2e/run.sh ${path} ${CMAKE_BINARY_DIR}/e2e/${tool}.${case})
    set_tests_properties(e2e.${tool}.${case} PROPERTIES LABELS e2e SKIP_RETURN_CODE 77 TIMEOUT 300
      ENVIRONMENT "BIN=$<TARGET_FILE_DIR:${tool}>;SRC=${PROJECT_SOURCE_DIR};EXE=${CMAKE_EXECUTABLE_SUFFIX};RUNNER=${CMAKE_CROSSCOMPILING_EMULATOR}")
    if("${tool}.${case}" IN_LIST long)
      set_tests_properties(e2e.${tool}.${case} PROPERTIES COST 100)
    endif()
  endforeach()
endfunction()

# Adds every direct sub-folder that has a CMakeLists.txt: a new one needs no edit elsewhere.
macro(biosbelt_add_subfolders)
  file(GLOB subfolders CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} */CMakeLists.txt)
  foreach(entry ${subfolders})
    get_filename_component(folder ${entry} DIRECTORY)
    add_subdirectory(${folder})
  endforeach()
endmacro()

# biosbelt_plain_tests(unit|e2e): tests of a tool whose folder of tests has no CMakeLists.txt, as it
# needs none: each <tool>/test_X.c is the unit test <tool>_X of its core, each <tool>/X.sh a case.
function(biosbelt_plain_tests kind)
  get_property(tools GLOBAL PROPERTY BIOSBELT_TOOLS)
  foreach(tool ${tools})
    file(GLOB cases CONFIGURE_DEPENDS ${tool}/test_*.c ${tool}/*.sh)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${tool}/CMakeLists.txt)
      continue()
    endif()
    if(kind STREQUAL e2e)
      biosbelt_e2e(${tool} ${cases})
      continue()
    endif()
    foreach(case ${cases})
      get_filename_component(module ${case} NAME_WE)
      string(REGEX REPLACE "^test" ${tool} module ${module})
      biosbelt_unit_test(${module} SOURCES ${case} LINKS core_${tool})
    endforeach()
  endforeach()
endfunction()
