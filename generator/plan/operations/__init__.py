"""Stage 5, the vocabulary: what to do, decided once.

A plan is a tree of frozen objects without behaviour: no YAML, no Python text. Expressions
are the typed trees of the model. Everything downstream reads the plan and nothing else.
"""

from quire.generator.plan.operations.actions import *  # noqa: F403  # one vocabulary
from quire.generator.plan.operations.derivations import *  # noqa: F403  # one vocabulary
from quire.generator.plan.operations.records import *  # noqa: F403  # one vocabulary
from quire.generator.plan.operations.values import *  # noqa: F403  # one vocabulary
