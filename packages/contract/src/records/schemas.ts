import { filterOptionSchemas } from '../filter-options';
import type { TypeOf } from '../json-schema';
import { problemSchemas } from '../problem';
import { changesSchemas } from './changes-responses';
import { companySchemas } from './company';
import { helperSchemas } from './helper-responses';
import { savedSearchRequestSchemas, savedSearchSchemas } from './saved-search';
import { searchSchemas } from './search-responses';
import { receiptSchemas } from './receipts';
import { usageSchemas } from './usage';

/** The response schemas. Objects may gain properties without notice; no property is removed or changes its meaning. */
export const schemas = {
  ...searchSchemas,
  ...companySchemas,
  ...helperSchemas,
  ...changesSchemas,
  ...filterOptionSchemas,
  ...receiptSchemas,
  ...usageSchemas,
  ...savedSearchSchemas,
  ...savedSearchRequestSchemas,
  ...problemSchemas,
};

type Named = typeof schemas;

/** A signal: an activity of a company. Absent values are omitted. */
export type Signal = TypeOf<Named['Signal'], Named>;

/** Where a title contains a term of the search. */
export type Match = TypeOf<Named['Match'], Named>;

/** A page of signals in either mode. */
export type SearchPage = TypeOf<Named['SearchPage'], Named>['data'];
export type SemanticPage = TypeOf<Named['SemanticPage'], Named>['data'];

/** How a semantic search was ranked. */
export type SemanticSearch = TypeOf<Named['SemanticSearch'], Named>;

/** A company. Absent values are omitted. */
export type Company = TypeOf<Named['Company'], Named>;

/** What happened to a signal; a withdrawal has only the id. */
export type Change = TypeOf<Named['Change'], Named>;

/** The next changes of a feed. */
export type ChangesPage = TypeOf<Named['ChangesResponse'], Named>['data'];

/** A suggested value. */
export type Suggestion = TypeOf<Named['Suggestion'], Named>;

/** A matching company. */
export type IdentifiedCompany = TypeOf<Named['IdentifiedCompany'], Named>;

/** Records, or searches per month, that an account has without paying for each one. */
export type Allowance = TypeOf<Named['Allowance'], Named>;

/** A saved search. Absent values are omitted. */
export type SavedSearch = Omit<TypeOf<Named['SavedSearch'], Named>, 'query'> & {
  query: Record<string, string>;
};

/** An event that was or will be sent to a webhook. */
export type Delivery = TypeOf<Named['Delivery'], Named>;

/** Usage in a UTC month, and what is left now. */
export type Usage = TypeOf<Named['UsageResponse'], Named>['data'];
