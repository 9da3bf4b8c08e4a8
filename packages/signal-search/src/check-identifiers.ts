import type { OutgoingCall } from '@heliograph/runtime';
import type { FilterOptionsCache } from './filter-options/filter-options-cache';
import { issuesWithIdentifiers, type NamedIdentifiers } from './domain/identifiers';
import type { RequestIssue } from './domain/issues';

/**
 * Adds an issue for each unknown identifier. One missing from the cache may have just been imported, so the filter
 * options are fetched again before refusing it.
 */
export async function checkIdentifiers(
  cache: FilterOptionsCache,
  call: OutgoingCall,
  identifiers: NamedIdentifiers,
  issues: RequestIssue[],
): Promise<void> {
  try {
    let known = await cache.current(call);
    if (issuesWithIdentifiers(identifiers, known).length > 0) known = await cache.refreshed(call);
    issues.push(...issuesWithIdentifiers(identifiers, known));
  } catch (error) {
    // Report the issues already found even if the filter options cannot be fetched.
    if (issues.length === 0) throw error;
  }
}
