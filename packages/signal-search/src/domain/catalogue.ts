import { excerpt } from './characters';
import type { RequestFault } from './faults';
import { CATALOGUED_PARAMETERS, type CataloguedParameter } from './search-parameters';

/** The identifiers that each catalogued parameter takes. */
export type Catalogue = Readonly<Record<CataloguedParameter, ReadonlySet<string>>>;

/** The identifiers that a request names, by parameter. */
export type NamedIdentifiers = Readonly<Record<CataloguedParameter, readonly string[]>>;

/** Whether a request names any identifier at all, so that the catalogue is needed. */
export function namesIdentifiers(named: NamedIdentifiers): boolean {
  return CATALOGUED_PARAMETERS.some((parameter) => named[parameter].length > 0);
}

/** A fault for each identifier that the catalogue does not hold. */
export function faultsOfIdentifiers(named: NamedIdentifiers, catalogue: Catalogue): RequestFault[] {
  const faults: RequestFault[] = [];
  for (const parameter of CATALOGUED_PARAMETERS) {
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
