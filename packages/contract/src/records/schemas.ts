import { filterOptionSchemas } from '../filter-options';
import type { TypeOf } from '../json-schema';
import { problemSchemas } from '../problem';
import { changesSchemas } from './changes-answers';
import { companySchemas } from './company';
import { helperSchemas } from './helper-answers';
import { savedSearchRequestSchemas, savedSearchSchemas } from './saved-search';
import { searchSchemas } from './search-answers';
import { receiptSchemas } from './receipts';
import { usageSchemas } from './usage';

/** The schemas of answers. Objects may gain properties without notice; none is removed or changes its meaning. */
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

/** A signal, that is an activity of a company. Absent values are left out. */
export type Signal = TypeOf<Named['Signal'], Named>;

/** Where a title holds a term of the search. */
export type Match = TypeOf<Named['Match'], Named>;

/** A page of signals in either mode. */
export type SearchPage = TypeOf<Named['SearchPage'], Named>['data'];
export type SemanticPage = TypeOf<Named['SemanticPage'], Named>['data'];

/** What a semantic search was answered from. */
export type SemanticSearch = TypeOf<Named['SemanticSearch'], Named>;

/** A company. Absent values are left out. */
export type Company = TypeOf<Named['Company'], Named>;

/** What happened to a signal; of a withdrawn one only the id is told. */
export type Change = TypeOf<Named['Change'], Named>;

/** The next changes of a feed. */
export type ChangesPage = TypeOf<Named['ChangesAnswer'], Named>['data'];

/** A value that was suggested. */
export type Suggestion = TypeOf<Named['Suggestion'], Named>;

/** A company that may be meant. */
export type IdentifiedCompany = TypeOf<Named['IdentifiedCompany'], Named>;

/** Records, or searches of a month, that an account has without paying for each. */
export type Allowance = TypeOf<Named['Allowance'], Named>;

/** A search that is kept. Absent values are left out. */
export type SavedSearch = Omit<TypeOf<Named['SavedSearch'], Named>, 'query'> & {
  query: Record<string, string>;
};

/** Something that was sent to a webhook, or will be. */
export type Delivery = TypeOf<Named['Delivery'], Named>;

/** Usage of a UTC month, and what is left now. */
export type Usage = TypeOf<Named['UsageAnswer'], Named>['data'];
