import type { IdentifierKind } from './records';

/** Where a signal's document (`catalog.signal_document.document`) names identifiers of a kind: SQL/JSON paths, lax. */
export const identifierPaths: Readonly<Record<IdentifierKind, string>> = {
  category: '$.category',
  hiring_type: '$.hiring.types[*]',
  hiring_function: '$.hiring.functions[*]',
  hiring_seniority: '$.hiring.seniorities[*]',
  hiring_employment_type: '$.hiring.employmentTypes[*]',
  hiring_work_arrangement: '$.hiring.workArrangements[*]',
  funding_stage: '$.funding.stage',
  industry: '$.industries[*]',
  country: '$.country',
};
