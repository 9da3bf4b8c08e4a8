import { IDENTIFIER_LIST_NAMES, OPTION_LISTS, valueAt } from '@heliograph/contract';
import type { ClientBase, Pool } from 'pg';
import { MAXIMUM_IDENTIFIER_BYTES, MAXIMUM_IDENTIFIERS } from '../bounds';
import { labelOf } from '../label';
import type { IdentifierKind, IdentifierRecord, Numbered, Reject, SignalRecord } from '../records';
import { inWriteTransaction } from './transaction';

/** Lists with a bounded number of identifiers: a search that names one is checked against the whole list. */
const bounded = IDENTIFIER_LIST_NAMES.map((name) => {
  const { kind, member } = OPTION_LISTS[name];
  return { kind, path: member.split('.') };
});
const boundedKinds: readonly IdentifierKind[] = bounded.map(({ kind }) => kind);

export class FullListError extends Error {
  constructor(kind: IdentifierKind, id?: string) {
    const added = id === undefined ? '' : `: ${JSON.stringify(id)} cannot be added`;
    super(
      `the ${kind} list is full (${MAXIMUM_IDENTIFIERS.toLocaleString('en-US')} identifiers, or ` +
        `${MAXIMUM_IDENTIFIER_BYTES.toLocaleString('en-US')} bytes of ids and labels)${added}; ` +
        '"heliograph-admin filter-options prune" drops unused ones',
    );
  }
}

/** The identifiers of bounded kinds in a signal. */
export function* identifiersOf(
  record: Pick<SignalRecord, 'category' | 'hiring' | 'funding'>,
): Generator<readonly [kind: IdentifierKind, id: string]> {
  for (const { kind, path } of bounded) {
    const named = valueAt(record, path) as string | readonly string[] | undefined;
    if (typeof named === 'string') yield [kind, named];
    else for (const id of named ?? []) yield [kind, id];
  }
}

/**
 * For each id, chooses the latest signal whose identifiers are filter options or still fit, and adds the new
 * identifiers. Those of an earlier signal take no capacity unless all later ones are refused.
 *
 * @param candidates for each id, latest last.
 * @returns the chosen signals, and those refused for lack of capacity.
 */
export async function selectLatestThatFits<Candidate extends Numbered<SignalRecord>>(
  client: ClientBase,
  candidates: readonly (readonly Candidate[])[],
): Promise<{ admitted: Candidate[]; rejects: Reject[] }> {
  const used = new IdentifierSet();
  for (const ofId of candidates)
    for (const { record } of ofId) for (const [kind, id] of identifiersOf(record)) used.add(kind, id);
  const missing = await used.missing(client);
  if (missing.size === 0) return { admitted: candidates.map((ofId) => ofId.at(-1)!), rejects: [] };
  const capacity = await readCapacity(client);
  const added = new IdentifierSet();
  const admit = ({ record }: Candidate): FullListError | undefined => {
    const taken: [IdentifierKind, string][] = [];
    let full: FullListError | undefined;
    for (const [kind, id] of identifiersOf(record)) {
      if (!missing.has(kind, id) || added.has(kind, id)) continue;
      taken.push([kind, id]);
      if (!capacity.take(kind, id)) full ??= new FullListError(kind, id);
    }
    for (const [kind, id] of taken) {
      if (full) capacity.release(kind, id);
      else added.add(kind, id);
    }
    return full;
  };
  const admitted: Candidate[] = [];
  const rejects: Reject[] = [];
  for (const ofId of candidates) {
    for (const candidate of ofId.toReversed()) {
      const full = admit(candidate);
      if (!full) {
        admitted.push(candidate);
        break;
      }
      rejects.push({ line: candidate.line, reason: full.message });
    }
  }
  await added.insert(client);
  return { admitted, rejects };
}

/** Collects the countries and industries of signals, then adds those missing from the filter options. */
export class UsedPlacesAndIndustries {
  private readonly used = new IdentifierSet();

  add({ country, industries }: { country?: string; industries: readonly string[] }): void {
    if (country !== undefined) this.used.add('country', country);
    for (const industry of industries) this.used.add('industry', industry);
  }

  apply(client: ClientBase): Promise<void> {
    return this.used.insert(client);
  }
}

export class IdentifierSet {
  private readonly byKind = new Map<IdentifierKind, Set<string>>();

