export { COMPANY_SLUG, SEARCH_PARAMETER_NAMES } from '@heliograph/contract';
export { isJsonObject, parseBoundedJsonBytes } from './domain/bounded-json';
export * from './domain/calendar';
export * from './domain/characters';
export * from './domain/identifiers';
export * from './domain/issues';
export * from './domain/query-string';
export * from './domain/page-size';
export * from './domain/search-query';
export { isPlain, writtenValue } from './domain/written-value';
export { cursorsOf } from './domain/read-cursor';
export { CursorSignature, SIGNATURE_BYTES } from './domain/cursor-signature';
export type { CursorHolder, CursorSecrets } from './domain/cursor-signature';
export * from './filter-options/filter-options-cache';
export * from './check-identifiers';
export type { SearchClient, SearchEnvironment } from './ask-search';
export * from './domain/helper-query';
export { runSuggest } from './run-suggest';
export { runIdentify } from './run-identify';
export { runSearch } from './run-search';
export { CHANGES_PARAMETER_NAMES } from '@heliograph/contract';
export { readChangesQuery, type ChangesQuery } from './domain/changes-query';
export { ChangesCursorCodec } from './domain/changes-cursor';
export { digestOfFilters } from './domain/filters-digest';
export { runChanges, withStart, type ChangesResponse, type ChangesClient } from './run-changes';
export { readCompanyFields } from './domain/company-fields';
export { companyRecord, selectedCompany } from './records/company-record';
export { latestOptions } from './records/rendered-options';
export * from './saved-searches/convert';
export * from './saved-searches/read-deliveries';
export {
  creationOf,
  readSavedSearchRequest,
  updateOf,
  type SavedSearchChecks,
  type SavedSearchRequest,
} from './saved-searches/read-saved-search';
export * from './request-log/logged-request-record';
export * from './request-log/read-log-filter';
