# Every library the project uses: the system's where it has one, else a pinned release.
#
# Targets this file gives: nlohmann_json::nlohmann_json, tl::expected, CLI11::CLI11, doctest::doctest
# (with tests), and notes_yaml, notes_utf8proc, notes_xxhash, notes_stemmer for the compiled ones,
# whose names differ between systems.

include(FetchContent)

# The archive of a library when NOTES_STATIC asks for one file, else whatever the linker prefers.
function(notes_find_library variable name)
  if(NOTES_STATIC AND NOT MSVC)
    find_library(${variable} NAMES lib${name}.a)
  else()
    find_library(${variable} NAMES ${name})
  endif()
endfunction()

# A library without a CMake package of its own: its header and its file, as INTERFACE target.
function(notes_add_system_library target header name)
  string(TOUPPER ${target} prefix)
  find_path(${prefix}_INCLUDE_DIR ${header})
  notes_find_library(${prefix}_LIBRARY ${name})
  mark_as_advanced(${prefix}_INCLUDE_DIR ${prefix}_LIBRARY)
  if(${prefix}_INCLUDE_DIR AND ${prefix}_LIBRARY)
    add_library(${target} INTERFACE)
    target_include_directories(${target} SYSTEM INTERFACE ${${prefix}_INCLUDE_DIR})
    target_link_libraries(${target} INTERFACE ${${prefix}_LIBRARY})
  endif()
endfunction()

# --- header-only libraries ---------------------------------------------------------------------

FetchContent_Declare(
  nlohmann_json
  URL https://github.com/nlohmann/json/releases/download/v3.11.3/json.tar.xz
  URL_HASH SHA256=d6c65aca6b1ed68e7a182f4757257b107ae403032760ed6ef121c9d55e81757d
  FIND_PACKAGE_ARGS 3.10)
set(JSON_BuildTests OFF CACHE INTERNAL "")

FetchContent_Declare(
  tl-expected
  GIT_REPOSITORY https://github.com/TartanLlama/expected.git
  GIT_TAG 292eff8bd8ee230a7df1d6a1c00c4ea0eb2f0362 # v1.1.0
  FIND_PACKAGE_ARGS)
set(EXPECTED_BUILD_TESTS OFF CACHE INTERNAL "")

FetchContent_Declare(
  CLI11
  GIT_REPOSITORY https://github.com/CLIUtils/CLI11.git
  GIT_TAG 291c58789c031208f08f4f261a858b5b7083e8e2 # v2.3.2
  FIND_PACKAGE_ARGS 2.1)

FetchContent_MakeAvailable(nlohmann_json tl-expected CLI11)

if(BUILD_TESTING)
  FetchContent_Declare(
    doctest
    GIT_REPOSITORY https://github.com/doctest/doctest.git
    GIT_TAG ae7a13539fb71f270b87eb2e874fbac80bc8dda2 # v2.4.11
    FIND_PACKAGE_ARGS 2.4.6)
  set(DOCTEST_WITH_TESTS OFF CACHE INTERNAL "")
  FetchContent_MakeAvailable(doctest)
  if(doctest_SOURCE_DIR)
    list(APPEND CMAKE_MODULE_PATH ${doctest_SOURCE_DIR}/scripts/cmake)
  endif()
endif()

# --- yaml-cpp ----------------------------------------------------------------------------------

FetchContent_Declare(
  yaml-cpp
  GIT_REPOSITORY https://github.com/jbeder/yaml-cpp.git
  GIT_TAG f7320141120f720aecc4c32be25586e7da9eb978 # 0.8.0
  FIND_PACKAGE_ARGS)
set(YAML_CPP_BUILD_TOOLS OFF CACHE INTERNAL "")
set(YAML_CPP_BUILD_TESTS OFF CACHE INTERNAL "")
FetchContent_MakeAvailable(yaml-cpp)

add_library(notes_yaml INTERFACE)
set(yaml_target yaml-cpp) # its name up to 0.7
if(TARGET yaml-cpp::yaml-cpp)
  set(yaml_target yaml-cpp::yaml-cpp)
endif()
get_target_property(yaml_type ${yaml_target} TYPE)
if(NOTES_STATIC AND yaml_type STREQUAL "SHARED_LIBRARY")
  # The packaged target names the shared library only; Debian ships the archive beside it.
  notes_find_library(NOTES_YAML_LIBRARY yaml-cpp)
  mark_as_advanced(NOTES_YAML_LIBRARY)
endif()
if(NOTES_YAML_LIBRARY)
  target_link_libraries(notes_yaml INTERFACE ${NOTES_YAML_LIBRARY})
  target_compile_definitions(notes_yaml INTERFACE YAML_CPP_STATIC_DEFINE)
else()
  target_link_libraries(notes_yaml INTERFACE ${yaml_target})
endif()

# --- utf8proc ----------------------------------------------------------------------------------

notes_add_system_library(notes_utf8proc utf8proc.h utf8proc)
if(NOT TARGET notes_utf8proc)
  FetchContent_Declare(
    utf8proc
    GIT_REPOSITORY https://github.com/JuliaStrings/utf8proc.git
    GIT_TAG 34db3f7954e9298e89f42641ac78e0450f80a70d) # v2.9.0
  FetchContent_MakeAvailable(utf8proc)
  add_library(notes_utf8proc INTERFACE)
  target_link_libraries(notes_utf8proc INTERFACE utf8proc)
endif()

# --- xxHash ------------------------------------------------------------------------------------

notes_add_system_library(notes_xxhash xxhash.h xxhash)
if(NOT TARGET notes_xxhash)
  FetchContent_Declare(
    xxhash
    GIT_REPOSITORY https://github.com/Cyan4973/xxHash.git
    GIT_TAG bbb27a5efb85b92a0486cf361a8635715a53f6ba # v0.8.2
    SOURCE_SUBDIR no-cmake-here)
  FetchContent_MakeAvailable(xxhash)
  add_library(notes_xxhash STATIC ${xxhash_SOURCE_DIR}/xxhash.c)
  target_include_directories(notes_xxhash SYSTEM PUBLIC ${xxhash_SOURCE_DIR})
endif()

# --- libstemmer --------------------------------------------------------------------------------

notes_add_system_library(notes_stemmer libstemmer.h stemmer)
if(NOT TARGET notes_stemmer)
  FetchContent_Declare(
    libstemmer
    URL https://snowballstem.org/dist/libstemmer_c-2.2.0.tar.gz
    URL_HASH SHA256=b941d9fe9cf36b4e2f8d3873cd4d8b8775bd94867a1df8d8c001bb8b688377c3
    SOURCE_SUBDIR no-cmake-here)
  FetchContent_MakeAvailable(libstemmer)
  # The release holds generated C only; libstemmer_utf8.c is the front of the UTF-8 stemmers.
  file(GLOB stemmer_sources ${libstemmer_SOURCE_DIR}/src_c/stem_UTF_8_*.c
       ${libstemmer_SOURCE_DIR}/runtime/*.c)
  add_library(notes_stemmer STATIC ${stemmer_sources}
                                   ${libstemmer_SOURCE_DIR}/libstemmer/libstemmer_utf8.c)
  target_include_directories(notes_stemmer SYSTEM PUBLIC ${libstemmer_SOURCE_DIR}/include)
endif()

find_package(Threads REQUIRED)
