"""Stage 5, the finished plan: programs, in which every choice is made.

A program is a tree of nodes: values, which make something, and statements, which do something.
What a node becomes in a target is one template of its name, which shows it and decides nothing.
Expressions are those of the model, but for their words: `_io`, `_` and `_index` are here the
variables that a method has for them.
Each stands in a file that is called like that of its template.
"""

from quire.generator.plan.program.check import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.classes import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.derive import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.direct import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.feed import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.flow import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.methods import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.nodes import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.payload import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.read import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.read_write import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.rows import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.sums import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.values import *  # noqa: F403  # one vocabulary
from quire.generator.plan.program.write import *  # noqa: F403  # one vocabulary
