"""The SymPy world: what a theorem is, how it is proved, emitted, verified and rendered.

Nothing outside this package and `derivations` imports it at run time.
"""

import os

# SymPy remembers 1,000 answers of each of its functions; a proof asks for more, again and again.
os.environ.setdefault("SYMPY_CACHE_SIZE", "20000")
