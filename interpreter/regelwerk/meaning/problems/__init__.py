"""Every problem that this floor reports: one constructor for each code, in families."""

from regelwerk.meaning.problems import notes as notes
from regelwerk.meaning.problems.bodies import *  # noqa: F403
from regelwerk.meaning.problems.declarations import *  # noqa: F403
from regelwerk.meaning.problems.files import *  # noqa: F403
from regelwerk.meaning.problems.houses import *  # noqa: F403
from regelwerk.meaning.problems.kinds import *  # noqa: F403
from regelwerk.meaning.problems.names import *  # noqa: F403
from regelwerk.meaning.problems.rules import *  # noqa: F403
from regelwerk.meaning.problems.scenarios import *  # noqa: F403
from regelwerk.meaning.problems.tables import *  # noqa: F403
from regelwerk.meaning.problems.values import *  # noqa: F403
