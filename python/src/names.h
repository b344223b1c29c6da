/* Operators with names other than NumPy's: RENAMED(ours, NumPy's, whether ours means something else in NumPy and so remains, too). Read by
 * ufuncs.c and stubs.py.
 *
 * SPDX-License-Identifier: Apache-2.0 */

RENAMED("sub", "subtract", 0)
RENAMED("mul", "multiply", 0)
RENAMED("div", "divide", 1)
RENAMED("floor_div", "floor_divide", 1)
RENAMED("floor_mod", "remainder", 0)
RENAMED("abs", "absolute", 0)
RENAMED("round", "rint", 0)
RENAMED("identity", "positive", 0)
RENAMED("is_nan", "isnan", 0)
RENAMED("is_finite", "isfinite", 0)
RENAMED("is_inf", "isinf", 0)
RENAMED("bitwise_not", "invert", 0)
RENAMED("shift_left", "left_shift", 0)
RENAMED("shift_right", "right_shift", 0)
RENAMED("pow", "power", 0)
RENAMED("asin", "arcsin", 0)
RENAMED("acos", "arccos", 0)
RENAMED("atan", "arctan", 0)
RENAMED("asinh", "arcsinh", 0)
RENAMED("acosh", "arccosh", 0)
RENAMED("atanh", "arctanh", 0)
RENAMED("atan2", "arctan2", 0)
