export { Heliograph } from './client.ts';
export type { Signals } from './signals.ts';
export type { Companies } from './companies.ts';
export type { MonthParameters, Receipts, ReceiptsPage, StatementParameters } from './receipts.ts';
export type {
  CreateSavedSearchOptions,
  DeliveriesOptions,
  NewSavedSearch,
  SavedQuery,
  SavedSearchChanges,
  SavedSearchFeedParameters,
  SavedSearches,
} from './saved-searches.ts';
export {
  HeliographError,
  type ApiErrorCode,
  type ClientErrorCode,
  type ParameterIssue,
  type HeliographErrorCode,
  type HeliographErrorDetails,
} from './errors.ts';
export type {
  Budget,
  ChannelOptions,
  ClientSettings,
  CompanyOptions,
  CostOptions,
  DataRequestOptions,
  HeliographOptions,
  IterateOptions,
  PagesOptions,
  RawRequestOptions,
  RequestOptions,
  TestOutcome,
  TokenProvider,
  WatchOptions,
} from './options.ts';
export type { RateLimit, ResponseMeta } from './meta.ts';
export type {
  ChangesParameters,
  CountParameters,
  IdentifyParameters,
  IterateParameters,
  PageParameters,
  SearchGroup,
  SearchGroups,
  SearchLocation,
  SearchParameters,
  SuggestParameters,
} from './search-parameters.ts';
export type {
  Change,
  ChangesPage,
  Company,
  CompanyResponse,
  CompanyField,
  Count,
  Facets,
  FilterOption,
  FilterOptions,
  FilterOptionsResponse,
  IdentifiedCompany,
  IdentifyResponse,
  Match,
  RawResponse,
  Receipt,
  SearchPage,
  SelectedCompany,
  SelectedSignal,
  SemanticSearch,
  Signal,
  SignalField,
  Suggestion,
  SuggestionsResponse,
  Usage,
  UsageResponse,
} from './types.ts';
export type { Delivery, DeliveryResponse, DeliveryPage, SavedSearch, SavedSearchResponse } from './types.ts';
export { evenPageSize } from './page-size.ts';
export { printable, safeJson } from './printable.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts';
export type { ChainPoint, Statement } from './read-statement.ts';
export {
  verifyStatement,
  type StatementKeys,
  type StatementVerification,
  type TrustedKeys,
} from './verify-statement.ts';
export { VERSION } from './version.ts';
