# What `cmake --install` puts in place: the library, its headers, the vectors,
# and the package that find_package(snarp) reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SNARP_VECTORS ${CMAKE_INSTALL_DATADIR}/snarp/vectors)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/snarp)

set_target_properties(snarp_ref PROPERTIES EXPORT_NAME ref)
install(TARGETS snarp_ref EXPORT snarpTargets)
install(DIRECTORY ref/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY vectors/ DESTINATION ${SNARP_VECTORS})
install(EXPORT snarpTargets NAMESPACE snarp:: DESTINATION ${package_dir})

configure_package_config_file(ref/snarpConfig.cmake.in snarpConfig.cmake
  INSTALL_DESTINATION ${package_dir} PATH_VARS SNARP_VECTORS)
write_basic_package_version_file(snarpConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/snarpConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/snarpConfigVersion.cmake
  DESTINATION ${package_dir})
