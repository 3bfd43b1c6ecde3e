"""The projective retraction of the zero vector is the base point.

Statement   R_x(0) = x for |x| = 1.
Form        The first of the two axioms of a retraction.
Sources     absil2008
"""

from derivations.vocabulary import Projective, x
from svflow_math.engine.calculus.rules.algebra import NormalForm
from svflow_math.engine.record.claim import Equal
from svflow_math.engine.record.hypothesis import Unit
from svflow_math.engine.record.theorem import Theorem

THEOREM = Theorem(
    id="projective_retraction_at_zero",
    number="4.1",
    hypotheses=(Unit(x, witness={x: [2, 0]}),),
    claim=Equal(Projective(x, 0), x),
    steps=(NormalForm(),),
    cites=("absil2008",),
)
