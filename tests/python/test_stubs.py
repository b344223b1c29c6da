"""Compares the wheel's type stubs with its contents.

SPDX-License-Identifier: Apache-2.0
"""

import ast
import pathlib
import unittest

import numpy as np

import broadloom as bl


class Stubs(unittest.TestCase):
    def test_names(self):
        tree = ast.parse((pathlib.Path(bl.__file__).parent / "__init__.pyi").read_text())
        kinds = {node.target.id: node.annotation.id for node in tree.body if isinstance(node, ast.AnnAssign) and node.target.id[0] != "_"}
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        ufuncs = {name for name in bl.__all__ if isinstance(getattr(bl, name), np.ufunc)}
        self.assertEqual(set(kinds), ufuncs)
        self.assertEqual(functions, set(bl.__all__) - ufuncs)
        tables = bl._bl.tables()
        for name in ufuncs:
            ufunc = getattr(bl, name)
            parameters = "WithParameters" if tables[ufunc.__name__][3] else ""
            self.assertEqual(kinds[name], f"_Ufunc{ufunc.nin}{parameters}", name)


if __name__ == "__main__":
    unittest.main()
