import { IDENTIFIER_PARAMETERS, listOfIdentifiers, messageFieldOf } from '@heliograph/contract';
import { company } from '@heliograph/proto';
import type { OutgoingCall } from '@heliograph/runtime';
import type { KnownIdentifiers } from '../domain/identifiers';
import { OptionListsCache, type CompanyClient } from './option-lists-cache';

/**
 * The filter options at hand: the identifiers, so that those of a search are checked without a call, and apart from them the industries and
 * countries, which may be many and are only listed.
 */
export class FilterOptionsCache {
  readonly identifiers: OptionListsCache;
  readonly values: OptionListsCache;
  /** Of each state of the identifiers, made once. */
  private readonly knownIdentifiers = new WeakMap<company.FilterOptions, KnownIdentifiers>();

  constructor(companyClient: CompanyClient, clock?: () => number) {
    this.identifiers = new OptionListsCache(companyClient, company.FilterLists.IDENTIFIERS, clock);
    this.values = new OptionListsCache(companyClient, company.FilterLists.VALUES, clock);
  }

  /**
   * The identifiers as last seen; see {@link OptionListsCache.current}.
   *
   * @throws ServiceError when there are none and the company service cannot be asked.
   */
  async current(call: OutgoingCall): Promise<KnownIdentifiers> {
    return this.knownIdentifiersOf(await this.identifiers.current(call));
  }

  /**
   * The identifiers as they are now; see {@link OptionListsCache.refreshed}.
   *
   * @throws ServiceError when the company service cannot be asked.
   */
  async refreshed(call: OutgoingCall): Promise<KnownIdentifiers> {
    return this.knownIdentifiersOf(await this.identifiers.refreshed(call));
  }

  private knownIdentifiersOf(options: company.FilterOptions): KnownIdentifiers {
    let known = this.knownIdentifiers.get(options);
    if (!known) this.knownIdentifiers.set(options, (known = knownIdentifiersOf(options)));
    return known;
  }
}

function knownIdentifiersOf(options: company.FilterOptions): KnownIdentifiers {
  return Object.fromEntries(
    IDENTIFIER_PARAMETERS.map((name) => [
      name,
      new Set(options[messageFieldOf(listOfIdentifiers(name))].map(({ id }) => id)),
    ]),
  ) as unknown as KnownIdentifiers;
}
