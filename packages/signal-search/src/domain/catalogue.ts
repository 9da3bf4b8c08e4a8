import { IDENTIFIER_PARAMETERS, type IdentifierParameter } from '@heliograph/contract';
import { excerpt } from './characters';
import type { RequestFault } from './faults';

/** The identifiers that each filter of identifiers takes. */
export type Catalogue = Readonly<Record<IdentifierParameter, ReadonlySet<string>>>;

/** The identifiers that a request names, by parameter. */
export type NamedIdentifiers = Readonly<Record<IdentifierParameter, readonly string[]>>;

/** A fault for each identifier that the catalogue does not hold. */
export function faultsOfIdentifiers(named: NamedIdentifiers, catalogue: Catalogue): RequestFault[] {
  const faults: RequestFault[] = [];
  for (const parameter of IDENTIFIER_PARAMETERS) {
    for (const identifier of named[parameter]) {
      if (catalogue[parameter].has(identifier)) continue;
      faults.push({
        code: 'invalid_parameter',
        parameter,
        message: `"${excerpt(identifier, 180)}" is not in the catalogue; GET /api/v1/filter-options lists what is`,
      });
    }
  }
  return faults;
}
