"""A client of the Heliograph API: published company signals by keyword and by meaning."""

from ._answers import (
    CompanyAnswer,
    Count,
    FilterOptionsAnswer,
    RawAnswer,
    SearchPage,
    UsageAnswer,
)
from ._async_client import AsyncCompanies, AsyncHeliograph, AsyncSignals
from ._client import Companies, Heliograph, Signals
from ._error import (
    CallTimeoutError,
    Fault,
    HeliographError,
    NetworkError,
    UnexpectedAnswerError,
)
from ._generated import errors, parameters, records
from ._generated.errors import *  # noqa: F403
from ._generated.parameters import *  # noqa: F403
from ._generated.records import *  # noqa: F403
from ._generated.version import __version__
from ._meta import RateLimit, ResponseMeta
from ._record import Record

__all__ = [
    "AsyncCompanies",
    "AsyncHeliograph",
    "AsyncSignals",
    "CallTimeoutError",
    "Companies",
    "CompanyAnswer",
    "Count",
    "Fault",
    "FilterOptionsAnswer",
    "Heliograph",
    "HeliographError",
    "NetworkError",
    "RateLimit",
    "RawAnswer",
    "Record",
    "ResponseMeta",
    "SearchPage",
    "Signals",
    "UnexpectedAnswerError",
    "UsageAnswer",
    "__version__",
]
__all__ += errors.__all__
__all__ += parameters.__all__
__all__ += records.__all__
