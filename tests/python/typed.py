"""For mypy: code of a user, and code that must be refused.

SPDX-License-Identifier: Apache-2.0
"""

import numpy as np

import broadloom as bl

x = np.ones((2, 3), np.float32)
total = bl.add(x, 1.0, where=x > 0, out=np.zeros_like(x))
bl.add.reduce(x, axis=0)
bl.leaky_relu(x, alpha=0.1)
half: np.ndarray = bl.cast(x, np.float16)
bl.max_of(x, x, 2.0)
bl.evaluate("a * 2", a=x)
flag: bool = bl.has("exp", "f4")
bl.add(x)  # type: ignore[call-arg]
bl.exp(x, alpha=1)  # type: ignore[call-arg]
