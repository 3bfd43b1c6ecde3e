"""Logarithms of 2 and of 2 pi, split so that their largest part can be multiplied without rounding.

Emitted from derivations/vmf/tables.py; each value is the exact one, rounded once.
"""

LOG_2_HIGH = 1453634 / 2**21
LOG_2_LOW = 4.7493250390316726e-07
"""log 2 = LOG_2_HIGH + LOG_2_LOW."""

LOG_TWO_PI = 1.8378770664093456
THREE_LOG_2_LESS_LOG_TWO_PI = 0.24156447527049044
