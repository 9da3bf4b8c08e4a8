import { filterOptionSchemas } from '../filter-options';
import type { TypeOf } from '../json-schema';
import { problemSchemas } from '../problem';
import { companySchemas } from './company';
import { helperSchemas } from './helper-answers';
import { searchSchemas } from './search-answers';
import { receiptSchemas } from './receipts';
import { usageSchemas } from './usage';

/** The schemas of answers. Objects may gain properties without notice; none is removed or changes its meaning. */
export const schemas = {
  ...searchSchemas,
  ...companySchemas,
  ...helperSchemas,
  ...filterOptionSchemas,
  ...receiptSchemas,
  ...usageSchemas,
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

/** A value that was suggested. */
export type Suggestion = TypeOf<Named['Suggestion'], Named>;

/** A company that may be meant. */
export type IdentifiedCompany = TypeOf<Named['IdentifiedCompany'], Named>;

/** Records, or searches of a month, that an account has without paying for each. */
export type Allowance = TypeOf<Named['Allowance'], Named>;

/** Usage of a UTC month, and what is left now. */
export type Usage = TypeOf<Named['UsageAnswer'], Named>['data'];
