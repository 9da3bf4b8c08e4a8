import type { ClientBase, Pool } from 'pg';
import type { IdentifierKind, IdentifierRecord, SignalRecord } from '../records';
import { inWriteTransaction } from './transaction';

/** A label made from an identifier: "product-launch" becomes "Product launch". */
export function labelOf(kind: IdentifierKind, id: string): string {
  if (kind === 'industry' || kind === 'country') return id;
  const spaced = id.replace(/[-_]+/g, ' ').trim();
  return spaced === '' ? id : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Collects the identifiers that signals use, then adds those that the catalogue lacks. */
export class UsedIdentifiers {
  readonly #byKind = new Map<IdentifierKind, Set<string>>();

  #use(kind: IdentifierKind, id: string): void {
    let ids = this.#byKind.get(kind);
    if (!ids) this.#byKind.set(kind, (ids = new Set()));
    ids.add(id);
  }

  addSignal(record: SignalRecord, effective: { country?: string; industries: readonly string[] }): void {
    this.#use('category', record.category);
    for (const id of record.hiring?.types ?? []) this.#use('hiring_type', id);
    for (const id of record.hiring?.functions ?? []) this.#use('hiring_function', id);
    for (const id of record.hiring?.seniorities ?? []) this.#use('hiring_seniority', id);
    for (const id of record.hiring?.employmentTypes ?? []) this.#use('hiring_employment_type', id);
    for (const id of record.hiring?.workArrangements ?? []) this.#use('hiring_work_arrangement', id);
    if (record.funding?.stage !== undefined) this.#use('funding_stage', record.funding.stage);
    if (effective.country !== undefined) this.#use('country', effective.country);
    for (const industry of effective.industries) this.#use('industry', industry);
  }

  async apply(client: ClientBase): Promise<void> {
    const kinds: string[] = [];
    const ids: string[] = [];
    const labels: string[] = [];
    for (const [kind, used] of this.#byKind)
      for (const id of used) {
        kinds.push(kind);
        ids.push(id);
        labels.push(labelOf(kind, id));
      }
    if (ids.length === 0) return;
    await client.query(
      // Nearly all are there: looked up together, not one by one for the conflict.
      `INSERT INTO catalog.identifier (kind, id, label)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS used(kind, id, label)
       WHERE NOT EXISTS (SELECT FROM catalog.identifier i WHERE i.kind = used.kind AND i.id = used.id)
       ON CONFLICT DO NOTHING`,
      [kinds, ids, labels],
    );
  }
}

/** Stores labels that an operator chose; they replace made ones and stay through later imports. The last of equal ids wins. */
export async function writeIdentifiers(pool: Pool, records: readonly IdentifierRecord[]): Promise<void> {
  const unique = [...new Map(records.map((record) => [`${record.kind} ${record.id}`, record])).values()];
  const client = await pool.connect();
  try {
    await inWriteTransaction(client, async () => {
      await client.query(
        `INSERT INTO catalog.identifier (kind, id, label, explicit)
         SELECT k, i, l, true FROM unnest($1::text[], $2::text[], $3::text[]) AS r(k, i, l)
         ON CONFLICT (kind, id) DO UPDATE SET label = excluded.label, explicit = true`,
        [unique.map((r) => r.kind), unique.map((r) => r.id), unique.map((r) => r.label)],
      );
    });
  } finally {
    client.release();
  }
}
