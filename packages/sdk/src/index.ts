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
  ChannelOptions,
  ClientSettings,
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
  IterateParameters,
  PageParameters,
  SearchGroup,
  SearchGroups,
  SearchLocation,
  SearchParameters,
} from './search-parameters.ts';
export type {
  Company,
  CompanyAnswer,
  Count,
  Facets,
  FilterOption,
  FilterOptions,
  FilterOptionsAnswer,
  RawAnswer,
  SearchPage,
  SemanticSearch,
  Signal,
  Usage,
  UsageAnswer,
} from './types.ts';
export { printable, safeJson } from './printable.ts';
export { VERSION } from './version.ts';
