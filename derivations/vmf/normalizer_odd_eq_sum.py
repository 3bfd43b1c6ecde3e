"""The normaliser in every odd dimension.

Statement   1 / C_{2n+1}(kappa) = (2 pi/kappa)^n sum_{k<n} (n-1+k)! / (k! (n-1-k)! (2 kappa)^k) ((-1)^k e^kappa + (-1)^n
            e^(-kappa)) for kappa > 0 and n = 1, 2, ...
Form        By induction with Rayleigh's formula: two dimensions more are one derivative. Where kappa is small beside
            n^2 the terms cancel: at d = 17, kappa = 0.1 the largest is 1.5e26 times their sum. The numerics use the
            power series there.
Sources     dlmf (10.49.9)
"""

import sympy as sp

from derivations.vmf.normalizer_add_two_eq_derivative import THEOREM as TWO_MORE
from derivations.vmf.normalizer_three_eq_sinh import THEOREM as THREE
from derivations.vmf.operations import Normalizer, kappa
from derivations.vmf.operations import m as k
from derivations.vocabulary import n
from svflow_math.engine.calculus.rules.algebra import Derive, NormalForm
from svflow_math.engine.calculus.rules.ranges import InductionByDerivative, Telescope, WriteOut
from svflow_math.engine.calculus.rules.use import Use
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Positive
from svflow_math.engine.record.infinite_sum import RangeSum
from svflow_math.engine.record.terms import d
from svflow_math.engine.record.theorem import Theorem

j = sp.Symbol("j", integer=True, nonnegative=True)


def waves(index, count):
    return (-1) ** index * sp.exp(kappa) + (-1) ** count * sp.exp(-kappa)


# what the derivative of the power of kappa in one term adds to the next
share = 2 * j * sp.factorial(n + j - 1) / (sp.factorial(j) * sp.factorial(n - j))
carried = (2 * sp.pi / kappa) ** (n + 1) * share / (2 * kappa) ** j * waves(j, n + 1)
coefficient = sp.factorial(n - 1 + k) / (sp.factorial(k) * sp.factorial(n - 1 - k))

THEOREM = Theorem(
    id="normalizer_odd_eq_sum",
    number="2.8",
    hypotheses=(Positive(kappa, witness={kappa: 0}),),
    claim=Equal(
        1 / Normalizer(kappa, 2 * n + 1),
        RangeSum((2 * sp.pi / kappa) ** n * coefficient / (2 * kappa) ** k * waves(k, n), k, n),
    ),
    steps=(
        InductionByDerivative(n, kappa, 2 * sp.pi / kappa),
        WriteOut(),
        Use(THREE),
        NormalForm(),
        Use(TWO_MORE, at={d: 2 * n + 1}),
        NormalForm(),
        Derive(),
        Telescope(j, carried),
        NormalForm(),
        NormalForm(),
        NormalForm(),
    ),
    cites=("dlmf",),
)
