import type { ClientBase, Pool } from 'pg';
import { identifierLexeme } from '../lexemes';
import type { IdentifierKind } from '../records';
import { inWriteTransaction } from './transaction';

/** Identifiers looked at in one transaction, each a pass over the corpus of some 10 us a signal; bounds its memory. */
const lookedAtOnce = 50_000;
const mostExamples = 20;

/** Identifiers of a kind that no signal uses. */
export interface UnusedIdentifiers {
  kind: IdentifierKind;
  unused: number;
  /** The first of them, by id. */
  examples: string[];
}

/**
 * Finds the identifiers of all kinds that no stored signal uses, published or still to be published (withdrawn ones are not stored), and with
 * `remove` deletes them, with the labels that an operator gave them. Removing holds off writers for one pass over the corpus: what an
 * import stores before or after it has its identifiers. Dies between two parts: those before stay removed.
 */
export async function pruneIdentifiers(
  pool: Pool,
  { remove }: { remove: boolean },
): Promise<UnusedIdentifiers[]> {
  const found = new Map<IdentifierKind, UnusedIdentifiers>();
  const client = await pool.connect();
  try {
    for (let after: Identifier | undefined = { kind: '', id: '' }; after;) {
      const from: Identifier = after;
      const part = remove
        ? await inWriteTransaction(client, () => removeUnused(client, from))
        : await findUnused(client, from);
      for (const { kind, id } of part.unused) {
        const list = found.get(kind) ?? { kind, unused: 0, examples: [] };
        list.unused += 1;
        if (list.examples.length < mostExamples) list.examples.push(id);
        found.set(kind, list);
      }
      after = part.last;
    }
  } finally {
    client.release();
  }
  return [...found.values()];
}

interface Identifier<Kind = string> {
  kind: Kind;
  id: string;
}

interface Part {
  unused: Identifier<IdentifierKind>[];
  /** Where to go on; absent at the end. */
  last: Identifier | undefined;
}

async function findUnused(client: ClientBase, { kind, id }: Identifier): Promise<Part> {
  const { rows } = await client.query<Identifier<IdentifierKind>>(
    `SELECT kind, id FROM catalog.identifier WHERE (kind, id) > ($1, $2) ORDER BY kind, id LIMIT ${lookedAtOnce}`,
    [kind, id],
  );
  const lexemes = rows.map((row) => identifierLexeme(row.kind, row.id));
  const { rows: used } = await client.query<{ lexeme: string }>(
    `SELECT DISTINCT lexeme FROM catalog.signal CROSS JOIN LATERAL unnest(tsvector_to_array(lexemes)) AS lexeme
     WHERE lexeme = ANY($1::text[])`,
    [lexemes],
  );
  const held = new Set(used.map(({ lexeme }) => lexeme));
  return {
    unused: rows.filter((_, index) => !held.has(lexemes[index]!)),
    last: rows.length === lookedAtOnce ? rows.at(-1) : undefined,
  };
}

async function removeUnused(client: ClientBase, after: Identifier): Promise<Part & { changed: boolean }> {
  const part = await findUnused(client, after);
  await client.query(
    `DELETE FROM catalog.identifier i USING unnest($1::text[], $2::text[]) AS unused(kind, id)
     WHERE i.kind = unused.kind AND i.id = unused.id`,
    [part.unused.map(({ kind }) => kind), part.unused.map(({ id }) => id)],
  );
  return { ...part, changed: part.unused.length > 0 };
}
