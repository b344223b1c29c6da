"""Arrays of pandas and xarray.

SPDX-License-Identifier: Apache-2.0
"""

import unittest

import numpy as np
import pandas as pd
import xarray as xr

import broadloom as bl

X = np.random.default_rng(3).standard_normal((40, 6)).astype("f4")


class Others(unittest.TestCase):
    def test_pandas(self):
        series, frame = pd.Series(X[0], index=list("abcdef")), pd.DataFrame(X)
        self.assertIsInstance(bl.exp(series), pd.Series)
        self.assertEqual(list(bl.exp(series).index), list("abcdef"))
        self.assertTrue((bl.exp(series).to_numpy() == bl.exp(X[0])).all())
        self.assertTrue((bl.exp(frame).to_numpy() == bl.exp(X)).all())
        self.assertTrue((bl.leaky_relu(series, alpha=0.5).to_numpy() == bl.leaky_relu(X[0], alpha=0.5)).all())
        self.assertTrue((bl.add(series, series).to_numpy() == X[0] + X[0]).all())
        self.assertRaisesRegex(TypeError, "no float64", bl.tanh, series.astype("f8"))

    def test_xarray(self):
        array = xr.DataArray(X, dims=("y", "x"), attrs={"units": "m"})
        self.assertIsInstance(bl.exp(array), xr.DataArray)
        self.assertTrue((bl.exp(array).values == bl.exp(X)).all())
        self.assertEqual(bl.add(array, array[0]).dims, ("y", "x"))
        self.assertTrue((bl.add(array, array[0]).values == X + X[0]).all())


if __name__ == "__main__":
    unittest.main()
