"""Names in addition to those of the tables. This module imports nothing, because the stubs are generated while the
wheel is built.

SPDX-License-Identifier: Apache-2.0
"""

# the array API's names, and the names here
ALIASES = {
    "abs": "absolute",
    "acos": "arccos",
    "acosh": "arccosh",
    "asin": "arcsin",
    "asinh": "arcsinh",
    "atan": "arctan",
    "atan2": "arctan2",
    "atanh": "arctanh",
    "bitwise_invert": "invert",
    "bitwise_left_shift": "left_shift",
    "bitwise_right_shift": "right_shift",
    "bitwise_not": "invert",
    "pow": "power",
    "round": "rint",
    "true_divide": "divide",
    "mod": "remainder",
    "where": "select",
}

# NumPy uses these names for something else, so these folds are called max_of and so on
_TAKEN = {"max", "min", "mean", "sum", "prod", "any", "all"}


def fold_name(name):
    """The name of a fold, which takes any number of arrays, unlike NumPy's function of the original name."""
    return name + "_of" if name in _TAKEN else name
