import type { OutgoingCall } from '@heliograph/runtime';
import type { FilterOptionsCache } from './filter-options/filter-options-cache';
import { faultsOfIdentifiers, type NamedIdentifiers } from './domain/identifiers';
import type { RequestFault } from './domain/faults';

/**
 * Adds a fault for each unknown identifier. One missing from the cached copy may have just been imported, so the filter
 * options are fetched again before it is refused.
 */
export async function checkIdentifiers(
  cache: FilterOptionsCache,
  call: OutgoingCall,
  identifiers: NamedIdentifiers,
  faults: RequestFault[],
): Promise<void> {
  try {
    let known = await cache.current(call);
    if (faultsOfIdentifiers(identifiers, known).length > 0) known = await cache.refreshed(call);
    faults.push(...faultsOfIdentifiers(identifiers, known));
  } catch (error) {
    // Known faults are reported even while the filter options cannot be fetched.
    if (faults.length === 0) throw error;
  }
}
