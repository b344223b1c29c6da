# SPDX-License-Identifier: Apache-2.0

vcpkg_from_git(
  OUT_SOURCE_PATH SOURCE_PATH
  URL https://example.org/broadloom.git
  REF 0000000000000000000000000000000000000000 # of the tag v${VERSION}, once there is one
)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}")
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/broadloom)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
