"""A client of the Heliograph API: published company signals by keyword and by meaning."""

from ._async_client import AsyncCompanies, AsyncHeliograph
from ._async_receipts import AsyncReceipts
from ._async_saved_searches import AsyncSavedSearches
from ._async_signals import AsyncSignals
from ._client import Companies, Heliograph
from ._cost import Budget
from ._error import (
    CallTimeoutError,
    HeliographError,
    NetworkError,
    ParameterIssue,
    UnexpectedResponseError,
)
from ._generated import errors, parameters, records
from ._generated.errors import *  # noqa: F403
from ._generated.parameters import *  # noqa: F403
from ._generated.records import *  # noqa: F403
from ._generated.version import __version__
from ._meta import RateLimit, ResponseMeta
from ._receipts import Receipts
from ._record import Record
from ._responses import (
    ChangesPage,
    CompanyResponse,
    Count,
    DeliveryPage,
    DeliveryResponse,
    FilterOptionsResponse,
    IdentifyResponse,
    RawResponse,
    ReceiptsPage,
    ReplayResponse,
    SavedSearchesResponse,
    SavedSearchResponse,
    SearchPage,
    SuggestionsResponse,
    UsageResponse,
)
from ._saved_search_calls import SavedSearchUpdate, WebhookAddress
from ._saved_searches import SavedSearches
from ._signals import Signals
from ._statements import StatementVerification, verify_statement
from ._webhooks import WebhookVerificationError, verify_webhook

__all__ = [
    "AsyncCompanies",
    "AsyncHeliograph",
    "AsyncReceipts",
    "AsyncSavedSearches",
    "AsyncSignals",
    "Budget",
    "CallTimeoutError",
    "ChangesPage",
    "Companies",
    "CompanyResponse",
    "Count",
    "DeliveryPage",
    "DeliveryResponse",
    "FilterOptionsResponse",
    "Heliograph",
    "HeliographError",
    "IdentifyResponse",
    "NetworkError",
    "ParameterIssue",
    "RateLimit",
    "RawResponse",
    "Receipts",
    "ReceiptsPage",
    "Record",
    "ReplayResponse",
    "ResponseMeta",
    "SavedSearchResponse",
    "SavedSearchUpdate",
    "SavedSearches",
    "SavedSearchesResponse",
    "SearchPage",
    "Signals",
    "StatementVerification",
    "SuggestionsResponse",
    "UnexpectedResponseError",
    "UsageResponse",
    "WebhookAddress",
    "WebhookVerificationError",
    "__version__",
    "verify_statement",
    "verify_webhook",
]
__all__ += errors.__all__
__all__ += parameters.__all__
__all__ += records.__all__
