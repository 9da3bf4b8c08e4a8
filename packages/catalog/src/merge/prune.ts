import type { Pool } from 'pg';
import { identifierPaths } from '../identifier-paths';
import type { IdentifierKind } from '../records';
import { inWriteTransaction } from './transaction';

const mostExamples = 20;

/** Identifiers of a kind that no signal uses. */
export interface UnusedIdentifiers {
  kind: IdentifierKind;
  unused: number;
  /** The first of them, by id. */
  examples: string[];
}

interface Unused {
  kind: IdentifierKind;
  id: string;
}

/** One pass over the documents, of some 15 us a signal. */
const unused = `WITH used AS MATERIALIZED (
    SELECT DISTINCT path.kind, value #>> '{}' AS id
    FROM catalog.signal_document AS signal
    CROSS JOIN LATERAL (SELECT signal.document::jsonb AS item OFFSET 0) AS parsed
    CROSS JOIN unnest($1::text[], $2::text[]) AS path(kind, path)
    CROSS JOIN LATERAL jsonb_path_query(parsed.item, path.path::jsonpath) AS value
  )
  SELECT kind, id FROM catalog.identifier AS i
  WHERE NOT EXISTS (SELECT FROM used WHERE used.kind = i.kind AND used.id = i.id)`;
const paths = [Object.keys(identifierPaths), Object.values(identifierPaths)];

/**
 * Finds the identifiers of all kinds that no stored signal uses, published or still to be published (withdrawn ones are not stored), and with
 * `remove` deletes them, with the labels that an operator gave them. Removing holds off writers for one pass over the corpus: what an
 * import stores before or after it has its identifiers.
 */
export async function pruneIdentifiers(
  pool: Pool,
  { remove }: { remove: boolean },
): Promise<UnusedIdentifiers[]> {
  const client = await pool.connect();
  try {
    if (!remove) return summaryOf((await client.query<Unused>(unused, paths)).rows);
    const { removed } = await inWriteTransaction(client, async () => {
      const { rows } = await client.query<Unused>(
        `DELETE FROM catalog.identifier AS old USING (${unused}) AS unused
         WHERE old.kind = unused.kind AND old.id = unused.id RETURNING old.kind, old.id`,
        paths,
      );
      return { removed: rows, changed: rows.length > 0 };
    });
    return summaryOf(removed);
  } finally {
    client.release();
  }
}

function summaryOf(rows: readonly Unused[]): UnusedIdentifiers[] {
  const idsOf = new Map<IdentifierKind, string[]>();
  for (const { kind, id } of rows) idsOf.set(kind, [...(idsOf.get(kind) ?? []), id]);
  return [...idsOf]
    .map(([kind, ids]) => ({ kind, unused: ids.length, examples: ids.sort().slice(0, mostExamples) }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
