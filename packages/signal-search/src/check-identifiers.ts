import type { OutgoingCall } from '@heliograph/runtime';
import type { CatalogueKeeper } from './catalogue/catalogue-keeper';
import { faultsOfIdentifiers, type NamedIdentifiers } from './domain/catalogue';
import type { RequestFault } from './domain/faults';

/**
 * Adds a fault for each identifier outside the catalogue. One that the copy at hand does not hold may have been imported
 * a moment ago, so the catalogue is asked for again before it is refused.
 */
export async function checkIdentifiers(
  keeper: CatalogueKeeper,
  call: OutgoingCall,
  identifiers: NamedIdentifiers,
  faults: RequestFault[],
): Promise<void> {
  try {
    let catalogue = await keeper.current(call);
    if (faultsOfIdentifiers(identifiers, catalogue).length > 0) catalogue = await keeper.refreshed(call);
    faults.push(...faultsOfIdentifiers(identifiers, catalogue));
  } catch (error) {
    // What is known to be wrong is said even while the catalogue cannot be asked.
    if (faults.length === 0) throw error;
  }
}
