import { IDENTIFIER_PARAMETERS, listOfIdentifiers, messageFieldOf } from '@heliograph/contract';
import { company } from '@heliograph/proto';
import type { OutgoingCall } from '@heliograph/runtime';
import type { KnownIdentifiers } from '../domain/identifiers';
import { OptionListsCache, type CompanyClient } from './option-lists-cache';

/**
 * Cached filter options: the identifiers, so that checking a search takes no call, and separately the industries and
 * countries, which may be many and are only listed.
 */
export class FilterOptionsCache {
  readonly identifiers: OptionListsCache;
  readonly values: OptionListsCache;
  /** By version of the identifiers: built once. */
  private readonly knownIdentifiers = new WeakMap<company.FilterOptions, KnownIdentifiers>();

  constructor(companyClient: CompanyClient) {
    this.identifiers = new OptionListsCache(companyClient, company.FilterLists.IDENTIFIERS);
    this.values = new OptionListsCache(companyClient, company.FilterLists.VALUES);
  }

  /**
   * The identifiers as last seen; see {@link OptionListsCache.current}.
   *
   * @throws ServiceError if there are none and the company service is unreachable.
   */
  async current(call: OutgoingCall): Promise<KnownIdentifiers> {
    return this.knownIdentifiersOf(await this.identifiers.current(call));
  }

  /**
   * The current identifiers; see {@link OptionListsCache.refreshed}.
   *
   * @throws ServiceError if the company service is unreachable.
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
