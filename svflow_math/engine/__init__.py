"""The SymPy world: what a theorem is, how it is proved, emitted, verified and rendered.

Nothing outside this package and `derivations` imports it at run time.
"""
