// Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.
/** Parameters that are sent as JSON. */
export const JSON_PARAMETERS: ReadonlySet<string> = new Set([
  'searchGroups',
  'locations',
  'industries',
]);

/** Filters that are comma-separated lists. */
export const LIST_FILTERS: ReadonlySet<string> = new Set([
  'companies',
  'dateRanges',
  'category',
  'hiringState',
  'hiringFunction',
  'hiringSeniority',
  'hiringEmployment',
  'hiringWorkArrangement',
  'fundingStage',
  'ids',
  'activityIds',
]);

/** Lists that are strings in the OpenAPI document. */
export type TextList =
  | 'hiringState'
  | 'hiringFunction'
  | 'hiringSeniority'
  | 'hiringEmployment'
  | 'hiringWorkArrangement'
  | 'fundingStage';
