"""NumPy ufuncs with the same bits on every processor, including half floats, integers and broadcasting.

Ufuncs have NumPy's names and meaning (``broadloom.add``, ``broadloom.exp``); functions that NumPy lacks have the
library's names (``broadloom.sigmoid``, ``broadloom.cast``, ``broadloom.evaluate``). ``broadloom.has(op, dtype)`` says
whether a ufunc has a dtype.

SPDX-License-Identifier: Apache-2.0
"""

import sys as _sys

import numpy as _np

from . import _bl
from ._bl import version as __version__
from ._names import ALIASES as _ALIASES
from ._names import fold_name as _fold_name

_ufuncs = {name: value for name, value in vars(_bl).items() if isinstance(value, _np.ufunc) and name[0] != "_"}
globals().update(_ufuncs)
globals().update({alias: _ufuncs[name] for alias, name in _ALIASES.items() if name in _ufuncs})
_bl.register_bfloat16(True)

from ._calls import (  # noqa: E402 (they use the names above)
    cast,
    dequantize,
    explain,
    from_dlpack,
    get_threads,
    has,
    make_fold as _make_fold,
    quantize,
    set_threads,
    show_config,
)
from ._evaluate import evaluate  # noqa: E402

for _fold, _says in _bl.folds().items():
    globals()[_fold_name(_fold)] = _make_fold(_fold, _says)

__all__ = sorted(name for name in globals() if name[0] != "_")