  get size(): number {
    return [...this.byKind.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  has(kind: IdentifierKind, id: string): boolean {
    return this.byKind.get(kind)?.has(id) === true;
  }

  add(kind: IdentifierKind, id: string): void {
    let ids = this.byKind.get(kind);
    if (!ids) this.byKind.set(kind, (ids = new Set()));
    ids.add(id);
  }

  /** The identifiers not stored yet. */
  async missing(client: ClientBase): Promise<IdentifierSet> {
    const { kinds, ids } = this.columns();
    const missing = new IdentifierSet();
    if (ids.length === 0) return missing;
    const { rows } = await client.query<{ kind: IdentifierKind; id: string }>(
      `SELECT kind, id FROM unnest($1::text[], $2::text[]) AS used(kind, id)
       WHERE NOT EXISTS (SELECT FROM catalog.identifier i WHERE i.kind = used.kind AND i.id = used.id)`,
      [kinds, ids],
    );
    for (const { kind, id } of rows) missing.add(kind, id);
    return missing;
  }

  /** Stores the missing identifiers, with labels made from them. */
  async insert(client: ClientBase): Promise<void> {
    const { kinds, ids } = this.columns();
    if (ids.length === 0) return;
    await client.query(
      // Nearly all exist: one lookup for all is cheaper than a conflict for each.
      `INSERT INTO catalog.identifier (kind, id, label)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) AS used(kind, id, label)
       WHERE NOT EXISTS (SELECT FROM catalog.identifier i WHERE i.kind = used.kind AND i.id = used.id)
       ON CONFLICT DO NOTHING`,
      [kinds, ids, ids.map((id, index) => labelOf(kinds[index]!, id))],
    );
  }

  private columns(): { kinds: IdentifierKind[]; ids: string[] } {
    const kinds: IdentifierKind[] = [];
    const ids: string[] = [];
    for (const [kind, used] of this.byKind)
      for (const id of used) {
        kinds.push(kind);
        ids.push(id);
      }
    return { kinds, ids };
  }
}

interface Taken {
  identifiers: number;
  bytes: number;
}

/** The capacity left in bounded lists; writers take turns, so no other writer takes any of it. */
class Capacity {
  private readonly taken: Map<IdentifierKind, Taken>;

  constructor(taken: ReadonlyMap<IdentifierKind, Taken>) {
    this.taken = new Map(taken);
  }

  /** The first list over its limit. */
  exceededList(): IdentifierKind | undefined {
    return [...this.taken.keys()].find((kind) => !this.fits(kind));
  }

  /** @returns whether the list is still within its limit. */
  take(kind: IdentifierKind, id: string): boolean {
    this.add(kind, id, 1);
    return this.fits(kind);
  }

  release(kind: IdentifierKind, id: string): void {
    this.add(kind, id, -1);
  }

  private fits(kind: IdentifierKind): boolean {
    const { identifiers, bytes } = this.taken.get(kind) ?? { identifiers: 0, bytes: 0 };
    return identifiers <= MAXIMUM_IDENTIFIERS && bytes <= MAXIMUM_IDENTIFIER_BYTES;
  }

  private add(kind: IdentifierKind, id: string, times: 1 | -1): void {
    const { identifiers, bytes } = this.taken.get(kind) ?? { identifiers: 0, bytes: 0 };
    const size = Buffer.byteLength(id) + Buffer.byteLength(labelOf(kind, id));
    this.taken.set(kind, { identifiers: identifiers + times, bytes: bytes + times * size });
  }
}

async function readCapacity(client: ClientBase): Promise<Capacity> {
  const { rows } = await client.query<Taken & { kind: IdentifierKind }>(
    `SELECT kind, count(*)::integer AS identifiers, sum(octet_length(id) + octet_length(label))::float8 AS bytes
     FROM catalog.identifier WHERE kind = ANY($1) GROUP BY kind`,
    [boundedKinds],
  );
  return new Capacity(new Map(rows.map(({ kind, ...taken }) => [kind, taken])));
}

/**
 * Stores labels chosen by an operator; they replace generated ones and survive later imports. The last of equal ids
 * wins.
 *
 * @throws FullListError if a list would exceed its limit; nothing is stored then.
 */
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
      const exceeded = (await readCapacity(client)).exceededList();
      if (exceeded) throw new FullListError(exceeded);
    });
  } finally {
    client.release();
  }
}
