"""Names beside the tables' own. Nothing is imported here, for the stubs are made while the wheel is built.

SPDX-License-Identifier: Apache-2.0
"""

# the array API's names, and what they are here
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

# names that NumPy has for something else: these folds are max_of and so on
_TAKEN = {"max", "min", "mean", "sum", "prod", "any", "all"}


def fold_name(name):
    """The name of a fold: of any number of arrays, where NumPy's function of that name takes one."""
    return name + "_of" if name in _TAKEN else name
