import { IDENTIFIER_PARAMETERS, listOfIdentifiers, messageFieldOf } from '@heliograph/contract';
import { company } from '@heliograph/proto';
import type { OutgoingCall } from '@heliograph/runtime';
import type { Catalogue } from '../domain/catalogue';
import { OptionsKeeper, type CompanyClient } from './options-keeper';

/**
 * The filter options at hand: the identifiers, so that those of a search are checked without a call, and apart from them the industries and
 * countries, which may be many and are only listed.
 */
export class CatalogueKeeper {
  readonly identifiers: OptionsKeeper;
  readonly values: OptionsKeeper;
  /** Of each state of the identifiers, made once. */
  private readonly catalogues = new WeakMap<company.FilterOptions, Catalogue>();

  constructor(companyClient: CompanyClient, clock?: () => number) {
    this.identifiers = new OptionsKeeper(companyClient, company.FilterLists.IDENTIFIERS, clock);
    this.values = new OptionsKeeper(companyClient, company.FilterLists.VALUES, clock);
  }

  /**
   * The identifiers as last seen; see {@link OptionsKeeper.current}.
   *
   * @throws ServiceError when there are none and the company service cannot be asked.
   */
  async current(call: OutgoingCall): Promise<Catalogue> {
    return this.catalogueOf(await this.identifiers.current(call));
  }

  /**
   * The identifiers as they are now; see {@link OptionsKeeper.refreshed}.
   *
   * @throws ServiceError when the company service cannot be asked.
   */
  async refreshed(call: OutgoingCall): Promise<Catalogue> {
    return this.catalogueOf(await this.identifiers.refreshed(call));
  }

  private catalogueOf(options: company.FilterOptions): Catalogue {
    let catalogue = this.catalogues.get(options);
    if (!catalogue) this.catalogues.set(options, (catalogue = catalogueOf(options)));
    return catalogue;
  }
}

function catalogueOf(options: company.FilterOptions): Catalogue {
  return Object.fromEntries(
    IDENTIFIER_PARAMETERS.map((name) => [
      name,
      new Set(options[messageFieldOf(listOfIdentifiers(name))].map(({ id }) => id)),
    ]),
  ) as unknown as Catalogue;
}
