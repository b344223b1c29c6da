"""Arrays of JAX, also with bfloat16.

SPDX-License-Identifier: Apache-2.0
"""

import unittest

import jax.numpy as jnp
import numpy as np

import broadloom as bl


class Jax(unittest.TestCase):
    def test_from_dlpack(self):
        for dtype in (jnp.float32, jnp.bfloat16, jnp.float16):
            x = jnp.arange(6, dtype=dtype)
            taken = bl.from_dlpack(x)
            self.assertEqual(taken.dtype, np.asarray(x).dtype)
            self.assertTrue((bl.add(taken, taken) == np.asarray(x) + np.asarray(x)).all())


if __name__ == "__main__":
    unittest.main()
