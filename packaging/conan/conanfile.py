"""Broadloom's recipe: conan create packaging/conan

SPDX-License-Identifier: Apache-2.0
"""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Broadloom(ConanFile):
    name = "broadloom"
    description = "Elementwise tensor kernels, woven for each operator, dtype and instruction set"
    license = "Apache-2.0"
    homepage = url = "https://example.org/broadloom"
    topics = "tensor", "kernels", "simd", "onnx", "openvino"
    package_type = "library"
    languages = "C"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": False, "fPIC": True}
    implements = ["auto_shared_fpic"]

    @property
    def _tree(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._tree, "include", "broadloom.h"))
        self.version = re.search(r'#define BL_VERSION "(.*)"', header).group(1)

    def export_sources(self):
        # your own folder instead of generated/: see docs/packaging.md
        generated = os.environ.get("BROADLOOM_GENERATED", os.path.join(self._tree, "generated"))
        for pattern in "CMakeLists.txt", "LICENSE", "include/*", "src/*", "packaging/*.in", "packaging/*.cmake":
            copy(self, pattern, self._tree, self.export_sources_folder)
        copy(self, "*", generated, os.path.join(self.export_sources_folder, "generated"))

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeToolchain(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        self.cpp_info.libs = ["broadloom"]
