import { nameKeys } from '@heliograph/catalog';
import { MAXIMUM_IDENTIFIED, type MatchedBy } from '@heliograph/contract';
import { queryUntil } from '@heliograph/postgres';
import type { Pool } from 'pg';
import type { IdentifiedCompany } from '../domain/identity';
import { identifiedFromRow, type IdentityRow } from './mapping';

/**
 * How many companies of one domain or name get their signals counted. Bounds the work; far above what a catalog has.
 */
const MAXIMUM_CANDIDATES = 10_000;

/**
 * Companies that meet a condition, most published signals first; ignores keys of an outdated row. Signals are counted
 * only if there is more than one company.
 */
const identify = (condition: string) => `
  SELECT slug, name, domain, country, city, domain_key
    FROM (SELECT id, slug, name, domain, country, city, domain_key, count(*) OVER () AS candidates
            FROM (SELECT id, slug, name, domain, country, city, domain_key
                    FROM catalog.company
                   WHERE ${condition} AND keys_of = content_hash
                   LIMIT ${MAXIMUM_CANDIDATES}) AS found
         ) AS candidate
   ORDER BY CASE WHEN candidates > 1 THEN (
         SELECT count(*)
           FROM catalog.signal
          WHERE signal.company_id = candidate.id AND (NOT pending OR published_at <= now())
         ) END DESC, slug COLLATE "C"
   LIMIT ${MAXIMUM_IDENTIFIED}`;

/** Every parent of a host is shorter than the host. */
const BY_HOST = identify(`domain_key = (
  SELECT domain_key FROM catalog.company
   WHERE domain_key = ANY ($1) AND keys_of = content_hash
   ORDER BY length(domain_key) DESC LIMIT 1)`);
const BY_NAME = identify('name_key = $1');
const BY_BARE_NAME = identify('bare_name_key = $1');

/** Finds companies of the catalog by domain or name. */
export class IdentityStore {
  constructor(private readonly pool: Pool) {}

  /**
   * The companies of the first of these hosts that has any.
   *
   * @param hosts a host and its parents.
   * @param signal cancels the query in the database when the caller is gone.
   */
  async findByHost(hosts: readonly string[], signal: AbortSignal): Promise<IdentifiedCompany[]> {
    const rows = await this.find('identify_by_host', BY_HOST, hosts, signal);
    return rows.map((row) =>
      identifiedFromRow(row, row.domain_key === hosts[0] ? 'domain' : 'parent_domain'),
    );
  }

  /** Companies with this name, or else those that match it without legal forms. */
  async findByName(name: string, signal: AbortSignal): Promise<IdentifiedCompany[]> {
    const keys = nameKeys(name);
    const named = await this.find('identify_by_name', BY_NAME, keys.name, signal);
    if (named.length > 0) return all(named, 'name');
    const bare = await this.find('identify_by_bare_name', BY_BARE_NAME, keys.bareName, signal);
    return all(bare, 'name_without_legal_form');
  }

  private async find(
    name: string,
    text: string,
    value: string | readonly string[],
    signal: AbortSignal,
  ): Promise<IdentityRow[]> {
    const { rows } = await queryUntil<IdentityRow>(this.pool, { name, text, values: [value] }, signal);
    return rows;
  }
}

const all = (rows: readonly IdentityRow[], matchedBy: MatchedBy) =>
  rows.map((row) => identifiedFromRow(row, matchedBy));
