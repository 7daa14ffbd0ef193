# notes_options: what every target of ours is compiled and linked with. The presets set the switches.

option(NOTES_STRICT "All warnings, as errors (for contributors)" OFF)
option(NOTES_STATIC "One file that needs no shared library, where the system allows" OFF)
option(NOTES_FUZZ "Build the fuzz targets (clang, libFuzzer)" OFF)
option(NOTES_BENCHMARKS "Build the benchmarks (google benchmark)" OFF)
set(NOTES_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize takes them: address,undefined or thread")

find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)
if(CCACHE_PROGRAM AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

add_library(notes_options INTERFACE)
target_compile_features(notes_options INTERFACE cxx_std_20)

if(MSVC)
  target_compile_options(notes_options INTERFACE /utf-8 /permissive- /W3)
elseif(NOTES_STRICT)
  target_compile_options(notes_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                                 -Wsign-conversion -Werror)
endif()

set(sanitizers ${NOTES_SANITIZE})
if(NOTES_FUZZ)
  set(sanitizers fuzzer-no-link,address,undefined)
endif()
if(sanitizers)
  target_compile_options(notes_options INTERFACE -fsanitize=${sanitizers} -fno-omit-frame-pointer
                                                 -fno-sanitize-recover=all)
  target_link_options(notes_options INTERFACE -fsanitize=${sanitizers})
endif()

# A wholly static program starts in a third of the time, and is one file to copy. macOS has no
# static system library; there the libraries alone are static.
if(NOTES_STATIC AND NOT APPLE AND NOT MSVC)
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_LINK_OPTIONS -static)
  check_cxx_source_compiles("#include <string>\nint main() { return std::string().size(); }"
                            NOTES_LINKS_STATICALLY)
  unset(CMAKE_REQUIRED_LINK_OPTIONS)
  if(NOT NOTES_LINKS_STATICALLY)
    message(STATUS "This system cannot link a static program: notes-mcp will be dynamic")
  endif()
endif()
