export { Heliograph } from './client.ts';
export type { Signals } from './signals.ts';
export type { Companies } from './companies.ts';
export {
  HeliographError,
  type ApiErrorCode,
  type ClientErrorCode,
  type Fault,
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
} from './options.ts';
export type { RateLimit, ResponseMeta } from './meta.ts';
export type {
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
  Company,
  CompanyAnswer,
  CompanyField,
  Count,
  Facets,
  FilterOption,
  FilterOptions,
  FilterOptionsAnswer,
  IdentifiedCompany,
  IdentifyAnswer,
  Match,
  RawAnswer,
  SearchPage,
  SelectedCompany,
  SelectedSignal,
  SemanticSearch,
  Signal,
  SignalField,
  Suggestion,
  SuggestionsAnswer,
  Usage,
  UsageAnswer,
} from './types.ts';
export { printable, safeJson } from './printable.ts';
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookHeaders,
} from './verify-webhook.ts';
export { VERSION } from './version.ts';
